import { folded } from '#notifications/index.ts'

/** A line such as we write for each invitee, for guests and for hosts: whoever no longer comes goes with it. */
const personLine = /^.+ <[^<>\s]+@[^<>\s]+>$/

/** Our description, and behind it what its owner has added to the one that is there. */
export const withNotes = (ours: string, there: string): string => {
  const known = new Set(ours.split('\n').map((line) => line.trim()))
  const notes = there
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !known.has(line) && !personLine.test(line))
  return notes.length === 0 ? ours : `${ours}\n\n${notes.join('\n')}`
}

/** Times and repetitions are those of the meeting: what its owner did to them was asked about, and answered. */
const replaced = new Set([
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'EXRULE',
  'LAST-MODIFIED',
  'ORGANIZER',
])

/**
 * Our entry as a calendar file, with the alarms, people, place, color and notes that its owner has added to the one
 * that is there.
 */
export const withAdditions = (ours: string, there: string, uid: string): string => {
  const lines = unfolded(ours)
  const event = eventIn(unfolded(there), uid)
  if (!event) return ours
  const own = new Set(lines.map(nameOf))
  const added = event.properties.filter((line) => !own.has(nameOf(line)) && !replaced.has(nameOf(line)))
  const description = event.properties.find((line) => nameOf(line) === 'DESCRIPTION')
  return lines
    .flatMap((line) => {
      if (nameOf(line) === 'DESCRIPTION' && description !== undefined)
        return [`DESCRIPTION:${escaped(withNotes(unescaped(contentOf(line)), unescaped(contentOf(description))))}`]
      return line === 'END:VEVENT' ? [...added, ...event.parts, line] : [line]
    })
    .map((line) => `${folded(line)}\r\n`)
    .join('')
}

const unfolded = (text: string): string[] =>
  text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter(Boolean)

const nameOf = (line: string): string => (/^[A-Za-z0-9-]+/.exec(line)?.[0] ?? '').toUpperCase()
const contentOf = (line: string): string => line.slice(line.indexOf(':') + 1)
const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, letter: string) => (letter === 'n' || letter === 'N' ? '\n' : letter))
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** The event with this UID that is no single occurrence: its own lines, and those of what is in it. */
const eventIn = (
  lines: readonly string[],
  uid: string,
): { readonly properties: readonly string[]; readonly parts: readonly string[] } | undefined => {
  let properties: string[] = []
  let parts: string[] = []
  let depth = 0
  for (const line of lines) {
    if (line.toUpperCase() === 'BEGIN:VEVENT') {
      properties = []
      parts = []
      depth = 1
    } else if (depth === 1 && line.toUpperCase() === 'END:VEVENT') {
      const isMeant =
        properties.some((one) => nameOf(one) === 'UID' && contentOf(one) === uid) &&
        !properties.some((one) => nameOf(one) === 'RECURRENCE-ID')
      if (isMeant) return { properties, parts }
      depth = 0
    } else if (depth > 0) {
      if (nameOf(line) === 'BEGIN') depth += 1
      if (depth > 1) parts.push(line)
      else properties.push(line)
      if (nameOf(line) === 'END') depth -= 1
    }
  }
  return undefined
}
