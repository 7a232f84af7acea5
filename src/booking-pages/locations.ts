import type { MeetingLocation, VisitorBookable } from '#bookings/index.ts'
import { isJoinPattern, joinHostOf, type Location } from '#event-types/index.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import type { Booked } from './booking/booked.tsx'
import type { LocationChoice } from './booking/page-data.ts'

/** What is shown of a location before booking: a phone number to call is shown only afterwards. */
const choiceOf = ({ texts }: PageLanguage, location: Location, isHidden: boolean): LocationChoice => {
  switch (location.kind) {
    case 'physical':
      return {
        sign: 'spot',
        title: texts.inPerson,
        detail: [location.location, location.additional_info].filter(Boolean).join('\n'),
        asks: null,
      }
    case 'custom':
      if (isJoinPattern(location.location))
        return { sign: 'video', title: texts.videoCall, detail: joinHostOf(location.location), asks: null }
      return {
        sign: 'spot',
        title: isHidden ? texts.locationAfterBooking : location.location,
        detail: null,
        asks: null,
      }
    case 'ask_invitee':
      return { sign: 'spot', title: texts.youChoose, detail: location.location ?? null, asks: 'place' }
    case 'inbound_call':
      return { sign: 'phone', title: texts.phoneCall, detail: texts.youCallUs, asks: null }
    case 'outbound_call':
      return { sign: 'phone', title: texts.phoneCall, detail: texts.weCallYou, asks: 'number' }
    default:
      return { sign: 'video', title: texts.videoCall, detail: conferenceNames[location.kind] ?? null, asks: null }
  }
}

const conferenceNames: Readonly<Record<string, string>> = {
  google_conference: 'Google Meet',
  gotomeeting_conference: 'GoTo Meeting',
  gotomeeting: 'GoTo Meeting',
  microsoft_teams_conference: 'Microsoft Teams',
  webex_conference: 'Webex',
  zoom_conference: 'Zoom',
  zoom: 'Zoom',
}

/** The locations to choose from, in the order in which a form numbers them. A round robin uses its first. */
export const locationsOf = ({ eventType }: Pick<VisitorBookable, 'eventType'>): readonly Location[] => {
  const locations = eventType.locations ?? []
  return eventType.pooling === 'round_robin' ? locations.slice(0, 1) : locations
}

export const locationChoices = (
  language: PageLanguage,
  bookable: Pick<VisitorBookable, 'eventType' | 'link'>,
): readonly LocationChoice[] =>
  locationsOf(bookable).map((location) => choiceOf(language, location, bookable.link?.terms?.hideLocation ?? false))

/** Where a booked meeting takes place, for its invitee. */
export const bookedLocation = ({ texts }: PageLanguage, location: MeetingLocation | null): Booked['location'] => {
  if (location === null) return null
  const plain = { detail: location.location, joinUrl: null }
  switch (location.type) {
    case 'physical':
      return {
        sign: 'spot',
        title: texts.inPerson,
        ...plain,
        detail: [location.location, location.additional_info].filter(Boolean).join('\n'),
      }
    case 'custom':
      if (location.join_url !== null)
        return { sign: 'video', title: texts.videoCall, detail: null, joinUrl: webAddress(location.join_url) }
      return { sign: 'spot', title: location.location ?? texts.toFollow, detail: null, joinUrl: null }
    case 'ask_invitee':
      return { sign: 'spot', title: location.location ?? texts.youChoose, detail: null, joinUrl: null }
    case 'inbound_call':
      return {
        sign: 'phone',
        title: texts.youCallUs,
        ...plain,
        detail: [location.location, location.additional_info].filter(Boolean).join('\n'),
      }
    case 'outbound_call':
      return { sign: 'phone', title: texts.weCallYou, ...plain }
    default:
      return {
        sign: 'video',
        title: `${texts.videoCall}: ${conferenceNames[location.type] ?? location.type}`,
        detail: location.join_url === null ? texts.toFollow : null,
        joinUrl: webAddress(location.join_url),
      }
  }
}

/** The same in one line, for calendars: an address to join at, or what it says. */
export const locationInOneLine = (language: PageLanguage, booked: MeetingLocation | null): string => {
  const location = bookedLocation(language, booked)
  return location
    ? (location.joinUrl ?? [location.title, location.detail].filter(Boolean).join(', ').replaceAll('\n', ', '))
    : ''
}

const webAddress = (address: string | null): string | null =>
  address !== null && /^https?:\/\//i.test(address) ? address : null
