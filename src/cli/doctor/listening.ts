import type { Config } from '#platform/config.ts'
import { type Finding, ok } from './finding.ts'

const patienceMilliseconds = 2000

/** Where the service of these settings listens on this machine. */
export const addressHere = ({ host, port }: Config): string => {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  return `http://${reachable}:${port}`
}

export const answersAt = (config: Config, path: string): Promise<boolean> =>
  fetch(addressHere(config) + path, { signal: AbortSignal.timeout(patienceMilliseconds) }).then(
    ({ status }) => status === 200,
    () => false,
  )

/** On PostgreSQL a service cannot be asked over the data folder, only where it should listen. */
export const examineService = async (config: Config): Promise<Finding> => {
  const address = addressHere(config)
  return ok(
    'service',
    (await answersAt(config, '/health/live'))
      ? `It responds at ${address}`
      : `No response from ${address}. If the service is running, give this command its settings`,
  )
}
