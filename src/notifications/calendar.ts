/** A person in a calendar entry. */
export interface Attendee {
  readonly name: string
  readonly email: string
  readonly role: 'CHAIR' | 'REQ-PARTICIPANT'
  /** An invitee has accepted by booking. */
  readonly state: 'ACCEPTED' | 'NEEDS-ACTION'
}

/** One meeting, as calendars exchange it. */
export interface CalendarEntry {
  /** Null for an entry that is no message to anybody. */
  readonly method: 'REQUEST' | 'CANCEL' | null
  /** The same for the whole life of the meeting, however often it is moved. */
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
  /** Null where a server would send invitations of its own in their name. */
  readonly organizer: { readonly name: string; readonly email: string } | null
  readonly attendees: readonly Attendee[]
  /** In a file that people import: no server may send messages to the people in it (RFC 6638 §7.1). */
  readonly isSilent?: boolean
  /** In a calendar of several entries, which has no method. */
  readonly isCanceled?: boolean
}

/** A calendar with this one entry (RFC 5545, 5546). Texts are escaped, so that they cannot add properties. */
export const writeCalendar = (entry: CalendarEntry): string => calendarWith(entry.method, [entry])

/** A calendar with several entries, as a file. */
export const writeCalendars = (entries: readonly CalendarEntry[]): string => calendarWith(null, entries)

const calendarWith = (method: CalendarEntry['method'], entries: readonly CalendarEntry[]): string => {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Openslot//Openslot//EN',
    'CALSCALE:GREGORIAN',
    ...(method === null ? [] : [`METHOD:${method}`]),
    ...entries.flatMap(linesOf),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const linesOf = (entry: CalendarEntry): string[] => {
  const { method, uid, sequence, organizer } = entry
  const agent = entry.isSilent ? ';SCHEDULE-AGENT=NONE' : ''
  const isOff = method === 'CANCEL' || entry.isCanceled === true
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${inUtc(entry.writtenAt)}`,
    `DTSTART:${inUtc(entry.startsAt)}`,
    `DTEND:${inUtc(entry.endsAt)}`,
    `SEQUENCE:${sequence}`,
    `STATUS:${isOff ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${isOff ? 'TRANSPARENT' : 'OPAQUE'}`,
    'CLASS:PUBLIC',
    `SUMMARY:${escaped(entry.summary)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    ...(entry.location === '' ? [] : [`LOCATION:${escaped(entry.location)}`]),
    ...(entry.url === undefined ? [] : [`URL:${bare(entry.url)}`]),
    ...(organizer ? [`ORGANIZER${agent};CN=${quoted(organizer.name)}:mailto:${bare(organizer.email)}`] : []),
    ...entry.attendees.map(
      ({ name, email, role, state }) =>
        `ATTENDEE${agent};CUTYPE=INDIVIDUAL;ROLE=${role};PARTSTAT=${state};RSVP=${state === 'NEEDS-ACTION' ? 'TRUE' : 'FALSE'};CN=${quoted(name)}:mailto:${bare(email)}`,
    ),
    'END:VEVENT',
  ]
}

const inUtc = (instant: Date): string => `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

/** A text value: separators and line ends are escaped. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(controls, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** A parameter value: nothing can be escaped in it, so what would end it is dropped. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll('"', "'")
    .replaceAll(/[\n\u2028\u2029]/g, ' ')
    .replaceAll(controls, '')}"`

/** An address: without whitespace and control characters. */
const bare = (text: string): string => text.replaceAll(/[\s\u2028\u2029]/g, '').replaceAll(controls, '')

const maxOctets = 75

/** Lines of at most 75 octets, never split within a character. A continuation begins with a space, which counts. */
export const folded = (line: string): string => {
  const isAscii = Buffer.byteLength(line) === line.length
  if (isAscii && line.length <= maxOctets) return line
  if (isAscii) return `${line.slice(0, maxOctets)}${line.slice(maxOctets).replaceAll(/.{1,74}/g, '\r\n $&')}`
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
