import { z } from 'zod'
import { referenceTo, zoneName } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { day } from '#platform/time/durations.ts'
import { findZone } from '#platform/time/zones.ts'
import { byHost, spreadOver } from '../insights.ts'
import { countMeetings } from '../store/insights.ts'
import { countRequests } from '../store/request-counts.ts'
import { whoseEvents } from '../workflow/whose-events.ts'

const counted = { held: z.number(), canceled: z.number() }

const Insights = z.object({
  /** Bookings that were made in these days, whenever the meetings are. */
  booked: z.number(),
  /** Meetings that were canceled in these days and not moved, whenever they would have been. */
  cancellations: z.number(),
  ...counted,
  invitees: z.number(),
  no_shows: z.number(),
  /** Booking requests by how they ended in these days; and those that are open now. */
  requests: z.object({ open: z.number(), accepted: z.number(), declined: z.number(), expired: z.number() }),
  median_lead_hours: z.number().nullable(),
  /** Invitees who booked less than a day ahead, less than two, a week, two weeks, and more. */
  leads: z.array(z.number()),
  days: z.array(z.object({ date: z.string(), booked: z.number(), ...counted })),
  hours: z.array(z.number()),
  weekdays: z.array(z.number()),
  event_types: z.array(
    z.object({ uuid: z.string(), name: z.string(), owner: z.string(), no_shows: z.number(), ...counted }),
  ),
  hosts: z.array(z.object({ uuid: z.string(), name: z.string(), ...counted })),
  /** How meetings of round-robin types are spread over their hosts. */
  balances: z.array(
    z.object({
      uuid: z.string(),
      name: z.string(),
      hosts: z.array(z.object({ uuid: z.string(), name: z.string(), held: z.number() })),
    }),
  ),
})

/** For people, who want to know how their meetings go. */
export const getInsights = read({
  name: 'get_insights',
  summary: 'Count the bookings and meetings of the last days',
  description:
    'Without `user`: the whole organization for an owner or admin, the own meetings for others. A meeting that was moved counts where it is now; one that has not begun is not held yet.',
  scopes: ['scheduled_events:read'],
  input: z.object({
    user: referenceTo('users').optional(),
    days: z.number().int().min(1).max(366),
    timezone: zoneName,
  }),
  output: Insights,

  async run({ reader, principal, now }, { user: userId, days, timezone }) {
    const membershipId = await whoseEvents(reader, principal, { userId })
    const zone = findZone(timezone)
    if (!zone) throw new Error(`There is no zone ${timezone}.`)
    const firstDay = Math.floor(zone.localAt(now.getTime()) / day) - days + 1
    const [from, to] = [firstDay, firstDay + days].map((one) => new Date(zone.instantOf(one * day))) as [Date, Date]
    const { quarters, bookings, types, hosts, leads, invitees, cancellations, noShows, medianLeadHours } =
      await countMeetings(reader, {
        organizationId: principal.organizationId,
        membershipId,
        from,
        to,
        now,
      })
    const requests = await countRequests(reader, { organizationId: principal.organizationId, membershipId, from, to })
    const { perDay, hours, weekdays } = spreadOver({ quarters, bookings }, zone, firstDay, days)
    const sum = (of: 'booked' | 'held' | 'canceled'): number => perDay.reduce((total, one) => total + one[of], 0)
    return {
      booked: sum('booked'),
      cancellations,
      held: sum('held'),
      canceled: sum('canceled'),
      invitees,
      no_shows: noShows,
      requests: { ...requests },
      median_lead_hours: medianLeadHours,
      leads: [...leads],
      days: perDay,
      hours,
      weekdays,
      event_types: types.map(({ id, name, ownerName, noShows: missed, held, canceled }) => ({
        uuid: id,
        name,
        owner: ownerName,
        no_shows: missed,
        held,
        canceled,
      })),
      hosts: byHost(hosts).map(({ userId: uuid, ...host }) => ({ uuid, ...host })),
      balances: types
        .filter(({ isShared }) => isShared)
        .map(({ id, name }) => ({
          uuid: id,
          name,
          hosts: hosts
            .filter(({ eventTypeId }) => eventTypeId === id)
            .map((host) => ({ uuid: host.userId, name: host.name, held: host.held })),
        })),
    }
  },
})
