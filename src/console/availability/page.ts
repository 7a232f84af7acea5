import { h } from 'preact'
import { countries, dateRanges, holidaysFrom } from '#availability/index.ts'
import { idInUri, idOf } from '#contract/wire.ts'
import { listEventTypes, zoneOf } from '#event-types/index.ts'
import { listOrganizationMemberships } from '#organizations/index.ts'
import { list, listAll } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { cityOf } from '#platform/language/zone-city.ts'
import { day } from '#platform/time/durations.ts'
import { counted, filled } from '#ui/format.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { shellTexts } from '../../../languages/console/shell.ts'
import type { ConsolePage } from '../console-page.ts'
import { zoneOptions } from '../zone-options.ts'
import { countryFor } from './country.ts'
import type { DatesProps } from './dates.tsx'
import { AvailabilityPage } from './page-view.tsx'
import { pathOf, type ShownSchedule, scheduleOf, schedulesOf, weekOf } from './schedule.ts'
import { clockOf, dayName, daysOf, hoursTexts, textsFor, writeDate, writeIntervals, writeTime } from './texts.ts'
import { toastOf } from './toasts.ts'
import { whyPanel } from './why.ts'
import { WhyPanel } from './why-panel.tsx'

/**
 * The forms that show what is wrong beside their fields. What is refused elsewhere stands for ten seconds below the
 * page.
 */
export type RefusedForm = 'dates' | 'new' | 'name' | 'other'

interface Refused {
  readonly form: RefusedForm
  readonly errors: FieldErrors
}

export const schedulePage = async (visit: SignedInVisit, refused?: Refused): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const shell = inLocale(shellTexts, visit.language.locale)
  const schedule = await scheduleOf(visit)
  const [schedules, used, isAsking] = [
    await schedulesOf(visit, schedule.user),
    await listAll(visit, listEventTypes, { user: schedule.user, user_availability_schedule: schedule.uri }),
    visit.query.has('why'),
  ]
  const usedBy = counted(visit.language, used.filter(({ type }) => type === 'StandardEventType').length, texts.usedBy)
  const [text] = Object.values(refused?.errors ?? {})
  const wrongName = (form: RefusedForm) =>
    refused?.form === form ? { typed: visit.form.get('name') ?? '', text: text ?? '' } : undefined
  const days = daysOf(visit)
  const content = h(AvailabilityPage, {
    texts,
    savedText: shell.saved,
    token: visit.formToken,
    path: pathOf(schedule),
    schedules: schedules.map((one) => ({ name: one.name, href: pathOf(one), isShown: one.uri === schedule.uri })),
    person: await personOf(visit, schedule),
    createPath: `${pathOf(schedule)}/new`,
    schedule: {
      name: schedule.name,
      isDefault: schedule.default,
      zone: schedule.timezone,
      city: cityOf(visit.language.locale, schedule.timezone),
      usedBy: schedule.default
        ? `${texts.defaultSchedule}, ${usedBy}`
        : usedBy.charAt(0).toLocaleUpperCase(visit.language.locale) + usedBy.slice(1),
    },
    wrongNew: wrongName('new'),
    wrongName: wrongName('name'),
    zones: zoneOptions(visit.language.locale, schedule.timezone),
    hours: {
      action: `${pathOf(schedule)}/hours`,
      token: visit.formToken,
      locale: visit.language.locale,
      clock: clockOf(visit),
      days,
      dayNames: days.map((one) => dayName(visit, one)),
      texts: { ...hoursTexts(visit), undo: shell.undo },
      week: weekOf(schedule, days),
    },
    dates: {
      ...datesOf(visit, schedule),
      wrong: refused?.form === 'dates' ? wrongDates(refused.errors) : undefined,
    },
    whyHref: isAsking ? pathOf(schedule) : `${pathOf(schedule)}?why=yes`,
    isAsking,
  })
  return {
    title: texts.title,
    screen: 'availability',
    content,
    ...(refused ? { status: 400 } : {}),
    ...(isAsking ? { panel: h(WhyPanel, await whyPanel(visit, schedule)) } : {}),
    toast: refused?.form === 'other' ? { text: text ?? '' } : toastOf(visit, schedule),
  }
}

/** Below the field that it is about: `dates[0].end_date` is the last day. */
const wrongDates = (errors: FieldErrors): DatesProps['wrong'] => {
  const [[parameter = '', text = ''] = []] = Object.entries(errors)
  return { field: parameter.endsWith('hours') ? 'hours' : 'days', text }
}

/** Whose schedule it is, if not one's own. */
const personOf = async (visit: SignedInVisit, { user }: ShownSchedule): Promise<string | undefined> => {
  if (idInUri(user) === visit.session.userId) return undefined
  const [membership] = await list(visit, listOrganizationMemberships, { user })
  return membership?.user.name
}

const datesOf = (
  visit: SignedInVisit,
  schedule: ShownSchedule,
): Omit<DatesProps, 'texts' | 'token' | 'path' | 'wrong'> => {
  const { dates: texts } = textsFor(visit)
  const { locale } = visit.language
  const today = Math.floor(zoneOf(schedule.timezone).localAt(visit.now.getTime()) / day)
  const code = countryFor(visit.query.get('country'), schedule.timezone, locale)
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const country = names.of(code) ?? code
  const holidays = holidaysFrom(code, today)
  const nameOn = new Map(holidays.map(({ date, name }) => [date, name]))
  const off = new Set(schedule.rules.flatMap((rule) => (rule.type === 'date' ? [rule.date] : [])))
  const typedHours = (from: string, to: string): string => `${writeTime(visit, from)}-${writeTime(visit, to)}`
  const rows = dateRanges(schedule.rules, nameOn).map(({ start_date: start, end_date: end, intervals, count }) => {
    const holiday = count === 1 && intervals.length === 0 ? nameOn.get(start) : undefined
    return {
      start,
      end,
      title: start === end ? writeDate(visit, start) : `${writeDate(visit, start)} – ${writeDate(visit, end)}`,
      note: holiday
        ? filled(texts.fromHolidays, { name: holiday, country })
        : count > 1
          ? counted(visit.language, count, texts.days)
          : texts.instead,
      hours: intervals.length === 0 ? texts.off : writeIntervals(visit, intervals),
      isOff: intervals.length === 0,
    }
  })
  return {
    rows,
    today: new Date(today * day).toISOString().slice(0, 10),
    typed: { hours: typedHours('09:00', '12:00'), ...Object.fromEntries(visit.form) },
    hint: filled(texts.hint, { hours: `${typedHours('10:00', '13:00')}, ${typedHours('15:00', '17:00')}` }),
    country: { code, name: country, isChosen: visit.query.has('country') },
    countries: countries
      .map((one) => ({ code: one, name: names.of(one) ?? one }))
      .toSorted((a, b) => a.name.localeCompare(b.name, locale)),
    holidays: holidays.map(({ date, name }) => ({ date, name, shown: writeDate(visit, date), isTaken: off.has(date) })),
  }
}

/** Which of one's own schedules is shown where none is named. */
export const defaultPath = async (visit: SignedInVisit): Promise<string> => {
  const [first] = await schedulesOf(visit, `/users/${visit.session.userId}`)
  const query = visit.query.size > 0 ? `?${visit.query}` : ''
  return first ? `/app/availability/${idOf(first)}${query}` : '/app'
}
