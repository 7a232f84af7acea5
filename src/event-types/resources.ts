import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { inOrder, RuleResource } from '#availability/index.ts'
import { type Links, timestamp, type UrlContext, uri, uriOf } from '#contract/wire.ts'
import { UserResource } from '#organizations/index.ts'
import { writeInstant, writeSecond } from '#platform/time/instant.ts'
import { linkAddress } from './booking-link.ts'
import { BookingRulesResource } from './booking-rules.ts'
import { type EventType, locales, nameFormats } from './event-type.ts'
import {
  availableTimeExample,
  eventTypeExample,
  eventTypeMembershipExample,
  eventTypeScheduleExample,
  locationExample,
  schedulingLinkExample,
  shareExample,
} from './examples.ts'
import type { Host } from './host.ts'
import { Location, locationKinds } from './location.ts'
import type { Opening } from './openings.ts'
import { Question } from './question.ts'
import { SchedulingRulesResource, windowTypes } from './scheduling-rules.ts'
import { type Share, shareStatus, shareStatuses, shownWindow } from './share.ts'
import { slugOf } from './slug.ts'
import type { ShareTerms } from './terms.ts'

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
    profile: z
      .object({ type: z.enum(['User', 'Team']), name: z.string(), owner: uri })
      .meta({ description: 'The original owner' }),
    secret: z.boolean().meta({ description: "Hidden from the owner's page" }),
    booking_method: z.literal('instant'),
    custom_questions: z.array(Question),
    deleted_at: timestamp.nullable(),
    admin_managed: z.boolean(),
    locations: z.array(Location).nullable(),
    position: z.number().int(),
    locale: z.enum(locales),
    scheduling_rules: SchedulingRulesResource,
    start_time_increment: minutes.nullable().meta({ description: 'Null for a one-off event type' }),
    before_buffer: minutes,
    after_buffer: minutes,
    booking_rules: BookingRulesResource,
    redirect_url: uri.nullable(),
    name_format: z.enum(nameFormats),
    reminders: z.array(minutes).meta({ description: 'Minutes before the meeting' }),
  })
  .meta({ id: 'EventType', examples: [eventTypeExample] })

export const toEventTypeResource = (
  { links, codes }: UrlContext,
  eventType: EventType,
): z.output<typeof EventTypeResource> => ({
  uri: uriOf(links, 'event_types', eventType.id),
  name: eventType.name,
  active: eventType.active,
  slug: eventType.slug,
  scheduling_url: schedulingUrlOf({ links, codes }, eventType),
  duration: eventType.duration,
  duration_options: eventType.durationOptions && [...eventType.durationOptions],
  kind: eventType.kind,
  pooling_type: eventType.pooling,
  type: eventType.type,
  color: eventType.color,
  created_at: writeInstant(eventType.createdAt),
  updated_at: writeInstant(eventType.updatedAt),
  internal_note: eventType.internalNote,
  is_paid: eventType.bookingRules.payment !== null,
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
  locale: eventType.locale ?? 'en',
  scheduling_rules: { ...eventType.rules, start_time_increment: incrementOf(eventType) },
  start_time_increment: incrementOf(eventType),
  before_buffer: eventType.rules.buffer_before,
  after_buffer: eventType.rules.buffer_after,
  booking_rules: eventType.bookingRules,
  redirect_url: eventType.redirectUrl,
  name_format: eventType.nameFormat,
  reminders: [...eventType.reminders],
})

/** A one-off type has none of its own. */
const incrementOf = ({ type, rules }: Pick<EventType, 'type' | 'rules'>): number | null =>
  type === 'AdhocEventType' ? null : rules.start_time_increment

/** The resource with the request's names for the same settings. */
export const withRequestNames = (resource: z.output<typeof EventTypeResource>): object => ({
  ...resource,
  owner: resource.profile.owner,
  description: resource.description_plain,
})

