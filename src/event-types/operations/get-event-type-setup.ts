import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { existing } from '#contract/problem.ts'
import { pathId, uri, uriOf } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { findMemberships } from '#organizations/index.ts'
import { locales } from '../event-type.ts'
import { conferenceKinds } from '../location.ts'
import { EventTypeResource, toEventTypeResource } from '../resources.ts'
import { mayCreateLink } from '../rights.ts'
import { listConferenceRooms } from '../store/conference-links.ts'
import { findEventType } from '../store/event-types.ts'
import { listHosts } from '../store/hosts.ts'
import { holdsPermission, listPermitted } from '../store/permissions.ts'
import { findTemplate, listCopies } from '../store/templates.ts'
import { canBeTemplate } from '../template.ts'

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
    hosts: z.array(
      z.object({ ...person, priority: z.number().int(), schedule: z.object({ uri, name: z.string() }).nullable() }),
    ),
    conferences: z
      .array(z.object({ kind: z.enum(conferenceKinds), hosts_without_link: z.array(uri) }))
      .meta({ description: 'For each kind of conference, the hosts who have no link for it' }),
    permitted: z.array(z.object(person)),
    template: z.object({ uri, name: z.string() }).nullable().meta({ description: 'The type that this is a copy of' }),
    copies: z.array(z.object({ uri, ...person })).meta({ description: 'For owners and admins; empty for others' }),
    has_owner: z.boolean().meta({ description: 'False once its owner has left: nobody can book it then' }),
    may_have_copies: z.boolean(),
    may_change: z.boolean(),
    may_create_links: z.boolean(),
  }),

  async run({ reader, principal, links, codes }, { uuid }) {
    const { organizationId } = principal
    const eventType = existing(await findEventType(reader, organizationId, uuid))
    const [hosts, permitted] = [
      await listHosts(reader, organizationId, uuid),
      await listPermitted(reader, organizationId, uuid),
    ]
    const hostIds = hosts.map(({ membershipId }) => membershipId)
    const rooms = (await listConferenceRooms(reader, organizationId, hostIds)).filter(({ isWorking }) => isWorking)
    const isOwn = eventType.owner.membershipId === principal.membershipId
    const template = await findTemplate(reader, organizationId, uuid)
    const mayHaveCopies = isAdmin(principal) && canBeTemplate(eventType) && template === undefined
    const copies = mayHaveCopies ? await listCopies(reader, organizationId, uuid) : []
    const people = [...hosts, ...copies].map(({ membershipId }) => membershipId)
    const members = await findMemberships(reader, organizationId, [
      ...people,
      ...permitted,
      eventType.owner.membershipId,
    ])
    const personOf = (membershipId: string) =>
      members
        .filter(({ id }) => id === membershipId)
        .map(({ user }) => ({ user: uriOf(links, 'users', user.id), name: user.name, email: user.email }))
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
      conferences: conferenceKinds.map((kind) => {
        const linked = rooms.filter((room) => room.kind === kind).map(({ membershipId }) => membershipId)
        const without = hostIds.filter((id) => !linked.includes(id))
        return { kind, hosts_without_link: without.flatMap(personOf).map(({ user }) => user) }
      }),
      permitted: permitted.flatMap(personOf),
      template: template ? { uri: uriOf(links, 'event_types', template.id), name: template.name } : null,
      copies: copies.flatMap(({ id, membershipId }) =>
        personOf(membershipId).map((found) => ({ uri: uriOf(links, 'event_types', id), ...found })),
      ),
      has_owner: members.some(({ id, endedAt }) => id === eventType.owner.membershipId && endedAt === null),
      may_have_copies: mayHaveCopies,
      may_change: isAdmin(principal) || (isOwn && !eventType.adminManaged),
      may_create_links: mayCreateLink(
        principal,
        { eventType, hosts },
        await holdsPermission(reader, organizationId, uuid, principal.membershipId),
      ),
    }
  },
})
