import type { z } from 'zod'
import type { Outgoing } from '#platform/net/outgoing.ts'
import {
  ForeignEventType,
  ForeignForm,
  ForeignGroup,
  ForeignInvitee,
  ForeignMeeting,
  ForeignMembership,
  ForeignSchedule,
  foreignId,
} from '../calendly/foreign.ts'
import { type ImportKind, secondsLeft } from '../import.ts'
import { withHosts } from '../jobs/steps/event-types.ts'
import { type ForeignPage, SourceClient } from '../providers/source-client.ts'
import { closedRemarks, type Survey } from '../providers/survey.ts'
import { type Remark, withRemarks } from '../remark.ts'
import { SourceFault } from '../source-fault.ts'
import { withCalcomDatabase } from './survey-calcom.ts'
import { refusingFaults, surveySource } from './survey-source.ts'

/** The command line waits for slow sources. */
const countMilliseconds = 50 * 60_000

export interface Trial {
  readonly outgoing: Outgoing
  readonly now: Date
  /** What is not counted by then is left out. */
  readonly workMilliseconds?: number
}

export interface TriedImport {
  readonly kind: ImportKind
  readonly organization: string
  readonly counts: Readonly<Record<string, number>>
  readonly seconds: number | null
  readonly remarks: readonly Remark[]
}

/** What an import would bring, counted page by page. Nothing is written. */
export const tryImport = async (
  { outgoing, now, workMilliseconds = countMilliseconds }: Trial,
  kind: ImportKind,
  url: string,
  token: string,
): Promise<TriedImport> => {
  const found = await surveySource(outgoing, kind, url, token)
  // Its lists cannot be counted without reading them, and are short: nobody waits for invitees.
  if (kind === 'calcom')
    return {
      kind,
      organization: found.organization.name,
      counts: {},
      seconds: null,
      remarks: closedRemarks(found.reach),
    }
  const client = new SourceClient({ outgoing, source: url, token, workMilliseconds })
  const counts: Record<string, number> = {}
  let remarks = closedRemarks(found.reach)
  const note = (added: readonly Remark[]): void => {
    remarks = withRemarks(remarks, added)
  }
  for (const [name, list] of Object.entries(listsOf(found))) {
    const total = await refusingFaults(() => count(client, list, note))
    if (total !== undefined) counts[name] = total
  }
  const { scheduled_events: meetings = null } = counts
  return {
    kind,
    organization: found.organization.name,
    counts,
    seconds: secondsLeft({ meetings, perMinute: client.perMinute, startedAt: now }, 0, now) ?? null,
    remarks,
  }
}

/** The same of the database of a Cal.com. */
export const tryCalcomDatabase = (url: string): Promise<TriedImport> =>
  withCalcomDatabase(url, async (source) => {
    const { organization, reach } = await source.survey()
    return {
      kind: 'calcom',
      organization: organization.name,
      counts: await source.counts(),
      seconds: null,
      remarks: closedRemarks(reach),
    }
  })

interface CountedList {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** As the import will read it, so that what cannot be read is known before. */
  readonly item: z.ZodType<{ readonly uri: string }>
  /** Lists of the first of them. */
  readonly details?: (client: SourceClient, uri: string) => Promise<unknown>
}

const listsOf = ({ reach }: Survey): Readonly<Record<string, CountedList>> => {
  const of: Readonly<Record<string, string>> = reach.isWhole
    ? { organization: reach.organization }
    : { user: reach.user }
  const { organization } = reach
  const isOpen = (step: (typeof reach.closed)[number]): boolean => !reach.closed.includes(step)
  const schedules = (client: SourceClient) =>
    client.all('/user_availability_schedules', { user: reach.user }, ForeignSchedule, false)
  const hosts = (client: SourceClient, uri: string) => withHosts(client, { uri })
  const invitees = (client: SourceClient, uri: string) =>
    client.list(`/scheduled_events/${encodeURIComponent(foreignId(uri))}/invitees`, { count: '100' }, ForeignInvitee)
  return {
    members: {
      path: '/organization_memberships',
      query: of,
      item: ForeignMembership,
      ...(isOpen('schedules') ? { details: schedules } : {}),
    },
    ...(isOpen('groups') ? { groups: { path: '/groups', query: { organization }, item: ForeignGroup } } : {}),
    ...(isOpen('event_types')
      ? { event_types: { path: '/event_types', query: of, item: ForeignEventType, details: hosts } }
      : {}),
    ...(isOpen('routing_forms')
      ? { routing_forms: { path: '/routing_forms', query: { organization }, item: ForeignForm } }
      : {}),
    ...(isOpen('meetings')
      ? { scheduled_events: { path: '/scheduled_events', query: of, item: ForeignMeeting, details: invitees } }
      : {}),
  }
}

/** Undefined when there was no time to count all of it. */
const count = async (
  client: SourceClient,
  { path, query, item, details }: CountedList,
  note: (remarks: readonly Remark[]) => void,
): Promise<number | undefined> => {
  let total = 0
  try {
    for (let token: string | null | undefined; token !== null; ) {
      if (client.isTimeOver) return undefined
      client.beginPortion()
      const page: ForeignPage<{ readonly uri: string }> = await client.list(
        path,
        { ...query, count: '100', page_token: token },
        item,
      )
      const [first] = page.items
      if (total === 0 && first && details) await details(client, first.uri)
      note(client.remarks)
      total += page.items.length
      token = page.nextToken
    }
    return total
  } catch (error) {
    if (error instanceof SourceFault && error.kind === 'later') return undefined
    throw error
  }
}
