import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'
import { tellingOf } from '../catalogue.ts'
import { digestOf, hashOf, type StandingLink } from '../chain.ts'
import { systemName } from '../entry.ts'
import type { RecordedFact } from '../fact.ts'
import { type PlacedWord, placeWords, textsIn, vectorOf, wordsBegin } from '../words.ts'
import { type Head, lockHeads, moveHeads } from './chains.ts'
import { takeDownShelves } from './shelves.ts'

/** What an entry can be filtered by stands among its words, under names that no word can have. */
export const tags = {
  namespace: (name: string) => `=n ${name}`,
  action: (name: string) => `=a ${name}`,
  user: (id: string) => `=u ${id}`,
} as const

export interface Named {
  readonly userId: string
  readonly name: string
  readonly email: string
}

/** What an entry is found by. */
export const wordsOf = (told: ReturnType<typeof tellingOf>, actor: Named | undefined, isSystem: boolean): PlacedWord[] =>
  placeWords([told.namespace, told.action, ...(actor ? [actor.name, actor.email] : isSystem ? [systemName] : []), ...textsIn(told.details)])

/**
 * Writes facts down, in the order given, each behind the last of its organization. In the transaction that marks them; others
 * who do the same wait for each other.
 */
export const logFacts = async (tx: Tx, facts: readonly RecordedFact[]): Promise<void> => {
  if (facts.length === 0) return
  const heads = await lockHeads(tx, [...new Set(facts.map(({ organizationId }) => organizationId))].sort())
  const actors = await findActors(tx, [...new Set(facts.flatMap(({ actorId }) => actorId ?? []))])
  const rows = facts.map((fact) => {
    const head = heads.get(fact.organizationId)
    if (!head) throw new Error('An organization has no chain.')
    const row = rowBehind(head, fact, fact.actorId === null ? undefined : actors.get(fact.actorId))
    heads.set(fact.organizationId, { position: row.position, hash: row.hash })
    return row
  })
  await insertRows(tx, rows)
  await moveHeads(tx, heads)
  await takeDownShelves(tx, oldestOf(facts))
}

/** The entry of a fact as it is written, sealed to the one before it. */
const rowBehind = (head: Head, fact: RecordedFact, actor: Named | undefined) => {
  const told = tellingOf(fact.name, JSON.parse(fact.subject))
  const isSystem = fact.actorType === 'system'
  const salt = randomBytes(16)
  const link = {
    organizationId: fact.organizationId,
    position: head.position + 1,
    factId: fact.id,
    factName: fact.name,
    namespace: told.namespace,
    action: told.action,
    actorType: fact.actorType,
    actorId: fact.actorId,
    actorName: actor?.name ?? (isSystem ? systemName : ''),
    occurredAt: fact.occurredAt,
    subjectDigest: digestOf(salt, fact.subject),
  }
  const own = [tags.namespace(told.namespace), tags.action(told.action), ...(actor ? [tags.user(actor.userId)] : [])]
  const words = vectorOf(wordsOf(told, actor, isSystem), own, wordsBegin(fact.organizationId))
  return { ...link, salt, hash: hashOf(head.hash, link), userId: actor?.userId ?? null, words }
}

const insertRows = async (tx: Tx, rows: readonly ReturnType<typeof rowBehind>[]): Promise<void> => {
  await sql`
    insert into activity_log (
      organization_id, position, fact_id, occurred_at, namespace, action, actor_type, actor_id, actor_name, actor_user_id, salt, subject_digest, hash, words
    )
    select * from unnest(
      ${rows.map((row) => row.organizationId)}::uuid[], ${rows.map((row) => row.position)}::bigint[], ${rows.map((row) => row.factId)}::uuid[],
      ${rows.map((row) => row.occurredAt)}::timestamptz[], ${rows.map((row) => row.namespace)}::text[], ${rows.map((row) => row.action)}::text[],
      ${rows.map((row) => row.actorType)}::text[], ${rows.map((row) => row.actorId)}::uuid[], ${rows.map((row) => row.actorName)}::text[],
      ${rows.map((row) => row.userId)}::uuid[], ${rows.map((row) => row.salt)}::bytea[], ${rows.map((row) => row.subjectDigest)}::bytea[],
      ${rows.map((row) => row.hash)}::bytea[], ${rows.map((row) => row.words)}::tsvector[]
    )`.execute(tx)
}

const oldestOf = (facts: readonly RecordedFact[]): Map<string, Date> => {
  const oldest = new Map<string, Date>()
  for (const { organizationId, occurredAt } of facts) {
    const before = oldest.get(organizationId)
    if (!before || occurredAt < before) oldest.set(organizationId, occurredAt)
  }
  return oldest
}

const findActors = async (tx: Tx, membershipIds: readonly string[]): Promise<ReadonlyMap<string, Named>> => {
  if (membershipIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('organization_memberships as memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.id', 'users.id as userId', 'users.name', 'users.email'])
    .where('memberships.id', '=', sql<string>`any(${[...membershipIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...named }) => [id, named]))
}

/** What stands in the log after a position, with the facts it tells of. */
export const readLinks = async (
  reader: Reader,
  organizationId: string,
  after: number,
  limit: number,
): Promise<readonly (StandingLink & { readonly erasedBy: string | null })[]> => {
  const rows = await reader
    .selectFrom('activity_log as log')
    .leftJoin('facts', 'facts.id', 'log.fact_id')
    .select([
      'log.organization_id as organizationId',
      'log.position',
      'log.fact_id as factId',
      'facts.name as factName',
      'log.namespace',
      'log.action',
      'facts.actor_type as actorType',
      'facts.actor_id as actorId',
      'log.actor_name as actorName',
      'facts.occurred_at as occurredAt',
      'log.subject_digest as subjectDigest',
      'log.hash',
      'log.salt',
      'log.erased_by as erasedBy',
      'facts.subject',
      sql<boolean>`facts.organization_id = log.organization_id and facts.occurred_at = log.occurred_at and facts.actor_type = log.actor_type
        and facts.actor_id is not distinct from log.actor_id`.as('agrees'),
    ])
    .where('log.organization_id', '=', organizationId)
    .where('log.position', '>', after)
    .orderBy('log.position')
    .limit(limit)
    .execute()
  return rows.map(({ agrees, factName, actorType, occurredAt, ...row }) => ({
    ...row,
    factName: factName ?? '',
    actorType: actorType ?? '',
    occurredAt: occurredAt ?? new Date(0),
    // What the log repeats of a fact is the same in both.
    subject: agrees ? row.subject : null,
  }))
}
