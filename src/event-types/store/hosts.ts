import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Rule, workingHours } from '#availability/index.ts'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { type Reader, type RowOf, type Tx, withinTenant } from '#platform/db/database.ts'
import { byCreation, readPage } from '#platform/db/keyset.ts'
import type { Host } from '../host.ts'

/**
 * Hosts who are still in the organization, each with the hours that apply: the type's own, a schedule's, or the
 * default.
 */
const hosts = (reader: Reader, organizationId: string, eventTypeId: string) =>
  reader
    .selectFrom('event_type_hosts as host')
    .innerJoin('organization_memberships as membership', (join) =>
      join
        .onRef('membership.organization_id', '=', 'host.organization_id')
        .onRef('membership.id', '=', 'host.membership_id')
        .on('membership.ended_at', 'is', null),
    )
    .innerJoin('users', 'users.id', 'membership.user_id')
    .leftJoin('availability_schedules as schedule', (join) =>
      join
        .onRef('schedule.organization_id', '=', 'host.organization_id')
        .onRef('schedule.membership_id', '=', 'host.membership_id')
        .on((is) =>
          is.or([
            is('schedule.id', '=', is.ref('host.schedule_id')),
            is.and([is('host.schedule_id', 'is', null), is('schedule.is_default', '=', true)]),
          ]),
        ),
    )
    .select([
      'host.id',
      'host.event_type_id as eventTypeId',
      'host.membership_id as membershipId',
      'membership.user_id as userId',
      'host.priority',
      'host.timezone as ownTimezone',
      'host.rules as ownRules',
      'host.created_at as createdAt',
      'host.updated_at as updatedAt',
      'users.timezone as userTimezone',
      'schedule.id as scheduleId',
      'schedule.name as scheduleName',
      'schedule.is_default as scheduleIsDefault',
      'schedule.timezone as scheduleTimezone',
      'schedule.rules as scheduleRules',
    ])
    .where('host.organization_id', '=', organizationId)
    .where('host.event_type_id', '=', eventTypeId)

/** The columns that a host's hours are computed from. */
type HostRow = RowOf<typeof hosts>

export interface HostHours
  extends Omit<HostRow, 'ownRules' | 'scheduleRules' | 'eventTypeId' | 'createdAt' | 'updatedAt'> {
  readonly ownRules: readonly Rule[] | null
  readonly scheduleRules: readonly Rule[] | null
}

const parsed = (row: HostRow): HostHours => ({
  ...row,
  ownRules: row.ownRules === null ? null : (JSON.parse(row.ownRules) as Rule[]),
  scheduleRules: row.scheduleRules === null ? null : (JSON.parse(row.scheduleRules) as Rule[]),
})

export const hostFrom = (row: HostHours): Host => {
  const who = { id: row.id, membershipId: row.membershipId, userId: row.userId, priority: row.priority }
  if (row.ownRules !== null)
    return { ...who, timezone: row.ownTimezone ?? row.userTimezone, rules: row.ownRules, schedule: null }
  const schedule = {
    id: row.scheduleId ?? row.membershipId,
    name: row.scheduleName ?? 'Working hours',
    isDefault: row.scheduleIsDefault ?? true,
  }
  return {
    ...who,
    timezone: row.scheduleTimezone ?? row.userTimezone,
    rules: row.scheduleRules ?? workingHours,
    schedule,
  }
}

export const listHosts = async (reader: Reader, organizationId: string, eventTypeId: string): Promise<Host[]> => {
  const rows = await hosts(reader, organizationId, eventTypeId).orderBy('host.created_at').orderBy('host.id').execute()
  return rows.map((row) => hostFrom(parsed(row)))
}

/** A host with the timestamps of their row, for the list of a type's memberships. */
export interface DatedHost extends Host {
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface NamedHost {
  readonly eventTypeId: string
  readonly name: string
}

/** Of all types that several hosts share. */
export const listSharedHosts = async (reader: Reader, organizationId: string): Promise<readonly NamedHost[]> =>
  reader
    .selectFrom('event_type_hosts as host')
    .innerJoin('event_types', withinTenant('event_types.id', 'host.event_type_id'))
    .innerJoin('organization_memberships as membership', withinTenant('membership.id', 'host.membership_id'))
    .innerJoin('users', 'users.id', 'membership.user_id')
    .select(['host.event_type_id as eventTypeId', 'users.name'])
    .where('host.organization_id', '=', organizationId)
    .where('event_types.pooling_type', 'is not', null)
    .where('event_types.deleted_at', 'is', null)
    .where('membership.ended_at', 'is', null)
    .orderBy('host.created_at')
    .orderBy('host.id')
    .execute()

export const listHostsPage = async (
  reader: Reader,
  organizationId: string,
  eventTypeId: string,
  page: PageRequest,
): Promise<Page<DatedHost>> => {
  const found = await readPage(hosts(reader, organizationId, eventTypeId), page, byCreation('host'))
  return mapPage(found, (row) => ({ ...hostFrom(parsed(row)), createdAt: row.createdAt, updatedAt: row.updatedAt }))
}

export const insertHosts = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  members: readonly { readonly membershipId: string; readonly priority: number }[],
  now: Date,
  /** The type's own hours, for all of them. */
  hours?: { readonly timezone: string; readonly rules: readonly Rule[] },
): Promise<void> => {
  // A millisecond apart, so that they keep the order in which they were sent.
  await tx
    .insertInto('event_type_hosts')
    .values(
      members.map(({ membershipId, priority }, index) => ({
        id: randomUUID(),
        organization_id: organizationId,
        event_type_id: eventTypeId,
        membership_id: membershipId,
        priority,
        timezone: hours?.timezone ?? null,
        rules: hours ? JSON.stringify(hours.rules) : null,
        created_at: new Date(now.getTime() + index),
        updated_at: now,
      })),
    )
    .execute()
}

