import {
  createCalendarConnection,
  deleteCalendarConnection,
  readCalendarConnection,
  updateCalendar,
  updateCalendarConnection,
} from '#calendars/index.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { calendarsPage } from './page.ts'
import { calendarErrors } from './texts.ts'

export const done = (what: string): { readonly to: string } => ({
  to: `/app/integrations?${new URLSearchParams({ done: what })}`,
})

const idIn = ({ params }: SignedInVisit): string => params.id ?? ''

const connect =
  (kind: 'ics' | 'caldav'): ConsoleHandler =>
  async (visit) => {
    const { form } = visit
    const [url, username, password] = ['url', 'username', 'password'].map((name) => form.get(name)?.trim() ?? '') as [
      string,
      string,
      string,
    ]
    try {
      const account = kind === 'caldav' ? { username, password } : {}
      await run(visit, createCalendarConnection, { kind, url, ...account })
      return done('connected')
    } catch (error) {
      return calendarsPage(visit, {
        typed: { kind, url, username, wrong: calendarErrors(visit, error) as Record<string, string> },
      })
    }
  }

export const connectFeed = connect('ics')
export const connectAccount = connect('caldav')

export const syncNow: ConsoleHandler = async (visit) => {
  await run(visit, readCalendarConnection, { uuid: idIn(visit) })
  return done('syncing')
}

export const disconnect: ConsoleHandler = async (visit) => {
  const takesBack = visit.form.get('take_back') === 'true'
  await run(visit, deleteCalendarConnection, {
    uuid: idIn(visit),
    ...(takesBack ? { take_back: 'true' as const } : {}),
  })
  return done('disconnected')
}

const renewing =
  (field: 'password' | 'url'): ConsoleHandler =>
  async (visit) => {
    try {
      await run(visit, updateCalendarConnection, { uuid: idIn(visit), [field]: visit.form.get(field) ?? '' })
      return done('saved')
    } catch (error) {
      return calendarsPage(visit, {
        renewal: { connectionId: idIn(visit), wrong: Object.values(calendarErrors(visit, error))[0] },
      })
    }
  }

export const renewPassword = renewing('password')
export const renewAddress = renewing('url')

export const setStaysOpen: ConsoleHandler = async (visit) => {
  const isOpen = visit.form.get('stays_open') === 'true'
  await run(visit, updateCalendarConnection, { uuid: idIn(visit), stays_open_when_lost: isOpen })
  return done('saved')
}

const settings = ['checks_conflicts', 'counts_tentative', 'takes_meetings'] as const

export const setCalendar: ConsoleHandler = async (visit) => {
  const { form } = visit
  const sent = settings.flatMap((name) => (form.has(name) ? [[name, form.get(name) === 'true'] as const] : []))
  await run(visit, updateCalendar, { uuid: idIn(visit), ...Object.fromEntries(sent) })
  return done('saved')
}
