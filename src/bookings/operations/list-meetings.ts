import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { invalid } from '#contract/problem.ts'
import { flag, instant, integer, referenceTo, timestamp, zoneName } from '#contract/wire.ts'
import { findTypeColors } from '#event-types/index.ts'
import { list } from '#execution/operation.ts'
import { day } from '#platform/time/durations.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { findZone } from '#platform/time/zones.ts'
import { timesWithin } from '../insights.ts'
import { ScheduledEventResource, toScheduledEventResource } from '../resources.ts'
import { multirangeOf } from '../store/event-filter.ts'
import { listScheduledEvents } from '../store/event-pages.ts'
import { findInviteeNames } from '../store/invitees.ts'
import { checkGroupOf, whoseEvents } from '../workflow/whose-events.ts'

const MeetingResource = z.object({
  scheduled_event: ScheduledEventResource,
  color: z.string().meta({ description: 'Of its event type' }),
  invitees: z.array(
    z.object({
      ...{ uuid: z.string(), name: z.string(), email: z.string(), status: z.enum(['active', 'canceled']) },
      questions_and_answers: z.array(z.object({ question: z.string(), answer: z.string() })),
      moved_to: z
        .object({ uuid: z.string(), start_time: timestamp })
        .nullable()
        .meta({ description: 'The scheduled event that they come to in place of this one' }),
    }),
  ),
})

/** For people, who look for a meeting by whom it is with. */
export const listMeetings = list({
  name: 'list_meetings',
  summary: 'List scheduled events with the names of their invitees, and search them',
  description:
    'Without `user`: the whole organization for an owner or admin, the own meetings for others. With `group`, for its admins too: what its members host.',
  scopes: ['scheduled_events:read'],
  sorting: { fields: ['start_time'], default: 'start_time:asc' },
  input: z.object({
    user: referenceTo('users').optional(),
    group: referenceTo('groups').optional(),
    status: z.enum(['active', 'canceled']).optional(),
    min_start_time: instant.optional(),
    max_start_time: instant.optional(),
    search: z.string().trim().max(200).optional(),
    hour: integer({ min: 0, max: 23 }).optional().meta({
      description: 'Those that begin in this hour of a day in `timezone`, within `min_start_time` and `max_start_time`',
    }),
    weekday: integer({ min: 0, max: 6 })
      .optional()
      .meta({ description: 'The same for a day of the week; 0 is Sunday' }),
    timezone: zoneName.optional(),
    lead: integer({ min: 0, max: 4 })
      .optional()
      .meta({ description: 'Booked less than a day ahead, less than two, a week, two weeks, or more' }),
    no_show: flag.optional().meta({ description: 'Somebody did not come' }),
    event_type: referenceTo('event_types').optional(),
    host: referenceTo('users')
      .optional()
      .meta({ description: 'Of those that are listed, what this user hosts; also one who has left' }),
    moved: flag.optional().meta({ description: 'Somebody was moved from it to another time, or nobody was' }),
    min_booked_at: instant.optional(),
    max_booked_at: instant.optional(),
    min_canceled_at: instant.optional(),
    max_canceled_at: instant.optional(),
  }),
  output: MeetingResource,

  async run({ reader, principal, links, page }, input) {
    const { organizationId } = principal
    const { user: userId, group: groupId, status, min_start_time: from, max_start_time: to, search } = input
    if (groupId !== undefined) await checkGroupOf(reader, principal, groupId)
    const membershipId = await whoseEvents(reader, principal, { userId, namesGroup: groupId !== undefined })
    const about = { eventTypeId: input.event_type, hostUserId: input.host, isMoved: input.moved }
    const filter = {
      membershipId,
      groupId,
      status,
      from,
      to,
      search: search || undefined,
      ...about,
      canceledFrom: input.min_canceled_at,
      canceledTo: input.max_canceled_at,
      ...duringOf(input),
      ...bookingsOf(input),
    }
    const events = await listScheduledEvents(reader, organizationId, filter, page)
    const [ids, typeIds] = [
      events.items.map(({ id }) => id),
      [...new Set(events.items.map(({ eventTypeId }) => eventTypeId))],
    ]
    const [names, colors] = await Promise.all([
      findInviteeNames(reader, organizationId, ids),
      findTypeColors(reader, organizationId, typeIds),
    ])
    return mapPage(events, (scheduledEvent) => ({
      scheduled_event: toScheduledEventResource(links, scheduledEvent),
      color: colors.get(scheduledEvent.eventTypeId) ?? '',
      invitees: names
        .filter(({ scheduledEventId }) => scheduledEventId === scheduledEvent.id)
        .map(({ id, name, email, status: own, answers, next }) => ({
          ...{ uuid: id, name, email, status: own },
          questions_and_answers: answers.map(({ question, answer }) => ({ question, answer })),
          moved_to: next && { uuid: next.id, start_time: writeInstant(next.startsAt) },
        })),
    }))
  },
})

type Input = z.output<typeof listMeetings.input>

const maxDays = 400

const duringOf = ({ hour, weekday, timezone = 'UTC', min_start_time: from, max_start_time: to }: Input) => {
  if (hour === undefined && weekday === undefined) return {}
  const zone = findZone(timezone)
  if (!zone || !from || !to || to.getTime() - from.getTime() > maxDays * day)
    throw invalid({
      parameter: 'min_start_time',
      reason: 'no_max_start_time',
      values: { days: maxDays },
    })
  return { during: multirangeOf(timesWithin(zone, [from, to], { hour, weekday })) }
}

const bookingsOf = ({ lead, no_show: isMissed, min_booked_at: bookedFrom, max_booked_at: bookedTo }: Input) => ({
  lead,
  isMissed,
  bookedFrom,
  bookedTo,
})
