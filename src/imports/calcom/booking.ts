import type { ForeignInvitee, ForeignMeeting } from '../calendly/foreign.ts'
import { typeRef, userRef } from './event-type.ts'
import { placeIn } from './places.ts'
import { answersIn, type CalcomQuestion } from './questions.ts'
import type { Row } from './values.ts'

export interface CalcomAttendee {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly timeZone: string | null
  readonly locale: string | null
  /** Of one seat of several. */
  readonly seatUid: string | null
  readonly responses: Row
  readonly isAbsent: boolean
}

/** A booking as the database and the API both have it. */
export interface CalcomBooking {
  readonly uid: string
  /** Of a row without one: anybody could count it up. */
  readonly isUidCounted?: boolean
  readonly title: string
  readonly description: string | null
  readonly status: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly typeId: number | null
  readonly buffers: { readonly before: number; readonly after: number }
  readonly seats: number | null
  readonly location: string | null
  readonly joinUrl: string | null
  readonly hostIds: readonly number[]
  /** The first is who booked. */
  readonly attendees: readonly CalcomAttendee[]
  readonly guests: readonly string[]
  readonly responses: Row
  readonly questions: readonly CalcomQuestion[]
  readonly reason: string | null
  readonly canceledBy: string | null
  readonly fromUid: string | null
  readonly calendar: { readonly uid: string; readonly sequence: number } | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface ReadMeeting {
  /** No host has confirmed it yet. */
  readonly isRequest: boolean
  readonly meeting: ForeignMeeting
  readonly invitees: readonly ForeignInvitee[]
}

const minute = 60_000

/** Who booked has no id of their own there. */
const inviteeRef = (bookingUid: string): string => `invitee-${bookingUid}`

/** The invitees whom an address there can mean, by the uid in it: of a booking, or of one seat of several. */
export const calcomInviteeIds = (uid: string): readonly string[] => [inviteeRef(uid), uid]

/** In the form that is saved. Each of several seats has its own id. */
export const readBooking = (given: CalcomBooking): ReadMeeting => {
  const { uid, startsAt, endsAt, attendees, createdAt, updatedAt } = given
  const isCanceled = given.status === 'cancelled' || given.status === 'rejected'
  const hasSeats = given.seats !== null || attendees.some(({ seatUid }) => seatUid !== null)
  const [first] = attendees
  const cancellation = isCanceled ? cancellationOf(given) : null
  const invited = hasSeats ? attendees : first ? [first] : []
  const guests = [
    ...new Set([...given.guests, ...(hasSeats ? [] : attendees.slice(1).map(({ email }) => email))]),
  ].filter((email) => email !== first?.email)
  const meeting: ForeignMeeting = {
    uri: uid,
    name: given.title,
    meeting_notes_plain: given.description,
    meeting_notes_html: null,
    status: isCanceled ? 'canceled' : 'active',
    start_time: startsAt,
    end_time: endsAt,
    event_type: given.typeId === null ? null : typeRef(given.typeId),
    location: placeIn(given.location, given.joinUrl),
    invitees_counter: {
      total: invited.length,
      active: isCanceled ? 0 : invited.length,
      limit: given.seats ?? Math.max(1, invited.length),
    },
    created_at: createdAt,
    updated_at: updatedAt,
    event_memberships: given.hostIds.map((id) => ({
      user: userRef(id),
      user_email: null,
      user_name: null,
      buffered_start_time: new Date(startsAt.getTime() - given.buffers.before * minute),
      buffered_end_time: new Date(endsAt.getTime() + given.buffers.after * minute),
    })),
    event_guests: guests.map((email) => ({ email })),
    calendar_event: null,
    cancellation,
    ...(given.calendar ? { calendar: given.calendar } : {}),
  }
  return {
    isRequest: given.status === 'pending' || given.status === 'awaiting_host',
    meeting,
    invitees: invited.map((attendee) => inviteeOf(given, attendee, hasSeats, isCanceled ? cancellation : null)),
  }
}

const cancellationOf = ({ attendees, canceledBy, reason, updatedAt }: CalcomBooking) => {
  const invitee = attendees.find(({ email }) => email.toLowerCase() === canceledBy?.toLowerCase())
  return {
    canceled_by: invitee?.name || canceledBy,
    reason,
    canceler_type: invitee ? 'invitee' : 'host',
    created_at: updatedAt,
  }
}

const inviteeOf = (
  given: CalcomBooking,
  attendee: CalcomAttendee,
  hasSeat: boolean,
  cancellation: ForeignInvitee['cancellation'],
): ForeignInvitee => ({
  uri: hasSeat ? (attendee.seatUid ?? attendee.id) : inviteeRef(given.uid),
  email: attendee.email,
  name: attendee.name,
  first_name: null,
  last_name: null,
  status: cancellation ? 'canceled' : 'active',
  timezone: attendee.timeZone,
  event: given.uid,
  text_reminder_number: null,
  questions_and_answers: [...answersIn(hasSeat ? attendee.responses : given.responses, given.questions)],
  tracking: null,
  old_invitee: hasSeat || given.fromUid === null ? null : inviteeRef(given.fromUid),
  new_invitee: null,
  routing_form_submission: null,
  cancellation,
  no_show: attendee.isAbsent ? { uri: `no-show-${attendee.id}`, created_at: given.endsAt } : null,
  scheduling_method: null,
  invitee_scheduled_by: null,
  created_at: given.createdAt,
  updated_at: given.updatedAt,
  locale: attendee.locale,
  ...((hasSeat ? attendee.seatUid === null : given.isUidCounted) ? { isCounted: true } : {}),
})
