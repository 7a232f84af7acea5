import { consolePage, type Screen } from '../console-page.ts'
import { bookForPages, chooseType } from './book.tsx'
import { exportCsv, exportIcs } from './export.ts'
import { cancelGuest, cancelMeeting, enterLink, refundGuest, retryLink, saveNotes, setNoShow } from './handlers.ts'
import { streamChanges } from './live.ts'
import { movePages } from './move.tsx'
import { meetingsPage } from './page.ts'
import { decideRequest, removeWaiting, showRequests } from './requests.tsx'
import { textsFor } from './texts.ts'

export const meetings: Screen = {
  name: 'meetings',
  start: '/app/meetings',
  pages: {
    'GET /app/meetings': consolePage((visit) => meetingsPage(visit)),
    'GET /app/meetings/changes': consolePage(streamChanges),
    'GET /app/meetings/requests': consolePage(showRequests),
    'POST /app/meetings/requests/:id': consolePage(decideRequest),
    'POST /app/meetings/waiting/:id/remove': consolePage(removeWaiting),
    'GET /app/meetings/new': consolePage(chooseType),
    ...bookForPages,
    ...movePages,
    'GET /app/meetings.csv': consolePage(exportCsv),
    'GET /app/meetings.ics': consolePage(exportIcs),
    'POST /app/meetings/:id/cancel': consolePage(cancelMeeting),
    'POST /app/meetings/:id/link': consolePage(enterLink),
    'POST /app/meetings/:id/link/again': consolePage(retryLink),
    'POST /app/meetings/:id/notes': consolePage(saveNotes),
    'POST /app/meetings/:id/guests/:guest/cancel': consolePage(cancelGuest),
    'POST /app/meetings/:id/guests/:guest/no-show': consolePage(setNoShow),
    'POST /app/meetings/:id/guests/:guest/refund': consolePage(refundGuest),
  },
  palette: async (visit) => [{ group: 'do', label: textsFor(visit).bookFor, href: '/app/meetings/new' }],
}
