import { z } from 'zod'
import { read } from '#contract/operation.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing } from '#contract/problem.ts'
import { pathId, uri, uriOf } from '#contract/wire.ts'
import { findMemberships } from '#organizations/index.ts'
import { locales } from '../event-type.ts'
import { EventTypeResource, toEventTypeResource } from '../resources.ts'
import { findEventType } from '../store/event-types.ts'
import { listHosts } from '../store/hosts.ts'
import { listPermitted } from '../store/permissions.ts'

const person = { user: uri, name: z.string(), email: z.string() }

/** For the console: everything about a type that can be changed, in one read. */
export const getEventTypeSetup = read({
  name: 'get_event_type_setup',
  summary: 'Get an event type with its hosts, and who may use it',
  scopes: ['event_types:read'],
  input: z.object({ uuid: pathId }),
  output: z.object({
    event_type: EventTypeResource,
    seats: z.number().int(),
    locale: z.enum(locales).nullable(),
    hosts: z.array(z.object({ ...person, priority: z.number().int(), schedule: z.object({ uri, name: z.string() }).nullable() })),
    permitted: z.array(z.object(person)),
    may_change: z.boolean(),
  }),

  async run({ reader, principal, links, codes }, { uuid }) {
    const { organizationId } = principal
    const eventType = existing(await findEventType(reader, organizationId, uuid))
    const [hosts, permitted] = [await listHosts(reader, organizationId, uuid), await listPermitted(reader, organizationId, uuid)]
    const members = await findMemberships(reader, organizationId, [...hosts.map(({ membershipId }) => membershipId), ...permitted])
    const personOf = (membershipId: string) =>
      members.filter(({ id }) => id === membershipId).map(({ user }) => ({ user: uriOf(links, 'users', user.id), name: user.name, email: user.email }))
    return {
      event_type: toEventTypeResource({ links, codes }, eventType),
      seats: eventType.seats,
      locale: eventType.locale,
      hosts: hosts.flatMap(({ membershipId, priority, schedule }) =>
        personOf(membershipId).map((found) => ({
          ...found,
          priority,
          schedule: schedule && { uri: uriOf(links, 'user_availability_schedules', schedule.id), name: schedule.name },
        })),
      ),
      permitted: permitted.flatMap(personOf),
      may_change: isAdmin(principal) || (eventType.owner.membershipId === principal.membershipId && !eventType.adminManaged),
    }
  },
})
