import { randomUUID } from 'node:crypto'
import { dropReservation, holdSeat, releaseTime, reserveSpans } from '#availability/index.ts'
import { findBookableToMove, findTaken, lockHosts } from '#event-types/index.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Tx } from '#platform/db/database.ts'
import { minute, second } from '#platform/time/durations.ts'
import { type BookingRequest, patienceAt } from '../booking-request.ts'
import type { InviteeDetails } from '../invitee.ts'
import { conferenceKindOf, type MeetingLocation, meetingLocationOf } from '../meeting-location.ts'
import { deleteRequest, findBookingRequest, insertBookingRequest } from '../store/booking-requests.ts'
import { holderOf } from './request-booking.ts'

/** A booking that waits at another service for a host to decide. */
export interface ImportedRequest {
  readonly organizationId: string
  readonly id: string
  readonly eventTypeId: string
  readonly membershipIds: readonly string[]
  readonly startsAt: Date
  readonly endsAt: Date
  readonly location: MeetingLocation | null
  readonly details: InviteeDetails
  readonly person: Buffer
  readonly createdAt: Date
  /** How long hosts may take where the event type asks for no approval. */
  readonly hours: number
  /** Hosts are reminded of it, and people hear that it has expired. */
  readonly tellsPeople: boolean
}

/** Keeps its time, as that of a request made here. False when it cannot be kept, and nothing was written. */
export const importRequest = async (
  { tx, codes, now }: { readonly tx: Tx; readonly codes: Codes; readonly now: Date },
  imported: ImportedRequest,
): Promise<boolean> => {
  const { organizationId, id, eventTypeId, membershipIds, startsAt, endsAt, details } = imported
  const found = await findBookableToMove(tx, organizationId, eventTypeId)
  const given = found?.hosts.filter(({ membershipId }) => membershipIds.includes(membershipId)) ?? []
  const hosts = given.length > 0 ? given : (found?.hosts.slice(0, 1) ?? [])
  const [first] = hosts
  if (!found || !first) return false
  await lockHosts(tx, organizationId, hosts)
  const { eventType } = found
  const isGroup = eventType.kind === 'group'
  const taken = isGroup ? (await findTaken(tx, found, startsAt)).taken : []
  const joined = taken.find(
    (span) => span.eventTypeId === eventTypeId && span.startsAt.getTime() === startsAt.getTime(),
  )
  const scheduledEventId = joined?.scheduledEventId ?? randomUUID()
  const meeting = {
    ...{ scheduledEventId, eventTypeId, startsAt, endsAt },
    bufferedFrom: new Date(startsAt.getTime() - eventType.rules.buffer_before * minute),
    bufferedTo: new Date(endsAt.getTime() + eventType.rules.buffer_after * minute),
  }
  const gate = { kind: 'approval' as const, hours: eventType.bookingRules.approval?.hours ?? imported.hours }
  const { minimum_notice: minimumNotice } = eventType.rules
  const seconds = patienceAt(gate, { startsAt, minimumNotice }, now) / second

  const ids = hosts.map(({ membershipId }) => membershipId)
  if (!joined && !(await reserveSpans(tx, organizationId, ids, meeting, { seconds, seats: isGroup ? 0 : 1 }))) {
    await dropReservation(tx, organizationId, scheduledEventId)
    return false
  }
  if (isGroup) await holdSeat(tx, { organizationId, scheduledEventId, requestId: id }, seconds)

  const kind = conferenceKindOf(imported.location)
  // The other service makes the link of a meeting when it is confirmed: this one will be confirmed here.
  const location =
    kind && !imported.location?.join_url
      ? meetingLocationOf({ kind }, undefined, first, {
          id: scheduledEventId,
          random: () => codes.shortOf('room', scheduledEventId),
        })
      : imported.location
  const request = {
    ...{ organizationId, id, eventTypeId, scheduledEventId, startsAt, endsAt, gates: [gate] },
    ...{
      person: imported.person,
      email: details.email,
      name: details.name,
      createdAt: imported.createdAt,
      source: null,
      waitingListEntryId: null,
    },
    booking: {
      ...{ name: eventType.name, duration: (endsAt.getTime() - startsAt.getTime()) / minute, location },
      hosts: hosts.map(({ membershipId, userId, name, email }) => ({ membershipId, userId, name, email })),
      ...{ isGroup, bufferedFrom: meeting.bufferedFrom.getTime(), bufferedTo: meeting.bufferedTo.getTime() },
      ...{ details, linkId: null, schedulingMethod: null, scheduledBy: null },
    },
  }
  await insertBookingRequest(tx, request, seconds, imported.tellsPeople ? now : null)
  return true
}

/** An imported request is decided at the other service, or comes anew: it goes, unless it was decided here. */
export const dropImportedRequest = async (
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<'dropped' | 'decided' | 'unknown'> => {
  const found = await findBookingRequest(tx, organizationId, id)
  if (!found) return 'unknown'
  await lockHosts(tx, organizationId, found.booking.hosts)
  const request: BookingRequest = (await findBookingRequest(tx, organizationId, id)) ?? found
  if (request.state !== 'open' && request.state !== 'expired') return 'decided'
  await deleteRequest(tx, organizationId, id)
  await releaseTime(tx, holderOf(request))
  return 'dropped'
}
