import { lockInstance } from '#instance/store/claim.ts'
import type { AppContext } from './perform.ts'

/**
 * Several operations in one transaction, all or none. It locks the instance, so of several processes that start on one
 * empty database only the first finds it empty. `work` may run more than once.
 */
export const performTogether = async <T>(context: AppContext, work: (context: AppContext) => Promise<T>): Promise<T> =>
  context.database.write(async (tx) => {
    await lockInstance(tx)
    return work({
      ...context,
      database: { ...context.database, replica: undefined, reader: tx, write: (inner) => inner(tx) },
    })
  })