/**
 * The hosts of the type in the row, each with what `hostFrom` needs, as one JSON value: one statement however many they
 * are. `more` are further pairs of a name and a value for each.
 */
export const hostsOfType = (more: RawBuilder<unknown> = sql``): RawBuilder<string> => sql<string>`(
  select coalesce(json_agg(json_build_object(
    'id', host.id, 'membershipId', host.membership_id, 'userId', membership.user_id, 'priority', host.priority,
    'ownTimezone', host.timezone, 'ownRules', host.rules, 'userTimezone', users.timezone,
    'scheduleId', schedule.id, 'scheduleName', schedule.name, 'scheduleIsDefault', schedule.is_default,
    'scheduleTimezone', schedule.timezone, 'scheduleRules', schedule.rules${more}
  ) order by host.created_at, host.id), '[]')
  from event_type_hosts as host
  join organization_memberships as membership
    on membership.organization_id = host.organization_id and membership.id = host.membership_id and membership.ended_at is null
  join users on users.id = membership.user_id
  left join availability_schedules as schedule
    on schedule.organization_id = host.organization_id and schedule.membership_id = host.membership_id
    and (schedule.id = host.schedule_id or (host.schedule_id is null and schedule.is_default))
  where host.organization_id = event_types.organization_id and host.event_type_id = event_types.id
)`

/** With their priorities and hours. What they have hosted is not copied: their turns begin anew. */
export const copyHosts = async (
  tx: Tx,
  organizationId: string,
  { from, to }: { readonly from: string; readonly to: string },
  now: Date,
): Promise<void> => {
  const rows = await tx
    .selectFrom('event_type_hosts')
    .select(['membership_id', 'priority', 'schedule_id', 'timezone', 'rules'])
    .where(({ and }) => and({ organization_id: organizationId, event_type_id: from }))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  await tx
    .insertInto('event_type_hosts')
    .values(
      rows.map((row, index) => ({
        ...row,
        id: randomUUID(),
        organization_id: organizationId,
        event_type_id: to,
        created_at: new Date(now.getTime() + index),
        updated_at: now,
      })),
    )
    .execute()
}

export const deleteHosts = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  hostIds: readonly string[],
): Promise<void> => {
  await tx
    .deleteFrom('event_type_hosts')
    .where(({ and }) => and({ organization_id: organizationId, event_type_id: eventTypeId }))
    .where('id', 'in', [...hostIds])
    .execute()
}

export const updatePriority = async (
  tx: Tx,
  organizationId: string,
  hostId: string,
  priority: number,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('event_type_hosts')
    .set({ priority, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id: hostId }))
    .execute()
}

/** The type's own hours for one host: their schedules stay as they are. */
export const updateHostHours = async (
  tx: Tx,
  organizationId: string,
  hostId: string,
  { timezone, rules }: { readonly timezone: string; readonly rules: readonly Rule[] },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('event_type_hosts')
    .set({ timezone, rules: JSON.stringify(rules), schedule_id: null, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id: hostId }))
    .execute()
}

/** Back to a schedule of the host; `undefined` for whichever is the default. */
export const linkHostSchedule = async (
  tx: Tx,
  organizationId: string,
  hostId: string,
  scheduleId: string | undefined,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('event_type_hosts')
    .set({ timezone: null, rules: null, schedule_id: scheduleId ?? null, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id: hostId }))
    .execute()
}

/** Every host who uses this schedule follows their default from now on. */
export const releaseSchedule = async (tx: Tx, organizationId: string, scheduleId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('event_type_hosts')
    .set({ schedule_id: null, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, schedule_id: scheduleId }))
    .execute()
}

/** The type that a host row belongs to: by its id, or by that of the schedule it uses. */
export const findTypeOfHost = async (
  reader: Reader,
  organizationId: string,
  id: string,
): Promise<{ hostId: string; eventTypeId: string } | undefined> =>
  reader
    .selectFrom('event_type_hosts')
    .select(['id as hostId', 'event_type_id as eventTypeId'])
    .where('organization_id', '=', organizationId)
    .where((is) => is.or([is('id', '=', id), is('schedule_id', '=', id)]))
    .orderBy(sql`id = ${id}::uuid`, 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()

/** Gives the type its own hours for this host: the current ones, in another time zone. */
export const setOwnTimezone = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  membershipId: string,
  timezone: string,
  now: Date,
): Promise<void> => {
  const host = (await listHosts(tx, organizationId, eventTypeId)).find(
    (candidate) => candidate.membershipId === membershipId,
  )
  if (host) await updateHostHours(tx, organizationId, host.id, { timezone, rules: host.rules }, now)
}
