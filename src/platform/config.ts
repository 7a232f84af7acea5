import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { Mailbox } from './mail/mail.ts'
import { type Network, readNetwork } from './net/address.ts'

/** Everything that can be set, read once from the environment and passed in. `process.env` appears nowhere else. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  /** Undefined: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined
  /** PostgreSQL itself, for what belongs to a session. The same, unless a pooler is between. */
  readonly databaseDirectUrl: string | undefined
  /** A standby of it that open times, public pages and lists are read from. */
  readonly databaseReplicaUrl: string | undefined
  /** Start on a PostgreSQL that may lose what it confirmed, or as its superuser. For tests and trials. */
  readonly allowUnsafeDatabase: boolean
  readonly redisUrl: string | undefined
  /** Undefined: mail is written to files in the data folder. */
  readonly smtpUrl: string | undefined
  /** How long such files are kept. */
  readonly mailFileDays: number
  /** Whom mail is from. */
  readonly mailFrom: Mailbox
  readonly addresses: Addresses
  /** Where the bare address leads, if not to a page of ours. */
  readonly homeUrl: string | undefined
  /** Where finders of a security problem write to: mailto: or https:. */
  readonly securityContact: string | undefined
  readonly metricsHost: string
  readonly metricsPort: number | undefined
  readonly rateLimits: boolean
  readonly generalRateLimit: number
  /** How long a single-use link can be booked through. */
  readonly linkDays: number
  readonly trustedProxies: readonly string[]
  /** What the operator has registered at calendar services. */
  readonly calendarClients: CalendarClients
  /** Networks that we may send to although they are not of the open internet. */
  readonly outboundAllow: readonly Network[]
  /** Whether the MCP server takes personal access tokens as well. */
  readonly mcpAllowPersonalTokens: boolean
  /** Pages elsewhere that may call the MCP server from a browser. */
  readonly mcpOrigins: readonly string[]
  /** Undefined, as well as the file: a key file in the data folder. */
  readonly secret: string | undefined
  readonly secretFile: string | undefined
  /** What was asked to be forgotten, for when a backup from before is restored. */
  readonly deletionsFile: string
  readonly logLevel: LogLevel
  /** Which organization commands are about, by name or id, where several could be meant. */
  readonly organization: string | undefined
  readonly settings: SettingNames
}

/** The names of all settings; and those that were set and look like ours, but are none: somebody's slip. */
export interface SettingNames {
  readonly known: readonly string[]
  readonly unknown: readonly string[]
}

export interface OauthClientKeys {
  readonly id: string
  readonly secret: string
}

/** A service without a registration cannot be connected. */
export interface CalendarClients {
  readonly google: OauthClientKeys | undefined
  /** `tenant`: whose accounts may be connected; `common` for everybody's. */
  readonly microsoft: (OauthClientKeys & { readonly tenant: string }) | undefined
  /** Where people come back to when they have agreed. */
  readonly redirectUri: string
}

/** Where the world reaches us. None ends with a slash. */
export interface Addresses {
  readonly api: string
  readonly auth: string
  readonly mcp: string
  readonly site: string
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** A setting that cannot be used; the message says which, and what to do. */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting'
}

type Environment = Readonly<Record<string, string | undefined>>

