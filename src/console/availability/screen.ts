import { consolePage, type Screen } from '../console-page.ts'
import type { PaletteItem } from '../shell/palette-item.ts'
import {
  addDates,
  changeZone,
  createSchedule,
  deleteSchedule,
  makeDefault,
  removeDates,
  renameSchedule,
  restoreSchedule,
  saveHours,
  takeHolidays,
} from './handlers.ts'
import { defaultPath, schedulePage } from './page.ts'
import { textsFor } from './texts.ts'

/** Weekly hours, date-specific hours, and why a time is not available. */
export const availability: Screen = {
  name: 'availability',
  start: '/app/availability',
  pages: {
    'GET /app/availability': consolePage(async (visit) => ({ to: await defaultPath(visit) })),
    'GET /app/availability/:schedule': consolePage((visit) => schedulePage(visit)),
    'POST /app/availability/:schedule/hours': consolePage(saveHours),
    'POST /app/availability/:schedule/new': consolePage(createSchedule),
    'POST /app/availability/:schedule/name': consolePage(renameSchedule),
    'POST /app/availability/:schedule/zone': consolePage(changeZone),
    'POST /app/availability/:schedule/default': consolePage(makeDefault),
    'POST /app/availability/:schedule/delete': consolePage(deleteSchedule),
    'POST /app/availability/:schedule/restore': consolePage(restoreSchedule),
    'POST /app/availability/:schedule/dates': consolePage(addDates),
    'POST /app/availability/:schedule/dates/remove': consolePage(removeDates),
    'POST /app/availability/:schedule/holidays': consolePage(takeHolidays),
  },
  palette: async (visit): Promise<readonly PaletteItem[]> => [
    { group: 'do', label: textsFor(visit).why.title, href: '/app/availability?why=yes' },
  ],
}