export const schedulingUrlOf = (
  { links, codes }: UrlContext,
  {
    organizationId,
    owner,
    slug,
    linkId,
  }: Pick<EventType, 'organizationId' | 'slug' | 'linkId'> & { readonly owner: Pick<EventType['owner'], 'slug'> },
): string =>
  linkId === null
    ? `${links.site}/${owner.slug}/${slug}`
    : linkAddress(links, codes, { id: linkId, organizationId }, slug)

/** As facts store it: the URL of a one-off type lets its holder book, so a fact holds the id of the link instead. */
export const asRecorded = (
  resource: z.output<typeof EventTypeResource>,
  { linkId }: Pick<EventType, 'linkId'>,
): object => (linkId === null ? resource : { ...resource, scheduling_url: null, link: linkId })

/** The same after a change, with the names of the fields that changed, for the activity log. */
export const asChanged = (
  resource: z.output<typeof EventTypeResource>,
  before: z.output<typeof EventTypeResource>,
  eventType: Pick<EventType, 'linkId'>,
): object => ({ ...asRecorded(resource, eventType), changed: fieldsChanged(resource, before) })

/** `color`, `scheduling_rules.max_per_day` */
const fieldsChanged = (
  { scheduling_rules: rules, booking_rules: booking, ...fields }: z.output<typeof EventTypeResource>,
  { scheduling_rules: rulesBefore, booking_rules: bookingBefore, ...before }: z.output<typeof EventTypeResource>,
): string[] => [
  ...namesChanged(fields, before).filter((name) => name !== 'updated_at'),
  ...namesChanged(rules, rulesBefore).map((name) => `scheduling_rules.${name}`),
  ...namesChanged(booking, bookingBefore).map((name) => `booking_rules.${name}`),
]

const namesChanged = <Fields extends object>(fields: Fields, before: Fields): string[] =>
  Object.keys(fields).filter((name) => !isDeepStrictEqual(fields[name as keyof Fields], before[name as keyof Fields]))

/** A type from a fact as clients see it: with its URL. */
export const asShown = (
  { links, codes }: UrlContext,
  { link, ...recorded }: { readonly slug: string; readonly link?: string },
  organizationId: string,
): object =>
  link === undefined
    ? recorded
    : { ...recorded, scheduling_url: linkAddress(links, codes, { id: link, organizationId }, recorded.slug) }

export const EventTypeMembershipResource = z
  .object({ uri, event_type: EventTypeResource, member: UserResource, created_at: timestamp, updated_at: timestamp })
  .meta({ id: 'EventTypeMembership', examples: [eventTypeMembershipExample] })

export const LocationChoiceResource = z
  .object({
    kind: z.enum(locationKinds),
    connected: z.boolean().optional().meta({
      description:
        'Whether meetings there get a link: the host has set a URL, or an account or calendar makes one; for conferences only',
    }),
  })
  .meta({ id: 'Location', examples: [locationExample] })

export const SchedulingLinkResource = z
  .object({
    booking_url: uri.meta({ description: 'Anyone with this link can book once' }),
    owner: uri,
    owner_type: z.literal('EventType'),
  })
  .meta({ id: 'SchedulingLink', examples: [schedulingLinkExample] })

export const toSchedulingLinkResource = (
  links: Links,
  eventTypeId: string,
  bookingUrl: string,
): z.output<typeof SchedulingLinkResource> => ({
  booking_url: bookingUrl,
  owner: uriOf(links, 'event_types', eventTypeId),
  owner_type: 'EventType',
})

/** Without a fraction: the one timestamp in this API that clients expect so. */
const wholeSeconds = z.string().meta({ format: 'date-time', examples: ['2026-04-02T13:00:00Z'] })

export const AvailableTimeResource = z
  .object({
    status: z.literal('available'),
    invitees_remaining: z.number().int(),
    start_time: wholeSeconds,
    scheduling_url: uri,
  })
  .meta({ id: 'AvailableTime', examples: [availableTimeExample] })

