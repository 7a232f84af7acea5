import type { Persons } from '#contract/persons.ts'
import { idInUri } from '#contract/wire.ts'
import type { Reader } from '#platform/db/database.ts'
import { type AddressedMail, type MailContext, type MeetingChange, mailsFor } from '../meeting-change.ts'
import {
  findGivenEntries,
  findMoveHistories,
  findTypeMailSettings,
  findUserPreferences,
  type TypeMailSettings,
} from '../store/mail-context.ts'
import type { NewMail } from '../store/mails.ts'

/** What is needed besides the facts, loaded for all changes at once. */
export const loadMailContext = async (
  reader: Reader,
  change: readonly MeetingChange[],
): Promise<{ context: MailContext; types: ReadonlyMap<string, TypeMailSettings> }> => {
  if (change.length === 0)
    return {
      context: {
        locale: () => null,
        bookingPath: () => null,
        member: () => undefined,
        moveHistory: () => undefined,
        given: () => undefined,
      },
      types: new Map(),
    }
  const found = await findTypeMailSettings(reader, [...new Set(change.map(({ event }) => idInUri(event.event_type)))])
  const hosts = change.flatMap(({ event, before }) => [
    ...event.event_memberships,
    ...(before?.event_memberships ?? []),
  ])
  const habits = new Map(
    (await findUserPreferences(reader, [...new Set(hosts.map(({ user }) => idInUri(user)))])).map((one) => [
      one.id,
      one,
    ]),
  )
  // A new booking was never moved, so there is no earlier one to look up.
  const moved = change.filter(
    ({ kind, news, invitee }) => invitee && !(kind === 'booked' && !news && !invitee.old_invitee),
  )
  const movedIds = moved.flatMap(({ invitee }) => (invitee ? [idInUri(invitee.uri)] : []))
  const histories = await findMoveHistories(reader, movedIds)
  const shared = change
    .flatMap(({ event, before }) => [event, ...(before ? [before] : [])])
    .filter(({ invitees_counter }) => invitees_counter.limit > 1)
  const given = await findGivenEntries(reader, [...new Set(shared.map(({ uri }) => idInUri(uri)))])
  const types = new Map(found.map((type) => [type.id, type]))
  return {
    types,
    context: {
      locale: (eventTypeId) => types.get(eventTypeId)?.locale ?? null,
      bookingPath: (eventTypeId) => types.get(eventTypeId)?.bookingPath ?? null,
      member: (userId) => habits.get(userId),
      moveHistory: (inviteeId) => histories.get(inviteeId),
      given: (scheduledEventId) => given.get(scheduledEventId),
    },
  }
}

export const mailsAbout = (change: readonly MeetingChange[], context: MailContext, persons: Persons): NewMail[] =>
  change.flatMap((one) => mailsFor(one, context).map((addressed) => mailOf(one.organizationId, addressed, persons)))

const mailOf = (
  organizationId: string,
  { recipient, membershipId, mail, ids }: AddressedMail,
  persons: Persons,
): NewMail => {
  const addresses = new Set([
    ...(mail.invitee ? [mail.invitee.email] : []),
    ...mail.guests,
    ...(mail.to === 'host' ? [] : [recipient]),
  ])
  return {
    organizationId,
    recipient,
    ...(membershipId === undefined ? {} : { membershipId }),
    mail,
    ids,
    persons: [...addresses].map((email) => persons.of(organizationId, email)),
    ...(mail.kind === 'reminder' ? { expiresAt: new Date(mail.span.startsAt) } : {}),
  }
}
