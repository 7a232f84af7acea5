import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { flag, line, pathId, referenceTo, zoneName } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { checkMemberRight } from '#organizations/index.ts'
import { withDates, withDays } from '../dates.ts'
import { ScheduleResource, toScheduleResource } from '../resources.ts'
import { DatesChanges, maxRules, Rules, WeekdayRules, workingHours } from '../rule.ts'
import type { Schedule } from '../schedule.ts'
import { findSchedulesOfUser, lockSchedules, saveSchedule, unsetDefault } from '../store/schedules.ts'

/** For the console and the command line: the API reads schedules of users, and changes only those of event types. */
export const saveUserAvailabilitySchedule = write({
  name: 'save_user_availability_schedule',
  summary: 'Create an availability schedule of a user, or change one',
  scopes: ['availability:write'],
  input: z
    .object({
      user: referenceTo('users'),
      uuid: pathId.optional(),
      name: line(255).optional(),
      timezone: zoneName.optional(),
      rules: Rules.optional(),
      days: WeekdayRules.optional().meta({ description: 'Hours of some days of the week; the others stay' }),
      dates: DatesChanges.optional().meta({
        description: 'Other hours on dates; null for the usual ones. The other dates stay',
      }),
      default: flag.optional(),
    })
    .transform(({ user, uuid, default: isDefault, ...rest }) => ({
      userId: user,
      scheduleId: uuid,
      isDefault,
      ...rest,
    })),
  output: ScheduleResource,

  async run({ tx, principal, links, now }, { userId, scheduleId, name, timezone, rules, days, dates, isDefault }) {
    const { organizationId } = principal
    await lockSchedules(tx, organizationId, userId)
    const host = await findSchedulesOfUser(tx, organizationId, userId)
    const first = host?.schedules[0]
    if (!host || !first) throw missing()
    if (host.endedAt) throw refuse('not_a_member')
    if (first.membershipId !== principal.membershipId && !isAdmin(principal)) throw refuse('no_permission')
    await checkMemberRight(tx, principal, 'change_hours')

    const before = scheduleId === undefined ? undefined : host.schedules.find(({ id }) => id === scheduleId)
    if (scheduleId !== undefined && !before) throw missing()
    if (before?.isDefault && isDefault === false)
      throw invalid({ parameter: 'default', reason: 'default_schedule_stays' })
    const named = name ?? before?.name
    if (named === undefined) throw invalid({ parameter: 'name', reason: 'missing' })
    if (host.schedules.some((other) => other.id !== before?.id && other.name.toLowerCase() === named.toLowerCase()))
      throw invalid({ parameter: 'name', reason: 'schedule_name_taken' })

    const changed = withDates(withDays(rules ?? before?.rules ?? workingHours, days ?? []), dates ?? [])
    if (changed.length > maxRules) throw invalid({ parameter: 'dates', reason: 'too_many_dates' })

    const schedule: Schedule = {
      ...first,
      id: before?.id ?? randomUUID(),
      name: named,
      isDefault: before?.isDefault || isDefault === true,
      timezone: timezone ?? before?.timezone ?? first.timezone,
      rules: changed,
    }
    if (schedule.isDefault && !before?.isDefault) {
      // The implied default is stored now, or it would be lost.
      await saveSchedule(tx, organizationId, first, now)
      await unsetDefault(tx, organizationId, first.membershipId, now)
    }
    await saveSchedule(tx, organizationId, schedule, now)

    const resource = toScheduleResource(links, schedule)
    await recordChange(
      { tx, principal, now },
      before ? 'availability.modified' : 'availability.schedule_created',
      resource,
    )
    return resource
  },
})
