import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'
import { keptOf, withoutMeetings } from '../kept.ts'
import type { PersonRedactor } from '../person-redactor.ts'
import { lockFacts, markAnnounced } from './facts.ts'
import { logFacts } from './log.ts'

/** Whom or what facts are to forget. */
export interface Forgotten {
  /** All that is about these. */
  readonly persons: readonly Buffer[]
  /** Of these, only what names them: the redactor say what. */
  readonly companions: readonly Buffer[]
  readonly redactor: PersonRedactor
  /** All that is about these submissions of forms. */
  readonly submissionUris: readonly string[]
}

/**
 * What happened stays, and who did it; what it happened to goes. Facts that were not announced yet are written down first, and
 * announced to nobody. Gives those that were changed.
 */
export const erasePersonFromFacts = async (
  tx: Tx,
  organizationId: string,
  { persons, companions, redactor, submissionUris }: Forgotten,
  erasedBy: string,
): Promise<readonly string[]> => {
  const own = await lockFacts(
    tx,
    organizationId,
    sql`(person = any(${[...persons]}::bytea[])
    or name = 'routing_form_submission.created' and subject ->> 'uri' = any(${[...submissionUris]}::text[]))`,
  )
  await writeDown(tx, own)
  const changes = own.map(({ id, subject }) => ({ id, subject: JSON.stringify(keptOf(JSON.parse(subject))) }))

  const near = redactor.isEmpty
    ? []
    : await lockFacts(
        tx,
        organizationId,
        sql`(person = any(${[...companions]}::bytea[])
      or person is null and name in ('scheduled_event.canceled', 'scheduled_event.notes_changed'))`,
      )
  const named = near.map((fact) => ({ ...fact, cleaned: redactor.redactJson(fact.subject) })).filter(({ cleaned, subject }) => cleaned !== subject)
  // They are about others, who are still to hear of what nobody has heard of yet: without the name.
  changes.push(...named.map(({ id, cleaned }) => ({ id, subject: cleaned })))
  await rewrite(tx, organizationId, changes, { forgotten: persons, erasedBy })
  return changes.map(({ id }) => id)
}

/** Of meetings that are deleted nothing is left to tell. */
export const eraseMeetingsFromFacts = async (
  tx: Tx,
  organizationId: string,
  persons: readonly Buffer[],
  eventIds: readonly string[],
  erasedBy: string,
): Promise<readonly string[]> => {
  const near = await lockFacts(
    tx,
    organizationId,
    sql`(person = any(${[...persons]}::bytea[])
    or person is null and name in ('scheduled_event.canceled', 'scheduled_event.notes_changed'))`,
  )
  const about = near.filter(({ subject }) => eventIds.some((id) => subject.includes(id)))
  await writeDown(tx, about)
  await rewrite(
    tx,
    organizationId,
    about.map(({ id, subject }) => ({ id, subject: JSON.stringify(withoutMeetings(JSON.parse(subject), eventIds)) })),
    { forgotten: persons, erasedBy },
  )
  return about.map(({ id }) => id)
}

const writeDown = async (tx: Tx, facts: Awaited<ReturnType<typeof lockFacts>>): Promise<void> => {
  const fresh = facts.filter(({ isLogged }) => !isLogged)
  await logFacts(tx, fresh)
  await markAnnounced(
    tx,
    fresh.map(({ id }) => id),
  )
}

const rewrite = async (
  tx: Tx,
  organizationId: string,
  changes: readonly { readonly id: string; readonly subject: string }[],
  { forgotten, erasedBy }: { readonly forgotten: readonly Buffer[]; readonly erasedBy: string },
): Promise<void> => {
  if (changes.length === 0) return
  const ids = changes.map(({ id }) => id)
  await sql`select set_config('openslot.rewriting', 'on', true)`.execute(tx)
  await sql`
    update facts set subject = changed.subject::jsonb, person = case when person = any(${[...forgotten]}::bytea[]) then null else person end
    from unnest(${ids}::uuid[], ${changes.map(({ subject }) => subject)}::text[]) as changed (id, subject)
    where facts.organization_id = ${organizationId} and facts.id = changed.id`.execute(tx)
  await sql`
    update activity_log set salt = null, erased_by = ${erasedBy}
    where organization_id = ${organizationId} and fact_id = any(${ids}::uuid[]) and erased_by is null`.execute(tx)
  await sql`select set_config('openslot.rewriting', 'off', true)`.execute(tx)
}

/** How many entries a request has cost what they happened to. */
export const countErased = async (tx: Tx, organizationId: string, erasedBy: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('activity_log')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization_id', '=', organizationId)
    .where('erased_by', '=', erasedBy)
    .executeTakeFirstOrThrow()
  return count
}
