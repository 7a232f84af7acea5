import { type Rule, saveUserAvailabilitySchedule } from '#availability/index.ts'
import { idOf } from '#contract/wire.ts'
import { deleteAvailabilitySchedule, listEventTypes, useAvailabilitySchedule } from '#event-types/index.ts'
import { complaintsIn } from '#pages/complaints.ts'
import { listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { sealDeleted, unsealDeleted } from '../sealed.ts'
import { schedulePage } from './page.ts'
import { pathOf, type ShownSchedule, scheduleOf, schedulesOf } from './schedule.ts'
import { readHours, sentDays } from './sent-hours.ts'
import { textsFor } from './words.ts'

/** Back to the schedule, with what was done. */
const back = (schedule: ShownSchedule, done: string, of = ''): { readonly to: string } => ({
  to: `${pathOf(schedule)}?${new URLSearchParams({ done, ...(of === '' ? {} : { of }) })}`,
})

/** What is refused is shown on the page of the schedule. */
const acting =
  (form: 'dates' | 'other', take: ConsoleHandler): ConsoleHandler =>
  async (visit) => {
    try {
      return await take(visit)
    } catch (error) {
      const complaints = complaintsIn(visit.language, error)
      return visit.wantsJson ? { status: 400, json: { complaints } } : schedulePage(visit, { form, words: Object.values(complaints)[0] ?? '' })
    }
  }

const change = (visit: SignedInVisit, { user, ...schedule }: ShownSchedule, input: object) =>
  run(visit, saveUserAvailabilitySchedule, { user, uuid: idOf(schedule), ...input })

export const saveHours = acting('other', async (visit) => {
  const schedule = await scheduleOf(visit)
  await change(visit, schedule, { days: sentDays(visit.form, textsFor(visit).hours) })
  if (visit.wantsJson) return { json: { texts: {} } }
  return visit.query.has('undo') ? back(schedule, 'hours') : { to: pathOf(schedule) }
})

export const createSchedule = acting('other', async (visit) => {
  const { user } = await scheduleOf(visit)
  return back(await run(visit, saveUserAvailabilitySchedule, { user, name: visit.form.get('name') ?? '' }), 'created')
})

export const renameSchedule = acting('other', async (visit) => {
  const schedule = await scheduleOf(visit)
  return back(await change(visit, schedule, { name: visit.form.get('name') ?? '' }), 'renamed', schedule.name)
})

export const changeZone = acting('other', async (visit) => {
  const schedule = await scheduleOf(visit)
  return back(await change(visit, schedule, { timezone: visit.form.get('timezone') ?? '' }), 'zone', schedule.timezone)
})

export const makeDefault = acting('other', async (visit) => {
  const schedule = await scheduleOf(visit)
  const before = (await schedulesOf(visit, schedule.user)).find((one) => one.default)
  return back(await change(visit, schedule, { default: true }), 'default', before && idOf(before))
})

export const addDates = acting('dates', async (visit) => {
  const schedule = await scheduleOf(visit)
  const [start, kind] = [visit.form.get('start') ?? '', visit.form.get('kind')]
  const end = visit.form.get('end') || start
  const intervals = kind === 'hours' ? readHours(visit.form.get('hours') ?? '', 'hours', textsFor(visit).hours) : []
  return back(await change(visit, schedule, { dates: [{ start_date: start, end_date: end, intervals }] }), 'dates', `${start}/${end}`)
})

export const takeHolidays = acting('other', async (visit) => {
  const schedule = await scheduleOf(visit)
  const dates = visit.form.getAll('date')
  await change(visit, schedule, { dates: dates.map((date) => ({ start_date: date, end_date: date, intervals: [] })) })
  return back(schedule, 'holidays', dates.map((date) => `${date}/${date}`).join(' '))
})

/** One row, or what was added a moment ago: `of` is `2026-12-21/2026-12-31`, several with spaces between. */
export const removeDates = acting('other', async (visit) => {
  const schedule = await scheduleOf(visit)
  const [start, end] = [visit.form.get('start') ?? '', visit.form.get('end') ?? '']
  const ranges = (visit.form.get('of') ?? `${start}/${end}`).split(' ').map((range) => range.split('/'))
  const was = schedule.rules.find((rule): rule is Extract<Rule, { type: 'date' }> => rule.type === 'date' && rule.date === start)
  await change(visit, schedule, { dates: ranges.map(([from = '', to = '']) => ({ start_date: from, end_date: to, intervals: null })) })
  if (visit.form.has('of')) return { to: pathOf(schedule) }
  return back(schedule, 'removed', `${start} ${end} ${(was?.intervals ?? []).map(({ from, to }) => `${from}-${to}`).join(',')}`.trim())
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
  return first ? back(first, 'deleted', sealDeleted(visit, 'schedule', deleted)) : { to: '/app/availability' }
})

export const restoreSchedule = acting('other', async (visit) => {
  const { user } = await scheduleOf(visit)
  const { types, ...deleted } = unsealDeleted<Deleted>(visit, 'schedule')
  const restored = await run(visit, saveUserAvailabilitySchedule, { user, ...deleted, rules: [...deleted.rules] })
  for (const type of types) await run(visit, useAvailabilitySchedule, { event_type: type, schedule: restored.uri })
  return back(restored, 'restored')
})
