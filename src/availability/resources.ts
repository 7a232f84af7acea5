import { z } from 'zod'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { busyTimeExample, scheduleExample } from './examples.ts'
import { inOrder, RuleResource } from './rule.ts'
import type { Schedule } from './schedule.ts'
import type { TakenSpan } from './taken-span.ts'

export const ScheduleResource = z
  .object({
    uri,
    default: z.boolean(),
    name: z.string(),
    user: uri,
    timezone: z.string(),
    rules: z.array(RuleResource),
  })
  .meta({ id: 'UserAvailabilitySchedule', examples: [scheduleExample] })

export const toScheduleResource = (links: Links, schedule: Schedule): z.output<typeof ScheduleResource> => ({
  uri: uriOf(links, 'user_availability_schedules', schedule.id),
  default: schedule.isDefault,
  name: schedule.name,
  user: uriOf(links, 'users', schedule.userId),
  timezone: schedule.timezone,
  rules: inOrder(schedule.rules),
})

/** `calendly` is a meeting booked here: clients compare this exact word. */
export const BusyTimeResource = z
  .object({
    type: z.enum(['calendly', 'reserved', 'external']),
    start_time: timestamp,
    end_time: timestamp,
    buffered_start_time: timestamp.optional(),
    buffered_end_time: timestamp.optional(),
    event: z.object({ uri }).optional(),
  })
  .meta({ id: 'BusyTime', examples: [busyTimeExample] })

export const toBusyTimeResource = (links: Links, taken: TakenSpan): z.output<typeof BusyTimeResource> => {
  const times = { start_time: writeInstant(taken.startsAt), end_time: writeInstant(taken.endsAt) }
  if (taken.kind === 'external') return { type: 'external', ...times }
  if (taken.kind === 'reserved' || taken.scheduledEventId === null) return { type: 'reserved', ...times }
  return {
    type: 'calendly',
    ...times,
    buffered_start_time: writeInstant(taken.start),
    buffered_end_time: writeInstant(taken.end),
    event: { uri: uriOf(links, 'scheduled_events', taken.scheduledEventId) },
  }
}
