import { join } from 'node:path'
import type { Mailbox } from './mail/mail.ts'
import type { Network } from './net/address.ts'
import { WrongSetting } from './setting-forms.ts'
import { type ReadSetting, type Setting, type SettingName, settings, type ValueOf } from './settings.ts'

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
  /** What the operator has registered at other services. */
  readonly oauthClients: OauthClients
  /** The provider that members of one organization sign in with. */
  readonly oidc: OidcSettings | undefined
  /** Networks that we may send to although they are not of the open internet. */
  readonly outboundAllow: readonly Network[]
  /** Whether the MCP server takes personal access tokens as well. */
  readonly mcpAllowPersonalTokens: boolean
  /** Pages elsewhere that may call the MCP server from a browser. */
  readonly mcpOrigins: readonly string[]
  readonly ownWords: OwnWordsSettings
  /** Undefined, as well as the file: a key file in the data folder. */
  readonly secret: string | undefined
  readonly secretFile: string | undefined
  /** What was asked to be forgotten, for when a backup from before is restored. */
  readonly deletionsFile: string
  readonly disposableDomainsFile: string | undefined
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

/** What the operator allows hosts who write messages. */
export interface OwnWordsSettings {
  readonly isOn: boolean
  /** Beside the site itself. */
  readonly domains: readonly string[]
  /** Messages by rules, for each organization. */
  readonly mostPerDay: number
}

export interface OauthClientKeys {
  readonly id: string
  readonly secret: string
}

/** A service without a registration cannot be connected. */
export interface OauthClients {
  readonly google: OauthClientKeys | undefined
  /** `tenant`: whose accounts may be connected; `common` for everybody's. */
  readonly microsoft: (OauthClientKeys & { readonly tenant: string }) | undefined
  readonly zoom: OauthClientKeys | undefined
  readonly webex: OauthClientKeys | undefined
  /** Where people come back to when they have agreed that we use a calendar of theirs. */
  readonly redirectUri: string
  /** The same for accounts that make video meetings. */
  readonly conferenceRedirectUri: string
}

/** An identity provider of the operator's, for one organization. */
export interface OidcSettings {
  readonly issuer: string
  readonly client: OauthClientKeys
  /** As the button on the sign-in page says it. */
  readonly name: string
  /** By name or id; undefined for the only one. */
  readonly organization: string | undefined
  /** Domains of addresses that the operator vouches for, in lower case. */
  readonly domains: readonly string[]
  /** The provider verifies addresses, although it does not say so. */
  readonly trustsEmail: boolean
  /** Who has no account gets one. */
  readonly addsMembers: boolean
  readonly groupsClaim: string
  /** Undefined: roles are not the provider's concern. */
  readonly adminGroup: string | undefined
}

/** Where the world reaches us. None ends with a slash. */
export interface Addresses {
  readonly api: string
  readonly auth: string
  readonly mcp: string
  readonly site: string
}

export type LogLevel = ValueOf<'OPENSLOT_LOG'>

type Environment = Readonly<Record<string, string | undefined>>

/** Empty and blank count as absent. */
const readerOf =
  (environment: Environment): ReadSetting =>
  <Name extends SettingName>(name: Name) => {
    const { form, example, byDefault }: Setting = settings[name]
    const given = environment[name]?.trim() || byDefault
    // The type of a setting's value is that of its form.
    return (given === undefined ? undefined : form.read(name, given, example)) as ValueOf<Name>
  }

