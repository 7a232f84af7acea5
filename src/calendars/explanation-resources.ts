import { z } from 'zod'
import { type TakenSpan, writeDay } from '#availability/index.ts'
import { type Links, timestamp, type UrlContext, uri, uriOf } from '#contract/wire.ts'
import {
  type Bookable,
  conferenceKinds,
  type ExplainedStart,
  type HostReason,
  type MissingLinks,
  type ShownHost,
  schedulingUrlOf,
  type TimeReason,
} from '#event-types/index.ts'
import { minute } from '#platform/time/durations.ts'
import { writeInstant, writeSecond } from '#platform/time/instant.ts'
import type { Instant } from '#platform/time/zone.ts'
import { keyOf, type Names } from './explanation.ts'
import { explainedStartExample, explainedTimeExample } from './explanation-examples.ts'

const count = z.number().int()
const date = z.string().meta({ format: 'date' })
const span = { start_time: timestamp, end_time: timestamp }
const name = z.string().nullable().meta({ description: 'Null for callers who may not see it' })
const intervals = z.array(z.object({ from: z.string(), to: z.string() }))

const hostReasons = [
  z.object({ kind: z.literal('hours'), date, timezone: z.string(), intervals }),
  z.object({ kind: z.literal('override'), date, timezone: z.string(), intervals }),
  z.object({
    kind: z.literal('too_long'),
    duration: count,
    end_time: timestamp,
    hours_end_time: timestamp,
    timezone: z.string(),
  }),
  z.object({
    kind: z.literal('grid'),
    increment: count,
    previous_start_time: timestamp.nullable(),
    next_start_time: timestamp.nullable(),
  }),
  z.object({ kind: z.literal('day_limit'), booked: count, limit: count, date }),
  z.object({
    kind: z.literal('week_limit'),
    booked: count,
    limit: count,
    week_of: date.meta({ description: 'Its Monday' }),
  }),
  z.object({ kind: z.literal('seats'), seats: count }),
  z.object({ kind: z.literal('meeting'), ...span, event: uri.nullable(), name }),
  z.object({
    kind: z.literal('buffer'),
    ...span,
    event: uri.nullable(),
    calendar: uri.nullable(),
    name,
    side: z
      .enum(['before', 'after'])
      .meta({ description: 'Where the asked meeting keeps time free: before itself or after' }),
    minutes: count.meta({ description: 'How much it keeps free' }),
    other_minutes: count.meta({ description: 'How much the other keeps free on that side' }),
  }),
  z.object({ kind: z.literal('reserved'), ...span }),
  z.object({ kind: z.literal('calendar'), ...span, calendar: uri.nullable(), name }),
  z.object({
    kind: z.literal('unread'),
    known_until: timestamp,
    calendar: uri.nullable(),
    name,
    last_read_at: timestamp.nullable(),
  }),
] as const

const HostReasonResource = z
  .discriminatedUnion('kind', hostReasons)
  .meta({ id: 'HostReason', examples: [explainedTimeExample.reasons[0]] })
const host = z.object({
  user: uri,
  name: z.string(),
  timezone: z.string().meta({ description: 'The time zone of their hours for this event type' }),
})

const ReasonResource = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('off') }),
    z.object({ kind: z.literal('unpayable') }),
    z.object({ kind: z.literal('no_host') }),
    z.object({ kind: z.literal('zone_change') }),
    z.object({ kind: z.literal('past') }),
    z.object({ kind: z.literal('notice'), minutes: count, first_start_time: timestamp }),
    z.object({ kind: z.literal('window'), start_date: date.nullable(), end_date: date.nullable() }),
    ...hostReasons,
    z.object({ kind: z.literal('collective'), host, reasons: z.array(HostReasonResource) }),
    z.object({
      kind: z.literal('round_robin'),
      hosts: z.array(z.object({ host, reasons: z.array(HostReasonResource) })),
    }),
  ])
  .meta({ id: 'Reason', examples: [explainedTimeExample.reasons[0]] })

