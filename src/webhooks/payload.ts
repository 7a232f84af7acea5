import { trackingNames } from '#bookings/index.ts'

/** A resource as a fact stores it; only the fields that are used here. */
type Resource = Readonly<Record<string, unknown>>

export interface InviteeSubject {
  readonly invitee: Resource & { readonly email: string }
  readonly scheduled_event: Resource & { readonly event_memberships: readonly (Resource & { readonly user: string })[] }
}

export type SubmissionSubject = Resource & {
  readonly questions_and_answers: readonly Resource[]
  readonly tracking: Resource
}

export type EventTypeSubject = Resource & { readonly profile: { readonly owner: string } }

const only = (resource: Resource, keys: readonly string[]): Resource =>
  Object.fromEntries(keys.flatMap((key) => (key in resource ? [[key, resource[key]]] : [])))

const inviteeKeys = [
  ...[
    'uri',
    'email',
    'name',
    'first_name',
    'last_name',
    'status',
    'timezone',
    'event',
    'questions_and_answers',
    'tracking',
    'text_reminder_number',
  ],
  ...[
    'rescheduled',
    'old_invitee',
    'new_invitee',
    'cancel_url',
    'reschedule_url',
    'routing_form_submission',
    'payment',
    'no_show',
    'reconfirmation',
  ],
  ...['scheduling_method', 'invitee_scheduled_by', 'created_at', 'updated_at', 'cancellation'],
]

const scheduledEventKeys = [
  ...[
    'uri',
    'name',
    'meeting_notes_plain',
    'meeting_notes_html',
    'status',
    'start_time',
    'end_time',
    'event_type',
    'location',
    'invitees_counter',
  ],
  ...['created_at', 'updated_at', 'event_memberships', 'event_guests', 'cancellation'],
]

/** The invitee, with the meeting inside. The database does not keep the order of keys, so it is set here. */
export const toInviteePayload = ({ invitee, scheduled_event }: InviteeSubject): object => {
  const { cancellation, tracking, ...shown } = only(invitee, inviteeKeys)
  return {
    ...shown,
    tracking: only(tracking as Resource, trackingNames),
    scheduled_event: scheduledEventIn(scheduled_event),
    ...(cancellation === undefined ? {} : { cancellation }),
  }
}

/** A meeting by itself, without anybody who comes. */
export const toScheduledEventPayload = ({ scheduled_event }: Pick<InviteeSubject, 'scheduled_event'>): object => ({
  ...scheduledEventIn(scheduled_event),
  event_guests: [],
})

const scheduledEventIn = (scheduledEvent: InviteeSubject['scheduled_event']): object => ({
  ...only(scheduledEvent, scheduledEventKeys),
  event_memberships: scheduledEvent.event_memberships.map((membership) =>
    only(membership, ['user', 'user_email', 'user_name']),
  ),
})

export interface RequestSubject {
  readonly booking_request: Resource & {
    readonly invitee: Resource & { readonly email: string }
    readonly event_memberships: readonly (Resource & { readonly user: string })[]
  }
  readonly is_unconfirmed?: boolean
}

/** The entry as the API shows it, when it has been loaded. */
export interface EntrySubject {
  readonly waiting_list_entry?: Resource & { readonly invitee?: { readonly email: string } }
}

const requestKeys = [
  ...['uri', 'state', 'waits_for', 'expires_at', 'name', 'event_type', 'start_time', 'end_time', 'location'],
  ...['event_memberships', 'invitee', 'scheduled_event', 'reason', 'created_at', 'updated_at'],
]

/** Without the page of the invitee: whoever has its address can act as them. */
export const toRequestPayload = (request: RequestSubject['booking_request']): object => only(request, requestKeys)

const eventTypeKeys = [
  ...[
    'uri',
    'name',
    'active',
    'slug',
    'scheduling_url',
    'duration',
    'duration_options',
    'kind',
    'pooling_type',
    'type',
    'color',
    'created_at',
    'updated_at',
  ],
  ...[
    'internal_note',
    'is_paid',
    'description_plain',
    'profile',
    'secret',
    'booking_method',
    'custom_questions',
    'deleted_at',
    'admin_managed',
  ],
  ...['locations', 'position', 'locale'],
]

/**
 * Without its HTML, and without fields of our own. A one-off type has the id of its link in place of its URL, which
 * lets its holder book: the URL is filled in when the message is sent.
 */
export const toEventTypePayload = (eventType: EventTypeSubject): object => only(eventType, [...eventTypeKeys, 'link'])

const submissionKeys = [
  ...[
    'uri',
    'routing_form',
    'questions_and_answers',
    'tracking',
    'result',
    'submitter',
    'submitter_type',
    'created_at',
    'updated_at',
  ],
]

/** As the API shows it at that moment; a later booking is not in it. */
export const toSubmissionPayload = (submission: SubmissionSubject): object => ({
  ...only(submission, submissionKeys),
  questions_and_answers: submission.questions_and_answers.map((answer) =>
    only(answer, ['question_uuid', 'question', 'answer']),
  ),
  tracking: only(submission.tracking, trackingNames),
})
