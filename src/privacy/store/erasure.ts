import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { eraseMeetingsFromFacts, erasePersonFromFacts } from '#activity/index.ts'
import { deleteMeetings, erasePersonFromBookings, findPastMeetings, findPersonBookings } from '#bookings/index.ts'
import type { Persons } from '#contract/persons.ts'
import { type Links, uriOf } from '#contract/wire.ts'
import { eraseKeysAbout } from '#execution/store/idempotency-keys.ts'
import { dropReminders, erasePersonFromMails, findMailsAbout, findMailsOf } from '#notifications/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { eraseSubmissionsOf } from '#routing/index.ts'
import { cleanDeliveriesOf, eraseDeliveriesAbout, erasePersonFromDeliveries } from '#webhooks/index.ts'

export interface Means {
  readonly persons: Persons
  readonly links: Links
}

/**
 * One at a time in an organization: whoever met was told about in the same rows, and each of two who are forgotten at once would
 * wait for the other. Until the end of the transaction; false when somebody else has it.
 */
export const tryErasureLock = async (tx: Tx, organizationId: string): Promise<boolean> => {
  const { rows } = await sql<{ won: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`forgetting in ${organizationId}`}::text, 0)) as won`.execute(tx)
  return rows[0]?.won === true
}

const nobody = (): Buffer => randomBytes(32)

/**
 * Takes somebody out of every room, through its door. All of it happens or none: whoever looks sees them everywhere or nowhere.
 * Gives the messages that told about them, which may be files as well.
 */
export const erasePerson = async (
  tx: Tx,
  organizationId: string,
  person: Buffer,
  deletionId: string,
  { persons, links }: Means,
  now: Date,
): Promise<readonly string[]> => {
  const matchesPerson = (address: string): boolean => persons.of(organizationId, address).equals(person)
  const personBookings = await findPersonBookings(tx, organizationId, person, matchesPerson)
  // What was answered is found through the bookings, so it goes before them.
  const submissions = await eraseSubmissionsOf(tx, organizationId, person)
  const { relatedPersons, redactor, inviteeIds } = personBookings
  const submissionUris = submissions.map((id) => uriOf(links, 'routing_form_submissions', id))
  const facts = await erasePersonFromFacts(tx, organizationId, { persons: [person], relatedPersons, redactor, submissionUris }, deletionId)
  await erasePersonFromDeliveries(tx, organizationId, person)
  await cleanDeliveriesOf(tx, organizationId, relatedPersons, redactor)
  if (submissions.length > 0) await eraseDeliveriesAbout(tx, organizationId, facts)
  const mails = await findMailsOf(tx, organizationId, person)
  await erasePersonFromMails(tx, organizationId, person)
  await dropReminders(tx, organizationId, inviteeIds)
  await eraseKeysAbout(tx, organizationId, [person])
  await erasePersonFromBookings(tx, organizationId, personBookings, nobody, now)
  return mails
}

/** Some of the meetings of a span, and all that was said about them. Gives their messages, and whether there may be more. */
export const eraseMeetings = async (
  tx: Tx,
  organizationId: string,
  span: { readonly from: Date; readonly to: Date },
  deletionId: string,
  { persons }: Means,
  limit: number,
): Promise<{ readonly mails: readonly string[]; readonly more: boolean }> => {
  const { eventIds, persons: about } = await findPastMeetings(tx, organizationId, {
    ...span,
    personHashOf: (address) => persons.of(organizationId, address),
    limit,
  })
  if (eventIds.length === 0) return { mails: [], more: false }
  const facts = await eraseMeetingsFromFacts(tx, organizationId, about, eventIds, deletionId)
  await eraseDeliveriesAbout(tx, organizationId, facts)
  const mails = await findMailsAbout(tx, organizationId, eventIds)
  await eraseKeysAbout(tx, organizationId, about)
  await deleteMeetings(tx, organizationId, eventIds)
  return { mails, more: eventIds.length === limit }
}