const WarningResource = z
  .object({
    kind: z.literal('no_link').meta({
      description: 'No location of the event type works: its services are not connected, and there is no URL',
    }),
    location: z.enum(conferenceKinds).meta({ description: 'The location whose meetings get no link' }),
    hosts: z.array(host).meta({ description: 'The hosts whose meetings get none' }),
  })
  .meta({ id: 'ExplanationWarning', examples: [explainedTimeExample.warnings[0]] })

export type ExplanationWarning = z.output<typeof WarningResource>
export type ExplainedReason = z.output<typeof ReasonResource>
export type ExplainedHostReason = z.output<typeof HostReasonResource>

export const ExplainedTimeResource = z
  .object({
    event_type: uri,
    start_time: timestamp
      .nullable()
      .meta({ description: "Null for a local time that doesn't exist because of a clock change" }),
    timezone: z.string(),
    offered: z.boolean(),
    host: host.nullable().meta({ description: 'The host these reasons are about, unless there are several hosts' }),
    scheduling_url: uri.nullable().meta({ description: 'The URL to book the time, if it is available' }),
    reasons: z.array(ReasonResource),
    warnings: z.array(WarningResource),
  })
  .meta({ id: 'ExplainedTime', examples: [explainedTimeExample] })

export const ExplainedStartResource = z
  .object({ start_time: timestamp, offered: z.boolean(), invitees_remaining: count, reason: ReasonResource.nullable() })
  .meta({ id: 'ExplainedStart', examples: [explainedStartExample] })

const write = (instant: Instant): string => writeInstant(new Date(instant))
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const toHost = (links: Links, { userId, name: hostName, timezone }: ShownHost) => ({
  user: uriOf(links, 'users', userId),
  name: hostName,
  timezone,
})

export const toExplainedTimeResource = (
  context: UrlContext,
  { eventType, hosts }: Bookable,
  {
    timezone,
    start,
    reasons,
    missing,
  }: {
    readonly timezone: string
    readonly start: Instant | undefined
    readonly reasons: readonly (TimeReason<ShownHost> | { readonly kind: 'zone_change' })[]
    readonly missing: readonly MissingLinks<ShownHost>[]
  },
  names: Names,
): z.output<typeof ExplainedTimeResource> => {
  const { links } = context
  const [first] = hosts
  const offered = start !== undefined && reasons.length === 0
  return {
    event_type: uriOf(links, 'event_types', eventType.id),
    start_time: start === undefined ? null : write(start),
    timezone,
    offered,
    host: first && eventType.pooling === null ? toHost(links, first) : null,
    scheduling_url: offered ? `${schedulingUrlOf(context, eventType)}/${writeSecond(start)}` : null,
    reasons: reasons.map((reason) => toReason({ links, eventType, start: start ?? 0, names }, first, reason)),
    warnings: missing.map(({ kind, hosts: lacking }) => ({
      ...{ kind: 'no_link' as const, location: kind, hosts: lacking.map((one) => toHost(links, one)) },
    })),
  }
}

export const toExplainedStartResource = (
  links: Links,
  { eventType, hosts }: Bookable,
  { start, remaining, reason }: ExplainedStart<ShownHost>,
  names: Names,
): z.output<typeof ExplainedStartResource> => ({
  start_time: write(start),
  offered: reason === undefined,
  invitees_remaining: remaining,
  reason: reason ? toReason({ links, eventType, start, names }, hosts[0], reason) : null,
})

interface Context {
  readonly links: Links
  readonly eventType: Bookable['eventType']
  readonly start: Instant
  readonly names: Names
}

