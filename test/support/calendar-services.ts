import { beginCalendarConsent, finishCalendarConsent } from '#calendars/index.ts'
import type { AppContext } from '#execution/perform.ts'
import type { TestApp } from './app.ts'
import type { Connection } from './calendars.ts'
import type { Person } from './cast.ts'
import { GoogleStandIn } from './google-stand-in.ts'
import { MicrosoftStandIn } from './microsoft-stand-in.ts'
import { client, type OauthStandIn } from './oauth-stand-in.ts'
import { OutgoingToStandIns } from './stand-in-outgoing.ts'

export const oauthSettings = {
  ...{ OPENSLOT_GOOGLE_CLIENT_ID: client.id, OPENSLOT_GOOGLE_CLIENT_SECRET: client.secret },
  ...{ OPENSLOT_MICROSOFT_CLIENT_ID: client.id, OPENSLOT_MICROSOFT_CLIENT_SECRET: client.secret },
  OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8',
}

export interface CalendarServices {
  readonly google: GoogleStandIn
  readonly microsoft: MicrosoftStandIn
}

/** Google and Microsoft for one app. Each call of what it gives makes new ones. */
export const useCalendarServices = (context: AppContext): (() => Promise<CalendarServices>) => {
  const outgoing = new OutgoingToStandIns()
  Object.assign(context, { outgoing })
  return async () => {
    const [google, microsoft] = [await new GoogleStandIn().start(), await new MicrosoftStandIn().start()]
    outgoing.standIns = {
      ...{ 'https://oauth2.googleapis.com': google, 'https://www.googleapis.com': google },
      ...{ 'https://login.microsoftonline.com': microsoft, 'https://graph.microsoft.com': microsoft },
    }
    return { google, microsoft }
  }
}

/** As a browser does it: to the service, and back with its answer. */
export const connectWithConsent = async (
  app: TestApp,
  { principal }: Person,
  kind: 'google' | 'microsoft',
  standIn: OauthStandIn,
): Promise<Connection> => {
  const { address } = await app.run(beginCalendarConsent, principal, { kind })
  return app.run(finishCalendarConsent, principal, standIn.consent(address))
}
