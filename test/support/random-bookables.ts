import type { Rule, TakenSpan } from '#availability/index.ts'
import type { BookableHost, EventType } from '#event-types/index.ts'

export const minute = 60_000
export const day = 1440 * minute

/** A seeded generator, so that a failure can be reproduced. */
export const randomFrom = (seed: number) => {
  let state = seed
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const oneOf = <T>(items: readonly T[]): T => items[below(items.length)] as T
  return { below, oneOf }
}

/** Zones and days on which the clock changes, or does so by an odd step, or never does. */
const places = [
  ['Europe/Lisbon', '2026-03-27'],
  ['Europe/Lisbon', '2026-10-23'],
  ['America/New_York', '2026-03-06'],
  ['America/New_York', '2026-10-30'],
  ['Australia/Lord_Howe', '2026-04-03'],
  ['Australia/Lord_Howe', '2026-10-02'],
  ['Asia/Kathmandu', '2026-05-04'],
  ['UTC', '2026-06-12'],
  ['Pacific/Auckland', '2026-09-25'],
  ['America/St_Johns', '2026-03-06'],
] as const

export type Random = ReturnType<typeof randomFrom>

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const someHours = ({ below, oneOf }: Random): Rule[] =>
  (['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const).map((wday) => {
    const opens = oneOf([0, 30, 60, 90, 120, 540, 555, 600])
    const first = { from: clock(opens), to: clock(Math.min(1440, opens + oneOf([60, 125, 180, 240, 480]))) }
    const second = { from: clock(opens + 500), to: '24:00' }
    return { type: 'wday', wday, intervals: [[], [first], [first], [first, second]][below(4)] ?? [] }
  })

/** A type with its hosts and what they have booked, around days on which clocks may change. */
export interface RandomBookable {
  readonly eventType: EventType
  readonly hosts: readonly BookableHost[]
  readonly taken: readonly TakenSpan[]
  readonly from: number
  readonly now: number
}

export const aRandomBookable = (random: Random): RandomBookable => {
  const { below, oneOf } = random
  const [zone, date] = oneOf(places)
  const from = Date.parse(`${date}T00:00:00Z`)
  const shape = oneOf(['solo', 'group', 'collective', 'round_robin'] as const)
  const hosts = Array.from(
    { length: shape === 'solo' || shape === 'group' ? 1 : 1 + below(3) },
    (_, index): BookableHost => {
      const id = `host ${index}`
      const timezone = below(4) === 0 ? oneOf(places)[0] : zone
      return {
        id,
        membershipId: id,
        userId: id,
        priority: below(2),
        timezone,
        rules: someHours(random),
        schedule: null,
        name: id,
        email: id,
        rooms: {},
      }
    },
  )
  const seats = shape === 'group' ? 3 : 1
  const duration = oneOf([5, 15, 30, 45, 60, 90])
  const rules: EventType['rules'] = {
    start_time_increment: oneOf([5, 10, 15, 20, 30, 60]),
    buffer_before: oneOf([0, 0, 10, 45]),
    buffer_after: oneOf([0, 0, 15, 60]),
    minimum_notice: oneOf([0, 60, 1440]),
    booking_window: oneOf([
      { type: 'unlimited', days: null, start_date: null, end_date: null },
      { type: 'moving', days: 3, start_date: null, end_date: null },
      { type: 'available_moving', days: 2, start_date: null, end_date: null },
      { type: 'fixed', days: null, start_date: date, end_date: new Date(from + 3 * day).toISOString().slice(0, 10) },
    ]),
    max_per_day: oneOf([null, null, 1, 2]),
    max_per_week: oneOf([null, null, 3]),
  }
  const taken = hosts.flatMap(({ membershipId }) =>
    Array.from({ length: below(8) }, (_, index): TakenSpan => {
      const isOwn = below(2) === 0
      const startsAt = from + (below(8 * 288) - 288) * 5 * minute
      const endsAt = startsAt + (isOwn ? duration : oneOf([15, 30, 60])) * minute
      const [before, after] = isOwn ? [rules.buffer_before, rules.buffer_after] : [oneOf([0, 30]), oneOf([0, 30])]
      return {
        membershipId,
        start: new Date(startsAt - before * minute),
        end: new Date(endsAt + after * minute),
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
        kind: 'meeting',
        scheduledEventId: `${membershipId} ${index}`,
        eventTypeId: isOwn ? 'type' : 'other',
        seatsTaken: 1 + below(seats),
      }
    }),
  )
  const eventType: EventType = {
    id: 'type',
    organizationId: 'organization',
    owner: { membershipId: 'host 0', userId: 'host 0', name: 'Host', slug: 'host' },
    name: 'Intro call',
    slug: 'intro-call',
    active: true,
    kind: shape === 'group' ? 'group' : 'solo',
    pooling: shape === 'collective' || shape === 'round_robin' ? shape : null,
    type: 'StandardEventType',
    duration,
    durationOptions: null,
    seats,
    color: '#0069ff',
    descriptionPlain: null,
    descriptionHtml: null,
    internalNote: null,
    secret: false,
    adminManaged: false,
    locale: 'en',
    position: 0,
    questions: [],
    locations: null,
    rules,
    isPayable: true,
    bookingRules: { approval: null, email_confirmation: false, payment: null, waiting_list: null },
    redirectUrl: null,
    nameFormat: 'combined',
    reminders: [],
    linkId: null,
    createdAt: new Date(from),
    updatedAt: new Date(from),
    deletedAt: null,
  }
  return {
    eventType,
    hosts,
    taken: taken.sort((a, b) => a.start.getTime() - b.start.getTime()),
    from,
    now: from + below(1440) * minute,
  }
}

/** What the database would return: the taken spans that touch the span. */
export const takenWithin = (
  taken: readonly TakenSpan[],
  { start, end }: { readonly start: number; readonly end: number },
): TakenSpan[] => taken.filter((span) => span.start.getTime() < end && span.end.getTime() > start)
