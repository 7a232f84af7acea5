import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'
import { genesisHash } from '../chain.ts'

export interface Head {
  readonly position: number
  readonly hash: Buffer
}

/** Locks the last link of each of these chains: other transactions that add to one wait. */
export const lockHeads = async (tx: Tx, organizationIds: readonly string[]): Promise<Map<string, Head>> => {
  const { rows } = await sql<{ readonly organizationId: string; readonly position: number; readonly hash: Buffer }>`
    insert into activity_chains (organization_id, position, hash)
    select organization_id, 0, ${genesisHash} from unnest(${[...organizationIds]}::uuid[]) as one (organization_id)
    on conflict (organization_id) do update set position = activity_chains.position
    returning organization_id as "organizationId", position, hash`.execute(tx)
  return new Map(rows.map(({ organizationId, position, hash }) => [organizationId, { position, hash }]))
}

/** The same for the chains that no other transaction has locked. */
export const lockFreeHeads = async (tx: Tx, organizationIds: readonly string[]): Promise<Map<string, Head>> => {
  const ids = [...organizationIds]
  const select = () =>
    tx
      .selectFrom('activity_chains')
      .select(['organization_id as organizationId', 'position', 'hash'])
      .where('organization_id', '=', sql<string>`any(${ids}::uuid[])`)
      .orderBy('organization_id')
      .forUpdate()
      .skipLocked()
      .execute()
  const locked = await select()
  if (locked.length < ids.length) await startChains(tx, ids)
  const rows = locked.length < ids.length ? await select() : locked
  return new Map(rows.map(({ organizationId, position, hash }) => [organizationId, { position, hash }]))
}

const startChains = (tx: Tx, organizationIds: readonly string[]): Promise<unknown> =>
  sql`
    insert into activity_chains (organization_id, position, hash)
    select organization_id, 0, ${genesisHash} from unnest(${[...organizationIds]}::uuid[]) as one (organization_id)
    on conflict (organization_id) do nothing`.execute(tx)

/** Makes the links that were added since the lock the last ones. */
export const moveHeads = async (tx: Tx, heads: ReadonlyMap<string, Head>): Promise<void> => {
  const moved = [...heads]
  await sql`
    update activity_chains set position = moved.position, hash = moved.hash
    from unnest(${moved.map(([id]) => id)}::uuid[], ${moved.map(([, { position }]) => position)}::bigint[], ${moved.map(([, { hash }]) => hash)}::bytea[])
      as moved (organization_id, position, hash)
    where activity_chains.organization_id = moved.organization_id`.execute(tx)
}

export interface ChainHead extends Head {
  readonly organizationId: string
}

/** The last link of every chain. */
export const listHeads = async (reader: Reader): Promise<readonly ChainHead[]> =>
  reader
    .selectFrom('activity_chains')
    .select(['organization_id as organizationId', 'position', 'hash'])
    .orderBy('organization_id')
    .execute()
