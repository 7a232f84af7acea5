import { type Row, rowsIn, textIn } from './values.ts'

const conferences: readonly (readonly [RegExp, string])[] = [
  [/google.?meet|google:meet/i, 'google_conference'],
  [/zoom/i, 'zoom_conference'],
  [/office365|teams/i, 'microsoft_teams_conference'],
  [/webex/i, 'webex_conference'],
]

const conferenceIn = (text: string): string | undefined => conferences.find(([form]) => form.test(text))?.[1]

/**
 * Where meetings of a type can take place, as the database and the API name it. What is not known here stays as it is,
 * and is reported.
 */
export const locationsIn = (given: unknown): readonly object[] =>
  rowsIn(given).map((location) => {
    const type = textIn(location.type) ?? ''
    const integration = textIn(location.integration)
    const conference = conferenceIn(integration ?? type)
    if (conference !== undefined) return { kind: conference }
    return plainLocation(type, location)
  })

const plainLocation = (type: string, location: Row): object => {
  switch (type) {
    case 'inPerson':
    case 'address':
      return { kind: 'physical', location: textIn(location.address) ?? 'To be announced' }
    case 'link':
      return { kind: 'custom', location: textIn(location.link) ?? 'Link' }
    case 'userPhone':
      return { kind: 'inbound_call', phone_number: textIn(location.hostPhoneNumber) ?? 'To be announced' }
    case 'phone':
      // The API has the number of the host under this name, and the database the wish for that of the invitee.
      return textIn(location.phone) === null
        ? { kind: 'outbound_call' }
        : { kind: 'inbound_call', phone_number: textIn(location.phone) }
    case 'attendeePhone':
      return { kind: 'outbound_call' }
    case 'attendeeInPerson':
    case 'attendeeAddress':
    case 'attendeeDefined':
    case 'somewhereElse':
      return { kind: 'ask_invitee' }
    default:
      return { kind: type }
  }
}

/** Where a meeting takes place. A conference that has an address keeps it. */
export const placeIn = (location: string | null, joinUrl: string | null): Row | null => {
  if (location === null && joinUrl === null) return null
  const text = location ?? joinUrl ?? ''
  const conference = conferenceIn(text)
  if (conference !== undefined) return { type: conference, join_url: joinUrl ?? (URL.canParse(text) ? text : null) }
  if (text.startsWith('integrations:')) return joinUrl === null ? null : { type: 'custom', location: joinUrl }
  if (/^https?:\/\//i.test(text)) return { type: 'custom', location: text }
  if (/^\+?[\d\s()./-]{5,}$/.test(text)) return { type: 'outbound_call', location: text }
  return { type: 'physical', location: text }
}
