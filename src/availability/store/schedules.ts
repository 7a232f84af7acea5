import { type Reader, type RowOf, type Tx, withinTenant } from '#platform/db/database.ts'
import type { Rule } from '../rule.ts'
import { impliedSchedule, type Schedule } from '../schedule.ts'

/** A host, current or former, with their schedules. */
export interface HostSchedules {
  readonly endedAt: Date | null
  /** The default one first; never empty. */
  readonly schedules: readonly Schedule[]
}

const hosts = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('organization_memberships as membership')
    .innerJoin('users', 'users.id', 'membership.user_id')
    .leftJoin('availability_schedules as schedule', withinTenant('schedule.membership_id', 'membership.id'))
    .select([
      'membership.id as membershipId',
      'membership.organization_id as organizationId',
      'membership.user_id as userId',
      'membership.ended_at as endedAt',
      'users.timezone as userTimezone',
      'schedule.id',
      'schedule.name',
      'schedule.is_default as isDefault',
      'schedule.timezone',
      'schedule.rules',
    ])
    .where('membership.organization_id', '=', organizationId)

const schedulesFrom = (rows: readonly RowOf<typeof hosts>[]): Schedule[] => {
  const [host] = rows
  if (!host) return []
  const { organizationId, membershipId, userId, userTimezone } = host
  const stored = rows.flatMap(({ id, name, isDefault, timezone, rules }): Schedule[] =>
    id === null || name === null || isDefault === null || timezone === null || rules === null
      ? []
      : [{ id, organizationId, membershipId, userId, name, isDefault, timezone, rules: JSON.parse(rules) as Rule[] }],
  )
  if (stored.some(({ isDefault }) => isDefault)) return stored
  return [impliedSchedule({ organizationId, membershipId, userId, timezone: userTimezone }), ...stored]
}

/** Undefined for a user who was never in the organization. */
export const findSchedulesOfUser = async (
  reader: Reader,
  organizationId: string,
  userId: string,
): Promise<HostSchedules | undefined> => {
  const rows = await hosts(reader, organizationId)
    .where('membership.user_id', '=', userId)
    .orderBy('membership.ended_at', (order) => order.desc().nullsFirst())
    .orderBy('membership.created_at', 'desc')
    .orderBy('schedule.is_default', 'desc')
    .orderBy('schedule.created_at')
    .orderBy('schedule.id')
    .execute()
  // A user who left and came back has two memberships: the current one counts.
  const current = rows.filter(({ membershipId }) => membershipId === rows[0]?.membershipId)
  return current[0] && { endedAt: current[0].endedAt, schedules: schedulesFrom(current) }
}

/** By its id, or by the id of a membership whose default is not stored yet. */
export const findSchedule = async (
  reader: Reader,
  organizationId: string,
  scheduleId: string,
): Promise<{ endedAt: Date | null; schedule: Schedule } | undefined> => {
  const rows = await hosts(reader, organizationId)
    .where((is) =>
      is.or([
        is('membership.id', '=', scheduleId),
        is(
          'membership.id',
          'in',
          is
            .selectFrom('availability_schedules as named')
            .select('named.membership_id')
            .where('named.organization_id', '=', organizationId)
            .where('named.id', '=', scheduleId),
        ),
      ]),
    )
    .execute()
  const schedule = schedulesFrom(rows).find(({ id }) => id === scheduleId)
  return schedule && rows[0] && { endedAt: rows[0].endedAt, schedule }
}

/** Until the transaction ends nobody else changes the schedules of this user, so that no change is lost. */
export const lockSchedules = async (tx: Tx, organizationId: string, userId: string): Promise<void> => {
  await tx
    .selectFrom('organization_memberships')
    .select('id')
    .where(({ and }) => and({ organization_id: organizationId, user_id: userId }))
    .forNoKeyUpdate()
    .execute()
}

/** No type may use it any more. */
export const deleteSchedule = async (tx: Tx, organizationId: string, scheduleId: string): Promise<void> => {
  await tx
    .deleteFrom('availability_schedules')
    .where(({ and }) => and({ organization_id: organizationId, id: scheduleId }))
    .execute()
}

type NewSchedule = Omit<Schedule, 'organizationId' | 'userId'>

/** Inserts or overwrites it. */
export const saveSchedule = async (
  tx: Tx,
  organizationId: string,
  { id, membershipId, name, isDefault, timezone, rules }: NewSchedule,
  now: Date,
): Promise<void> => {
  const values = { name, is_default: isDefault, timezone, rules: JSON.stringify(rules), updated_at: now }
  await tx
    .insertInto('availability_schedules')
    .values({ id, organization_id: organizationId, membership_id: membershipId, created_at: now, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** So that another one can become the default. */
export const unsetDefault = async (tx: Tx, organizationId: string, membershipId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('availability_schedules')
    .set({ is_default: false, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, membership_id: membershipId, is_default: true }))
    .execute()
}
