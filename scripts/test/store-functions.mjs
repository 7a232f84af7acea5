// Contract tests run on PostgreSQL; only some run on the embedded database as well, in npm run test:long (plan.mjs). Those few must reach
// every function of a store once, so that no SQL is shipped that the embedded database has never seen.
import { readdirSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { domain } from '../../architecture.mjs'
import { root } from '../ready.mjs'

/**
 * Only commands in processes of their own call these (test/contract/command-line/backup.test.ts), where this process
 * does not see it.
 */
const calledElsewhere = new Set(['failPendingDeliveries', 'deletePendingMails', 'deleteDueMessages', 'hasOrganization'])

/**
 * Every function that a store of a domain room exports. Those of other rooms serve processes, which have tests of their
 * own on each database.
 */
export const storeFunctions = () =>
  readdirSync(join(root, 'src'), { recursive: true })
    .filter(
      (name) =>
        /^[^/]+\/store\/[^/]+\.ts$/.test(name) && domain.includes(name.split('/')[0]) && !name.endsWith('.test.ts'),
    )
    .flatMap((name) =>
      [...readFileSync(join(root, 'src', name), 'utf8').matchAll(/^export const (\w+) = (?:async )?(?:<.*>)?\(/gm)].map(
        ([, found]) => ({
          name: found,
          file: `src/${name}`,
        }),
      ),
    )
    .filter(({ name }) => !calledElsewhere.has(name))

/**
 * Begins to note which functions are called in this process. The result gives their names; a bundle may number those of
 * one name.
 */
export const watchCalls = () => {
  const session = new Session()
  session.connect()
  const post = (method, parameters) => {
    let answer
    session.post(method, parameters, (error, result) => {
      if (error) throw error
      answer = result
    })
    return answer
  }
  post('Profiler.enable')
  post('Profiler.startPreciseCoverage', { callCount: false, detailed: false })
  return () => {
    const called = post('Profiler.takePreciseCoverage')
      .result.flatMap(({ functions }) => functions)
      .filter(({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0)
    session.disconnect()
    return new Set(called.map(({ functionName }) => functionName.replace(/\d+$/, '')))
  }
}
