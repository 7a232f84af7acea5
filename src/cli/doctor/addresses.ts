import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#platform/config.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

const settings = {
  api: 'OPENSLOT_BASE_URL',
  auth: 'OPENSLOT_AUTH_URL',
  mcp: 'OPENSLOT_MCP_URL',
  site: 'OPENSLOT_SITE_URL',
} as const

/** Whether the world finds us where we say that we are. One finding for each address that is different. */
export const examineAddresses = async ({ addresses }: Config): Promise<Finding[]> => {
  const named = Object.entries(settings).map(([name, setting]) => ({
    setting,
    url: new URL(addresses[name as keyof typeof settings]),
  }))
  const different = named.filter(
    ({ url }, index) => named.findIndex((other) => other.url.origin === url.origin) === index,
  )
  return Promise.all(different.map(({ setting, url }) => examine(setting, url)))
}

const examine = async (setting: string, url: URL): Promise<Finding> => {
  const { hostname, protocol, origin } = url
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) === 0 && !(await resolves(bare)))
    return wrong('address', `${hostname} in ${setting} cannot be found by DNS. Add it there, or correct the setting.`)
  if (protocol === 'http:' && !isOwnMachine(bare))
    return warning(
      'address',
      `${origin} is not encrypted: tokens can be read in transit. Put a TLS proxy in front and set ${setting} to its https URL.`,
    )
  return ok('address', origin)
}

const patienceMilliseconds = 5_000

const resolves = (hostname: string): Promise<boolean> =>
  Promise.race([
    lookup(hostname).then(
      () => true,
      () => false,
    ),
    pause(patienceMilliseconds, false, { ref: false }),
  ])

export const isOwnMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '::1' || hostname.startsWith('127.')
