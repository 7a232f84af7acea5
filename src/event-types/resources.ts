import { z } from 'zod'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { type EventType, locales, nameFormats } from './event-type.ts'
import { Location } from './location.ts'
import { Question } from './question.ts'
import { SchedulingRules } from './scheduling-rules.ts'

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
    scheduling_rules: SchedulingRules,
    redirect_url: uri.nullable(),
    name_format: z.enum(nameFormats),
    reminders: z.array(minutes).meta({ description: 'Minutes before the meeting' }),
  })
  .meta({ id: 'EventType' })

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