export const readConfig = (environment: Environment = process.env): Config => {
  const known = new Set<string>()
  const setting = (name: string): string | undefined => {
    known.add(name)
    return environment[name]?.trim() || undefined
  }
  const host = hostFrom('HOST', setting('HOST')) ?? '127.0.0.1'
  const port = portFrom('PORT', setting('PORT')) ?? 3000
  const addresses = addressesFrom(setting, host, port)
  const config = {
    host,
    port,
    dataFolder: resolve(setting('OPENSLOT_DATA') ?? './data'),
    ...databaseUrlsFrom(setting),
    allowUnsafeDatabase: oneOf('OPENSLOT_ALLOW_UNSAFE_DATABASE', setting('OPENSLOT_ALLOW_UNSAFE_DATABASE'), ['on', 'off']) === 'on',
    redisUrl: urlFrom('REDIS_URL', setting('REDIS_URL'), ['redis:', 'rediss:'], 'redis://127.0.0.1:6379'),
    smtpUrl: smtpUrlFrom('SMTP_URL', setting('SMTP_URL')),
    mailFileDays: daysFrom('OPENSLOT_MAIL_FILE_DAYS', setting('OPENSLOT_MAIL_FILE_DAYS'), longestMailFileDays) ?? 30,
    mailFrom: mailboxFrom('OPENSLOT_MAIL_FROM', setting('OPENSLOT_MAIL_FROM')) ?? ownMailbox(addresses.site),
    addresses,
    homeUrl: urlFrom('OPENSLOT_HOME_URL', setting('OPENSLOT_HOME_URL'), ['http:', 'https:'], 'https://www.example.com/'),
    securityContact: urlFrom('OPENSLOT_SECURITY_CONTACT', setting('OPENSLOT_SECURITY_CONTACT'), ['mailto:', 'https:'], 'mailto:security@example.com'),
    metricsHost: hostFrom('OPENSLOT_METRICS_HOST', setting('OPENSLOT_METRICS_HOST')) ?? '127.0.0.1',
    metricsPort: portFrom('OPENSLOT_METRICS_PORT', setting('OPENSLOT_METRICS_PORT')),
    rateLimits: oneOf('OPENSLOT_RATE_LIMITS', setting('OPENSLOT_RATE_LIMITS'), ['on', 'off']) !== 'off',
    generalRateLimit: countFrom('OPENSLOT_RATE_LIMIT', setting('OPENSLOT_RATE_LIMIT')) ?? 500,
    linkDays: daysFrom('OPENSLOT_LINK_DAYS', setting('OPENSLOT_LINK_DAYS')) ?? 90,
    trustedProxies: entriesIn(setting('OPENSLOT_TRUSTED_PROXIES')).map((entry) => {
      const { address, prefix } = networkFrom('OPENSLOT_TRUSTED_PROXIES', entry)
      return `${address}/${prefix}`
    }),
    outboundAllow: entriesIn(setting('OPENSLOT_OUTBOUND_ALLOW')).map((entry) => networkFrom('OPENSLOT_OUTBOUND_ALLOW', entry)),
    calendarClients: calendarClientsFrom(setting, addresses),
    mcpAllowPersonalTokens: oneOf('OPENSLOT_MCP_ALLOW_PAT', setting('OPENSLOT_MCP_ALLOW_PAT'), ['on', 'off']) === 'on',
    mcpOrigins: entriesIn(setting('OPENSLOT_MCP_ORIGINS')).map((entry) => originFrom('OPENSLOT_MCP_ORIGINS', entry)),
    ...secretsFrom(setting, environment.OPENSLOT_SECRET !== undefined),
    deletionsFile: resolve(setting('OPENSLOT_DELETIONS') ?? join(setting('OPENSLOT_DATA') ?? './data', 'deletions.jsonl')),
    logLevel: oneOf('OPENSLOT_LOG', setting('OPENSLOT_LOG'), logLevels) ?? 'info',
    organization: setting('OPENSLOT_ORGANIZATION'),
  }
  const unknown = Object.keys(environment).filter((name) => /^OPENSLOT_(?!TEST_)/.test(name) && !known.has(name))
  return { ...config, settings: { known: [...known], unknown } }
}

