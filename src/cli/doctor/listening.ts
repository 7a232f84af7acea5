import type { Config } from '#platform/config.ts'
import { type Finding, ok } from './finding.ts'

const patienceMilliseconds = 2000

/** On PostgreSQL a service cannot be asked over the data folder, only where it should listen. */
export const examineService = async ({ host, port }: Config): Promise<Finding> => {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  const address = `http://${reachable}:${port}`
  const answers = await fetch(`${address}/health/live`, { signal: AbortSignal.timeout(patienceMilliseconds) }).then(
    ({ status }) => status === 200,
    () => false,
  )
  return ok(
    'service',
    answers ? `It answers at ${address}` : `Nothing answers at ${address}. If the service runs, give this command the settings of the service`,
  )
}
