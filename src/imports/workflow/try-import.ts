import { z } from 'zod'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { type ImportKind, notImported, secondsLeft } from '../import.ts'
import { type ForeignPage, SourceClient } from '../providers/source-client.ts'
import { closedSentences, type Survey } from '../providers/survey.ts'
import { SourceFault } from '../source-fault.ts'
import { withCalcomDatabase } from './look-at-calcom.ts'
import { lookAtSource, refusingFaults } from './look-at-source.ts'

/** The command line waits for slow sources. */
const countMilliseconds = 50 * 60_000

export interface Trial {
  readonly outgoing: Outgoing
  readonly now: Date
  /** What is not counted by then is left out. */
  readonly workMilliseconds?: number
}

export interface TriedImport {
  readonly organization: string
  readonly counts: Readonly<Record<string, number>>
  readonly seconds: number | null
  readonly remarks: readonly string[]
  readonly not_imported: readonly string[]
}

/** What an import would bring, counted page by page. Nothing is written. */
export const tryImport = async (
  { outgoing, now, workMilliseconds = countMilliseconds }: Trial,
  kind: ImportKind,
  url: string,
  token: string,
): Promise<TriedImport> => {
  const found = await lookAtSource(outgoing, kind, url, token)
  // Its lists cannot be counted without reading them, and are short: nobody waits for invitees.
  if (kind === 'calcom')
    return { organization: found.organization.name, counts: {}, seconds: null, remarks: closedSentences(found.reach), not_imported: notImported.calcom }
  const client = new SourceClient({ outgoing, source: url, token, workMilliseconds })
  const counts: Record<string, number> = {}
  for (const [name, [path, query]] of Object.entries(listsOf(found))) {
    const total = await refusingFaults(() => count(client, path, query))
    if (total !== undefined) counts[name] = total
  }
  const { scheduled_events: meetings = null } = counts
  return {
    organization: found.organization.name,
    counts,
    seconds: secondsLeft({ meetings, perMinute: client.perMinute, startedAt: now }, 0, now) ?? null,
    remarks: closedSentences(found.reach),
    not_imported: notImported.calendly,
  }
}

/** The same of the database of a Cal.com. */
export const tryCalcomDatabase = (url: string): Promise<TriedImport> =>
  withCalcomDatabase(url, async (source) => {
    const { organization, reach } = await source.survey()
    return { organization: organization.name, counts: await source.counts(), seconds: null, remarks: closedSentences(reach), not_imported: notImported.calcom }
  })

const listsOf = ({ reach }: Survey): Readonly<Record<string, readonly [string, Readonly<Record<string, string>>]>> => {
  const of: Readonly<Record<string, string>> = reach.isWhole ? { organization: reach.organization } : { user: reach.user }
  const isOpen = (step: (typeof reach.closed)[number]): boolean => !reach.closed.includes(step)
  return {
    members: ['/organization_memberships', of],
    ...(isOpen('groups') ? { groups: ['/groups', { organization: reach.organization }] as const } : {}),
    ...(isOpen('event_types') ? { event_types: ['/event_types', of] as const } : {}),
    ...(isOpen('routing_forms') ? { routing_forms: ['/routing_forms', { organization: reach.organization }] as const } : {}),
    ...(isOpen('meetings') ? { scheduled_events: ['/scheduled_events', of] as const } : {}),
  }
}

/** Undefined when there was no time to count all of it. */
const count = async (client: SourceClient, path: string, query: Readonly<Record<string, string>>): Promise<number | undefined> => {
  let total = 0
  try {
    for (let token: string | null | undefined; token !== null; ) {
      if (client.isTimeOver) return undefined
      const page: ForeignPage<unknown> = await client.list(path, { ...query, count: '100', page_token: token }, z.unknown())
      total += page.items.length
      token = page.nextToken
    }
    return total
  } catch (error) {
    if (error instanceof SourceFault && error.kind === 'later') return undefined
    throw error
  }
}
