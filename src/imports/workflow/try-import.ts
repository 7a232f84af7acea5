import { z } from 'zod'
import type { AppContext } from '#execution/perform.ts'
import { type ImportKind, notImported, secondsLeft } from '../import.ts'
import { SourceClient } from '../providers/source-client.ts'
import { closedSentences, type Survey } from '../providers/survey.ts'
import { withCalcomDatabase } from './look-at-calcom.ts'
import { lookAtSource } from './look-at-source.ts'

const countMilliseconds = 50 * 60_000

export interface TriedImport {
  readonly organization: string
  readonly counts: Readonly<Record<string, number>>
  readonly seconds: number | null
  readonly remarks: readonly string[]
  readonly not_imported: readonly string[]
}

/** What an import would bring, counted page by page. Nothing is written. */
export const tryImport = async ({ outgoing, clock }: AppContext, kind: ImportKind, url: string, token: string): Promise<TriedImport> => {
  const found = await lookAtSource(outgoing, kind, url, token)
  // Its lists cannot be counted without reading them, and are short: nobody waits for invitees.
  if (kind === 'calcom')
    return { organization: found.organization.name, counts: {}, seconds: null, remarks: closedSentences(found.reach), not_imported: notImported.calcom }
  const client = new SourceClient({ outgoing, source: url, token, workMilliseconds: countMilliseconds })
  const counts: Record<string, number> = {}
  for (const [name, [path, query]] of Object.entries(listsOf(found))) counts[name] = await count(client, path, query)
  const { scheduled_events: meetings = null } = counts
  const now = clock.now()
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

const count = async (client: SourceClient, path: string, query: Readonly<Record<string, string>>): Promise<number> => {
  let total = 0
  for (let token: string | null | undefined; token !== null; ) {
    const page: { readonly items: readonly unknown[]; readonly nextToken: string | null } = await client.list(
      path,
      { ...query, count: '100', page_token: token },
      z.unknown(),
    )
    total += page.items.length
    token = page.nextToken
  }
  return total
}
