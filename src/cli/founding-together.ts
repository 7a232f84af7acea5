import type { Ground } from '#execution/perform.ts'
import { listAllOrganizations } from '#organizations/index.ts'
import { lockInstance } from '#platform/db/instance.ts'

/**
 * Several operations that happen together or not at all. No other process founds anything meanwhile, so of several that
 * start on one empty database only the first finds it empty. `work` may run more than once.
 */
export const foundingTogether = async <T>(ground: Ground, work: (ground: Ground) => Promise<T>): Promise<T> =>
  ground.database.write(async (tx) => {
    await lockInstance(tx)
    return work({ ...ground, database: { ...ground.database, reader: tx, write: (inner) => inner(tx, 'after_work') } })
  })

/** Whether nobody has founded anything yet. */
export const isEmpty = async ({ database }: Ground): Promise<boolean> => (await listAllOrganizations(database.reader)).length === 0
