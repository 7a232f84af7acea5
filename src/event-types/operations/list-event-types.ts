import { z } from 'zod'
import { findSchedule } from '#availability/index.ts'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { flag, referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { currentMember, findMembershipOfUser } from '#organizations/index.ts'
import { EventTypeResource, toEventTypeResource } from '../resources.ts'
import { listEventTypes as listEventTypeRows } from '../store/event-types.ts'

export const listEventTypes = list({
  name: 'list_event_types',
  summary: 'List event types',
  description:
    'With `user`: the event types that user owns, hosts, or has permission for; `profile` names the original owner. With `organization`, for owners and admins: all event types. Without either: all event types for owners and admins, your own otherwise. Deleted event types are not listed.',
  scopes: ['event_types:read'],
  sorting: { fields: ['name', 'position', 'created_at', 'updated_at'], default: 'name:asc' },
  input: z.object({
    organization: referenceTo('organizations').optional(),
    user: referenceTo('users').optional(),
    active: flag.optional(),
    admin_managed: flag.optional(),
    user_availability_schedule: referenceTo('user_availability_schedules').optional(),
  }),
  output: EventTypeResource,

  async run(
    { reader, principal, links, codes, page },
    {
      organization: organizationId,
      user: userId,
      active,
      admin_managed: adminManaged,
      user_availability_schedule: scheduleId,
    },
  ) {
    if (organizationId !== undefined && organizationId !== principal.organizationId) throw missing()
    let membershipId: string | undefined = userId === principal.userId ? principal.membershipId : undefined
    if (userId !== undefined && userId !== principal.userId) {
      const membership = currentMember(await findMembershipOfUser(reader, principal.organizationId, userId))
      membershipId = membership.id
    }
    if (!isAdmin(principal) && membershipId !== principal.membershipId) {
      if (organizationId !== undefined || membershipId !== undefined) throw refuse('no_access')
      membershipId = principal.membershipId
    }
    const found =
      scheduleId === undefined ? undefined : await findSchedule(reader, principal.organizationId, scheduleId)
    if (scheduleId !== undefined && !found) throw missing()
    const schedule = found && { id: found.schedule.id, isDefault: found.schedule.isDefault }

    const eventTypes = await listEventTypeRows(
      reader,
      principal.organizationId,
      { membershipId, active, adminManaged, schedule },
      page,
    )
    return mapPage(eventTypes, (eventType) => toEventTypeResource({ links, codes }, eventType))
  },
})
