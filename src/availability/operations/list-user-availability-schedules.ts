import { z } from 'zod'
import { existing, refuse } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { collection } from '#execution/operation.ts'
import { ScheduleResource, toScheduleResource } from '../resources.ts'
import { findSchedulesOfUser } from '../store/schedules.ts'

export const listUserAvailabilitySchedules = collection({
  name: 'list_user_availability_schedules',
  summary: 'List the availability schedules of a user',
  description:
    'For any user of your organization. Every user starts with the schedule "Working hours", Monday to Friday 09:00–17:00.',
  scopes: ['availability:read'],
  input: z.object({ user: referenceTo('users') }),
  output: ScheduleResource,

  async run({ reader, principal, links }, { user: userId }) {
    const host = existing(await findSchedulesOfUser(reader, principal.organizationId, userId))
    if (host.endedAt) throw refuse('not_a_member')
    return host.schedules.map((schedule) => toScheduleResource(links, schedule))
  },
})