const toReason = (
  context: Context,
  first: ShownHost | undefined,
  reason: TimeReason<ShownHost> | { readonly kind: 'zone_change' },
): ExplainedReason => {
  switch (reason.kind) {
    case 'off':
    case 'unpayable':
    case 'no_host':
    case 'zone_change':
    case 'past':
      return { kind: reason.kind }
    case 'notice':
      return { kind: 'notice', minutes: reason.minutes, first_start_time: write(reason.opens) }
    case 'window': {
      const dateOf = (day: number | null): string | null => (day === null ? null : writeDay(day))
      return { kind: 'window', start_date: dateOf(reason.firstDay), end_date: dateOf(reason.lastDay) }
    }
    case 'collective':
      return {
        kind: 'collective',
        host: toHost(context.links, reason.host),
        reasons: reason.reasons.map((one) => toHostReason(context, reason.host, one)),
      }
    case 'round_robin':
      return {
        kind: 'round_robin',
        hosts: reason.hosts.map((one) => ({
          host: toHost(context.links, one.host),
          reasons: one.reasons.map((own) => toHostReason(context, one.host, own)),
        })),
      }
    default:
      return toHostReason(context, first, reason)
  }
}

const toHostReason = (
  { links, eventType, start, names }: Context,
  of: ShownHost | undefined,
  reason: HostReason,
): ExplainedHostReason => {
  const timezone = of?.timezone ?? 'UTC'
  switch (reason.kind) {
    case 'hours':
    case 'override':
      return {
        kind: reason.kind,
        date: writeDay(reason.day),
        timezone,
        intervals: reason.ranges.map(({ from, to }) => ({ from: clock(from), to: clock(to) })),
      }
    case 'too_long': {
      const { duration } = eventType
      return {
        kind: 'too_long',
        duration,
        end_time: write(start + duration * minute),
        hours_end_time: write(reason.closes),
        timezone,
      }
    }
    case 'grid': {
      const writeStart = (instant: Instant | undefined): string | null =>
        instant === undefined ? null : write(instant)
      const { start_time_increment: increment } = eventType.rules
      return {
        kind: 'grid',
        increment,
        previous_start_time: writeStart(reason.previous),
        next_start_time: writeStart(reason.next),
      }
    }
    case 'day_limit':
      return { kind: 'day_limit', booked: reason.booked, limit: reason.limit, date: writeDay(reason.day) }
    case 'week_limit':
      return { kind: 'week_limit', booked: reason.booked, limit: reason.limit, week_of: writeDay(reason.day) }
    case 'seats':
      return { kind: 'seats', seats: reason.seats }
    default:
      return toTakenReason(links, names, reason)
  }
}

type TakenReason = Extract<HostReason, { readonly taken: TakenSpan }>

const toTakenReason = (links: Links, names: Names, reason: TakenReason): ExplainedHostReason => {
  const { taken } = reason
  const times = { start_time: writeInstant(taken.startsAt), end_time: writeInstant(taken.endsAt) }
  const meeting = taken.scheduledEventId === null ? undefined : names.meetings.get(taken.scheduledEventId)
  const event =
    meeting === undefined || taken.scheduledEventId === null
      ? null
      : uriOf(links, 'scheduled_events', taken.scheduledEventId)
  const busy = names.busy.get(keyOf(taken))
  const calendar = busy ? uriOf(links, 'calendars', busy.calendarId) : null
  switch (reason.kind) {
    case 'meeting':
      return { kind: 'meeting', ...times, event, name: meeting ?? null }
    case 'buffer':
      return {
        kind: 'buffer',
        ...times,
        event,
        calendar,
        name: meeting ?? busy?.name ?? null,
        side: reason.side,
        minutes: reason.own,
        other_minutes: reason.other,
      }
    case 'reserved':
      return { kind: 'reserved', ...times }
    case 'calendar':
      return { kind: 'calendar', ...times, calendar, name: busy?.name ?? null }
    case 'unread': {
      const unread = names.unread.get(taken.membershipId)
      return {
        kind: 'unread',
        known_until: writeInstant(taken.startsAt),
        calendar: unread ? uriOf(links, 'calendars', unread.calendarId) : null,
        name: unread?.name ?? null,
        last_read_at: unread?.syncedAt ? writeInstant(unread.syncedAt) : null,
      }
    }
  }
}
