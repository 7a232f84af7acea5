/** Somebody in a calendar entry. */
export interface Attendee {
  readonly name: string
  readonly email: string
  readonly role: 'CHAIR' | 'REQ-PARTICIPANT'
  /** Whoever booked has said yes by that. */
  readonly state: 'ACCEPTED' | 'NEEDS-ACTION'
}

/** One meeting, as calendars exchange it. */
export interface CalendarEntry {
  readonly method: 'REQUEST' | 'CANCEL'
  /** The same for as long as the meeting lives, however often it is moved. */
  readonly uid: string
  /** Rises with every change: calendars keep the highest. */
  readonly sequence: number
  readonly writtenAt: Date
  readonly startsAt: Date
  readonly endsAt: Date
  readonly summary: string
  readonly description: string
  readonly location: string
  readonly url?: string | undefined
  readonly organizer: { readonly name: string; readonly email: string }
  readonly attendees: readonly Attendee[]
}

/** A calendar with this one entry (RFC 5545, 5546). Whatever the texts hold, they stay texts. */
export const writeCalendar = (entry: CalendarEntry): string => {
  const { method, uid, sequence, organizer } = entry
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Openslot//Openslot//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${inUtc(entry.writtenAt)}`,
    `DTSTART:${inUtc(entry.startsAt)}`,
    `DTEND:${inUtc(entry.endsAt)}`,
    `SEQUENCE:${sequence}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${method === 'CANCEL' ? 'TRANSPARENT' : 'OPAQUE'}`,
    'CLASS:PUBLIC',
    `SUMMARY:${escaped(entry.summary)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    ...(entry.location === '' ? [] : [`LOCATION:${escaped(entry.location)}`]),
    ...(entry.url === undefined ? [] : [`URL:${bare(entry.url)}`]),
    `ORGANIZER;CN=${quoted(organizer.name)}:mailto:${bare(organizer.email)}`,
    ...entry.attendees.map(
      ({ name, email, role, state }) =>
        `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=${role};PARTSTAT=${state};RSVP=${state === 'NEEDS-ACTION' ? 'TRUE' : 'FALSE'};CN=${quoted(name)}:mailto:${bare(email)}`,
    ),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const inUtc = (instant: Date): string => `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

/** A text: what would end or divide it is written out. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(controls, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** A parameter: nothing in it can be escaped, so what would end it is left out. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll('"', "'")
    .replaceAll(/[\n\u2028\u2029]/g, ' ')
    .replaceAll(controls, '')}"`

/** An address: no blanks, and nothing that cannot be seen. */
const bare = (text: string): string => text.replaceAll(/[\s\u2028\u2029]/g, '').replaceAll(controls, '')

const maxOctets = 75

/** Into lines of at most 75 octets, never within a character. What goes on begins with a blank, which counts. */
const folded = (line: string): string => {
  if (line.length <= maxOctets && Buffer.byteLength(line) <= maxOctets) return line
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > maxOctets) {
      pieces.push(piece)
      piece = ' '
      octets = 1
    }
    piece += character
    octets += size
  }
  return [...pieces, piece].join('\r\n')
}
