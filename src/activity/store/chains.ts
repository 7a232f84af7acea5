import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'
import { beginning } from '../chain.ts'

interface Head {
  position: number
  hash: Buffer
}

/** The last link of each of these chains. Whoever else adds to one waits. */
export const lockHeads = async (tx: Tx, organizationIds: readonly string[]): Promise<ReadonlyMap<string, Head>> => {
  const { rows } = await sql<{ readonly organizationId: string; readonly position: number; readonly hash: Buffer }>`
    insert into activity_chains (organization_id, position, hash)
    select organization_id, 0, ${beginning} from unnest(${[...organizationIds]}::uuid[]) as one (organization_id)
    on conflict (organization_id) do update set position = activity_chains.position
    returning organization_id as "organizationId", position, hash`.execute(tx)
  return new Map(rows.map(({ organizationId, position, hash }) => [organizationId, { position, hash }]))
}

export interface ChainHead {
  readonly organizationId: string
  readonly position: number
  readonly hash: Buffer
}

/** The last link of every chain. */
export const listHeads = async (reader: Reader): Promise<readonly ChainHead[]> =>
  reader.selectFrom('activity_chains').select(['organization_id as organizationId', 'position', 'hash']).orderBy('organization_id').execute()
