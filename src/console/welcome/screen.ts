import { consolePage, type Screen } from '../console-page.ts'
import { showDone, showPassword, takePassword } from './done.ts'
import { showHours, takeHours } from './hours.ts'
import { showLink, takeLink } from './who.ts'

/** The first run: from the printed link to a page on which anybody can book. */
export const welcome: Screen = {
  name: 'welcome',
  start: undefined,
  pages: {
    'GET /app/welcome/:code': showLink,
    'POST /app/welcome/:code': takeLink,
    'GET /app/welcome/hours': consolePage(showHours),
    'POST /app/welcome/hours': consolePage(takeHours),
    'GET /app/welcome/done': consolePage(showDone),
    'GET /app/welcome/password': consolePage(showPassword),
    'POST /app/welcome/password': consolePage(takePassword),
  },
}
