import { z } from 'zod'
import { inOrder, RuleResource } from '#availability/index.ts'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { UserResource } from '#organizations/index.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { type EventType, locales, nameFormats } from './event-type.ts'
import { availableTimeExample, eventTypeExample, eventTypeMembershipExample, eventTypeScheduleExample, locationExample } from './examples.ts'
import type { Host } from './host.ts'
import { Location, locationKinds } from './location.ts'
import type { Opening } from './openings.ts'
import { Question } from './question.ts'
import { SchedulingRulesResource } from './scheduling-rules.ts'

const minutes = z.number().int()

export const EventTypeResource = z
  .object({
    uri,
    name: z.string(),
    active: z.boolean(),
    slug: z.string().nullable(),
    scheduling_url: uri,
    duration: minutes,
    duration_options: z.array(minutes).nullable(),
    kind: z.enum(['solo', 'group']),
    pooling_type: z.enum(['round_robin', 'collective']).nullable(),
    type: z.enum(['StandardEventType', 'AdhocEventType']),
    color: z.string().meta({ examples: ['#0069ff'] }),
    created_at: timestamp,
    updated_at: timestamp,
    internal_note: z.string().nullable(),
    is_paid: z.boolean(),
    description_plain: z.string().nullable(),
    description_html: z.string().nullable(),
    profile: z.object({ type: z.enum(['User', 'Team']), name: z.string(), owner: uri }).meta({ description: 'The original owner' }),
    secret: z.boolean().meta({ description: "Not shown on its owner's page" }),
    booking_method: z.literal('instant'),
    custom_questions: z.array(Question),
    deleted_at: timestamp.nullable(),
    admin_managed: z.boolean(),
    locations: z.array(Location).nullable(),
    position: z.number().int(),
    locale: z.enum(locales),
    scheduling_rules: SchedulingRulesResource,
    redirect_url: uri.nullable(),
    name_format: z.enum(nameFormats),
    reminders: z.array(minutes).meta({ description: 'Minutes before the meeting' }),
  })
  .meta({ id: 'EventType', examples: [eventTypeExample] })

export const toEventTypeResource = (links: Links, eventType: EventType): z.output<typeof EventTypeResource> => ({
  uri: uriOf(links, 'event_types', eventType.id),
  name: eventType.name,
  active: eventType.active,
  slug: eventType.slug,
  scheduling_url: schedulingUrlOf(links, eventType),
  duration: eventType.duration,
  duration_options: eventType.durationOptions && [...eventType.durationOptions],
  kind: eventType.kind,
  pooling_type: eventType.pooling,
  type: eventType.type,
  color: eventType.color,
  created_at: writeInstant(eventType.createdAt),
  updated_at: writeInstant(eventType.updatedAt),
  internal_note: eventType.internalNote,
  is_paid: false,
  description_plain: eventType.descriptionPlain,
  description_html: eventType.descriptionHtml,
  profile: { type: 'User', name: eventType.owner.name, owner: uriOf(links, 'users', eventType.owner.userId) },
  secret: eventType.secret,
  booking_method: 'instant',
  custom_questions: [...eventType.questions],
  deleted_at: eventType.deletedAt && writeInstant(eventType.deletedAt),
  admin_managed: eventType.adminManaged,
  locations: eventType.locations && [...eventType.locations],
  position: eventType.position,
  locale: eventType.locale,
  scheduling_rules: eventType.rules,
  redirect_url: eventType.redirectUrl,
  name_format: eventType.nameFormat,
  reminders: [...eventType.reminders],
})

export const schedulingUrlOf = (links: Links, { owner, slug }: Pick<EventType, 'owner' | 'slug'>): string => `${links.site}/${owner.slug}/${slug}`

export const EventTypeMembershipResource = z
  .object({ uri, event_type: EventTypeResource, member: UserResource, created_at: timestamp, updated_at: timestamp })
  .meta({ id: 'EventTypeMembership', examples: [eventTypeMembershipExample] })

export const LocationChoiceResource = z
  .object({ kind: z.enum(locationKinds), connected: z.boolean().optional().meta({ description: 'Whether the host has a room for it; for conferences only' }) })
  .meta({ id: 'Location', examples: [locationExample] })

/** Without a fraction: the one timestamp in this API that clients expect so. */
const wholeSeconds = z.string().meta({ format: 'date-time', examples: ['2026-04-02T13:00:00Z'] })

export const AvailableTimeResource = z
  .object({ status: z.literal('available'), invitees_remaining: z.number().int(), start_time: wholeSeconds, scheduling_url: uri })
  .meta({ id: 'AvailableTime', examples: [availableTimeExample] })

export const toAvailableTimeResource = (schedulingUrl: string, { start, remaining }: Opening): z.output<typeof AvailableTimeResource> => {
  const startTime = `${new Date(start).toISOString().slice(0, 19)}Z`
  return { status: 'available', invitees_remaining: remaining, start_time: startTime, scheduling_url: `${schedulingUrl}/${startTime}` }
}

const rules = z.array(RuleResource)

/** The specification's shape and the real API's in one. */
export const EventTypeScheduleResource = z
  .object({
    uri,
    default: z.boolean(),
    name: z.string().nullable(),
    user: uri,
    timezone: z.string(),
    rules,
    event_type: uri,
    availability_setting: z.literal('host'),
    availability_rule: z.object({ timezone: z.string(), uri, name: z.string().nullable(), user: uri, rules }),
  })
  .meta({ id: 'EventTypeAvailabilitySchedule', examples: [eventTypeScheduleExample] })

export const toEventTypeScheduleResource = (links: Links, eventTypeId: string, host: Host): z.output<typeof EventTypeScheduleResource> => {
  const own = uriOf(links, 'event_type_availability_schedules', host.id)
  const shared = { timezone: host.timezone, name: host.schedule?.name ?? null, user: uriOf(links, 'users', host.userId), rules: inOrder(host.rules) }
  return {
    uri: own,
    default: host.schedule?.isDefault ?? false,
    ...shared,
    event_type: uriOf(links, 'event_types', eventTypeId),
    availability_setting: 'host',
    availability_rule: { ...shared, uri: host.schedule ? uriOf(links, 'user_availability_schedules', host.schedule.id) : own },
  }
}
