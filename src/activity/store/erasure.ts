import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'
import type { PersonRedactor } from '../person-redactor.ts'
import { withoutMeetings, withoutPersonalData } from '../redaction.ts'
import { type LockedFact, lockFacts, removeFromQueues } from './facts.ts'
import { logFacts } from './log.ts'

/** What is to be erased from facts. */
export interface Erasure {
  /** Everything about these persons. */
  readonly persons: readonly Buffer[]
  /** Of facts about these, only what identifies the erased person: see the redactor. */
  readonly relatedPersons: readonly Buffer[]
  /** The meetings they were in. */
  readonly eventIds: readonly string[]
  readonly redactor: PersonRedactor
  /** Everything about these submissions of forms. */
  readonly submissionUris: readonly string[]
}

/**
 * Removes a person from the subjects of facts; what happened and who did it stays. Facts that are still waiting are
 * logged first, and announced to nobody. Returns the ids of the facts that were changed.
 */
export const erasePersonFromFacts = async (
  tx: Tx,
  organizationId: string,
  { persons, relatedPersons, eventIds, redactor, submissionUris }: Erasure,
  erasedBy: string,
): Promise<readonly string[]> => {
  const erased: string[] = []
  const own = sql`(person = any(${[...persons]}::bytea[])
    or name = 'routing_form_submission.created' and subject ->> 'uri' = any(${[...submissionUris]}::text[]))`
  for await (const facts of lockFacts(tx, organizationId, own)) {
    await withdraw(tx, facts)
    const changes = facts.map(({ id, subject }) => ({
      id,
      subject: JSON.stringify(withoutPersonalData(JSON.parse(subject))),
    }))
    await rewrite(tx, organizationId, changes, { persons, erasedBy })
    erased.push(...changes.map(({ id }) => id))
  }
  if (redactor.isEmpty) return erased

  // One after the other: each has an index of its own.
  for (const near of [sql`person = any(${[...relatedPersons]}::bytea[])`, ofMeetings(eventIds)]) {
    for await (const facts of lockFacts(tx, organizationId, near)) {
      // These are about others, so they are still announced, without the name.
      const changes = facts
        .map(({ id, subject }) => ({ id, subject: redactor.redactJson(subject), before: subject }))
        .filter((one) => one.subject !== one.before)
      await rewrite(tx, organizationId, changes, { persons, erasedBy })
      erased.push(...changes.map(({ id }) => id))
    }
  }
  return erased
}

/** Facts about whole meetings, which are about no person: the index `facts_of_a_meeting` finds them. */
const ofMeetings = (eventIds: readonly string[]) => sql`person is null
  and name in ('scheduled_event.canceled', 'scheduled_event.notes_changed', 'scheduled_event.location_changed')
  and right(subject #>> '{scheduled_event,uri}', 36) = any(${[...eventIds]}::text[])`

/** Removes the content of facts about meetings that are deleted. Returns the ids of the facts that were changed. */
export const eraseMeetingsFromFacts = async (
  tx: Tx,
  organizationId: string,
  persons: readonly Buffer[],
  eventIds: readonly string[],
  erasedBy: string,
): Promise<readonly string[]> => {
  const erased: string[] = []
  for (const near of [sql`person = any(${[...persons]}::bytea[])`, ofMeetings(eventIds)]) {
    for await (const facts of lockFacts(tx, organizationId, near)) {
      const about = facts.filter(({ subject }) => eventIds.some((id) => subject.includes(id)))
      await withdraw(tx, about)
      const changes = about.map(({ id, subject }) => ({
        id,
        subject: JSON.stringify(withoutMeetings(JSON.parse(subject), eventIds)),
      }))
      await rewrite(tx, organizationId, changes, { persons, erasedBy })
      erased.push(...about.map(({ id }) => id))
    }
  }
  return erased
}

const withdraw = async (tx: Tx, facts: readonly LockedFact[]): Promise<void> => {
  await logFacts(
    tx,
    facts.filter(({ isLogged }) => !isLogged),
  )
  await removeFromQueues(tx, facts, ['announce_at', 'log_at'])
}

const rewrite = async (
  tx: Tx,
  organizationId: string,
  changes: readonly { readonly id: string; readonly subject: string }[],
  { persons, erasedBy }: { readonly persons: readonly Buffer[]; readonly erasedBy: string },
): Promise<void> => {
  if (changes.length === 0) return
  const ids = changes.map(({ id }) => id)
  await sql`select set_config('openslot.rewriting', 'on', true)`.execute(tx)
  await sql`
    update facts set subject = changed.subject::jsonb, person = case when person = any(${[...persons]}::bytea[]) then null else person end
    from unnest(${ids}::uuid[], ${changes.map(({ subject }) => subject)}::text[]) as changed (id, subject)
    where facts.organization_id = ${organizationId} and facts.id = changed.id`.execute(tx)
  await sql`
    update activity_log set salt = null, erased_by = ${erasedBy}
    where organization_id = ${organizationId} and fact_id = any(${ids}::uuid[]) and erased_by is null`.execute(tx)
  await sql`select set_config('openslot.rewriting', 'off', true)`.execute(tx)
}

/** How many entries were emptied by this request. */
export const countErased = async (tx: Tx, organizationId: string, erasedBy: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('activity_log')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where(({ and }) => and({ organization_id: organizationId, erased_by: erasedBy }))
    .executeTakeFirstOrThrow()
  return count
}
