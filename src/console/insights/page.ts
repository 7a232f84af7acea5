import { h } from 'preact'
import { getInsights } from '#bookings/index.ts'
import { formatMoney } from '#contract/money.ts'
import { isAdmin } from '#contract/principal.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { getRevenue } from '#payments/index.ts'
import { dateFormat, numberFormat } from '#platform/language/formatters.ts'
import { writeTime } from '#platform/language/moments.ts'
import { filled } from '#ui/format.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type InsightsTexts, insightsTexts } from '../../../languages/console/insights.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { shortDay } from '../meetings/member-time.ts'
import { labelsOf } from '../type-labels.ts'
import { Figures, Insights, type Total } from './page-view.tsx'
import type { Plotted } from './plots.tsx'
import { byWeek } from './weeks.ts'

const periods = [7, 30, 90, 365] as const

/** More columns than this are too thin to read or to click on. */
const maxDaysByDay = 92

const requestOf = ({ query, session }: SignedInVisit) => ({
  days: periods.find((days) => String(days) === query.get('days')) ?? 30,
  isForAll: isAdmin(session) && query.get('who') !== 'me',
})

const addressOf = (days: number, isForAll: boolean): string => `/app/insights?days=${days}${isForAll ? '' : '&who=me'}`

/** The list of meetings behind a figure. */
const meetingsWith = (isForAll: boolean, query: Readonly<Record<string, string>>): string =>
  `/app/meetings?${new URLSearchParams({ ...query, ...(isForAll ? { who: 'all' } : {}) })}`

export const showInsights: ConsoleHandler = async (visit) => {
  const texts = inLocale(insightsTexts, visit.language.locale)
  const { days, isForAll } = requestOf(visit)
  return {
    title: texts.title,
    status: 200,
    screen: 'insights',
    content: h(Insights, {
      texts,
      periods: periods.map((one) => ({
        name: texts.periods[one],
        href: addressOf(one, isForAll),
        isChosen: one === days,
      })),
      people: isAdmin(visit.session)
        ? [
            { name: texts.everyone, href: addressOf(days, true), isChosen: isForAll },
            { name: texts.mine, href: addressOf(days, false), isChosen: !isForAll },
          ]
        : [],
    }),
    later: () => figuresFor(visit, texts),
  }
}

