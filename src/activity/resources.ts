import { z } from 'zod'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { writeInstant, writeSecond } from '#platform/time/instant.ts'
import type { Entry } from './entry.ts'
import { entryExample } from './examples.ts'

const part = z.string().regex(/^[A-Za-z0-9\-_]+$/)

const ActorResource = z.object({
  type: z
    .enum(['User', 'system', 'invitee'])
    .meta({ description: '`system` is the service itself. `system` and invitees have only a type' }),
  display_name: z.string().nullable(),
  uri: uri.nullable(),
  alternative_identifier: z.string().nullable().meta({ description: 'The email address they sign in with' }),
  organization: z.object({ uri, role: z.string() }).nullable(),
  group: z.object({ uri, name: z.string(), role: z.string() }).nullable(),
})

export const EntryResource = z
  .object({
    occurred_at: timestamp,
    uri,
    namespace: part,
    action: part,
    fully_qualified_name: z.string().meta({ description: 'The namespace, a dot, and the action' }),
    actor: ActorResource,
    details: z.record(z.string(), z.unknown()).meta({ description: 'What was changed; depends on the action' }),
    organization: uri,
  })
  .meta({ id: 'ActivityLogEntry', examples: [entryExample] })

/** Further fields of the answer, beside the page. */
export const EntriesBeside = z.object({
  last_event_time: z
    .string()
    .nullable()
    .meta({
      format: 'date-time',
      description: 'When the newest entry of this page happened',
      examples: ['2026-03-01T11:59:01Z'],
    }),
  total_count: z
    .number()
    .int()
    .meta({ description: 'How many entries there are, at most 10,000', examples: [1] }),
  exceeds_max_total_count: z
    .boolean()
    .meta({ description: 'Whether there are more than that. Paging goes on all the same', examples: [false] }),
})

export const toEntryResource = (links: Links, organizationId: string, entry: Entry): z.output<typeof EntryResource> => {
  const organization = uriOf(links, 'organizations', organizationId)
  return {
    occurred_at: writeInstant(entry.occurredAt),
    uri: uriOf(links, 'activity_log_entries', entry.id),
    namespace: entry.namespace,
    action: entry.action,
    fully_qualified_name: `${entry.namespace}.${entry.action}`,
    actor: actorOf(links, organization, entry),
    details: { ...entry.details },
    organization,
  }
}

const nobody = { display_name: null, uri: null, alternative_identifier: null, organization: null, group: null }

const actorOf = (links: Links, organization: string, { actor, actorType }: Entry): z.output<typeof ActorResource> => {
  if (actorType === 'system') return { type: 'system', ...nobody }
  if (!actor) return { type: 'invitee', ...nobody }
  const { group } = actor
  return {
    type: 'User',
    display_name: actor.name,
    uri: uriOf(links, 'users', actor.userId),
    alternative_identifier: actor.email,
    organization: { uri: organization, role: actor.role },
    group: group && { uri: uriOf(links, 'groups', group.id), name: group.name, role: group.role },
  }
}

export const besideOf = (entries: readonly Entry[], total: number, max: number): z.output<typeof EntriesBeside> => {
  const newest = entries.reduce<Date | undefined>(
    (latest, { occurredAt }) => (latest && latest >= occurredAt ? latest : occurredAt),
    undefined,
  )
  return {
    last_event_time: newest ? writeSecond(newest.getTime()) : null,
    total_count: Math.min(total, max),
    exceeds_max_total_count: total > max,
  }
}
