import { createHash } from 'node:crypto'
import type { Place } from '#bookings/index.ts'
import { writeCalendar } from '#notifications/index.ts'

/** What the entry of a meeting says. */
export interface MeetingInEntry {
  readonly uid: string
  readonly name: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly place: Place | null
  /** Of the active invitees. */
  readonly invitees: readonly { readonly name: string; readonly email: string }[]
  /** Several share it. */
  readonly isGroup: boolean
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
}

/** The entry of a meeting in the calendar of its host. Without attendees: the server would send invitations of its own to them. */
export const entryText = (meeting: MeetingInEntry, writtenAt: Date): string => {
  const { uid, name, startsAt, endsAt, place, invitees, isGroup, answers } = meeting
  const location = place ? (place.join_url ?? place.location ?? '') : ''
  const lines = [
    ...(place && 'additional_info' in place && place.additional_info !== null ? [place.additional_info] : []),
    invitees.map((invitee) => `${invitee.name} <${invitee.email}>`).join('\n'),
    ...answers.map(({ question, answer }) => `${question}: ${answer}`),
  ]
  return writeCalendar({
    method: null,
    uid,
    sequence: 0,
    writtenAt,
    startsAt,
    endsAt,
    summary: isGroup ? `${name} (${invitees.length})` : `${name} – ${invitees[0]?.name ?? ''}`,
    description: lines.filter(Boolean).join('\n\n'),
    location,
    organizer: null,
    attendees: [],
  })
}

/** Tells whether what was written is still what should be there. */
export const digestOf = (meeting: MeetingInEntry): Buffer => createHash('sha256').update(JSON.stringify(meeting)).digest()
