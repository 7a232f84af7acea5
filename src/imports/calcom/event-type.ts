import type { ForeignEventType, ForeignHost, ForeignHostHours } from '../calendly/foreign.ts'
import { type Remark, remarkOf } from '../remark.ts'
import { type CalcomQuestion, customQuestions, hasTooManyQuestions } from './questions.ts'
import { type Row, rowIn, textIn } from './values.ts'

/** An event type as the database and the API both have it. */
export interface CalcomType {
  readonly id: number
  readonly title: string
  readonly slug: string | null
  readonly description: string | null
  readonly minutes: number
  readonly lengths: readonly number[]
  readonly isHidden: boolean
  readonly ownerId: number | null
  readonly teamId: number | null
  readonly pooling: 'roundRobin' | 'collective' | 'managed' | null
  /** It is the copy of a managed type, which its owner may not change. */
  readonly isManaged: boolean
  readonly seats: number | null
  /** Hosts confirm its bookings. */
  readonly isConfirmed: boolean
  readonly rules: {
    readonly increment: number | null
    readonly before: number
    readonly after: number
    readonly notice: number
    readonly window: Row
    readonly perDay: number | null
    readonly perWeek: number | null
  }
  readonly questions: readonly CalcomQuestion[]
  readonly locations: readonly object[]
  /**
   * Those who hold its meetings, each with their schedule for it, or with hours that are nobody's schedule of theirs.
   */
  readonly hosts: readonly {
    readonly userId: number
    readonly scheduleId: number | null
    /** From 0 to 4: the higher one is asked first in a round robin. */
    readonly priority: number
    readonly hours?: { readonly timezone: string; readonly rules: readonly unknown[] }
  }[]
  readonly color: string | null
  readonly redirectUrl: string | null
  readonly position: number
  /** What it has that has no counterpart here. */
  readonly left: readonly Remark[]
  readonly links: readonly Omit<CalcomLink, 'typeRef'>[]
}

/** An address under which a type can be booked once. */
export interface CalcomLink {
  readonly id: string
  readonly typeRef: string
  readonly code: string
  readonly isSpent: boolean
}

export interface ReadType {
  readonly type: ForeignEventType
  readonly hosts: readonly ForeignHost[]
  readonly hours: readonly ForeignHostHours[]
  readonly remarks: readonly Remark[]
  readonly links: readonly CalcomLink[]
}

export const userRef = (id: number): string => `user-${id}`
export const scheduleRef = (id: number): string => `schedule-${id}`
export const typeRef = (id: number): string => `event-type-${id}`
export const teamRef = (id: number): string => `team-${id}`

/** In the form that is saved. `page` is that of its user or team: `/{name}`, `/team/{name}`. */
export const readType = (given: CalcomType, at: Date, page: string | null = null): ReadType => {
  const { title: name, seats, pooling, hosts, left } = given
  const isGroup = seats !== null && seats > 0
  const remarks = [
    ...left.map(({ code, values }) => remarkOf(code, { name, ...values })),
    ...(isGroup && pooling !== null ? [remarkOf('seats_and_hosts', { name })] : []),
    ...(hasTooManyQuestions(given.questions) ? [remarkOf('too_many_questions', { name })] : []),
  ]
  const type: ForeignEventType = {
    uri: typeRef(given.id),
    name: given.title,
    active: true,
    slug: given.slug,
    scheduling_url: page === null || given.slug === null ? null : `${page}/${given.slug}`,
    duration: given.minutes,
    duration_options: given.lengths.length > 1 ? [...given.lengths] : null,
    kind: isGroup ? 'group' : 'solo',
    pooling_type: pooling === 'collective' ? 'collective' : pooling === 'roundRobin' ? 'round_robin' : null,
    type: 'StandardEventType',
    color: given.color,
    created_at: at,
    updated_at: at,
    internal_note: null,
    description_plain: given.description,
    description_html: null,
    profile: given.ownerId === null ? null : { type: 'User', owner: userRef(given.ownerId) },
    secret: given.isHidden,
    custom_questions: [...customQuestions(given.questions)],
    deleted_at: null,
    admin_managed: given.isManaged,
    locations: [...given.locations],
    position: given.position,
    locale: null,
    scheduling_rules: rulesOf(given),
    redirect_url: given.redirectUrl,
    name_format: null,
    ...(isGroup ? { seats } : {}),
    approval_hours: given.isConfirmed ? approvalHours : null,
  }
  return {
    type,
    remarks,
    links: given.links.map((link) => ({ ...link, typeRef: typeRef(given.id) })),
    hosts: hosts.map(({ userId, priority }) => ({
      uri: `host-${given.id}-${userId}`,
      member: { uri: userRef(userId) },
      priority,
      created_at: null,
      updated_at: null,
    })),
    hours: hosts.flatMap(({ userId, scheduleId, hours }): readonly ForeignHostHours[] => {
      const user = userRef(userId)
      if (hours) return [{ user, availability_rule: { uri: null, timezone: hours.timezone, rules: [...hours.rules] } }]
      return scheduleId === null
        ? []
        : [{ user, availability_rule: { uri: scheduleRef(scheduleId), timezone: null, rules: [] } }]
    }),
  }
}

/** Bookings wait there until they begin. Here it is a week at most. */
export const approvalHours = 168

const rulesOf = ({ rules, minutes }: CalcomType): object => ({
  start_time_increment: within(rules.increment ?? minutes, 1, 720),
  buffer_before: within(rules.before, 0, 720),
  buffer_after: within(rules.after, 0, 720),
  minimum_notice: within(rules.notice, 0, 525_600),
  booking_window: rules.window,
  max_per_day: rules.perDay === null ? null : within(rules.perDay, 1, 1000),
  max_per_week: rules.perWeek === null ? null : within(rules.perWeek, 1, 1000),
})

const within = (number: number, min: number, max: number): number => Math.min(max, Math.max(min, Math.round(number)))

/** What Cal.com takes where nothing is said. */
export const usualPriority = 2

export const leftOfHosts = ({
  hasFixed,
  hasWeights,
}: {
  readonly hasFixed: boolean
  readonly hasWeights: boolean
}): readonly Remark[] => [
  ...(hasFixed ? [remarkOf('fixed_hosts')] : []),
  ...(hasWeights ? [remarkOf('weighted_hosts')] : []),
]

export const leftOfConfirmation = (isConfirmed: boolean, isOnlyAtShortNotice: boolean): readonly Remark[] => [
  ...(isConfirmed ? [remarkOf('confirmation_there', { hours: approvalHours })] : []),
  ...(isConfirmed && isOnlyAtShortNotice ? [remarkOf('confirmation_always')] : []),
]

export const leftOfOffset = (minutes: number | null): readonly Remark[] =>
  minutes !== null && minutes > 0 ? [remarkOf('start_offset', { minutes })] : []

export const unlimitedWindow: Row = { type: 'unlimited' }

/** So many days ahead: of the calendar, or Mondays to Fridays. */
export const movingWindow = (days: number | null, countsAll: boolean): Row =>
  days === null || days < 1
    ? unlimitedWindow
    : { type: countsAll ? 'moving' : 'available_moving', days: within(days, 1, 3650) }

export const fixedWindow = (from: string | null, to: string | null): Row =>
  from === null || to === null || to < from
    ? unlimitedWindow
    : { type: 'fixed', start_date: from.slice(0, 10), end_date: to.slice(0, 10) }

export const colorIn = (given: unknown): string | null => {
  const { lightEventTypeColor, lightThemeHex } = rowIn(given)
  return textIn(lightEventTypeColor) ?? textIn(lightThemeHex)
}
