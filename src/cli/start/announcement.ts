import type { Config } from '#platform/config.ts'
import { mailFolderIn } from '#platform/mail/files.ts'
import type { Document } from '#process/command-server.ts'
import { welcome } from '../banner.ts'
import type { ProcessContext } from '../command.ts'
import type { Founded } from '../founding.ts'

/** Where the service is, and where its mails go if no server takes them; and the secrets, where some were made. */
export const announce = ({ config, output }: ProcessContext, founded?: Founded, keptIn?: string): void => {
  const secrets = founded
    ? ['', welcome(founded, localAddressOf(config), { keptIn, isRunning: true })]
    : keptIn === undefined
      ? []
      : [`The demo's passwords and tokens are in ${keptIn}`]
  const mails = config.smtpUrl === undefined ? [`Mails are written to files in ${mailFolderIn(config.dataFolder)} until SMTP_URL names a server`] : []
  output.show({ ...addressesIn(config), ...founded }, [`Openslot is running at ${config.addresses.api}`, ...mails, ...secrets].join('\n'))
}

export const addressesIn = ({ addresses: { api, auth, mcp, site } }: Config) =>
  ({ base_url: api, auth_url: auth, mcp_url: mcp, site_url: site }) satisfies Document

/** How this machine reaches the service, whatever proxy the world must take. */
const localAddressOf = ({ host, port }: Config): string => {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}${port === 80 ? '' : `:${port}`}`
}