const databaseUrlsFrom = (setting: (name: string) => string | undefined): Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl'> => {
  const address = (name: string): string | undefined =>
    urlFrom(name, setting(name), ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/openslot')
  const [databaseUrl, direct] = [address('DATABASE_URL'), address('OPENSLOT_DATABASE_DIRECT_URL')]
  if (direct !== undefined && databaseUrl === undefined)
    throw new WrongSetting('OPENSLOT_DATABASE_DIRECT_URL is set without DATABASE_URL. Set both; or, without a pooler, DATABASE_URL alone.')
  const databaseReplicaUrl = address('OPENSLOT_DATABASE_REPLICA_URL')
  if (databaseReplicaUrl !== undefined && databaseUrl === undefined)
    throw new WrongSetting('OPENSLOT_DATABASE_REPLICA_URL is set without DATABASE_URL. Set DATABASE_URL to the primary; the embedded database has no replica.')
  return { databaseUrl, databaseDirectUrl: direct ?? databaseUrl, databaseReplicaUrl }
}

const hostFrom = (name: string, text: string | undefined): string | undefined => {
  if (text === undefined || isIP(text) !== 0 || (/^[a-z0-9.-]+$/i.test(text) && URL.canParse(`http://${text}`))) return text
  throw new WrongSetting(`${name} must be an address of this machine like 127.0.0.1, or 0.0.0.0 for all of them; it is "${text}".`)
}

const addressesFrom = (setting: (name: string) => string | undefined, host: string, port: number): Addresses => {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const own = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}${port === 80 ? '' : `:${port}`}`
  const address = (name: string): string | undefined => {
    const url = urlFrom(name, setting(name), ['http:', 'https:'], 'https://schedule.example.com')
    if (url === undefined) return undefined
    const { search, hash, username } = new URL(url)
    if (search || hash || username) throw new WrongSetting(`${name} may only hold a scheme, a host, a port and a path. Leave out everything after them.`)
    return url.replace(/\/+$/, '')
  }
  const api = address('OPENSLOT_BASE_URL') ?? own
  const auth = address('OPENSLOT_AUTH_URL') ?? api
  if (auth.startsWith('http:') && !isLoopback(new URL(auth).hostname)) {
    throw new WrongSetting(
      `OPENSLOT_AUTH_URL must start with https:// because browsers drop its cookies otherwise; it is ${auth}. Put a TLS proxy in front and set its address.`,
    )
  }
  return { api, auth, mcp: address('OPENSLOT_MCP_URL') ?? `${api}/mcp`, site: address('OPENSLOT_SITE_URL') ?? api }
}

const calendarClientsFrom = (setting: (name: string) => string | undefined, { auth }: Addresses): CalendarClients => {
  const client = (service: string): OauthClientKeys | undefined => {
    const names = [`OPENSLOT_${service}_CLIENT_ID`, `OPENSLOT_${service}_CLIENT_SECRET`] as const
    const [id, secret] = [setting(names[0]), setting(names[1])]
    if ((id === undefined) !== (secret === undefined)) throw new WrongSetting(`${names.join(' and ')} belong together: set both, or neither.`)
    return id === undefined || secret === undefined ? undefined : { id, secret }
  }
  const microsoft = client('MICROSOFT')
  const tenant = setting('OPENSLOT_MICROSOFT_TENANT') ?? 'common'
  if (!/^[a-z0-9.-]+$/i.test(tenant))
    throw new WrongSetting(`OPENSLOT_MICROSOFT_TENANT must be common, organizations, consumers, or the id or domain of a tenant; it is "${tenant}".`)
  return { google: client('GOOGLE'), microsoft: microsoft && { ...microsoft, tenant }, redirectUri: `${auth}/app/calendars/consent` }
}

const isLoopback = (hostname: string): boolean => hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

const entriesIn = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

const networkFrom = (name: string, text: string): Network => {
  const network = readNetwork(text)
  if (!network) throw new WrongSetting(`${name} must be a list of addresses and networks like 127.0.0.1,10.0.0.0/8; "${text}" is none.`)
  return network
}

