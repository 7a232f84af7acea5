import type { Place, VisitorBookable } from '#bookings/index.ts'
import type { Location } from '#event-types/index.ts'
import type { Booked } from '../../web/booking/booked.tsx'
import type { PlaceChoice, Speech } from '../../web/booking/page-data.ts'

/** What a stranger learns of a place before they book: a number to call is for those who have. */
const choiceOf = ({ texts }: Speech, location: Location, isHidden: boolean): PlaceChoice => {
  switch (location.kind) {
    case 'physical':
      return { sign: 'spot', title: texts.inPerson, detail: [location.location, location.additional_info].filter(Boolean).join('\n'), asks: null }
    case 'custom':
      return { sign: 'spot', title: isHidden ? texts.toldLater : location.location, detail: null, asks: null }
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

/** The places there are to choose from, in the order in which a form numbers them. The hosts of a round robin meet at the first. */
export const locationsOf = ({ eventType }: Pick<VisitorBookable, 'eventType'>): readonly Location[] => {
  const locations = eventType.locations ?? []
  return eventType.pooling === 'round_robin' ? locations.slice(0, 1) : locations
}

export const placeChoices = (speech: Speech, bookable: Pick<VisitorBookable, 'eventType' | 'link'>): readonly PlaceChoice[] =>
  locationsOf(bookable).map((location) => choiceOf(speech, location, bookable.link?.terms?.hideLocation ?? false))

/** Where a booked meeting takes place, for whoever booked it. */
export const bookedPlace = ({ texts }: Speech, place: Place | null): Booked['place'] => {
  if (place === null) return null
  const told = { detail: place.location, joinUrl: null }
  switch (place.type) {
    case 'physical':
      return { sign: 'spot', title: texts.inPerson, ...told, detail: [place.location, place.additional_info].filter(Boolean).join('\n') }
    case 'custom':
      return { sign: 'spot', title: place.location ?? texts.toFollow, detail: null, joinUrl: null }
    case 'ask_invitee':
      return { sign: 'spot', title: place.location ?? texts.youChoose, detail: null, joinUrl: null }
    case 'inbound_call':
      return { sign: 'phone', title: texts.youCallUs, ...told, detail: [place.location, place.additional_info].filter(Boolean).join('\n') }
    case 'outbound_call':
      return { sign: 'phone', title: texts.weCallYou, ...told }
    default:
      return {
        sign: 'video',
        title: `${texts.videoCall}: ${conferenceNames[place.type] ?? place.type}`,
        detail: place.join_url === null ? texts.toFollow : null,
        joinUrl: webAddress(place.join_url),
      }
  }
}

const webAddress = (address: string | null): string | null => (address !== null && /^https?:\/\//i.test(address) ? address : null)
