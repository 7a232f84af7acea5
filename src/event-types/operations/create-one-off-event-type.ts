import { randomUUID } from 'node:crypto'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { findMembershipOfUser } from '#organizations/index.ts'
import { linkCode, linkCodeHash, linkExpiry } from '../booking-link.ts'
import { fixedInApi, newSettings } from '../event-type.ts'
import { zoneOf } from '../host.ts'
import { CreateOneOffEventTypeRequest, fixedInOneOff, maxOneOffHosts, oneOffTimes } from '../one-off.ts'
import { asRecorded, EventTypeResource, toEventTypeResource, withRequestNames } from '../resources.ts'
import { slugOf } from '../slug.ts'
import { insertBookingLink } from '../store/booking-links.ts'
import { findEventType, insertEventType, setOneOffLink } from '../store/event-types.ts'
import { insertHosts, setOwnTimezone } from '../store/hosts.ts'

export const createOneOffEventType = write({
  name: 'create_one_off_event_type',
  summary: 'Create a one-off event type',
  description: `For yourself, or as an owner or admin for up to ${maxOneOffHosts} members who host together. The event type is not listed on any page. Anyone with its \`scheduling_url\` can book it once.`,
  scopes: ['event_types:write'],
  fixed: [...fixedInApi, 'pooling_type', ...fixedInOneOff],
  input: CreateOneOffEventTypeRequest,
  output: EventTypeResource,

  async run({ tx, principal, links, codes, now, checkFixed }, { userIds, name, duration, timezone, dates, location }) {
    const { organizationId, membershipId } = principal
    const memberships = []
    for (const userId of userIds) {
      const membership = existing(await findMembershipOfUser(tx, organizationId, userId))
      memberships.push(membership)
    }
    if (memberships.some(({ endedAt }) => endedAt)) throw refuse('not_a_member')
    if (memberships.some(({ id }) => id !== membershipId) && !isAdmin(principal)) throw refuse('no_access')
    const [host] = memberships
    if (!host) throw new Error('A one-off type has a host.')

    const { window, minimumNotice, hours, endsAt } = oneOffTimes(dates, {
      duration,
      zone: zoneOf(timezone ?? host.user.timezone),
      now,
    })
    const pooling = memberships.length > 1 ? 'collective' : null
    const settings = newSettings({ name, duration }, { slug: slugOf(name), position: 0, pooling, kind: 'solo' })
    const rules = {
      ...settings.rules,
      booking_window: window,
      minimum_notice: minimumNotice ?? settings.rules.minimum_notice,
    }
    const oneOff = {
      ...settings,
      type: 'AdhocEventType',
      active: true,
      secret: true,
      locations: location && [location],
      rules,
    } as const
    const id = await insertEventType(tx, organizationId, host.id, oneOff, now)
    const members = memberships.map((membership) => ({ membershipId: membership.id, priority: 0 }))
    await insertHosts(tx, organizationId, id, members, now, hours)
    if (timezone !== undefined && !hours) await setOwnTimezone(tx, organizationId, id, host.id, timezone, now)

    // Until its last bookable time, however long other links live.
    const expiresAt = endsAt ?? linkExpiry(links, now)
    const link = { id: randomUUID(), eventTypeId: id, createdBy: membershipId, terms: null, expiresAt }
    await insertBookingLink(
      tx,
      organizationId,
      { ...link, codeHash: linkCodeHash(linkCode(codes, { id: link.id, organizationId })) },
      now,
    )
    await setOneOffLink(tx, organizationId, id, link.id)

    const eventType = await findEventType(tx, organizationId, id)
    if (!eventType) throw new Error('A new event type cannot be found.')
    const resource = toEventTypeResource({ links, codes }, eventType)
    checkFixed(withRequestNames(resource))
    await recordChange({ tx, principal, now }, 'event_type.created', asRecorded(resource, eventType))
    return resource
  },
})
