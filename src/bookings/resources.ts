import { z } from 'zod'
import { majorOf } from '#contract/money.ts'
import { type Links, timestamp, type UrlContext, uri, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import type { Cancellation } from './cancellation.ts'
import { canceledEventExample, inviteeExample, noShowExample, scheduledEventExample } from './examples.ts'
import type { Invitee, InviteePayment, InviteeReference } from './invitee.ts'
import { cancelUrl, rescheduleUrl } from './invitee-token.ts'
import { afterCancellation, MeetingLocationResource, toMeetingLocationResource } from './meeting-location.ts'
import { calendarEventKinds, type ScheduledEvent } from './scheduled-event.ts'
import { TrackingResource, toTrackingResource } from './tracking.ts'

const cancelerType = z.enum(['host', 'invitee'])

const CancellationResource = z.object({
  canceled_by: z.string(),
  reason: z.string().nullable(),
  canceler_type: cancelerType,
  created_at: timestamp,
})

const toCancellationResource = ({ by, reason, type, at }: Cancellation): z.output<typeof CancellationResource> => ({
  canceled_by: by,
  reason,
  canceler_type: type,
  created_at: writeInstant(at),
})

const scheduledEvent = {
  uri,
  name: z.string().nullable(),
  meeting_notes_plain: z.string().nullable(),
  meeting_notes_html: z.string().nullable(),
  status: z.enum(['active', 'canceled']),
  start_time: timestamp,
  end_time: timestamp,
  event_type: uri,
  location: MeetingLocationResource,
  invitees_counter: z.object({ total: z.number().int(), active: z.number().int(), limit: z.number().int() }),
  created_at: timestamp,
  updated_at: timestamp,
  event_memberships: z.array(
    z.object({
      user: uri,
      user_email: z.string(),
      user_name: z.string(),
      buffered_start_time: timestamp,
      buffered_end_time: timestamp,
    }),
  ),
  event_guests: z.array(z.object({ email: z.string(), created_at: timestamp, updated_at: timestamp })),
  calendar_event: z
    .object({ kind: z.enum(calendarEventKinds), external_id: z.string() })
    .nullable()
    .meta({ description: 'In the calendar of its first host' }),
  cancellation: CancellationResource.optional().meta({ description: 'Only if the event was canceled' }),
}

export const ScheduledEventResource = z
  .object(scheduledEvent)
  .meta({ id: 'ScheduledEvent', examples: [scheduledEventExample] })

export const toScheduledEventResource = (
  links: Links,
  scheduledEvent: ScheduledEvent,
): z.output<typeof ScheduledEventResource> => {
  const buffered_start_time = writeInstant(scheduledEvent.bufferedFrom)
  const buffered_end_time = writeInstant(scheduledEvent.bufferedTo)
  return {
    uri: uriOf(links, 'scheduled_events', scheduledEvent.id),
    name: scheduledEvent.name,
    meeting_notes_plain: scheduledEvent.notesPlain,
    meeting_notes_html: scheduledEvent.notesHtml,
    status: scheduledEvent.status,
    start_time: writeInstant(scheduledEvent.startsAt),
    end_time: writeInstant(scheduledEvent.endsAt),
    event_type: uriOf(links, 'event_types', scheduledEvent.eventTypeId),
    location: toMeetingLocationResource(
      scheduledEvent.status === 'canceled' ? afterCancellation(scheduledEvent.location) : scheduledEvent.location,
    ),
    invitees_counter: {
      total: scheduledEvent.inviteesTotal,
      active: scheduledEvent.inviteesActive,
      limit: scheduledEvent.seats,
    },
    created_at: writeInstant(scheduledEvent.createdAt),
    updated_at: writeInstant(scheduledEvent.updatedAt),
    event_memberships: scheduledEvent.hosts.map(({ userId, email, name }) => ({
      user: uriOf(links, 'users', userId),
      user_email: email,
      user_name: name,
      buffered_start_time,
      buffered_end_time,
    })),
    event_guests: scheduledEvent.guests.map(({ email, since }) => ({
      email,
      created_at: writeInstant(since),
      updated_at: writeInstant(since),
    })),
    calendar_event: scheduledEvent.calendarEvent,
    ...(scheduledEvent.cancellation ? { cancellation: toCancellationResource(scheduledEvent.cancellation) } : {}),
  }
}

/** The fields of the specification, together with those of the real API. */
export const CanceledEventResource = z
  .object({ ...scheduledEvent, canceled_by: z.string(), reason: z.string().nullable(), canceler_type: cancelerType })
  .meta({ id: 'CanceledEvent', examples: [canceledEventExample] })

export const toCanceledEventResource = (
  links: Links,
  scheduledEvent: ScheduledEvent,
  { by, reason, type }: Cancellation,
): z.output<typeof CanceledEventResource> => ({
  ...toScheduledEventResource(links, scheduledEvent),
  canceled_by: by,
  reason,
  canceler_type: type,
})

const PaidResource = z.object({
  external_id: z.string().meta({ description: 'How the provider calls what was paid' }),
  provider: z.string().meta({ description: '`stripe`, `paypal`, or `webhook` for a service of your own' }),
  amount: z.number().meta({ description: 'In the unit of the currency: 12.5' }),
  currency: z.string().meta({ description: 'As in ISO 4217: EUR' }),
  terms: z.string().nullable().meta({ description: 'As the invitee saw them' }),
  successful: z.boolean().meta({ description: 'Always true: nobody is booked who has not paid' }),
})

const toPaidResource = (payment: InviteePayment): z.output<typeof PaidResource> => ({
  external_id: payment.externalId,
  provider: payment.provider,
  amount: majorOf(payment),
  currency: payment.currency,
  terms: payment.terms,
  successful: true,
})

export const InviteeResource = z
  .object({
    uri,
    email: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    name: z.string(),
    status: z.enum(['active', 'canceled']),
    questions_and_answers: z.array(z.object({ question: z.string(), answer: z.string(), position: z.number().int() })),
    timezone: z.string().nullable(),
    event: uri,
    created_at: timestamp,
    updated_at: timestamp,
    tracking: TrackingResource,
    text_reminder_number: z.string().nullable(),
    rescheduled: z.boolean().meta({ description: 'True if the invitee rescheduled; `new_invitee` is the new booking' }),
    old_invitee: uri.nullable(),
    new_invitee: uri.nullable(),
    cancel_url: uri.meta({ description: 'Anyone with this URL can cancel as the invitee' }),
    reschedule_url: uri.meta({ description: 'Anyone with this URL can reschedule as the invitee' }),
    routing_form_submission: uri.nullable(),
    cancellation: CancellationResource.optional().meta({ description: 'Only if the invitee was canceled' }),
    payment: PaidResource.nullable(),
    no_show: z.object({ uri, created_at: timestamp }).nullable(),
    reconfirmation: z.null(),
    scheduling_method: z.enum(['api', 'instant_book']).nullable(),
    invitee_scheduled_by: uri.nullable(),
  })
  .meta({ id: 'Invitee', examples: [inviteeExample] })

export const inviteeUri = (links: Links, { id, scheduledEventId }: InviteeReference): string =>
  uriOf(links, 'scheduled_events', scheduledEventId, 'invitees', id)

type InviteeWire = z.output<typeof InviteeResource>

/** An invitee as facts and queued messages store it: without the URLs that let their holder cancel or move. */
export type InviteeRecord = Omit<InviteeWire, 'cancel_url' | 'reschedule_url'> & {
  readonly cancel_url: null
  readonly reschedule_url: null
}

/** A record as it is shown or sent. */
export const withOwnAddresses = <Recorded extends object>(
  addressing: UrlContext,
  recorded: Recorded,
  invitee: Pick<Invitee, 'id' | 'organizationId'>,
) => ({
  ...recorded,
  cancel_url: cancelUrl(addressing, invitee),
  reschedule_url: rescheduleUrl(addressing, invitee),
})

export const toInviteeResource = (addressing: UrlContext, invitee: Invitee): InviteeWire =>
  withOwnAddresses(addressing, toInviteeRecord(addressing.links, invitee), invitee)

export const toInviteeRecord = (links: Links, invitee: Invitee): InviteeRecord => ({
  uri: inviteeUri(links, invitee),
  email: invitee.email,
  first_name: invitee.firstName,
  last_name: invitee.lastName,
  name: invitee.name,
  status: invitee.status,
  questions_and_answers: [...invitee.answers],
  timezone: invitee.timezone,
  event: uriOf(links, 'scheduled_events', invitee.scheduledEventId),
  created_at: writeInstant(invitee.createdAt),
  updated_at: writeInstant(invitee.updatedAt),
  tracking: toTrackingResource(invitee.tracking),
  text_reminder_number: invitee.textReminderNumber,
  rescheduled: invitee.new !== null,
  old_invitee: invitee.old && inviteeUri(links, invitee.old),
  new_invitee: invitee.new && inviteeUri(links, invitee.new),
  cancel_url: null,
  reschedule_url: null,
  routing_form_submission:
    invitee.routingFormSubmissionId && uriOf(links, 'routing_form_submissions', invitee.routingFormSubmissionId),
  ...(invitee.cancellation ? { cancellation: toCancellationResource(invitee.cancellation) } : {}),
  payment: invitee.payment && toPaidResource(invitee.payment),
  no_show: invitee.noShow && {
    uri: uriOf(links, 'invitee_no_shows', invitee.noShow.id),
    created_at: writeInstant(invitee.noShow.at),
  },
  reconfirmation: null,
  scheduling_method: invitee.schedulingMethod,
  invitee_scheduled_by: invitee.scheduledByUserId && uriOf(links, 'users', invitee.scheduledByUserId),
})

export const NoShowResource = z
  .object({ uri, invitee: uri, created_at: timestamp })
  .meta({ id: 'InviteeNoShow', examples: [noShowExample] })

export const toNoShowResource = (
  links: Links,
  invitee: InviteeReference,
  noShow: { readonly id: string; readonly at: Date },
): z.output<typeof NoShowResource> => ({
  uri: uriOf(links, 'invitee_no_shows', noShow.id),
  invitee: inviteeUri(links, invitee),
  created_at: writeInstant(noShow.at),
})
