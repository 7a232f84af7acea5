import { type BookingRules, noBookingRules } from './booking-rules.ts'
import type { Location } from './location.ts'
import { firstQuestion, type Question } from './question.ts'
import { defaultSchedulingRules, type SchedulingRules } from './scheduling-rules.ts'

export const locales = ['en', 'fr', 'es', 'de', 'nl', 'pt', 'it', 'uk'] as const
export type Locale = (typeof locales)[number]

export const nameFormats = ['combined', 'first_and_last'] as const
export type NameFormat = (typeof nameFormats)[number]

/** How many people meet: one with one, one with many, all hosts with one, any host with one. */
export type Pooling = 'collective' | 'round_robin' | null

/** A kind of meeting that can be booked. */
export interface EventType {
  readonly id: string
  readonly organizationId: string
  /** A membership, with its user. */
  readonly owner: {
    readonly membershipId: string
    readonly userId: string
    readonly name: string
    readonly slug: string
  }
  readonly name: string
  readonly slug: string
  readonly active: boolean
  readonly kind: 'solo' | 'group'
  readonly pooling: Pooling
  readonly type: 'StandardEventType' | 'AdhocEventType'
  readonly duration: number
  readonly durationOptions: readonly number[] | null
  /** How many invitees one meeting takes. */
  readonly seats: number
  readonly color: string
  readonly descriptionPlain: string | null
  readonly descriptionHtml: string | null
  readonly internalNote: string | null
  readonly secret: boolean
  readonly adminManaged: boolean
  /** The language of its page and mails; null until it is set. */
  readonly locale: Locale | null
  readonly position: number
  readonly questions: readonly Question[]
  readonly locations: readonly Location[] | null
  readonly rules: SchedulingRules
  readonly bookingRules: BookingRules
  /** An account of the organization takes the price, or there is none. What nobody can pay cannot be booked. */
  readonly isPayable: boolean
  readonly redirectUrl: string | null
  readonly nameFormat: NameFormat
  /** Minutes before the meeting. */
  readonly reminders: readonly number[]
  /** The only link through which a one-off type can be booked. */
  readonly linkId: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly deletedAt: Date | null
}

const defaultColor = '#0069ff'
const defaultReminders: readonly number[] = [1440, 60]

/** Everything about a type apart from its owner and its timestamps. */
export type EventTypeSettings = Omit<
  EventType,
  'id' | 'organizationId' | 'owner' | 'isPayable' | 'linkId' | 'createdAt' | 'updatedAt' | 'deletedAt'
>

const defaultDuration = 30

/** The settings of a new type. */
export const newSettings = (
  { name, duration = defaultDuration }: { readonly name: string; readonly duration?: number | undefined },
  {
    slug,
    position,
    pooling,
    kind,
  }: { readonly slug: string; readonly position: number; readonly pooling: Pooling; readonly kind: EventType['kind'] },
): EventTypeSettings => ({
  name,
  slug,
  active: false,
  kind,
  pooling,
  type: 'StandardEventType',
  duration,
  durationOptions: null,
  seats: kind === 'group' ? 10 : 1,
  color: defaultColor,
  descriptionPlain: null,
  descriptionHtml: null,
  internalNote: null,
  secret: false,
  adminManaged: false,
  locale: null,
  position,
  questions: [firstQuestion],
  locations: null,
  rules: defaultSchedulingRules(duration),
  bookingRules: noBookingRules,
  redirectUrl: null,
  nameFormat: 'combined',
  reminders: defaultReminders,
})

/** Settings of a type that no request of the API sets. */
export const fixedInApi = [
  ...[
    'slug',
    'scheduling_url',
    'kind',
    'type',
    'profile.type',
    'profile.owner',
    'is_paid',
    'description_html',
    'secret',
  ],
  ...['booking_method', 'custom_questions', 'admin_managed', 'position', 'deleted_at'],
] as const

/** The only kind that shares can be made of. */
export const isPlainOneOnOne = ({ kind, pooling, type }: Pick<EventType, 'kind' | 'pooling' | 'type'>): boolean =>
  kind === 'solo' && pooling === null && type === 'StandardEventType'
