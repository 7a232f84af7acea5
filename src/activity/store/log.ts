import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '#platform/db/database.ts'
import { contentOf } from '../catalogue.ts'
import { digestOf, hashOf, type StoredLink } from '../chain.ts'
import { systemName } from '../entry.ts'
import type { RecordedFact } from '../fact.ts'
import { lexemePrefix, tags, textsIn, vectorOf } from '../words.ts'
import { type Head, lockFreeHeads, lockHeads, moveHeads } from './chains.ts'
import { listUnlogged, removeFromQueues } from './facts.ts'

/**
 * Adds facts to the log of their organizations, in the order given. Waits for other transactions that add to the same
 * log.
 */
export const logFacts = async (tx: Tx, facts: readonly RecordedFact[]): Promise<void> =>
  append(tx, facts, await lockHeads(tx, organizationsOf(facts)))

/**
 * The same without waiting: facts of a log that another transaction adds to are left out. Returns those that were
 * added.
 */
export const logFactsOfFreeChains = async (
  tx: Tx,
  facts: readonly RecordedFact[],
): Promise<readonly RecordedFact[]> => {
  const heads = await lockFreeHeads(tx, organizationsOf(facts))
  const free = facts.filter(({ organizationId }) => heads.has(organizationId))
  await append(tx, free, heads)
  return free
}

const organizationsOf = (facts: readonly RecordedFact[]): readonly string[] =>
  [...new Set(facts.map(({ organizationId }) => organizationId))].sort()

const append = async (tx: Tx, facts: readonly RecordedFact[], heads: Map<string, Head>): Promise<void> => {
  if (facts.length === 0) return
  const entries = await searchableEntries(tx, facts)
  const rows = facts.map((fact, index) => {
    const head = heads.get(fact.organizationId)
    const entry = entries[index]
    if (!head || !entry) throw new Error('An organization has no chain.')
    const { position, hash, ...link } = linkBehind(head, fact, entry)
    heads.set(fact.organizationId, { position, hash })
    return { ...entry, position, hash: inHex(hash), ...link }
  })
  await sql`insert into activity_log select * from json_populate_recordset(null::activity_log, ${JSON.stringify(rows)}::json)`.execute(
    tx,
  )
  await moveHeads(tx, heads)
}

/** The columns of an entry in `activity_log` that it is found and sorted by. */
type SearchableEntry = ReturnType<typeof searchableEntry>

const searchableEntry = (fact: RecordedFact, actor: ActorAccount | undefined) => {
  const { namespace, action, details } = contentOf(fact.name, JSON.parse(fact.subject))
  const actorTexts = actor ? [actor.name, actor.email] : fact.actorType === 'system' ? [systemName] : []
  const tagged = [tags.namespace(namespace), tags.action(action), ...(actor ? [tags.user(actor.userId)] : [])]
  return {
    organization_id: fact.organizationId,
    fact_id: fact.id,
    occurred_at: fact.occurredAt,
    namespace,
    action,
    actor_type: fact.actorType,
    actor_id: fact.actorId,
    actor_name: actor?.name ?? (fact.actorType === 'system' ? systemName : ''),
    actor_user_id: actor?.userId ?? null,
    words: vectorOf([namespace, action, ...actorTexts, ...textsIn(details)], tagged, lexemePrefix(fact.organizationId)),
  }
}

const searchableEntries = async (
  reader: Reader,
  facts: readonly RecordedFact[],
): Promise<readonly SearchableEntry[]> => {
  const actors = await findActors(reader, [...new Set(facts.flatMap(({ actorId }) => actorId ?? []))])
  return facts.map((fact) => searchableEntry(fact, fact.actorId === null ? undefined : actors.get(fact.actorId)))
}

const loggedAtOnce = 500

/**
 * Logs everything that waits, in its order: an export has facts without the log, whose chain belongs to an
 * installation.
 */
export const logWaitingFacts = async (database: Database, organizationId: string): Promise<void> => {
  for (let isMore = true; isMore; )
    isMore = await database.write(async (tx) => {
      const facts = await listUnlogged(tx, organizationId, loggedAtOnce)
      await logFacts(tx, facts)
      await removeFromQueues(tx, facts, ['log_at'])
      return facts.length === loggedAtOnce
    })
}

const maxUnlogged = 2_000

/** The facts that are not in the log yet, as entries. */
export const findUnloggedEntries = async (
  reader: Reader,
  organizationId: string,
): Promise<readonly SearchableEntry[]> =>
  searchableEntries(reader, await listUnlogged(reader, organizationId, maxUnlogged))

/** The columns of an entry in `activity_log` that chain it to the one before. */
const linkBehind = (head: Head, fact: RecordedFact, entry: SearchableEntry) => {
  const salt = randomBytes(16)
  const position = head.position + 1
  const subjectDigest = digestOf(salt, fact.subject)
  const hash = hashOf(head.hash, {
    organizationId: fact.organizationId,
    position,
    factId: fact.id,
    factName: fact.name,
    namespace: entry.namespace,
    action: entry.action,
    actorType: fact.actorType,
    actorId: fact.actorId,
    actorName: entry.actor_name,
    occurredAt: fact.occurredAt,
    subjectDigest,
  })
  return { position, hash, salt: inHex(salt), subject_digest: inHex(subjectDigest) }
}

const inHex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

interface ActorAccount {
  readonly userId: string
  readonly name: string
  readonly email: string
}

const findActors = async (
  reader: Reader,
  membershipIds: readonly string[],
): Promise<ReadonlyMap<string, ActorAccount>> => {
  if (membershipIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('organization_memberships as memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.id', 'users.id as userId'])
    .select([
      sql<string>`coalesce(memberships.former_name, users.name)`.as('name'),
      sql<string>`coalesce(memberships.former_email, users.email)`.as('email'),
    ])
    .where('memberships.id', '=', sql<string>`any(${[...membershipIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...account }) => [id, account]))
}

/** The entries after a position, with their facts. */
export const readLinks = async (
  reader: Reader,
  organizationId: string,
  after: number,
  limit: number,
): Promise<readonly (StoredLink & { readonly erasedBy: string | null })[]> => {
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
    // The columns that the log repeats must be the same in both.
    subject: agrees ? row.subject : null,
  }))
}
