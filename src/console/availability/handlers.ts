import { dateRanges, type Rule, saveUserAvailabilitySchedule } from '#availability/index.ts'
import { idOf } from '#contract/wire.ts'
import { deleteAvailabilitySchedule, listEventTypes, useAvailabilitySchedule } from '#event-types/index.ts'
import { errorsIn } from '#pages/errors.ts'
import { listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { sealForUndo, unsealForUndo } from '../sealed.ts'
import { undoable } from '../undo-seal.ts'
import { type RefusedForm, schedulePage } from './page.ts'
import { pathOf, type ShownSchedule, scheduleOf, schedulesOf } from './schedule.ts'
import { readHours, sentDays } from './sent-hours.ts'
import { hoursTexts } from './texts.ts'

/** Back to the schedule, with what was done. */
const back = (
  visit: SignedInVisit,
  schedule: ShownSchedule,
  done: string,
  of = '',
  was = '',
): { readonly to: string } =>
  undoable(visit, pathOf(schedule), { done, ...(of === '' ? {} : { of }), ...(was === '' ? {} : { was }) })

/** `09:00-12:00,14:00-17:00`; empty where nobody can book. */
const hoursText = (intervals: Rule['intervals']): string => intervals.map(({ from, to }) => `${from}-${to}`).join(',')

/** What is refused is shown on the page of the schedule. */
const acting =
  (form: RefusedForm, take: ConsoleHandler): ConsoleHandler =>
  async (visit) => {
    try {
      return await take(visit)
    } catch (error) {
      const errors = errorsIn(visit.language, error)
      return visit.wantsJson ? { status: 400, json: { errors } } : schedulePage(visit, { form, errors })
    }
  }

const change = (visit: SignedInVisit, { user, ...schedule }: ShownSchedule, input: object) =>
  run(visit, saveUserAvailabilitySchedule, { user, uuid: idOf(schedule), ...input })

export const saveHours = acting('other', async (visit) => {
  const schedule = await scheduleOf(visit)
  await change(visit, schedule, { days: sentDays(visit.form, hoursTexts(visit)) })
  if (visit.wantsJson) return { json: { texts: {} } }
  return visit.query.has('undo') ? back(visit, schedule, 'hours') : { to: pathOf(schedule) }
})

export const createSchedule = acting('new', async (visit) => {
  const { user } = await scheduleOf(visit)
  return back(
    visit,
    await run(visit, saveUserAvailabilitySchedule, { user, name: visit.form.get('name') ?? '' }),
    'created',
  )
})

export const renameSchedule = acting('name', async (visit) => {
  const schedule = await scheduleOf(visit)
  return back(visit, await change(visit, schedule, { name: visit.form.get('name') ?? '' }), 'renamed', schedule.name)
})

export const changeZone = acting('other', async (visit) => {
  const schedule = await scheduleOf(visit)
  return back(
    visit,
    await change(visit, schedule, { timezone: visit.form.get('timezone') ?? '' }),
    'zone',
    schedule.timezone,
  )
})

export const makeDefault = acting('other', async (visit) => {
  const schedule = await scheduleOf(visit)
  const before = (await schedulesOf(visit, schedule.user)).find((one) => one.default)
  return back(visit, await change(visit, schedule, { default: true }), 'default', before && idOf(before))
})

export const addDates = acting('dates', async (visit) => {
  const schedule = await scheduleOf(visit)
  const [start, kind] = [visit.form.get('start') ?? '', visit.form.get('kind')]
  const end = visit.form.get('end') || start
  const intervals = kind === 'hours' ? readHours(visit.form.get('hours') ?? '', 'hours', hoursTexts(visit)) : []
  const was = dateRanges(schedule.rules as Rule[]).filter((range) => range.start_date <= end && range.end_date >= start)
  const changed = await change(visit, schedule, { dates: [{ start_date: start, end_date: end, intervals }] })
  return back(
    visit,
    changed,
    'dates',
    `${start}/${end}`,
    was.map((range) => `${range.start_date}/${range.end_date}/${hoursText(range.intervals)}`).join(' '),
  )
})

export const takeHolidays = acting('other', async (visit) => {
  const schedule = await scheduleOf(visit)
  const dates = visit.form.getAll('date')
  if (dates.length === 0) return { to: pathOf(schedule) }
  await change(visit, schedule, { dates: dates.map((date) => ({ start_date: date, end_date: date, intervals: [] })) })
  return back(visit, schedule, 'holidays', dates.map((date) => `${date}/${date}`).join(' '))
})

/**
 * One row, or what was added a moment ago: `of` is `2026-12-21/2026-12-31`, several with spaces between. `was` is what
 * these dates had before, as `2026-12-21/2026-12-31/09:00-12:00`.
 */
export const removeDates = acting('other', async (visit) => {
  const schedule = await scheduleOf(visit)
  const [start, end] = [visit.form.get('start') ?? '', visit.form.get('end') ?? '']
  const ranges = (visit.form.get('of') ?? `${start}/${end}`).split(' ').map((range) => range.split('/'))
  const was = schedule.rules.find(
    (rule): rule is Extract<Rule, { type: 'date' }> => rule.type === 'date' && rule.date === start,
  )
  const before = (visit.form.get('was') ?? '').split(' ').filter((range) => range !== '')
  const sentences = hoursTexts(visit)
  await change(visit, schedule, {
    dates: [
      ...ranges.map(([from = '', to = '']) => ({ start_date: from, end_date: to, intervals: null })),
      ...before
        .map((range) => range.split('/'))
        .map(([from = '', to = '', hours = '']) => ({
          start_date: from,
          end_date: to,
          intervals: hours === '' ? [] : readHours(hours, 'was', sentences),
        })),
    ],
  })
  if (visit.form.has('of')) return { to: pathOf(schedule) }
  return back(visit, schedule, 'removed', `${start} ${end} ${hoursText(was?.intervals ?? [])}`.trim())
})

interface Deleted {
  readonly name: string
  readonly timezone: string
  readonly rules: readonly Rule[]
  readonly types: readonly string[]
}

export const deleteSchedule = acting('other', async (visit) => {
  const schedule = await scheduleOf(visit)
  const { user, name, timezone, rules } = schedule
  const used = await listAll(visit, listEventTypes, { user, user_availability_schedule: schedule.uri })
  await run(visit, deleteAvailabilitySchedule, { uuid: idOf(schedule) })
  const deleted: Deleted = { name, timezone, rules: rules as Rule[], types: used.map(idOf) }
  const [first] = await schedulesOf(visit, user)
  return first ? back(visit, first, 'deleted', sealForUndo(visit, 'schedule', deleted)) : { to: '/app/availability' }
})

export const restoreSchedule = acting('other', async (visit) => {
  const { user } = await scheduleOf(visit)
  const { types, ...deleted } = unsealForUndo<Deleted>(visit, 'schedule')
  const restored = await run(visit, saveUserAvailabilitySchedule, { user, ...deleted, rules: [...deleted.rules] })
  for (const type of types) await run(visit, useAvailabilitySchedule, { event_type: type, schedule: restored.uri })
  return back(visit, restored, 'restored')
})
