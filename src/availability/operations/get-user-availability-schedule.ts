import { z } from 'zod'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { ScheduleResource, toScheduleResource } from '../resources.ts'
import { findSchedule } from '../store/schedules.ts'

export const getUserAvailabilitySchedule = read({
  name: 'get_user_availability_schedule',
  summary: 'Get an availability schedule of a user',
  scopes: ['availability:read'],
  input: z.object({ uuid: pathId }),
  output: ScheduleResource,

  async run({ reader, principal, links }, { uuid }) {
    const found = existing(await findSchedule(reader, principal.organizationId, uuid))
    if (found.endedAt) throw refuse('not_a_member')
    return toScheduleResource(links, found.schedule)
  },
})
