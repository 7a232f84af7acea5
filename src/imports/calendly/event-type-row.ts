import {
  type BookingRules,
  conferenceKinds,
  defaultSchedulingRules,
  Location,
  maxLocations,
  noBookingRules,
  Questions,
  SchedulingRules,
  slugOf,
} from '#event-types/index.ts'
import { parseRichText } from '#platform/rich-text.ts'
import { type Remark, remarkOf } from '../remark.ts'
import { cleanLine, cleanLocale, httpsAddress, oneOf, within } from './clean.ts'
import type { ForeignEventType } from './foreign.ts'

/** As this service shows them. */
const ForeignRules = SchedulingRules.extend({
  start_time_increment: SchedulingRules.shape.start_time_increment.nullable(),
})
const maxReminders = 5
const maxDurationOptions = 4

/** Each is a mail to every invitee. */
const remindersFrom = (given: readonly number[] | null | undefined): readonly number[] =>
  given ? [...new Set(given.map((minutes) => within(minutes, 5, 43_200)))].slice(0, maxReminders) : [1440, 60]

/** Of a group type, until a meeting of it shows how many invitees it takes. */
export const unknownSeats = 10

export interface EventTypeRow {
  readonly row: Readonly<Record<string, unknown>>
  readonly remarks: readonly Remark[]
}

/** An event type as a row. What has no counterpart here gets a remark. */
export const eventTypeRow = (
  given: ForeignEventType,
  { id, ownerId, slug }: { readonly id: string; readonly ownerId: string; readonly slug: string },
): EventTypeRow => {
  const name = cleanLine(given.name ?? '', 255, 'Meeting')
  const remarks: Remark[] = []
  const isGroup = given.kind === 'group'
  const pooling =
    isGroup || given.pooling_type === null
      ? null
      : oneOf(['round_robin', 'collective'], given.pooling_type, 'round_robin')
  if (!isGroup && given.pooling_type !== null && pooling !== given.pooling_type)
    remarks.push(remarkOf('pooling_unknown', { name, pooling: given.pooling_type }))
  const duration = within(given.duration, 1, 720)
  const options = given.duration_options?.map((minutes) => within(minutes, 1, 720)) ?? null
  const questions = Questions.safeParse(given.custom_questions ?? [])
  if (!questions.success) remarks.push(remarkOf('questions_unreadable', { name }))
  const locations = (given.locations ?? []).map(locationFrom)
  const known = locations.filter((one): one is Location => one !== undefined)
  if (known.length < locations.length) remarks.push(remarkOf('locations_unknown', { name }))
  const rules = ForeignRules.safeParse(given.scheduling_rules)
  const { booking_window: bookingWindow, ...limits } = rules.success ? rules.data : defaultSchedulingRules(duration)
  const description = given.description_html ?? given.description_plain
  const text = description === null ? null : parseRichText(description)
  const row = {
    id,
    owner_id: ownerId,
    name,
    slug,
    active: given.active,
    kind: isGroup ? 'group' : 'solo',
    pooling_type: pooling,
    type: oneOf(['StandardEventType', 'AdhocEventType'], given.type, 'StandardEventType'),
    duration,
    duration_options: options && options.length > 0 ? [...new Set(options)].slice(0, maxDurationOptions) : null,
    seats: isGroup ? within(given.seats ?? unknownSeats, 1, 1000) : 1,
    color: /^#[0-9a-f]{6}$/i.test(given.color ?? '') ? given.color?.toLowerCase() : '#0069ff',
    description_plain: text === null ? null : (given.description_plain ?? text.plain),
    description_html: text?.html ?? null,
    internal_note: given.internal_note,
    secret: given.secret ?? false,
    admin_managed: given.admin_managed ?? false,
    locale: given.locale === 'en' ? null : cleanLocale(given.locale),
    position: within(given.position ?? 0, 0, 1_000_000),
    custom_questions: questions.success ? questions.data : [],
    locations: known.length > 0 ? known.slice(0, maxLocations) : null,
    start_time_increment: limits.start_time_increment ?? defaultSchedulingRules(duration).start_time_increment,
    buffer_before: limits.buffer_before,
    buffer_after: limits.buffer_after,
    minimum_notice: limits.minimum_notice,
    window_type: bookingWindow.type,
    window_days: bookingWindow.days,
    window_start: bookingWindow.start_date,
    window_end: bookingWindow.end_date,
    max_per_day: limits.max_per_day,
    max_per_week: limits.max_per_week,
    redirect_url: httpsAddress(given.redirect_url),
    name_format: oneOf(['combined', 'first_and_last'], given.name_format, 'combined'),
    reminders: remindersFrom(given.reminders),
    ...(given.approval_hours === undefined ? {} : { booking_rules: rulesWith(given.approval_hours) }),
    created_at: given.created_at,
    updated_at: given.updated_at,
    deleted_at: given.deleted_at,
  }
  return { row, remarks }
}

const rulesWith = (hours: number | null): BookingRules | null =>
  hours === null ? null : { ...noBookingRules, approval: { hours } }

/** The last part of its address, as the other side has it. */
export const wantedSlug = ({ slug, name }: Pick<ForeignEventType, 'slug' | 'name'>): string =>
  slug !== null && /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i.test(slug) && slug.length <= 100
    ? slug.toLowerCase()
    : slugOf(name ?? '')

/** Fields that are null there are left out here. */
const locationFrom = (given: unknown): Location | undefined => {
  if (typeof given !== 'object' || given === null) return undefined
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const kind = String(fields.kind)
  const conference = conferenceKinds.find((known) => known === kind || known === `${kind}_conference`)
  if (kind === 'physical' && typeof fields.location !== 'string')
    fields.location = String(fields.additional_info ?? 'To be announced')
  return Location.safeParse({ ...fields, kind: conference ?? kind }).data
}

/** For a meeting whose type is not shown any more: deleted, and with what the meeting says. */
export const vanishedType = (uri: string, name: string | null, minutes: number, at: Date): ForeignEventType => ({
  ...{
    uri,
    name,
    active: false,
    slug: null,
    scheduling_url: null,
    duration: minutes,
    kind: 'solo',
    pooling_type: null,
    type: 'StandardEventType',
    color: null,
  },
  ...{
    created_at: at,
    updated_at: at,
    internal_note: null,
    description_plain: null,
    description_html: null,
    deleted_at: at,
    locale: null,
  },
  ...{ scheduling_rules: undefined, redirect_url: null, name_format: null },
})
