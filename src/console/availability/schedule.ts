import type { z } from 'zod'
import { getUserAvailabilitySchedule, listUserAvailabilitySchedules, type Rule } from '#availability/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing } from '#contract/problem.ts'
import { idInUri, idOf } from '#contract/wire.ts'
import { list, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { readClockTime } from './clock-time.ts'
import type { HourRange, Week, Weekday } from './week.ts'

export type ShownSchedule = z.output<typeof getUserAvailabilitySchedule.output>

export const pathOf = (schedule: ShownSchedule): string => `/app/availability/${idOf(schedule)}`

/** One's own, or anybody's for owners and admins. */
export const scheduleOf = async (visit: SignedInVisit): Promise<ShownSchedule> => {
  const schedule = await run(visit, getUserAvailabilitySchedule, { uuid: visit.params.schedule ?? '' })
  if (idInUri(schedule.user) !== visit.session.userId && !isAdmin(visit.session)) throw missing()
  return schedule
}

/** The default one first. */
export const schedulesOf = (visit: SignedInVisit, user: string): Promise<readonly ShownSchedule[]> =>
  list(visit, listUserAvailabilitySchedules, { user })

const rangesOf = (intervals: Rule['intervals']): HourRange[] =>
  intervals.map(({ from, to }) => ({ from: readClockTime(from) ?? 0, to: readClockTime(to) ?? 0 }))

export const weekOf = ({ rules }: Pick<ShownSchedule, 'rules'>, days: readonly Weekday[]): Week =>
  days.map((wday) => rangesOf(rules.find((rule) => rule.type === 'wday' && rule.wday === wday)?.intervals ?? []))
