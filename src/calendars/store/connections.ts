import { sql } from 'kysely'
import type { Page, PageRequest } from '#contract/page.ts'
import { type Reader, type Tx, withinTenant } from '#platform/db/database.ts'
import { readPage } from '#platform/db/keyset.ts'
import { type CalendarConnection, type CalendarFault, type ConnectionKind, syncJob } from '../connection.ts'
import { lockMember } from './member-lock.ts'

/** Connections of members; those of former members are on their way out. */
const connections = (reader: Reader) =>
  reader
    .selectFrom('calendar_connections as connections')
    .innerJoin('organization_memberships as members', withinTenant('members.id', 'connections.membership_id'))
    .where('members.ended_at', 'is', null)

const columns = [
  'connections.id',
  'connections.organization_id as organizationId',
  'connections.membership_id as membershipId',
  'members.user_id as userId',
  'connections.kind',
  'connections.account',
  'connections.server',
  'connections.stays_open as staysOpen',
  'connections.is_lost as isLost',
  sql<CalendarFault | null>`connections.fault`.as('fault'),
  'connections.looked_at as syncedAt',
  // A job that was tried before waits for the next regular sync.
  sql<boolean>`exists (
    select from jobs where jobs.subject_id = connections.id and jobs.kind = ${syncJob}
      and jobs.set_aside_at is null and (jobs.attempts = 0 or jobs.leased_until is not null))`.as('isSyncing'),
  'connections.created_at as createdAt',
  'connections.updated_at as updatedAt',
] as const

export const findConnection = async (
  reader: Reader,
  organizationId: string,
  id: string,
): Promise<CalendarConnection | undefined> =>
  connections(reader)
    .select(columns)
    .where('connections.organization_id', '=', organizationId)
    .where('connections.id', '=', id)
    .executeTakeFirst()

export const listConnections = async (
  reader: Reader,
  organizationId: string,
  membershipId: string,
  page: PageRequest,
): Promise<Page<CalendarConnection>> =>
  readPage(
    connections(reader)
      .select(columns)
      .where('connections.organization_id', '=', organizationId)
      .where('connections.membership_id', '=', membershipId),
    page,
    {
      created_at: { sql: sql`connections.created_at`, of: (row) => row.createdAt, type: 'instant' },
      id: { sql: sql`connections.id`, of: (row) => row.id, type: 'uuid' },
    },
  )

/** The credentials of all that a member has. Nobody else adds one before the end of the transaction. */
export const lockConnections = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
): Promise<readonly { readonly id: string; readonly credentials: Buffer; readonly isFaulty: boolean }[]> => {
  await lockMember(tx, organizationId, membershipId)
  return tx
    .selectFrom('calendar_connections')
    .select(['id', 'credentials', sql<boolean>`is_lost or fault is not null`.as('isFaulty')])
    .where('organization_id', '=', organizationId)
    .where('membership_id', '=', membershipId)
    .execute()
}

export interface NewConnection {
  readonly id: string
  readonly membershipId: string
  readonly kind: ConnectionKind
  readonly account: string
  readonly server: string
  readonly credentials: Buffer
  readonly ownAddresses: readonly string[]
}

