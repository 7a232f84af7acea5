import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { existing } from '#contract/problem.ts'
import { referenceTo, uriOf } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { findMemberships, toUserResource, type User } from '#organizations/index.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { EventTypeMembershipResource, toEventTypeResource } from '../resources.ts'
import { findEventType } from '../store/event-types.ts'
import { listHostsPage } from '../store/hosts.ts'

export const listEventTypeMemberships = list({
  name: 'list_event_type_memberships',
  summary: 'List the hosts of an event type',
  scopes: ['event_types:read'],
  sorting: { fields: [], default: 'created_at:asc' },
  input: z.object({ event_type: referenceTo('event_types') }),
  output: EventTypeMembershipResource,

  async run({ reader, principal, links, codes, page }, { event_type: eventTypeId }) {
    const eventType = existing(await findEventType(reader, principal.organizationId, eventTypeId))
    const resource = toEventTypeResource({ links, codes }, eventType)
    const hosts = await listHostsPage(reader, principal.organizationId, eventTypeId, page)
    const ids = hosts.items.map(({ membershipId }) => membershipId)
    const members = await findMemberships(reader, principal.organizationId, ids)
    const userOf = new Map(members.map(({ id, user }) => [id, user]))
    return mapPage(hosts, ({ id, membershipId, createdAt, updatedAt }) => ({
      uri: uriOf(links, 'event_type_memberships', id),
      event_type: resource,
      member: toUserResource(links, userOf.get(membershipId) as User, principal.organizationId),
      created_at: writeInstant(createdAt),
      updated_at: writeInstant(updatedAt),
    }))
  },
})
