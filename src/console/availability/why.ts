import { dateDay } from '#availability/index.ts'
import { explainEventTypeDay, explainEventTypeTime } from '#calendars/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { Problem } from '#contract/problem.ts'
import { idInUri, idOf } from '#contract/wire.ts'
import { listEventTypes } from '#event-types/index.ts'
import { listOrganizationMemberships } from '#organizations/index.ts'
import { list, listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { isZoneName } from '#platform/time/zones.ts'
import { filled } from '#ui/format.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { shellTexts } from '../../../languages/console/shell.ts'
import { zoneOptions } from '../zone-options.ts'
import { pathOf, type ShownSchedule } from './schedule.ts'
import { type Asked, localOf, shortOf, textOf, warningOf } from './sentences.ts'
import { textsFor, writeDate, writeTime } from './texts.ts'
import type { WhyPanelProps } from './why-panel.tsx'

type Question = WhyPanelProps['asked']

/** What the address asks; and what it leaves out, as is likely meant. */
const questionIn = (
  { query, now, session }: SignedInVisit,
  { timezone, user }: ShownSchedule,
  types: readonly { readonly value: string }[],
): Question => {
  const zone = query.get('zone') ?? ''
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)
  const [type, date, time] = [query.get('type'), query.get('date') ?? '', query.get('time') ?? '']
  return {
    type: types.find(({ value }) => value === type)?.value ?? types[0]?.value ?? '',
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) && dateDay(date) !== undefined ? date : tomorrow,
    time: /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : '09:00',
    zone: isZoneName(zone) ? zone : timezone,
    person: query.get('as') ?? (idInUri(user) === session.userId ? '' : idInUri(user)),
  }
}

/** The panel "Why isn’t this time available?", with the answer to the question in the URL. */
export const whyPanel = async (visit: SignedInVisit, schedule: ShownSchedule): Promise<WhyPanelProps> => {
  const texts = textsFor(visit)
  const path = pathOf(schedule)
  const people = isAdmin(visit.session)
    ? await listAll(visit, listOrganizationMemberships, { organization: visit.session.organizationId })
    : []
  const person = visit.query.get('as') || idInUri(schedule.user)
  const found = await listAll(visit, listEventTypes, { user: `/users/${person}`, sort: 'position:asc' }).catch(() => [])
  const types = found
    .filter(({ type }) => type === 'StandardEventType')
    .map((type) => ({ value: idOf(type), label: type.name }))
  const question = questionIn(visit, schedule, types)
  const chosen = found.find((type) => idOf(type) === question.type)
  return {
    texts: texts.why,
    closeHref: path,
    closeText: inLocale(shellTexts, visit.language.locale).close,
    path,
    types,
    zones: zoneOptions(visit.language.locale, question.zone),
    people: people.map(({ user }) => ({
      value: idInUri(user.uri),
      label: idInUri(user.uri) === visit.session.userId ? texts.why.yourself : user.name,
    })),
    asked: { ...question, person },
    startsTitle: filled(texts.why.starts, { date: writeDate(visit, question.date) }),
    ...(await answerTo(visit, schedule, { ...question, person }, chosen?.name)),
  }
}

const answerTo = async (
  visit: SignedInVisit,
  schedule: ShownSchedule,
  question: Question,
  typeName: string | undefined,
): Promise<Pick<WhyPanelProps, 'answer' | 'starts'>> => {
  if (typeName === undefined) return { answer: undefined, starts: [] }
  const texts = textsFor(visit)
  const about = {
    event_type: question.type,
    timezone: question.zone,
    ...(question.person === visit.session.userId ? {} : { user: `/users/${question.person}` }),
  }
  const asked: Asked = {
    visit,
    type: { id: question.type, name: typeName },
    zone: question.zone,
    date: question.date,
    time: question.time,
    hoursPath: pathOf(schedule),
    viewer: `${visit.context.links.api}/users/${visit.session.userId}`,
  }
  try {
    const [time, day] = await Promise.all([
      run(visit, explainEventTypeTime, { ...about, start_time: `${question.date}T${question.time}` }),
      list(visit, explainEventTypeDay, { ...about, date: question.date }),
    ])
    const reasons = time.offered
      ? [
          {
            text: texts.reasons.offered,
            ...(time.scheduling_url === null ? {} : { fix: { label: texts.why.openPage, href: time.scheduling_url } }),
          },
        ]
      : time.reasons.map((reason) => textOf(asked, time.host, reason))
    const warnings = time.warnings.map((warning) => warningOf(asked, warning))
    return { answer: { isOffered: time.offered, reasons, warnings }, starts: startsOf(asked, schedule, question, day) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { answer: undefined, starts: [] }
  }
}

type ExplainedStart =
  Awaited<ReturnType<typeof explainEventTypeDay.run>> extends infer Days
    ? Days extends readonly (infer Each)[]
      ? Each
      : never
    : never

/** Starts that follow each other and have the same words, as one line. The asked one has its own. */
const startsOf = (
  asked: Asked,
  schedule: ShownSchedule,
  question: Question,
  day: readonly ExplainedStart[],
): WhyPanelProps['starts'] => {
  const { why } = textsFor(asked.visit)
  const lines: { times: string[]; text: string; isOffered: boolean; isAsked: boolean }[] = []
  for (const { start_time, offered, reason } of day) {
    const { time } = localOf(asked.zone, start_time)
    const [text, isAsked, last] = [shortOf(asked, reason), time === question.time, lines.at(-1)]
    if (last && last.text === text && !last.isAsked && !isAsked) last.times.push(time)
    else lines.push({ times: [time], text, isOffered: offered, isAsked })
  }
  return lines.map(({ times, ...line }) => {
    const [from = '', to = ''] = [times[0], times.at(-1)].map((time = '') => writeTime(asked.visit, time))
    const query = new URLSearchParams({
      why: 'yes',
      type: question.type,
      date: question.date,
      time: times[0] ?? '',
      zone: question.zone,
      as: question.person,
    })
    return {
      ...line,
      times: times.length === 1 ? from : times.length === 2 ? `${from}, ${to}` : filled(why.to, { from, to }),
      href: `${pathOf(schedule)}?${query}`,
    }
  })
}