export const insertConnection = async (
  tx: Tx,
  organizationId: string,
  connection: NewConnection,
  now: Date,
): Promise<void> => {
  const { id, membershipId, kind, account, server, credentials, ownAddresses } = connection
  await tx
    .insertInto('calendar_connections')
    .values({
      organization_id: organizationId,
      id,
      membership_id: membershipId,
      kind,
      account,
      server,
      credentials,
      own_addresses: [...ownAddresses],
      discovered_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export const setStaysOpen = async (
  tx: Tx,
  organizationId: string,
  id: string,
  staysOpen: boolean,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('calendar_connections')
    .set({ stays_open: staysOpen, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export const setCredentials = async (
  tx: Tx,
  organizationId: string,
  id: string,
  {
    credentials,
    server,
    account,
  }: Partial<Pick<NewConnection, 'server' | 'account'>> & Pick<NewConnection, 'credentials'>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('calendar_connections')
    .set({
      credentials,
      ...(server === undefined ? {} : { server }),
      ...(account === undefined ? {} : { account }),
      updated_at: now,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** What was found out about the account. Addresses that were known stay known. */
export const saveDiscovery = async (
  tx: Tx,
  organizationId: string,
  id: string,
  { ownAddresses, discoveredAt }: { ownAddresses: readonly string[]; discoveredAt: Date | null },
): Promise<void> => {
  await tx
    .updateTable('calendar_connections')
    .set({ own_addresses: [...ownAddresses], discovered_at: discoveredAt })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Encrypted. */
export const loadCredentials = async (reader: Reader, organizationId: string, id: string): Promise<Buffer> => {
  const { credentials } = await reader
    .selectFrom('calendar_connections')
    .select('credentials')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return credentials
}

/** With its calendars and their items. */
export const deleteConnection = async (tx: Tx, organizationId: string, id: string): Promise<void> => {
  await tx
    .deleteFrom('calendar_connections')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** What a sync needs to know of a connection. */
export interface ConnectionToSync {
  readonly id: string
  readonly organizationId: string
  readonly membershipId: string
  readonly userId: string
  readonly kind: ConnectionKind
  readonly credentials: Buffer
  readonly ownAddresses: readonly string[]
  readonly account: string
  readonly server: string
  readonly staysOpen: boolean
  readonly isLost: boolean
  readonly notifiedAt: Date | null
  readonly syncedAt: Date | null
  readonly createdAt: Date
  /** When its calendars were last listed. */
  readonly discoveredAt: Date | null
  readonly hostEmail: string
  /** The host's own, for events without a zone in calendars without one. */
  readonly hostZone: string
}

export const loadConnections = async (reader: Reader, ids: readonly string[]): Promise<readonly ConnectionToSync[]> =>
  connections(reader)
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([
      'connections.id',
      'connections.organization_id as organizationId',
      'connections.membership_id as membershipId',
      'members.user_id as userId',
      'connections.kind',
      'connections.credentials',
      'connections.own_addresses as ownAddresses',
      'connections.account',
      'connections.server',
      'connections.stays_open as staysOpen',
      'connections.is_lost as isLost',
      'connections.notified_at as notifiedAt',
      'connections.looked_at as syncedAt',
      'connections.created_at as createdAt',
      'connections.discovered_at as discoveredAt',
      'users.email as hostEmail',
      'users.timezone as hostZone',
    ])
    .where('connections.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()

/**
 * Nothing went wrong. What was lost is found again once every calendar was read after `lostBefore`. Gives when the
 * calendar was read that was not read for longest; undefined when one never was.
 */
export const recordGoodSync = async (
  tx: Tx,
  organizationId: string,
  id: string,
  lostBefore: Date,
  now: Date,
): Promise<Date | undefined> => {
  const calendars = await tx
    .selectFrom('calendars')
    .select('looked_at as syncedAt')
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', id)
    .where('checks_conflicts', '=', true)
    .execute()
  const times = calendars.flatMap(({ syncedAt }) => syncedAt ?? [])
  const oldest =
    times.length < calendars.length ? undefined : (times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? now)
  await tx
    .updateTable('calendar_connections')
    .set({
      fault: null,
      ...(oldest ? { looked_at: oldest } : {}),
      ...(oldest && oldest > lostBefore ? { is_lost: false } : {}),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
  return oldest
}

export const recordFailedSync = async (
  tx: Tx,
  organizationId: string,
  id: string,
  { fault, isLost, isNotified }: { fault: CalendarFault; isLost: boolean; isNotified: boolean },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('calendar_connections')
    .set({ fault, is_lost: isLost, ...(isNotified ? { notified_at: now } : {}) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/**
 * Those of these members that were not read since, and may be tried: not such that only their owner can mend, nor where
 * the server asked to be left alone.
 */
export const listOverdueConnections = async (
  reader: Reader,
  organizationId: string,
  membershipIds: readonly string[],
  syncedBefore: Date,
): Promise<readonly string[]> => {
  const rows = await reader
    .selectFrom('calendar_connections')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('membership_id', '=', sql<string>`any(${[...membershipIds]}::uuid[])`)
    .where(({ or, eb }) => or([eb('is_lost', '=', false), eb('fault', '=', 'gone')]))
    .where('looked_at', '<', syncedBefore)
    .where('fault', 'is distinct from', 'busy')
    .execute()
  return rows.map(({ id }) => id)
}

/** Of these people, in all organizations that they are members of. */
export const listConnectionsOfUsers = async (
  reader: Reader,
  userIds: readonly string[],
): Promise<readonly string[]> => {
  const rows = await connections(reader)
    .select('connections.id')
    .where('members.user_id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * A portion of those that count as known although nothing was read since. They stay locked until the end of the
 * transaction.
 */
export const lockSilentConnections = async (tx: Tx, lostBefore: Date): Promise<readonly string[]> => {
  const rows = await connections(tx)
    .select('connections.id')
    .where('connections.is_lost', '=', false)
    .where(sql<Date>`coalesce(connections.looked_at, connections.created_at)`, '<=', lostBefore)
    .orderBy('connections.id')
    .limit(silentAtOnce)
    .forUpdate('connections')
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

const silentAtOnce = 100

type LeftConnection = Pick<CalendarConnection, 'organizationId' | 'membershipId' | 'id'>

const ofEnded = (reader: Reader) =>
  reader
    .selectFrom('calendar_connections as connections')
    .innerJoin('organization_memberships as members', withinTenant('members.id', 'connections.membership_id'))
    .select([
      'connections.organization_id as organizationId',
      'connections.membership_id as membershipId',
      'connections.id',
    ])
    .where('members.ended_at', 'is not', null)

/** Of members who have left. */
export const listConnectionsOfEnded = async (
  reader: Reader,
  organizationId: string,
): Promise<readonly LeftConnection[]> =>
  ofEnded(reader).where('connections.organization_id', '=', organizationId).execute()

/** Those of these whose member has left. */
export const loadEndedConnections = async (
  reader: Reader,
  ids: readonly string[],
): Promise<readonly LeftConnection[]> =>
  ofEnded(reader)
    .where('connections.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()

/**
 * Of all organizations: how many connections there are, how many are lost, and when the one was read that was not read
 * for longest.
 */
export interface ConnectionsOverview {
  readonly connections: number
  readonly lost: number
  readonly oldestSync: Date | null
}

/** Those of which no calendar counts are read by nobody, and left out. */
export const overviewOfConnections = async (reader: Reader): Promise<ConnectionsOverview> =>
  connections(reader)
    .select([
      sql<number>`count(*)::integer`.as('connections'),
      sql<number>`(count(*) filter (where connections.is_lost))::integer`.as('lost'),
      sql<Date | null>`min(coalesce(connections.looked_at, connections.created_at))`.as('oldestSync'),
    ])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('calendars')
          .select('calendars.id')
          .whereRef('calendars.organization_id', '=', 'connections.organization_id')
          .whereRef('calendars.connection_id', '=', 'connections.id')
          .where('calendars.checks_conflicts', '=', true),
      ),
    )
    .executeTakeFirstOrThrow()

/** Whether a member has connected calendars, and none of them is checked for conflicts. */
export const countsNothing = async (reader: Reader, organizationId: string, membershipId: string): Promise<boolean> => {
  const { counts } = await reader
    .selectFrom('calendars')
    .select(sql<boolean | null>`bool_or(checks_conflicts)`.as('counts'))
    .where('organization_id', '=', organizationId)
    .where('membership_id', '=', membershipId)
    .executeTakeFirstOrThrow()
  return counts === false
}

/** The calendars of a member that cannot be synced any more. */
export const findLostConnections = (
  reader: Reader,
  organizationId: string,
  membershipId: string,
): Promise<readonly { readonly id: string; readonly account: string; readonly staysOpen: boolean }[]> =>
  reader
    .selectFrom('calendar_connections')
    .select(['id', 'account', 'stays_open as staysOpen'])
    .where('organization_id', '=', organizationId)
    .where('membership_id', '=', membershipId)
    .where('is_lost', '=', true)
    .orderBy('account')
    .execute()
