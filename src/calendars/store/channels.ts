import type { Reader, Tx } from '#platform/db/database.ts'
import type { Channel } from '../channel.ts'

export const listChannels = async (
  reader: Reader,
  organizationId: string,
  connectionId: string,
): Promise<readonly Channel[]> =>
  reader
    .selectFrom('calendar_channels')
    .select(['id', 'resource', 'foreign_id as foreignId', 'ends_at as endsAt', 'tried_at as triedAt'])
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .execute()

/** In place of the one that was there for the same resource. */
export const saveChannel = async (
  tx: Tx,
  organizationId: string,
  connectionId: string,
  { id, resource, ...channel }: Channel,
): Promise<void> => {
  const row = { id, foreign_id: channel.foreignId, ends_at: channel.endsAt, tried_at: channel.triedAt }
  await tx
    .insertInto('calendar_channels')
    .values({ organization_id: organizationId, connection_id: connectionId, resource, ...row })
    .onConflict((conflict) => conflict.columns(['organization_id', 'connection_id', 'resource']).doUpdateSet(row))
    .execute()
}

export const deleteChannel = async (tx: Tx, organizationId: string, id: string): Promise<void> => {
  await tx.deleteFrom('calendar_channels').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** The connection that a channel belongs to. */
export interface PushedConnection {
  readonly organizationId: string
  readonly id: string
  readonly syncedAt: Date | null
  /** It could not be read the last time, and waits before it is tried again. */
  readonly isFaulty: boolean
}

export const findPushedConnection = async (
  reader: Reader,
  channelId: string,
): Promise<PushedConnection | undefined> => {
  const row = await reader
    .selectFrom('calendar_channels as channels')
    .innerJoin('calendar_connections as connections', (join) =>
      join
        .onRef('connections.organization_id', '=', 'channels.organization_id')
        .onRef('connections.id', '=', 'channels.connection_id'),
    )
    .select([
      'connections.organization_id as organizationId',
      'connections.id',
      'connections.looked_at as syncedAt',
      'connections.fault',
      'connections.is_lost',
    ])
    .where('channels.id', '=', channelId)
    .executeTakeFirst()
  if (!row) return undefined
  const { fault, is_lost, ...connection } = row
  return { ...connection, isFaulty: is_lost || fault !== null }
}

/** `endsAt`: when the service has said that it will not go on. */
export const recordPush = async (
  tx: Tx,
  organizationId: string,
  channelId: string,
  { now, endsAt }: { now: Date; endsAt?: Date | undefined },
): Promise<void> => {
  await tx
    .updateTable('calendar_channels')
    .set({ pushed_at: now, ...(endsAt ? { ends_at: endsAt } : {}) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', channelId)
    .execute()
}

export const wasPushedSince = async (
  reader: Reader,
  organizationId: string,
  connectionId: string,
  since: Date,
): Promise<boolean> =>
  (await reader
    .selectFrom('calendar_channels')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .where('pushed_at', '>=', since)
    .limit(1)
    .executeTakeFirst()) !== undefined
