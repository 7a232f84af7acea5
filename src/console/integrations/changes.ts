import { h } from 'preact'
import { cancelScheduledEvent, rescheduleScheduledEvent } from '#bookings/index.ts'
import { getCalendarEntryChange, keepCalendarEntry, makeRoomForEntry, restoreCalendarEntry } from '#calendars/index.ts'
import { notFound, Problem } from '#contract/problem.ts'
import { errorsIn } from '#pages/errors.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { wallAt, writeDay, writeTime } from '#platform/language/moments.ts'
import { filled } from '#ui/format.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { ChangePage } from './change.tsx'
import { done } from './handlers.ts'
import { calendarsPage } from './page.ts'
import { textsFor } from './texts.ts'

const load = (visit: SignedInVisit) => run(visit, getCalendarEntryChange, { uuid: visit.params.id ?? '' })

const momentIn = ({ language, session }: SignedInVisit, timestamp: string): string => {
  const wall = wallAt(new Date(timestamp), session.timezone)
  return `${writeDay(language, wall)}, ${writeTime(language, wall, session.timeNotation)}`
}

const page = async (visit: SignedInVisit, wrong?: string): Promise<ConsolePage> => {
  const { name, start_time, change, new_time } = await load(visit)
  const texts = visit.language.mails.calendarChanged
  const notice = texts[change]
  const values = {
    name,
    booked: momentIn(visit, start_time),
    there: new_time === null ? '' : momentIn(visit, new_time),
  }
  const content = h(ChangePage, {
    token: visit.formToken,
    path: `/app/integrations/changes/${visit.params.id ?? ''}`,
    title: filled(notice.subject, values),
    intro: filled(notice.intro, values),
    follow: notice.action,
    restore: texts.restore,
    unchanged: texts.unchanged,
    wrong,
  })
  return {
    title: filled(notice.subject, values),
    status: wrong === undefined ? 200 : 400,
    screen: 'integrations',
    content,
  }
}

/** What was settled meanwhile, also by a second click, leads to the calendars. */
const orSettled =
  (take: ConsoleHandler): ConsoleHandler =>
  (visit) =>
    take(visit).catch(async (error: unknown) => {
      if (!(error instanceof Problem) || error.kind !== notFound) throw error
      const wrong = { base: textsFor(visit).settled }
      return {
        ...(await calendarsPage(visit, { typed: { kind: undefined, url: '', username: '', wrong } })),
        status: 404,
      }
    })

export const showChange: ConsoleHandler = orSettled((visit) => page(visit))

export const followChange: ConsoleHandler = orSettled(async (visit) => {
  const { scheduled_event, change, new_time } = await load(visit)
  const uuid = visit.params.id ?? ''
  try {
    if (new_time === null) await run(visit, cancelScheduledEvent, { uuid: scheduled_event })
    else if (change !== 'moved') await run(visit, keepCalendarEntry, { uuid })
    else {
      await run(visit, makeRoomForEntry, { uuid, is_free: true })
      await run(visit, rescheduleScheduledEvent, { uuid: scheduled_event, start_time: new_time })
    }
    return done('saved')
  } catch (error) {
    await run(visit, makeRoomForEntry, { uuid, is_free: false })
    return page(visit, Object.values(errorsIn(visit.language, error))[0])
  }
})

export const restoreEntry: ConsoleHandler = orSettled(async (visit) => {
  await run(visit, restoreCalendarEntry, { uuid: visit.params.id ?? '' })
  return done('saved')
})