const figuresFor = async (visit: SignedInVisit, texts: InsightsTexts) => {
  const { session, language } = visit
  const { days, isForAll } = requestOf(visit)
  const found = await run(visit, getInsights, {
    days,
    timezone: session.timezone,
    ...(isForAll ? {} : { user: session.userId }),
  })
  const number = numberFormat(language.locale, {})
  const percent = numberFormat(language.locale, { style: 'percent' })
  const shareOf = (text: string, part: number, whole: number): string | undefined =>
    part === 0 || whole === 0 ? undefined : filled(text, { share: percent.format(part / whole) })
  const behind = (query: Readonly<Record<string, string>>): string => meetingsWith(isForAll, query)
  const [from, to] = [found.days[0]?.date ?? '', found.days.at(-1)?.date ?? '']
  const within = (query: Readonly<Record<string, string>>): string => behind({ ...query, from, to })
  const named =
    (of: 'type' | 'host') =>
    ({
      uuid,
      name,
      held,
      canceled,
    }: {
      readonly uuid: string
      readonly name: string
      readonly held: number
      readonly canceled: number
    }) => ({
      label: name,
      value: held,
      beside: canceled,
      href: within({ state: 'past', [of]: uuid }),
    })
  const labels = labelsOf(found.event_types.map(({ uuid, ...type }) => ({ id: uuid, ...type })))
  const totals: Total[] = [
    { name: texts.booked, value: number.format(found.booked), href: within({ state: 'all', only: 'booked' }) },
    { name: texts.held, value: number.format(found.held), href: within({ state: 'past' }) },
    {
      name: texts.canceled,
      value: number.format(found.cancellations),
      href: within({ state: 'canceled', only: 'canceled' }),
    },
    {
      name: texts.noShows,
      value: number.format(found.no_shows),
      share: shareOf(texts.ofInvitees, found.no_shows, found.invitees),
      href: within({ state: 'past', only: 'missed' }),
    },
    {
      name: texts.lead,
      value: found.median_lead_hours === null ? '–' : leadOf(language.locale, found.median_lead_hours),
    },
    ...requestTotals(found.requests, texts.requests, number),
    ...(await revenueTotals(visit, texts)),
  ]
  const weekdays = [...found.weekdays.keys()].map((index) => (index + language.firstWeekday) % 7)
  const weekdayName = dateFormat(language.locale, { weekday: 'short' })
  const isByWeek = days > maxDaysByDay
  const spans = isByWeek ? byWeek(visit, found.days) : found.days.map((one) => ({ ...one, to: one.date }))
  const plots: Plotted[] = [
    {
      title: isByWeek ? texts.bookedPerWeek : texts.bookedPerDay,
      columns: [isByWeek ? texts.week : texts.day, texts.booked],
      bars: spans.map(({ date, to, booked }) => ({
        label: shortDay(visit, date),
        value: booked,
        href: behind({ state: 'all', only: 'booked', from: date, to }),
      })),
      isWide: true,
    },
    {
      title: isByWeek ? texts.perWeek : texts.perDay,
      columns: [isByWeek ? texts.week : texts.day, texts.held, texts.canceled],
      bars: spans.map(({ date, to, held, canceled }) => ({
        label: shortDay(visit, date),
        value: held,
        beside: canceled,
        href: behind(isByWeek ? { state: 'past', from: date, to } : { view: 'day', at: date }),
      })),
      isWide: true,
    },
    {
      title: texts.perHour,
      columns: [texts.hour, texts.held],
      bars: found.hours.map((value, hour) => ({
        label: hourOf(visit, hour),
        value,
        href: within({ state: 'past', only: `hour-${hour}` }),
      })),
    },
    {
      title: texts.perWeekday,
      columns: [texts.day, texts.held],
      // The fourth of January 1970 was a Sunday.
      bars: weekdays.map((weekday) => ({
        label: weekdayName.format((3 + weekday) * 86_400_000),
        value: found.weekdays[weekday] ?? 0,
        href: within({ state: 'past', only: `weekday-${weekday}` }),
      })),
    },
  ]
  const lists: Plotted[] = [
    {
      title: texts.leads,
      columns: [texts.group, texts.invitees],
      bars: found.leads.map((value, group) => ({
        label: texts.leadGroups[group] ?? '',
        value,
        href: within({ state: 'past', only: `lead-${group}` }),
      })),
    },
    {
      title: texts.types,
      columns: [texts.name, texts.held, texts.canceled],
      bars: found.event_types.map((type) => named('type')({ ...type, name: labels.get(type.uuid) ?? type.name })),
    },
    ...(isForAll
      ? [
          {
            title: texts.hosts,
            columns: [texts.name, texts.held, texts.canceled],
            bars: found.hosts.map(named('host')),
          },
        ]
      : []),
    ...found.balances.map(({ uuid: type, name, hosts }) => ({
      title: filled(texts.balance, { name }),
      columns: [texts.name, texts.held],
      bars: hosts.map((host) => ({
        label: host.name,
        value: host.held,
        href: within({ state: 'past', type, host: host.uuid }),
      })),
    })),
  ]
  return h(Figures, {
    texts,
    isEmpty: found.held + found.canceled + found.cancellations + found.booked === 0,
    totals,
    plots,
    lists,
  })
}

/** Only of those who have any: most event types are booked at once. */
/** What was paid, in each currency: for owners and admins who look at everything. */
const revenueTotals = async (visit: SignedInVisit, texts: InsightsTexts): Promise<Total[]> => {
  const { session, language } = visit
  const { days, isForAll } = requestOf(visit)
  if (!isForAll) return []
  const sums = await run(visit, getRevenue, { days, timezone: session.timezone })
  return sums.map(({ currency, amount_minor: amountMinor }) => ({
    name: sums.length === 1 ? texts.revenue : filled(texts.revenueIn, { currency }),
    value: formatMoney(language.locale, { amountMinor, currency }),
  }))
}

const requestTotals = (
  { open, accepted, declined, expired }: Awaited<ReturnType<typeof getInsights.run>>['requests'],
  texts: InsightsTexts['requests'],
  number: Intl.NumberFormat,
): Total[] =>
  open + accepted + declined + expired === 0
    ? []
    : [
        { name: texts.open, value: number.format(open), href: '/app/meetings/requests' },
        { name: texts.accepted, value: number.format(accepted) },
        { name: texts.declined, value: number.format(declined) },
        { name: texts.expired, value: number.format(expired) },
      ]

/** `14:00`, or `2 pm`. */
const hourOf = ({ language, session: { timeNotation } }: SignedInVisit, hour: number): string => {
  const time = writeTime(language, new Date(hour * 3_600_000), timeNotation)
  return timeNotation === '12h' ? time.replace(':00', '') : time
}

/** `3 days`, or `5 hours` for less than two. */
const leadOf = (locale: string, hours: number): string => {
  const [value, unit] = hours < 48 ? [hours, 'hour'] : [hours / 24, 'day']
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(value)
}
