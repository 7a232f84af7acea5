import { z } from 'zod'
import { type Links, timestamp, type UrlContext, uri, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { type BookingRequest, requestStates, waits, waitsFor } from './booking-request.ts'
import { bookingRequestExample } from './examples.ts'
import { MeetingLocationResource, toMeetingLocationResource } from './meeting-location.ts'
import { requestUrl } from './request-token.ts'
import { inviteeUri } from './resources.ts'

export const BookingRequestResource = z
  .object({
    uri,
    state: z.enum(requestStates),
    waits_for: z.enum(waits).nullable().meta({ description: 'While it is open' }),
    expires_at: timestamp.meta({ description: 'Until then its time is kept' }),
    name: z.string().meta({ description: 'Of the event type' }),
    event_type: uri,
    start_time: timestamp,
    end_time: timestamp,
    location: MeetingLocationResource,
    event_memberships: z.array(z.object({ user: uri, user_email: z.string(), user_name: z.string() })),
    invitee: z.object({
      uri: uri.nullable().meta({ description: 'Once it is confirmed' }),
      email: z.string(),
      name: z.string(),
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
      timezone: z.string().nullable(),
      text_reminder_number: z.string().nullable(),
      questions_and_answers: z.array(
        z.object({ question: z.string(), answer: z.string(), position: z.number().int() }),
      ),
      event_guests: z.array(z.string()),
    }),
    scheduled_event: uri.nullable().meta({ description: 'Once it is confirmed' }),
    reason: z.string().nullable().meta({ description: 'What the host said when they declined it' }),
    next: z
      .object({ kind: z.enum(waits), url: uri })
      .nullable()
      .meta({ description: 'What the request waits for, and the page where the invitee follows it' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'BookingRequest', examples: [bookingRequestExample] })

type RequestWire = z.output<typeof BookingRequestResource>

/** As facts and queued messages store it: without the URL that lets its holder act as the invitee. */
export const toRequestRecord = (links: Links, request: BookingRequest): Omit<RequestWire, 'next'> & { next: null } => {
  const { booking, id, scheduledEventId } = request
  const { details } = booking
  const isConfirmed = request.state === 'confirmed'
  return {
    uri: uriOf(links, 'booking_requests', id),
    state: request.state,
    waits_for: waitsFor(request),
    expires_at: writeInstant(request.expiresAt),
    name: booking.name,
    event_type: uriOf(links, 'event_types', request.eventTypeId),
    start_time: writeInstant(request.startsAt),
    end_time: writeInstant(request.endsAt),
    location: toMeetingLocationResource(booking.location),
    event_memberships: booking.hosts.map(({ userId, email, name }) => ({
      user: uriOf(links, 'users', userId),
      user_email: email,
      user_name: name,
    })),
    invitee: {
      uri: isConfirmed ? inviteeUri(links, { id, scheduledEventId }) : null,
      email: details.email,
      name: details.name,
      first_name: details.firstName,
      last_name: details.lastName,
      timezone: details.timezone,
      text_reminder_number: details.textReminderNumber,
      questions_and_answers: [...details.answers],
      event_guests: [...details.guests],
    },
    scheduled_event: isConfirmed ? uriOf(links, 'scheduled_events', scheduledEventId) : null,
    reason: request.reason,
    next: null,
    created_at: writeInstant(request.createdAt),
    updated_at: writeInstant(request.updatedAt),
  }
}

export const toRequestResource = (addressing: UrlContext, request: BookingRequest): RequestWire => {
  const kind = waitsFor(request)
  return {
    ...toRequestRecord(addressing.links, request),
    next: kind && { kind, url: requestUrl(addressing, request) },
  }
}
