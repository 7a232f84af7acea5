import { type ConsoleHandler, consolePage, type Screen } from '../console-page.ts'
import { followChange, restoreEntry, showChange } from './changes.ts'
import {
  beginConferenceAccount,
  connectOrganization,
  connectService,
  disconnectAccount,
  finishConferenceAccount,
  showConferenceConsent,
  testConferenceAccount,
  useAccount,
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
import { checkPayments, connectPayments, disconnectPayments, showPayments } from './payments.ts'

const movedTo =
  (address: string): ConsoleHandler =>
  async () => ({ to: address })

const movedChange: ConsoleHandler = async ({ params }) => ({
  to: `/app/integrations/changes/${encodeURIComponent(params.id ?? '')}`,
})

export const integrations: Screen = {
  name: 'integrations',
  start: '/app/integrations',
  pages: {
    'GET /app/integrations': consolePage(showCalendars),
    'GET /app/integrations/conferences': consolePage(showConferences),
    'POST /app/integrations/conferences': consolePage(saveConferences),
    'POST /app/integrations/conferences/consents/:kind': consolePage(beginConferenceAccount),
    'GET /app/calendars/conferences/consent': consolePage(showConferenceConsent),
    'POST /app/calendars/conferences/consent': consolePage(finishConferenceAccount),
    'POST /app/integrations/conferences/zoom-organization': consolePage(connectOrganization),
    'POST /app/integrations/conferences/accounts/:id/check': consolePage(testConferenceAccount),
    'POST /app/integrations/conferences/accounts/:id/disconnect': consolePage(disconnectAccount),
    'POST /app/integrations/conferences/accounts/:id/use': consolePage(useAccount),
    'POST /app/integrations/conferences/services': consolePage(connectService),
    'GET /app/integrations/payments': consolePage(showPayments),
    'POST /app/integrations/payments': consolePage(connectPayments),
    'POST /app/integrations/payments/:id/check': consolePage(checkPayments),
    'POST /app/integrations/payments/:id/disconnect': consolePage(disconnectPayments),
    'POST /app/integrations/feeds': consolePage(connectFeed),
    'POST /app/integrations/accounts': consolePage(connectAccount),
    'POST /app/integrations/consents/:kind': consolePage(beginConsent),
    'GET /app/calendars/consent': consolePage(showConsent),
    'POST /app/calendars/consent': consolePage(finishConsent),
    'POST /app/integrations/connections/:id/read': consolePage(syncNow),
    'POST /app/integrations/connections/:id/disconnect': consolePage(disconnect),
    'POST /app/integrations/connections/:id/password': consolePage(renewPassword),
    'POST /app/integrations/connections/:id/address': consolePage(renewAddress),
    'POST /app/integrations/connections/:id/stays-open': consolePage(setStaysOpen),
    'GET /app/integrations/changes/:id': consolePage(showChange),
    'POST /app/integrations/changes/:id/follow': consolePage(followChange),
    'POST /app/integrations/changes/:id/restore': consolePage(restoreEntry),
    'POST /app/integrations/:id/settings': consolePage(setCalendar),
    // Old mails and bookmarks lead here. Where services send browsers back to is registered there, and stays.
    'GET /app/calendars': consolePage(movedTo('/app/integrations')),
    'GET /app/calendars/conferences': consolePage(movedTo('/app/integrations/conferences')),
    'GET /app/calendars/changes/:id': consolePage(movedChange),
  },
}