export const readConfig = (environment: Environment = process.env): Config => {
  const setting = readerOf(environment)
  const [host, port, dataFolder] = [setting('HOST'), setting('PORT'), setting('OPENSLOT_DATA')]
  const addresses = addressesFrom(setting, host, port)
  const metricsPort = setting('OPENSLOT_METRICS_PORT')
  if (metricsPort === port)
    throw new WrongSetting(
      `PORT and OPENSLOT_METRICS_PORT are both ${port}. Use different ports: metrics must not be public.`,
    )
  if (environment.OPENSLOT_METRICS_HOST && metricsPort === undefined)
    throw new WrongSetting('OPENSLOT_METRICS_HOST is set without OPENSLOT_METRICS_PORT. Set both or neither.')
  return {
    host,
    port,
    dataFolder,
    ...databaseUrlsFrom(setting),
    allowUnsafeDatabase: setting('OPENSLOT_ALLOW_UNSAFE_DATABASE') === 'on',
    redisUrl: setting('REDIS_URL'),
    smtpUrl: setting('SMTP_URL'),
    mailFileDays: setting('OPENSLOT_MAIL_FILE_DAYS'),
    mailFrom: setting('OPENSLOT_MAIL_FROM') ?? ownMailbox(addresses.site),
    addresses,
    homeUrl: setting('OPENSLOT_HOME_URL'),
    securityContact: setting('OPENSLOT_SECURITY_CONTACT'),
    metricsHost: setting('OPENSLOT_METRICS_HOST'),
    metricsPort,
    rateLimits: setting('OPENSLOT_RATE_LIMITS') === 'on',
    generalRateLimit: setting('OPENSLOT_RATE_LIMIT'),
    linkDays: setting('OPENSLOT_LINK_DAYS'),
    trustedProxies: (setting('OPENSLOT_TRUSTED_PROXIES') ?? []).map(({ address, prefix }) => `${address}/${prefix}`),
    outboundAllow: setting('OPENSLOT_OUTBOUND_ALLOW') ?? [],
    oauthClients: oauthClientsFrom(setting, addresses),
    oidc: oidcFrom(setting),
    mcpAllowPersonalTokens: setting('OPENSLOT_MCP_ALLOW_PAT') === 'on',
    mcpOrigins: setting('OPENSLOT_MCP_ORIGINS') ?? [],
    ownWords: {
      isOn: setting('OPENSLOT_MESSAGE_RULES') === 'on',
      domains: setting('OPENSLOT_MESSAGE_LINKS') ?? [],
      mostPerDay: setting('OPENSLOT_MESSAGES_PER_DAY'),
    },
    ...secretsFrom(setting, environment.OPENSLOT_SECRET),
    deletionsFile: setting('OPENSLOT_DELETIONS') ?? join(dataFolder, 'deletions.jsonl'),
    disposableDomainsFile: setting('OPENSLOT_DISPOSABLE_DOMAINS'),
    logLevel: setting('OPENSLOT_LOG'),
    organization: setting('OPENSLOT_ORGANIZATION'),
    settings: namesIn(environment),
  }
}

const namesIn = (environment: Environment): SettingNames => {
  const known = Object.keys(settings)
  return {
    known,
    unknown: Object.keys(environment).filter((name) => /^OPENSLOT_(?!TEST_)/.test(name) && !known.includes(name)),
  }
}

const databaseUrlsFrom = (
  setting: ReadSetting,
): Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl'> => {
  const [databaseUrl, direct] = [setting('DATABASE_URL'), setting('OPENSLOT_DATABASE_DIRECT_URL')]
  if (direct !== undefined && databaseUrl === undefined)
    throw new WrongSetting(
      'OPENSLOT_DATABASE_DIRECT_URL is set without DATABASE_URL. Set both, or only DATABASE_URL if there is no pooler.',
    )
  const databaseReplicaUrl = setting('OPENSLOT_DATABASE_REPLICA_URL')
  if (databaseReplicaUrl !== undefined && databaseUrl === undefined)
    throw new WrongSetting(
      'OPENSLOT_DATABASE_REPLICA_URL is set without DATABASE_URL. Set DATABASE_URL to the primary; the embedded database has no replica.',
    )
  return { databaseUrl, databaseDirectUrl: direct ?? databaseUrl, databaseReplicaUrl }
}

