import type { ForeignSchedule } from '../calendly/foreign.ts'
import { type Remark, remarkOf } from '../remark.ts'
import {
  type CalcomType,
  colorIn,
  fixedWindow,
  leftOfConfirmation,
  leftOfHosts,
  leftOfOffset,
  movingWindow,
  unlimitedWindow,
  userRef,
  usualPriority,
} from './event-type.ts'
import { locationsIn } from './places.ts'
import { questionsIn } from './questions.ts'
import { numberIn, type Row, rowIn, rowsIn, textIn } from './values.ts'

/** The hosts of a type: rows of `Host`, and in older versions users that are assigned to it. */
export interface TypeRelations {
  readonly hosts: readonly Row[]
  readonly assigned: readonly number[]
  /** Questions of versions that had a table for them. */
  readonly customInputs: readonly Row[]
  /** Rows of `HashedLink`. */
  readonly links: readonly Row[]
  /** The schedule that it names. */
  readonly schedule: ForeignSchedule | undefined
}

/** A row of `EventType`. */
export const databaseType = (
  row: Row,
  { hosts, assigned, customInputs, links, schedule }: TypeRelations,
): CalcomType => {
  const metadata = rowIn(row.metadata)
  const limits = rowIn(row.bookingLimits)
  const minutes = numberIn(row.length) ?? 30
  const ownerId = numberIn(row.userId)
  const own = numberIn(row.scheduleId)
  const listed = hosts.map((host) => ({
    userId: numberIn(host.userId),
    scheduleId: numberIn(host.scheduleId),
    priority: numberIn(host.priority) ?? usualPriority,
  }))
  const fromUsers = [...new Set([...(ownerId === null ? [] : [ownerId]), ...assigned])].map((userId) => ({
    userId,
    scheduleId: null,
    priority: usualPriority,
  }))
  const fields = rowsIn(row.bookingFields)
  const pooling = poolingIn(row.schedulingType)
  const isRoundRobin = pooling === 'roundRobin'
  // One that a type of a team names is that of all its hosts, not only of the one who made it, unless each has their
  // own.
  const common = ownerId === null && rowIn(metadata.config).useHostSchedulesForTeamEvent !== true ? schedule : undefined
  return {
    id: numberIn(row.id) ?? 0,
    title: textIn(row.title) ?? 'Meeting',
    slug: textIn(row.slug),
    description: textIn(row.description),
    minutes,
    lengths: Array.isArray(metadata.multipleDuration)
      ? metadata.multipleDuration.filter((one): one is number => typeof one === 'number')
      : [],
    isHidden: row.hidden === true,
    ownerId,
    teamId: numberIn(row.teamId),
    pooling,
    isManaged: numberIn(row.parentId) !== null,
    isConfirmed: row.requiresConfirmation === true,
    seats: numberIn(row.seatsPerTimeSlot),
    rules: {
      increment: numberIn(row.slotInterval),
      before: numberIn(row.beforeEventBuffer) ?? 0,
      after: numberIn(row.afterEventBuffer) ?? 0,
      notice: numberIn(row.minimumBookingNotice) ?? 120,
      window: windowIn(row),
      perDay: numberIn(limits.PER_DAY),
      perWeek: numberIn(limits.PER_WEEK),
    },
    questions: questionsIn(fields.length > 0 ? fields : customInputs),
    locations: locationsIn(row.locations),
    hosts: (listed.length > 0 ? listed : fromUsers).flatMap(({ userId, scheduleId, priority }) =>
      userId === null
        ? []
        : [
            {
              userId,
              priority,
              ...(common
                ? commonHours(userId, common, own)
                : { scheduleId: scheduleId ?? (userId === ownerId ? own : null) }),
            },
          ],
    ),
    color: colorIn(row.eventTypeColor),
    redirectUrl: textIn(row.successRedirectUrl),
    position: numberIn(row.position) ?? 0,
    left: [
      ...leftOut(row, limits),
      ...leftOfHosts({
        hasFixed: isRoundRobin && hosts.some(({ isFixed }) => isFixed === true),
        hasWeights: isRoundRobin && row.isRRWeightsEnabled === true,
      }),
      ...(links.some(isForSeveral) ? [remarkOf('multiple_use_links')] : []),
    ],
    links: links.flatMap((link) => {
      const code = textIn(link.link)
      return code === null || isForSeveral(link)
        ? []
        : [{ id: `private-link-${numberIn(link.id) ?? 0}`, code, isSpent: usesLeft(link) <= 0 }]
    }),
  }
}

/** Versions without limits made a new address after every use. */
const usesLeft = (link: Row): number =>
  link.maxUsageCount === undefined ? 1 : (numberIn(link.maxUsageCount) ?? 0) - (numberIn(link.usageCount) ?? 0)

/** Uses are not counted until a link expires, nor where there is no limit. */
const isForSeveral = (link: Row): boolean =>
  textIn(link.expiresAt) !== null ||
  (link.maxUsageCount !== undefined && (numberIn(link.maxUsageCount) ?? 0) <= 0) ||
  usesLeft(link) > 1

const poolingIn = (given: unknown): CalcomType['pooling'] =>
  (['roundRobin', 'collective', 'managed'] as const).find(
    (kind) => kind.toLowerCase() === String(given).replace('_', '').toLowerCase(),
  ) ?? null

const windowIn = (row: Row): Row => {
  switch (String(row.periodType).toLowerCase()) {
    case 'rolling':
    case 'rolling_window':
      return movingWindow(numberIn(row.periodDays), row.periodCountCalendarDays === true)
    case 'range':
      return fixedWindow(textIn(row.periodStartDate), textIn(row.periodEndDate))
    default:
      return unlimitedWindow
  }
}

const commonHours = (
  userId: number,
  { user, timezone, rules }: ForeignSchedule,
  scheduleId: number | null,
): Omit<CalcomType['hosts'][number], 'userId' | 'priority'> =>
  user === userRef(userId) ? { scheduleId } : { scheduleId: null, hours: { timezone, rules } }

/** Newer versions keep the price with the app that takes it. */
const isPaid = (row: Row): boolean =>
  (numberIn(row.price) ?? 0) > 0 ||
  Object.values(rowIn(rowIn(row.metadata).apps)).some(
    (app) => rowIn(app).enabled === true && (numberIn(rowIn(app).price) ?? 0) > 0,
  )

const leftOut = (row: Row, limits: Row): readonly Remark[] => [
  ...leftOfConfirmation(
    row.requiresConfirmation === true,
    Object.keys(rowIn(rowIn(row.metadata).requiresConfirmationThreshold)).length > 0,
  ),
  ...(row.recurringEvent !== null && row.recurringEvent !== undefined ? [remarkOf('recurring_there')] : []),
  ...(numberIn(limits.PER_MONTH) !== null || numberIn(limits.PER_YEAR) !== null ? [remarkOf('long_limits')] : []),
  ...(Object.keys(rowIn(row.durationLimits)).length > 0 ? [remarkOf('minute_limits')] : []),
  ...leftOfOffset(numberIn(row.offsetStart)),
  ...(isPaid(row) ? [remarkOf('paid_there')] : []),
]