export type AvailableTime = z.output<typeof AvailableTimeResource>

export const toAvailableTimeResource = (schedulingUrl: string, { start, remaining }: Opening): AvailableTime => {
  const startTime = writeSecond(start)
  return {
    status: 'available',
    invitees_remaining: remaining,
    start_time: startTime,
    scheduling_url: `${schedulingUrl}/${startTime}`,
  }
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

export const toEventTypeScheduleResource = (
  links: Links,
  eventTypeId: string,
  host: Host,
): z.output<typeof EventTypeScheduleResource> => {
  const own = uriOf(links, 'event_type_availability_schedules', host.id)
  const shared = {
    timezone: host.timezone,
    name: host.schedule?.name ?? null,
    user: uriOf(links, 'users', host.userId),
    rules: inOrder(host.rules),
  }
  return {
    uri: own,
    default: host.schedule?.isDefault ?? false,
    ...shared,
    event_type: uriOf(links, 'event_types', eventTypeId),
    availability_setting: 'host',
    availability_rule: {
      ...shared,
      uri: host.schedule ? uriOf(links, 'user_availability_schedules', host.schedule.id) : own,
    },
  }
}

const shownText = z.string().nullable()

export const ShareResource = z
  .object({
    uri,
    contact: uri.nullable().meta({ description: 'Always null: contacts are not supported' }),
    created_at: timestamp,
    status: z.enum(shareStatuses),
    scheduling_links: z.array(SchedulingLinkResource),
    share_override: z
      .object({
        name: z.string(),
        duration: minutes,
        duration_options: z.array(minutes).nullable(),
        period_type: z.enum(windowTypes),
        start_date: shownText,
        end_date: shownText,
        max_booking_time: minutes.nullable(),
        min_booking_time: minutes,
        hide_location: z.boolean().nullable(),
        location_configurations: z.array(
          z.object({
            location: shownText,
            additional_info: shownText,
            phone_number: shownText,
            position: z.number().int(),
            kind: z.enum(locationKinds),
          }),
        ),
        availability_rule: z.object({ timezone: z.string(), rules }),
      })
      .meta({ description: "The settings of the link. Later changes to the event type don't affect them" }),
  })
  .meta({ id: 'Share', examples: [shareExample] })

export const toShareResource = (
  { links, codes }: UrlContext,
  share: Share,
  now: Date,
): z.output<typeof ShareResource> => ({
  uri: uriOf(links, 'shares', share.id),
  contact: null,
  created_at: writeInstant(share.createdAt),
  status: shareStatus(share, now),
  scheduling_links: [
    toSchedulingLinkResource(links, share.eventTypeId, linkAddress(links, codes, share, slugOf(share.terms.name))),
  ],
  share_override: toShareOverride(share.terms),
})

/** As facts store it: without the URL, which lets its holder book. */
export const recordedShare = ({
  uri: own,
  share_override,
  scheduling_links: [link],
}: z.output<typeof ShareResource>): object => ({
  uri: own,
  event_type: link?.owner,
  share_override,
})

const toShareOverride = (terms: ShareTerms): z.output<typeof ShareResource>['share_override'] => ({
  name: terms.name,
  duration: terms.duration,
  duration_options: terms.durationOptions && [...terms.durationOptions],
  ...shownWindow(terms.window),
  min_booking_time: terms.minimumNotice,
  hide_location: terms.hideLocation,
  location_configurations: (terms.locations ?? []).map((location, position) => ({
    location: 'location' in location ? (location.location ?? null) : null,
    additional_info: 'additional_info' in location ? (location.additional_info ?? null) : null,
    phone_number: 'phone_number' in location ? location.phone_number : null,
    position,
    kind: location.kind,
  })),
  availability_rule: { timezone: terms.hours.timezone, rules: [...terms.hours.rules] },
})
