import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { findSchedule } from '#availability/index.ts'
import { existing, invalid } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { EventTypeScheduleResource, toEventTypeScheduleResource } from '../resources.ts'
import { checkMayChange } from '../rights.ts'
import { lockEventType } from '../store/event-types.ts'
import { linkHostSchedule, listHosts } from '../store/hosts.ts'

/** For the console and the command line: goes back from a type's own hours to a schedule. */
export const useAvailabilitySchedule = write({
  name: 'use_availability_schedule',
  summary: 'Let a host of an event type use one of their schedules for it',
  scopes: ['availability:write'],
  input: z.object({ event_type: referenceTo('event_types'), schedule: referenceTo('user_availability_schedules') }),
  output: EventTypeScheduleResource,

  async run({ tx, principal, links, now }, { event_type: eventTypeId, schedule: scheduleId }) {
    const { organizationId } = principal
    const eventType = existing(await lockEventType(tx, organizationId, eventTypeId))
    const { schedule } = existing(await findSchedule(tx, organizationId, scheduleId))
    checkMayChange(principal, eventType, schedule.membershipId)
    const host = (await listHosts(tx, organizationId, eventTypeId)).find(
      ({ membershipId }) => membershipId === schedule.membershipId,
    )
    if (!host) throw invalid({ parameter: 'schedule', reason: 'not_a_host' })

    // The default is not stored as a reference: the type follows whichever schedule is the default.
    await linkHostSchedule(tx, organizationId, host.id, schedule.isDefault ? undefined : schedule.id, now)
    const { id, name, isDefault, timezone, rules } = schedule
    const resource = toEventTypeScheduleResource(links, eventTypeId, {
      ...host,
      timezone,
      rules,
      schedule: { id, name, isDefault },
    })
    await recordChange({ tx, principal, now }, 'availability.modified', resource)
    return resource
  },
})