const addressesFrom = (setting: ReadSetting, host: string, port: number): Addresses => {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const own = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}${port === 80 ? '' : `:${port}`}`
  const api = setting('OPENSLOT_BASE_URL') ?? own
  const auth = setting('OPENSLOT_AUTH_URL') ?? api
  if (auth.startsWith('http:') && !isLoopback(new URL(auth).hostname)) {
    throw new WrongSetting(
      `OPENSLOT_AUTH_URL must start with https:// because browsers drop its cookies otherwise; it is ${auth}. Put a TLS proxy in front and set its address.`,
    )
  }
  return { api, auth, mcp: setting('OPENSLOT_MCP_URL') ?? `${api}/mcp`, site: setting('OPENSLOT_SITE_URL') ?? api }
}

const oauthClientsFrom = (setting: ReadSetting, { auth }: Addresses): OauthClients => {
  const client = (service: 'GOOGLE' | 'MICROSOFT' | 'ZOOM' | 'WEBEX'): OauthClientKeys | undefined => {
    const names = [`OPENSLOT_${service}_CLIENT_ID`, `OPENSLOT_${service}_CLIENT_SECRET`] as const
    const [id, secret] = [setting(names[0]), setting(names[1])]
    if ((id === undefined) !== (secret === undefined))
      throw new WrongSetting(`${names.join(' and ')} belong together: set both or neither.`)
    return id === undefined || secret === undefined ? undefined : { id, secret }
  }
  const [microsoft, tenant] = [client('MICROSOFT'), setting('OPENSLOT_MICROSOFT_TENANT')]
  return {
    google: client('GOOGLE'),
    microsoft: microsoft && { ...microsoft, tenant },
    zoom: client('ZOOM'),
    webex: client('WEBEX'),
    redirectUri: `${auth}/app/calendars/consent`,
    conferenceRedirectUri: `${auth}/app/calendars/conferences/consent`,
  }
}

const oidcFrom = (setting: ReadSetting): OidcSettings | undefined => {
  const [issuer, id, secret] = [
    setting('OPENSLOT_OIDC_ISSUER'),
    setting('OPENSLOT_OIDC_CLIENT_ID'),
    setting('OPENSLOT_OIDC_CLIENT_SECRET'),
  ]
  const more = {
    organization: setting('OPENSLOT_OIDC_ORGANIZATION'),
    domains: setting('OPENSLOT_OIDC_DOMAINS') ?? [],
    trustsEmail: setting('OPENSLOT_OIDC_TRUST_EMAIL') === 'on',
    addsMembers: setting('OPENSLOT_OIDC_NEW_MEMBERS') === 'on',
    groupsClaim: setting('OPENSLOT_OIDC_GROUPS_CLAIM'),
    adminGroup: setting('OPENSLOT_OIDC_ADMIN_GROUP'),
  }
  const name = setting('OPENSLOT_OIDC_NAME')
  if (issuer === undefined && id === undefined && secret === undefined) return undefined
  if (issuer === undefined || id === undefined || secret === undefined)
    throw new WrongSetting(
      'OPENSLOT_OIDC_ISSUER, OPENSLOT_OIDC_CLIENT_ID, and OPENSLOT_OIDC_CLIENT_SECRET belong together: set all or none.',
    )
  return { issuer, client: { id, secret }, name: name ?? new URL(issuer).hostname, ...more }
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/** From the host that people book at. */
const ownMailbox = (site: string): Mailbox => {
  const { hostname } = new URL(site)
  return {
    name: 'Openslot',
    address: `no-reply@${/[a-z]/i.test(hostname) && !hostname.includes(':') ? hostname : 'localhost'}`,
  }
}

/** Empty is refused: somebody meant to set it, and would run with another secret than they think. */
const secretsFrom = (setting: ReadSetting, given: string | undefined): Pick<Config, 'secret' | 'secretFile'> => {
  const secretFile = setting('OPENSLOT_SECRET_FILE')
  if (given !== undefined && secretFile !== undefined)
    throw new WrongSetting('OPENSLOT_SECRET and OPENSLOT_SECRET_FILE are both set. Unset one of them.')
  const { form, example } = settings.OPENSLOT_SECRET
  return { secret: given === undefined ? undefined : form.read('OPENSLOT_SECRET', given.trim(), example), secretFile }
}
