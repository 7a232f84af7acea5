import { consolePage, type Screen } from '../console-page.ts'
import { followChange, restoreEntry, showChange } from './changes.ts'
import {
  beginConferenceAccount,
  connectOrganization,
  disconnectAccount,
  finishConferenceAccount,
  showConferenceConsent,
  testConferenceAccount,
} from './conference-accounts.ts'
import { saveConferences, showConferences } from './conferences.ts'
import { beginConsent, finishConsent, showConsent } from './consent.ts'
import {
  connectAccount,
  connectFeed,
  disconnect,
  renewAddress,
  renewPassword,
  setCalendar,
  setStaysOpen,
  syncNow,
} from './handlers.ts'
import { showCalendars } from './page.ts'

export const calendars: Screen = {
  name: 'calendars',
  start: '/app/calendars',
  pages: {
    'GET /app/calendars': consolePage(showCalendars),
    'GET /app/calendars/conferences': consolePage(showConferences),
    'POST /app/calendars/conferences': consolePage(saveConferences),
    'POST /app/calendars/conferences/consents/:kind': consolePage(beginConferenceAccount),
    'GET /app/calendars/conferences/consent': consolePage(showConferenceConsent),
    'POST /app/calendars/conferences/consent': consolePage(finishConferenceAccount),
    'POST /app/calendars/conferences/zoom-organization': consolePage(connectOrganization),
    'POST /app/calendars/conferences/accounts/:id/check': consolePage(testConferenceAccount),
    'POST /app/calendars/conferences/accounts/:id/disconnect': consolePage(disconnectAccount),
    'POST /app/calendars/feeds': consolePage(connectFeed),
    'POST /app/calendars/accounts': consolePage(connectAccount),
    'POST /app/calendars/consents/:kind': consolePage(beginConsent),
    'GET /app/calendars/consent': consolePage(showConsent),
    'POST /app/calendars/consent': consolePage(finishConsent),
    'POST /app/calendars/connections/:id/read': consolePage(syncNow),
    'POST /app/calendars/connections/:id/disconnect': consolePage(disconnect),
    'POST /app/calendars/connections/:id/password': consolePage(renewPassword),
    'POST /app/calendars/connections/:id/address': consolePage(renewAddress),
    'POST /app/calendars/connections/:id/stays-open': consolePage(setStaysOpen),
    'GET /app/calendars/changes/:id': consolePage(showChange),
    'POST /app/calendars/changes/:id/follow': consolePage(followChange),
    'POST /app/calendars/changes/:id/restore': consolePage(restoreEntry),
    'POST /app/calendars/:id/settings': consolePage(setCalendar),
  },
}
