import { h } from 'preact'
import { finishWelcome } from '#accounts/index.ts'
import { listUserAvailabilitySchedules, saveUserAvailabilitySchedule } from '#availability/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { idOf, uriOf } from '#contract/wire.ts'
import { createEventType, listEventTypes } from '#event-types/index.ts'
import { changeBranding, getBranding, getMemberRights, unnamedOrganization } from '#organizations/index.ts'
import { errorIn } from '#pages/errors.ts'
import { list, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { cityOf } from '#platform/language/zone-city.ts'
import { availabilityTexts } from '../../../languages/console/availability.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { dayName, daysOf } from '../availability/texts.ts'
import { weekdayNames } from '../availability/week.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { translateQuestion } from '../event-types/first-question.ts'
import { barePage, textsFor } from './bare-page.ts'
import { type DayHours, HoursPage } from './hours-view.tsx'

/** The name of hours that nobody has named, whatever the language. */
const unnamed = 'Working hours'

const userUri = ({ context, session }: SignedInVisit): string => uriOf(context.links, 'users', session.userId)

const defaultSchedule = async (visit: SignedInVisit) => {
  const schedules = await list(visit, listUserAvailabilitySchedules, { user: userUri(visit) })
  return schedules.find((schedule) => schedule.default) ?? schedules[0]
}

/** What is set, or what was sent; in the order of the language's week. */
const daysFor = async (visit: SignedInVisit): Promise<DayHours[]> => {
  const { form, isPost } = visit
  const rules = (await defaultSchedule(visit))?.rules ?? []
  return daysOf(visit).map((day) => {
    const first = rules.find((rule) => rule.type === 'wday' && rule.wday === day)?.intervals[0]
    return {
      day,
      name: dayName(visit, day),
      isOn: isPost ? form.getAll('day').includes(day) : first !== undefined,
      from: form.get(`${day}_from`) ?? first?.from ?? '09:00',
      // A time field has no 24:00.
      until: form.get(`${day}_until`) ?? first?.to.replace('24:00', '00:00') ?? '17:00',
    }
  })
}

const page = async (visit: SignedInVisit, wrong?: string): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const { session, formToken: token, language } = visit
  const zone = session.timezone.includes('/') ? cityOf(language.locale, session.timezone) : session.timezone
  const { bar, range, span, keys } = inLocale(availabilityTexts, language.locale).hours
  const barTexts = { bar, range, span, keys, drag: texts.drag }
  const content = h(HoursPage, {
    texts,
    token,
    zone,
    days: await daysFor(visit),
    barTexts,
    halves: language.halves,
    wrong,
  })
  return barePage({ title: texts.titleHours, status: wrong === undefined ? 200 : 400, content })
}

export const showHours: ConsoleHandler = (visit) => page(visit)

/** Hours that end at 00:00 last until midnight. */
const endOf = (until: string): string => (until === '00:00' ? '24:00' : until)

/**
 * An organization that nobody has named gets the name of its owner: guests read it, and so it is right in every
 * language.
 */
const nameOrganization = async (visit: SignedInVisit): Promise<void> => {
  const { role, name } = visit.session
  if (role === 'owner' && (await run(visit, getBranding, {})).name === unnamedOrganization)
    await run(visit, changeBranding, { name })
}

/** Saves the hours, and makes the first event type unless there is one. */
export const takeHours: ConsoleHandler = async (visit) => {
  const { form, session } = visit
  const texts = textsFor(visit)
  const on = new Set(form.getAll('day'))
  try {
    if (on.size === 0) return await page(visit, texts.noDay)
    const days = weekdayNames.map((wday) => ({
      type: 'wday' as const,
      wday,
      intervals: on.has(wday)
        ? [{ from: form.get(`${wday}_from`) ?? '', to: endOf(form.get(`${wday}_until`) ?? '') }]
        : [],
    }))
    const schedule = await defaultSchedule(visit)
    const may = isAdmin(session) ? undefined : await run(visit, getMemberRights, {})
    if (may?.change_hours !== false)
      await run(visit, saveUserAvailabilitySchedule, {
        user: userUri(visit),
        ...(schedule ? { uuid: idOf(schedule) } : {}),
        ...(schedule && schedule.name !== unnamed ? {} : { name: texts.workingHours }),
        timezone: session.timezone,
        days,
      })
    const types = await list(visit, listEventTypes, { user: userUri(visit) })
    if (types.length === 0 && may?.create_event_types !== false)
      await translateQuestion(
        visit,
        await run(visit, createEventType, { owner: userUri(visit), name: texts.meeting, duration: 30, active: true }),
      )
    await nameOrganization(visit)
    await run(visit, finishWelcome, {})
    return { to: '/app/welcome/done' }
  } catch (error) {
    return page(visit, errorIn(visit.language, error))
  }
}
