import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { eraseMeetingsFromFacts, erasePersonFromFacts } from '#activity/index.ts'
import {
  deleteMeetings,
  eraseEntriesOf,
  erasePersonFromBookings,
  eraseRequestsOf,
  findPastMeetings,
  findPersonBookings,
} from '#bookings/index.ts'
import { removeEntriesOf, rewriteEntriesWith } from '#calendars/index.ts'
import { removeConferencesOf } from '#conferences/index.ts'
import { uriOf } from '#contract/wire.ts'
import type { AppContext } from '#execution/perform.ts'
import { eraseKeysAbout } from '#execution/store/idempotency-keys.ts'
import { deleteScheduledMessages } from '#messages/index.ts'
import { deleteReminders, erasePersonFromMails, findMailsAbout, findMailsOf } from '#notifications/index.ts'
import { eraseAvatars } from '#organizations/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { eraseSubmissionsOf } from '#routing/index.ts'
import { cleanDeliveriesOf, eraseDeliveriesAbout, erasePersonFromDeliveries } from '#webhooks/index.ts'

export type ErasureContext = Pick<AppContext, 'persons' | 'links'>

/**
 * One erasure at a time per organization: two people who met are in the same rows, and two concurrent erasures would
 * deadlock. Held until the end of the transaction; false when another transaction holds it.
 */
export const tryErasureLock = async (tx: Tx, organizationId: string): Promise<boolean> => {
  const { rows } = await sql<{ won: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`forgetting in ${organizationId}`}::text, 0)) as won`.execute(
    tx,
  )
  return rows[0]?.won === true
}

const noPerson = (): Buffer => randomBytes(32)

/**
 * Erases a person from every room, through its door, in one transaction: readers see them everywhere or nowhere.
 * Returns the ids of the mails about them, which may be files as well.
 */
export const erasePerson = async (
  tx: Tx,
  organizationId: string,
  person: Buffer,
  deletionId: string,
  { persons, links }: ErasureContext,
  now: Date,
): Promise<readonly string[]> => {
  const matchesPerson = (address: string): boolean => persons.of(organizationId, address).equals(person)
  const personBookings = await findPersonBookings(tx, organizationId, person, matchesPerson)
  // Submissions are found through the bookings, so they are erased first.
  const submissions = await eraseSubmissionsOf(tx, organizationId, person)
  const { relatedPersons, eventIds, redactor, inviteeIds } = personBookings
  const submissionUris = submissions.map((id) => uriOf(links, 'routing_form_submissions', id))
  const facts = await erasePersonFromFacts(
    tx,
    organizationId,
    { persons: [person], relatedPersons, eventIds, redactor, submissionUris },
    deletionId,
  )
  await erasePersonFromDeliveries(tx, organizationId, person)
  await cleanDeliveriesOf(tx, organizationId, relatedPersons, redactor)
  if (submissions.length > 0) await eraseDeliveriesAbout(tx, organizationId, facts)
  const mails = await findMailsOf(tx, organizationId, person)
  await erasePersonFromMails(tx, organizationId, person)
  await deleteReminders(tx, organizationId, inviteeIds)
  await deleteScheduledMessages(tx, organizationId, inviteeIds)
  await eraseAvatars(tx, organizationId, matchesPerson)
  await eraseKeysAbout(tx, organizationId, [person])
  await eraseEntriesOf(tx, organizationId, person)
  await eraseRequestsOf(tx, organizationId, person, matchesPerson)
  await erasePersonFromBookings(tx, organizationId, personBookings, noPerson, now)
  const bringing = personBookings.broughtBy.map(({ inviteeId }) => inviteeId)
  await rewriteEntriesWith(tx, organizationId, [...inviteeIds, ...bringing], now)
  return mails
}

/**
 * Erases some of the meetings of a span, with everything recorded about them. Returns their mails, and whether there
 * may be more.
 */
export const eraseMeetings = async (
  tx: Tx,
  organizationId: string,
  span: { readonly from: Date; readonly to: Date },
  deletionId: string,
  { persons }: ErasureContext,
  limit: number,
  now: Date,
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
  const meetings = eventIds.map((id) => ({ organizationId, id }))
  await removeConferencesOf(tx, meetings, now)
  await removeEntriesOf(tx, meetings, now)
  return { mails, more: eventIds.length === limit }
}
