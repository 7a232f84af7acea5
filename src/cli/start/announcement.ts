import type { Config } from '#platform/config.ts'
import { mailFolderIn } from '#platform/mail/files.ts'
import type { Document } from '#process/command-server.ts'
import type { ProcessContext } from '../command.ts'

/**
 * What was made at this start: for programs, and for people with the address by which this machine reaches the service.
 */
interface Announced {
  readonly document: object
  text(address: string): string
}

/** Where the service is, and where its mails go if no server takes them; and the secrets, where some were made. */
export const announce = ({ config, output }: ProcessContext, founded?: Announced, keptIn?: string): void => {
  const kept = keptIn === undefined ? [] : [`The demo's passwords and tokens are in ${keptIn}`]
  const secrets = founded ? ['', founded.text(localAddressOf(config))] : kept
  const mails =
    config.smtpUrl === undefined ? [`SMTP_URL is not set: emails are saved to ${mailFolderIn(config.dataFolder)}`] : []
  output.show(
    { ...addressesIn(config), ...founded?.document },
    [`Openslot is running at ${config.addresses.api}`, ...mails, ...secrets].join('\n'),
  )
}

export const addressesIn = ({ addresses: { api, auth, mcp, site } }: Config) =>
  ({ base_url: api, auth_url: auth, mcp_url: mcp, site_url: site }) satisfies Document

/** How this machine reaches the service, whatever proxy the world must take. */
const localAddressOf = ({ host, port }: Config): string => {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}${port === 80 ? '' : `:${port}`}`
}
