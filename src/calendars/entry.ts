import { createHash } from 'node:crypto'
import type { MeetingLocation } from '#bookings/index.ts'
import { writeCalendar } from '#notifications/index.ts'
import { languageOf } from '../../languages/all.ts'
import { uidAtGoogle } from './google-ids.ts'
import { uidDigest } from './icalendar/skeleton.ts'

/** What the entry of a meeting says. */
export interface MeetingInEntry {
  readonly uid: string
  /** How often it was changed since it was first in a calendar. Left out while it is as it was. */
  readonly sequence?: number
  readonly name: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly place: MeetingLocation | null
  /** Of the active invitees. */
  readonly invitees: readonly { readonly name: string; readonly email: string }[]
  /** Several share it. */
  readonly isGroup: boolean
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
  /** Left out when there are none: entries without them keep their digest, and are not written again. */
  readonly others?: OtherPeople
}

/** Who comes besides the invitees and the host whose calendar it is, and the language in which they are labeled. */
export interface OtherPeople {
  readonly locale: string
  readonly guests: readonly string[]
  /** All hosts of a meeting that has several; else none. */
  readonly hosts: readonly { readonly name: string; readonly email: string }[]
}

/** A meeting of ours, as it should stand in a calendar. */
export interface EntryToWrite {
  readonly uid: string
  readonly summary: string
  readonly description: string
  readonly location: string
  readonly startsAt: Date
  readonly endsAt: Date
  /** As an iCalendar file. */
  readonly text: string
  /** How often it was removed before: what is written after that is another event. */
  readonly generation: number
  /** Under which a conference is asked for with it; left out where it needs none. */
  readonly conferenceId?: string | undefined
}

/**
 * The entry of a meeting in the calendar of its host. People are in the description and not attendees: servers send
 * invitations of their own to attendees (RFC 6638 for CalDAV; Microsoft always does), beside our mails.
 */
export const entryOf = (
  meeting: MeetingInEntry,
  generation: number,
  writtenAt: Date,
  conferenceId?: string,
): EntryToWrite => {
  const { uid, sequence = 0, startsAt, endsAt } = meeting
  const entry = { uid, ...entryContent(meeting), startsAt, endsAt }
  return {
    ...entry,
    generation,
    conferenceId,
    text: writeCalendar({ ...entry, method: null, sequence, writtenAt, organizer: null, attendees: [] }),
  }
}

/** What an entry in the host's calendar says. */
export const entryContent = ({
  name,
  place,
  invitees,
  isGroup,
  answers,
  others,
}: Pick<MeetingInEntry, 'name' | 'invitees' | 'isGroup' | 'answers' | 'others'> & {
  readonly place: PlaceInEntry | null
}) => {
  const location = place ? (place.join_url ?? place.location ?? '') : ''
  const lines = [
    ...(place?.additional_info ? [place.additional_info] : []),
    [...invitees.map(addressed), ...(others ? otherPeople(others) : [])].join('\n'),
    ...answers.map(({ question, answer }) => `${question}: ${answer}`),
  ]
  const summary = isGroup ? `${name} (${invitees.length})` : `${name} – ${invitees[0]?.name ?? ''}`
  return { summary, description: lines.filter(Boolean).join('\n\n'), location }
}

const addressed = ({ name, email }: { readonly name: string; readonly email: string }): string => `${name} <${email}>`

/** Addresses in angle brackets, by which `withNotes` knows lines of ours. */
const otherPeople = ({ locale, guests, hosts }: OtherPeople): string[] => {
  const { label } = languageOf(locale).mails
  return [
    ...(guests.length > 0 ? [`${label.guests}: ${guests.map((email) => `<${email}>`).join(', ')}`] : []),
    ...(hosts.length > 0 ? [`${label.host}: ${hosts.map(addressed).join(', ')}`] : []),
  ]
}

/** Nothing for a meeting with one host and no guests. */
export const otherPeopleIn = (
  locale: string,
  guests: readonly string[],
  hosts: OtherPeople['hosts'],
): { readonly others?: OtherPeople } =>
  guests.length > 0 || hosts.length > 1 ? { others: { locale, guests, hosts: hosts.length > 1 ? hosts : [] } } : {}

interface PlaceInEntry {
  readonly location: string | null
  readonly join_url: string | null
  readonly additional_info?: string | null | undefined
}

/** Tells whether what was written is still what should be there. */
export const digestOf = (meeting: MeetingInEntry): Buffer =>
  createHash('sha256').update(JSON.stringify(meeting)).digest()

/** The digests by which an event is known to be the entry with this UID, wherever it was written. */
export const digestsOfUid = (uid: string): readonly string[] => [
  ...new Set([uidDigest(uid), uidDigest(uidAtGoogle(uid))]),
]
