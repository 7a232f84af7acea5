import type { Ground } from '#contract/perform.ts'
import { listAllOrganizations } from '#organizations/index.ts'
import type { Config } from '#platform/config.ts'
import { welcome } from '../banner.ts'
import type { Document, Surroundings } from '../command.ts'
import { hasEmbeddedDatabase } from '../data-folder.ts'
import { type Founded, type Founder, found, makePassword, type NewPassword } from '../founding.ts'
import { machineZone } from '../machine-zone.ts'
import { foundingTogether } from '../one-transaction.ts'

/** What `start` does once everything is there: makes the first organization if there is none, and says where the service is. */
export const openUp = async (surroundings: Surroundings, demo: boolean): Promise<(ground: Ground) => Promise<void>> => {
  const { config } = surroundings
  if (demo) return (await import('../demo/open-demo.ts')).openDemo(surroundings)
  // Where there is no database yet it will be needed, and it takes its time: let it, while the database is made.
  const password = config.databaseUrl === undefined && !hasEmbeddedDatabase(config.dataFolder) ? makePassword() : undefined
  password?.catch(() => {})
  return async (ground) => announce(surroundings, await foundFirst(ground, async () => password ?? makePassword()))
}

const firstFounder = (): Founder => ({ name: 'Owner', email: 'owner@openslot.test', organization: 'My organization', timezone: machineZone() })

/** Undefined when there is an organization already. */
const foundFirst = async (ground: Ground, password: () => Promise<NewPassword>): Promise<Founded | undefined> => {
  if (!(await isEmpty(ground))) return undefined
  const made = await password()
  return foundingTogether(ground, async (together) => ((await isEmpty(together)) ? found(together, firstFounder(), made) : undefined))
}

export const isEmpty = async ({ database }: Ground): Promise<boolean> => (await listAllOrganizations(database.reader)).length === 0

/** Where the service is; and the secrets, where some were made. */
export const announce = ({ config, paper }: Surroundings, founded?: Founded, keptIn?: string): void => {
  const secrets = founded
    ? ['', welcome(founded, localAddressOf(config), keptIn)]
    : keptIn === undefined
      ? []
      : [`The demo's passwords and tokens are in ${keptIn}`]
  paper.show({ ...addressesIn(config), ...founded }, [`Openslot is running at ${config.addresses.api}`, ...secrets].join('\n'))
}

export const addressesIn = ({ addresses: { api, auth, mcp, site } }: Config) =>
  ({ base_url: api, auth_url: auth, mcp_url: mcp, site_url: site }) satisfies Document

/** How this machine reaches the service, whatever proxy the world must take. */
const localAddressOf = ({ host, port }: Config): string => {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}${port === 80 ? '' : `:${port}`}`
}
