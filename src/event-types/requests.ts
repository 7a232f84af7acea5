import { z } from 'zod'
import { says } from '#contract/reasons.ts'
import { flag, integer, line, pathId, referenceTo, zoneName } from '#contract/wire.ts'
import { slugText } from '#organizations/index.ts'
import { BookingRulesChange } from './booking-rules.ts'
import { locales, nameFormats } from './event-type.ts'
import { Location, Locations } from './location.ts'
import { Questions } from './question.ts'
import { SchedulingRules, SchedulingRulesChange } from './scheduling-rules.ts'

export const typeName = line(55).meta({ examples: ['Intro call'] })

export const duration = integer({ min: 1, max: 720 })

export const durationOptions = z
  .array(duration)
  .min(1)
  .max(4)
  .refine((options) => new Set(options).size === options.length, says('not_unique'))

/**
 * URLs copied from a browser may contain non-ASCII characters, which RFC 3986 does not allow. A valid URI stays as it
 * was written.
 */
const asUri = (text: string): string => {
  if (!foreign.test(text)) return text
  const { origin, pathname, search, hash } = new URL(text)
  return (
    origin +
    (pathname + search + hash).replaceAll(new RegExp(foreign, 'giu'), (character) => encodeURIComponent(character))
  )
}

const foreign = /[^\w:/?#@!$&'()*+,;=.~%-]|%(?![0-9a-f]{2})/iu

/** http and https only: browsers are redirected there. */
const webAddress = z
  .string()
  .max(2048)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).username === '',
    says('format'),
  )
  .transform(asUri)
  .meta({ format: 'uri' })

/** The settings that the API can change too. */
const apiSettings = {
  name: typeName.optional(),
  active: flag.optional(),
  description: z.string().max(10_000).nullable().optional().meta({ description: 'Plain text or simple HTML' }),
  description_plain: z.string().max(10_000).nullable().optional().meta({ description: 'The same as `description`' }),
  duration: duration.optional(),
  duration_options: durationOptions.nullable().optional(),
  location: Location.nullable().optional().meta({ description: 'Replaces all locations with this one' }),
  locations: Locations.nullable().optional(),
  color: z
    .string()
    .regex(/^#[a-fA-F0-9]{6}$/)
    .transform((color) => color.toLowerCase())
    .optional(),
  locale: z.enum(locales).nullable().optional().meta({ description: 'Null for the language of the browser' }),
  timezone: zoneName.optional().meta({ description: "The time zone of the event type's own hours" }),
  scheduling_rules: SchedulingRulesChange.optional(),
  start_time_increment: SchedulingRules.shape.start_time_increment
    .nullable()
    .optional()
    .meta({ description: 'The same as in `scheduling_rules`; null for a one-off event type' }),
  before_buffer: SchedulingRules.shape.buffer_before
    .optional()
    .meta({ description: 'The same as `buffer_before` in `scheduling_rules`' }),
  after_buffer: SchedulingRules.shape.buffer_after
    .optional()
    .meta({ description: 'The same as `buffer_after` in `scheduling_rules`' }),
  booking_rules: BookingRulesChange.optional(),
  internal_note: z
    .string()
    .max(10_000)
    .nullable()
    .optional()
    .meta({ description: 'Visible to members of the organization, never to invitees' }),
  redirect_url: webAddress.nullable().optional(),
  name_format: z.enum(nameFormats).optional(),
  reminders: z
    .array(integer({ min: 5, max: 43_200 }))
    .max(5)
    .optional()
    .meta({ description: 'Minutes before the meeting' }),
}

export const apiSettingNames = Object.keys(apiSettings)

const ApiSettings = z.object(apiSettings)

const poolingType = z.unknown().optional().meta({ description: 'The current value; `solo` is the same as null' })

/** With both spellings of the settings that have two. A `descriptionPlain` that is sent back unchanged is no change. */
const changesFrom = (input: z.output<typeof ApiSettings>) => ({
  name: input.name,
  active: input.active,
  description: input.description,
  descriptionPlain: input.description_plain,
  duration: input.duration,
  durationOptions: input.duration_options,
  locations: input.locations !== undefined ? input.locations : input.location && [input.location],
  color: input.color,
  locale: input.locale,
  timezone: input.timezone,
  rules: input.scheduling_rules,
  startTimeIncrement: input.start_time_increment,
  beforeBuffer: input.before_buffer,
  afterBuffer: input.after_buffer,
  bookingRules: input.booking_rules,
  internalNote: input.internal_note,
  redirectUrl: input.redirect_url,
  nameFormat: input.name_format,
  reminders: input.reminders,
})

export const CreateEventTypeRequest = z
  .object({ ...apiSettings, owner: referenceTo('users'), name: typeName, pooling_type: poolingType })
  .transform(({ owner, pooling_type, ...input }) => ({
    ownerUserId: owner,
    pooling: pooling_type,
    changes: { ...changesFrom(input), name: input.name },
  }))

export const UpdateEventTypeRequest = z
  .object({
    ...apiSettings,
    uuid: pathId,
    pooling_type: poolingType,
    uri: z
      .unknown()
      .optional()
      .meta({ description: 'When you send back a resource with this field, an unset `locale` stays unset' }),
  })
  .transform(({ uuid, uri, pooling_type, ...input }) => ({
    eventTypeId: uuid,
    isCopy: uri !== undefined,
    pooling: pooling_type,
    changes: changesFrom(input),
  }))

/** Settings that only the console and the command line can change. */
const consoleSettings = {
  custom_questions: Questions.optional(),
  secret: flag.optional(),
  admin_managed: flag.optional(),
  position: integer({ min: 0, max: 10_000 }).optional(),
  seats: integer({ min: 2, max: 1000 }).optional(),
}

const ConsoleSettings = z.object({ ...apiSettings, ...consoleSettings })

const consoleChangesFrom = (input: z.output<typeof ConsoleSettings>) => ({
  ...changesFrom(input),
  questions: input.custom_questions,
  secret: input.secret,
  adminManaged: input.admin_managed,
  position: input.position,
  seats: input.seats,
})

/** A change to a type; what is undefined stays. */
export type ConsoleChanges = Partial<ReturnType<typeof consoleChangesFrom> & { readonly slug: string | undefined }>

export const ConfigureEventTypeRequest = z
  .object({ ...apiSettings, ...consoleSettings, slug: slugText.optional(), uuid: pathId })
  .transform(({ uuid, slug, ...input }) => ({ eventTypeId: uuid, changes: { ...consoleChangesFrom(input), slug } }))

/** A type with many invitees or several hosts. The owner is the first host. */
export const CreateSharedEventTypeRequest = z
  .object({
    ...apiSettings,
    ...consoleSettings,
    owner: referenceTo('users'),
    name: typeName,
    sharing: z.enum(['group', 'collective', 'round_robin']),
    hosts: z
      .array(z.object({ user: referenceTo('users'), priority: integer({ min: 0, max: 100 }).default(0) }))
      .max(100)
      .default([]),
  })
  .transform(({ owner, sharing, hosts, ...input }) => ({
    ownerUserId: owner,
    sharing,
    hosts: hosts.map(({ user, priority }) => ({ userId: user, priority })),
    changes: { ...consoleChangesFrom(input), name: input.name },
  }))