/** `Example <no-reply@example.com>`, or the address alone. */
const mailboxFrom = (name: string, text: string | undefined): Mailbox | undefined => {
  if (text === undefined) return undefined
  const [, called = '', inside, alone] = /^(?:([^<>]*)<([^<>\s@,;:"]+@[^<>\s@,;:"]+)>|([^<>\s@,;:"]+@[^<>\s@,;:"]+))$/.exec(text) ?? []
  const address = inside ?? alone
  if (address === undefined) throw new WrongSetting(`${name} must be an address like Example <no-reply@example.com>; it is "${text}".`)
  return { name: called.trim().replace(/^"(.*)"$/, '$1') || 'Openslot', address }
}

/** From the host that people book at. */
const ownMailbox = (site: string): Mailbox => {
  const { hostname } = new URL(site)
  return { name: 'Openslot', address: `no-reply@${/[a-z]/i.test(hostname) && !hostname.includes(':') ? hostname : 'localhost'}` }
}

const originFrom = (name: string, text: string): string => {
  if (!URL.canParse(text) || new URL(text).origin !== text)
    throw new WrongSetting(`${name} must be a list of origins like https://tool.example.com,http://localhost:6274; "${text}" is none.`)
  return text
}

const numberFrom = (name: string, text: string | undefined, most: number, what: string): number | undefined => {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > most) throw new WrongSetting(`${name} must be ${what}; it is "${text}".`)
  return number
}

const portFrom = (name: string, text: string | undefined): number | undefined => numberFrom(name, text, 65_535, 'a port number from 1 to 65535')

const countFrom = (name: string, text: string | undefined): number | undefined => numberFrom(name, text, 1_000_000_000, 'a whole number of at least 1')

/** So that no date leaves the calendar. */
const hundredYearsInDays = 36_500

/** As long as the database knows whom a message was about: a file that is older would escape the erasure of that person. */
const longestMailFileDays = 90

const daysFrom = (name: string, text: string | undefined, most = hundredYearsInDays): number | undefined =>
  numberFrom(name, text, most, `a number of days from 1 to ${most}`)

const oneOf = <Choice extends string>(name: string, text: string | undefined, choices: readonly Choice[]): Choice | undefined => {
  if (text === undefined) return undefined
  const choice = choices.find((candidate) => candidate === text)
  if (choice === undefined) throw new WrongSetting(`${name} must be one of ${choices.join(', ')}; it is "${text}".`)
  return choice
}

const urlFrom = (name: string, text: string | undefined, schemes: readonly string[], example: string): string | undefined => {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol))
    throw new WrongSetting(`${name} is not an address this can use. Write it like ${example}.`)
  return text
}

const smtpParameters = ['requireTLS', 'ignoreTLS', 'tls.rejectUnauthorized']

const smtpUrlFrom = (name: string, text: string | undefined): string | undefined => {
  const url = urlFrom(name, text, ['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587')
  const wrong = [...new URLSearchParams(url?.split('?')[1])].find(([key, value]) => !smtpParameters.includes(key) || !/^(true|false)$/.test(value))
  if (wrong) throw new WrongSetting(`${name} may end in ${smtpParameters.map((key) => `${key}=true`).join(', ')} or the same with false; it has "${wrong[0]}".`)
  return url
}

/** Empty is refused: somebody meant to set it, and would run with another secret than they think. */
const secretsFrom = (setting: (name: string) => string | undefined, isSet: boolean): Pick<Config, 'secret' | 'secretFile'> => {
  const [secret, file] = [setting('OPENSLOT_SECRET'), setting('OPENSLOT_SECRET_FILE')]
  if (isSet && file !== undefined) throw new WrongSetting('OPENSLOT_SECRET and OPENSLOT_SECRET_FILE are both set. Unset one of them: there is one secret.')
  if (isSet && (secret ?? '').length < 32) {
    throw new WrongSetting("OPENSLOT_SECRET must have at least 32 characters. Make one with: node -p \"require('crypto').randomBytes(32).toString('base64')\"")
  }
  return { secret, secretFile: file === undefined ? undefined : resolve(file) }
}
