import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { SortTerm } from '#contract/page.ts'
import type { SortKeys } from '#platform/db/keyset.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import type { Tables } from '#schema/tables.ts'
import { contentOf, type FactName } from '../catalogue.ts'
import type { Entry, EntryActor } from '../entry.ts'

/** The columns that a page is sorted by, and the ids of the rest. */
export type EntryColumns = Pick<
  Selectable<Tables['activity_log']>,
  'fact_id' | 'occurred_at' | 'namespace' | 'action' | 'actor_type' | 'actor_name' | 'actor_user_id'
>

export const keyColumns = sql.raw('fact_id, occurred_at, namespace, action, actor_type, actor_name, actor_user_id')

export const entryColumns = [
  'log.fact_id as id',
  'log.occurred_at as occurredAt',
  'log.namespace',
  'log.action',
  'log.actor_type as actorType',
  'log.actor_name as actorName',
  'log.actor_user_id as actorUserId',
] as const

interface EntryRow extends Pick<Entry, 'id' | 'occurredAt' | 'namespace' | 'action' | 'actorType'> {
  readonly actorName: string
  readonly actorUserId: string | null
  /** JSON. */
  readonly details: string
}

interface Details {
  readonly name: FactName
  readonly subject: unknown
  readonly email: string | null
  readonly role: string | null
  readonly group: EntryActor['group']
}

/** A subquery and not a join: it then runs for the rows of the page only, also where many are sorted. */
export const detailsColumn = (organizationId: string): RawBuilder<string> => sql<string>`(
  select json_build_object(
    'name', facts.name, 'subject', facts.subject, 'email', coalesce(memberships.former_email, users.email), 'role', memberships.role,
    'group', (
      select json_build_object('id', groups.id, 'name', groups.name, 'role', relations.role)
      from group_relationships as relations join groups on groups.organization_id = relations.organization_id and groups.id = relations.group_id
      where relations.organization_id = memberships.organization_id and relations.membership_id = memberships.id
      order by relations.role desc, relations.created_at limit 1
    )
  )
  from facts
  left join organization_memberships as memberships on memberships.organization_id = facts.organization_id and memberships.id = facts.actor_id
  left join users on users.id = memberships.user_id
  where facts.organization_id = ${organizationId} and facts.id = log.fact_id
)`

export const entryFrom = (row: EntryRow): Entry => {
  const { name, subject, email, role, group } = JSON.parse(row.details) as Details
  const { id, occurredAt, namespace, action, actorType, actorName, actorUserId } = row
  const actor =
    actorUserId === null ? null : { userId: actorUserId, name: actorName, email: email ?? '', role: role ?? '', group }
  return { id, occurredAt, namespace, action, actorType, actor, details: contentOf(name, subject).details }
}

export const sortKeys: SortKeys<EntryRow> = {
  id: { sql: sql`log.fact_id`, of: ({ id }) => id, type: 'uuid' },
  occurred_at: { sql: sql`log.occurred_at`, of: ({ occurredAt }) => occurredAt, type: 'instant' },
  namespace: { sql: sql`log.namespace`, of: ({ namespace }) => namespace, type: 'text' },
  action: { sql: sql`log.action`, of: ({ action }) => action, type: 'text' },
  'actor.display_name': { sql: sql`log.actor_name`, of: ({ actorName }) => actorName, type: 'text' },
  'actor.uri': {
    sql: sql`coalesce(log.actor_user_id, ${sql.lit(nilUuid)}::uuid)`,
    of: ({ actorUserId }) => actorUserId ?? nilUuid,
    type: 'uuid',
  },
}

/** Ties are sorted by time. */
export const orderWithTime = (order: readonly SortTerm[]): readonly SortTerm[] =>
  order.some(({ field }) => field === 'occurred_at')
    ? order
    : [...order, { field: 'occurred_at', direction: order[0]?.direction ?? 'desc' }]
