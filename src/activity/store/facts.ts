import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { WriteCall } from '#execution/operation.ts'
import type { Reader, Tx } from '#platform/db/database.ts'
import { insertRows } from '#platform/db/insert-rows.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import type { FactName } from '../catalogue.ts'
import { actorOf, type Fact, type RecordedFact } from '../fact.ts'

/** In the transaction of its change, so that neither exists without the other. */
export const recordFact = (tx: Tx, fact: Fact): Promise<void> => recordFacts(tx, [fact])

/** One statement, however many there are. */
export const recordFacts = (tx: Tx, facts: readonly Fact[]): Promise<void> =>
  insertRows(
    tx,
    'facts',
    facts.map(({ name, organizationId, actor, subject, person, occurredAt }) => ({
      id: randomUUID(),
      organization_id: organizationId,
      name,
      actor_type: actor.type,
      actor_id: actor.type === 'user' ? actor.membershipId : null,
      subject,
      person: person ?? null,
      occurred_at: occurredAt,
    })),
  )

/** A fact about something that the caller changed. */
export const recordChange = (
  { tx, principal, now }: Pick<WriteCall, 'tx' | 'principal' | 'now'>,
  name: FactName,
  subject: object,
): Promise<void> =>
  recordFact(tx, {
    name,
    organizationId: principal.organizationId,
    actor: actorOf(principal),
    subject,
    occurredAt: now,
  })

export type FactRow = ReturnType<typeof factRow>

/** A fact as column values, under names that do not collide with those of the change. */
export const factRow = ({ name, actor, subject, person, occurredAt }: Fact) => ({
  factId: randomUUID(),
  factName: name,
  actorType: actor.type,
  actorId: actor.type === 'user' ? actor.membershipId : null,
  factSubject: JSON.stringify(subject),
  factPerson: person ?? null,
  occurredAt,
})

/** The same as a part of the statement that makes the change. */
export const recordingFact = (organizationId: string, row: FactRow): RawBuilder<unknown> => sql`
  insert into facts (id, organization_id, name, actor_type, actor_id, subject, person, occurred_at)
  values (
    ${row.factId}, ${organizationId}, ${row.factName}, ${row.actorType}, ${row.actorId}, ${row.factSubject}, ${row.factPerson}, ${row.occurredAt}
  )`

/** What a fact waits for: to be announced, or to be added to the log. Neither waits for the other. */
export type FactQueue = 'announce_at' | 'log_at'

/** When the fact that waits longest in a queue was due. */
export const findOldestWaiting = async (reader: Reader, queue: FactQueue, now: Date): Promise<Date | undefined> =>
  (
    await reader
      .selectFrom('facts')
      .select(`${queue} as due`)
      .where(queue, '<=', now)
      .orderBy(queue)
      .limit(1)
      .executeTakeFirst()
  )?.due ?? undefined

/** The oldest facts that are due in a queue, without those that another transaction holds right now. */
export const lockWaiting = async (
  tx: Tx,
  queue: FactQueue,
  limit: number,
  now: Date,
): Promise<readonly RecordedFact[]> => {
  const rows = await tx
    .selectFrom('facts')
    .select(recordedColumns)
    .where(queue, '<=', now)
    .orderBy(queue)
    .orderBy('occurred_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(recordedFrom)
}

const recordedColumns = [
  'id',
  'name',
  'organization_id as organizationId',
  'actor_type as actorType',
  'actor_id as actorId',
  'subject',
  'person',
  'occurred_at as occurredAt',
] as const

const recordedFrom = ({ name, ...row }: Omit<RecordedFact, 'name'> & { readonly name: string }): RecordedFact => ({
  ...row,
  name: name as FactName,
})

export const removeFromQueues = async (
  tx: Tx,
  facts: readonly RecordedFact[],
  queues: readonly FactQueue[],
): Promise<void> => {
  await tx
    .updateTable('facts')
    .set(Object.fromEntries(queues.map((queue) => [queue, null])))
    .where('id', '=', sql<string>`any(${facts.map(({ id }) => id)}::uuid[])`)
    .execute()
}

/** Those of an organization that are not in the log yet. */
export const listUnlogged = async (
  reader: Reader,
  organizationId: string,
  limit: number,
): Promise<readonly RecordedFact[]> => {
  const rows = await reader
    .selectFrom('facts')
    .select(recordedColumns)
    .where('log_at', 'is not', null)
    .where('organization_id', '=', organizationId)
    .orderBy('occurred_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(recordedFrom)
}

/** Facts up to then are not announced: the instance that this database was copied from may have announced them. */
export const silenceFacts = async (tx: Tx, before: Date): Promise<void> => {
  await tx
    .updateTable('facts')
    .set({ announce_at: null })
    .where('announce_at', 'is not', null)
    .where('occurred_at', '<=', before)
    .execute()
}

export const postpone = async (tx: Tx, queue: FactQueue, id: string, until: Date): Promise<void> => {
  await tx
    .updateTable('facts')
    .set({ [queue]: until })
    .where('id', '=', id)
    .execute()
}

export interface LockedFact extends RecordedFact {
  readonly isLogged: boolean
}

const lockedAtOnce = 500

/**
 * The facts of an organization that match a condition, in the order of their ids, a portion at a time. What is done
 * with one may change whether it matches.
 */
export const lockFacts = async function* (
  tx: Tx,
  organizationId: string,
  condition: RawBuilder<unknown>,
): AsyncGenerator<readonly LockedFact[]> {
  for (let after = nilUuid; ; ) {
    const rows = await tx
      .selectFrom('facts')
      .select(recordedColumns)
      .select(sql<boolean>`log_at is null`.as('isLogged'))
      .where('organization_id', '=', organizationId)
      .where('id', '>', after)
      .where(sql<boolean>`${condition}`)
      .orderBy('id')
      .limit(lockedAtOnce)
      .forUpdate()
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => ({ ...recordedFrom(row), isLogged: row.isLogged }))
    if (rows.length < lockedAtOnce) return
    after = last.id
  }
}
