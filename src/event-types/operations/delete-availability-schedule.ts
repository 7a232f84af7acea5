import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { deleteSchedule, findSchedule, lockSchedules, toScheduleResource } from '#availability/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, invalid, missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { checkMemberRight } from '#organizations/index.ts'
import { releaseSchedule } from '../store/hosts.ts'

/** For the console and the command line. In this room, because it knows what uses a schedule. */
export const deleteAvailabilitySchedule = write({
  name: 'delete_availability_schedule',
  summary: 'Delete an availability schedule; event types that used it follow the default',
  scopes: ['availability:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, now }, { uuid }) {
    const { organizationId } = principal
    const found = existing(await findSchedule(tx, organizationId, uuid))
    await lockSchedules(tx, organizationId, found.schedule.userId)
    const { schedule, endedAt } = (await findSchedule(tx, organizationId, uuid)) ?? found
    if (endedAt) throw missing()
    if (schedule.membershipId !== principal.membershipId && !isAdmin(principal)) throw refuse('no_permission')
    await checkMemberRight(tx, principal, 'change_hours')
    if (schedule.isDefault) throw invalid({ parameter: 'uuid', reason: 'default_schedule_first' })

    await releaseSchedule(tx, organizationId, schedule.id, now)
    await deleteSchedule(tx, organizationId, schedule.id)
    await recordChange({ tx, principal, now }, 'availability.schedule_deleted', toScheduleResource(links, schedule))
  },
})
