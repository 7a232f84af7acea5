import { client, type OauthStandIn } from './oauth-stand-in.ts'
import type { OutgoingToStandIns } from './stand-in-outgoing.ts'
import { WebexStandIn } from './webex-stand-in.ts'
import { ZoomStandIn } from './zoom-stand-in.ts'

export const conferenceSettings = {
  ...{ OPENSLOT_ZOOM_CLIENT_ID: client.id, OPENSLOT_ZOOM_CLIENT_SECRET: client.secret },
  ...{ OPENSLOT_WEBEX_CLIENT_ID: client.id, OPENSLOT_WEBEX_CLIENT_SECRET: client.secret },
  OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8',
}

export interface ConferenceServices {
  readonly zoom: ZoomStandIn
  readonly webex: WebexStandIn
}

/** New ones, in place of those that were reached before. */
export const newConferenceServices = async (outgoing: OutgoingToStandIns): Promise<ConferenceServices> => {
  const [zoom, webex] = [await new ZoomStandIn().start(), await new WebexStandIn().start()]
  const standIns: Readonly<Record<string, OauthStandIn>> = {
    ...{ 'https://zoom.us': zoom, 'https://api.zoom.us': zoom, 'https://webexapis.com': webex },
  }
  outgoing.standIns = standIns
  return { zoom, webex }
}
