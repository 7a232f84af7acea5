import {
  count,
  days,
  domains,
  type Form,
  file,
  host,
  issuer,
  mailbox,
  mailDomains,
  networks,
  oneOf,
  origins,
  port,
  publicAddress,
  secret,
  smtpUrl,
  tenant,
  text,
  url,
} from './setting-forms.ts'

/**
 * What there is to know about a setting. The reference is made of this by `npm run docs`, and the environment is read
 * by it.
 */
export interface Setting<Value = unknown> {
  readonly chapter: string
  readonly about: string
  readonly form: Form<Value>
  readonly example: string
  /** The text that counts where it is left out; or, where that follows from something else, from what. */
  readonly byDefault?: string
  readonly otherwise?: string
  /** What must be set with it, or must not. */
  readonly beside?: string
  /** The guide that says more. */
  readonly guide?: string
  /** Among the few that the README shows. */
  readonly isShownFirst?: true
}

const listening = 'Listening'
const data = 'Data'
const addresses = 'Public addresses'
const mail = 'Mail'
const safety = 'Secrets and networks'
const companySignIn = 'Company sign-in'
const calendars = 'External calendars'
const conferences = 'Video meetings'
const aiClients = 'AI clients'
const limits = 'Limits'
const watching = 'Monitoring and commands'

/** So that no date leaves the calendar. */
const hundredYearsInDays = 36_500

/**
 * As long as the database knows whom a message was about: a file that is older would escape the erasure of that person.
 */
const longestMailFileDays = 90

const postgresUrl = url('postgres:', 'postgresql:')
const onOrOff = oneOf('on', 'off')

export const settings = {
  PORT: {
    chapter: listening,
    about: 'port to listen on',
    form: port,
    byDefault: '3000',
    example: '8080',
    isShownFirst: true,
  },
  HOST: {
    chapter: listening,
    about: 'address to listen on; `0.0.0.0` for all addresses',
    form: host,
    byDefault: '127.0.0.1',
    example: '0.0.0.0',
    isShownFirst: true,
  },

  OPENSLOT_DATA: {
    chapter: data,
    about: 'the data folder: the embedded database, the secret, the socket for commands',
    form: file,
    byDefault: './data',
    example: '/var/lib/openslot',
    isShownFirst: true,
  },
  DATABASE_URL: {
    chapter: data,
    about: 'PostgreSQL database',
    form: postgresUrl,
    otherwise: 'the embedded database',
    example: 'postgres://user:password@host:5432/openslot',
    isShownFirst: true,
  },
  OPENSLOT_DATABASE_DIRECT_URL: {
    chapter: data,
    about: 'direct address of PostgreSQL, if `DATABASE_URL` points to a pooler',
    form: postgresUrl,
    otherwise: '`DATABASE_URL`',
    example: 'postgres://user:password@host:5432/openslot',
    beside: 'needs `DATABASE_URL`',
    guide: 'operations.md#behind-a-pooler',
  },
  OPENSLOT_DATABASE_REPLICA_URL: {
    chapter: data,
    about: 'streaming replica for available times, public pages, and lists',
    form: postgresUrl,
    otherwise: 'none',
    example: 'postgres://user:password@standby:5432/openslot',
    beside: 'needs `DATABASE_URL`; only a standby of that database is accepted',
    guide: 'operations.md#with-a-replica',
  },
  OPENSLOT_ALLOW_UNSAFE_DATABASE: {
    chapter: data,
    about: "`on` accepts an unsafe PostgreSQL: a superuser's role, or `fsync = off`",
    form: onOrOff,
    byDefault: 'off',
    example: 'on',
  },
  REDIS_URL: {
    chapter: data,
    about: 'Redis or Valkey, for rate limits shared by several processes',
    form: url('redis:', 'rediss:'),
    otherwise: 'none; several processes count in PostgreSQL',
    example: 'redis://127.0.0.1:6379',
    isShownFirst: true,
  },
  OPENSLOT_DELETIONS: {
    chapter: data,
    about: 'file with deletion requests, which are repeated after a restore',
    form: file,
    otherwise: '`deletions.jsonl` in the data folder',
    example: '/var/backups/openslot/deletions.jsonl',
  },

  OPENSLOT_BASE_URL: {
    chapter: addresses,
    about: 'base URL of the API',
    form: publicAddress,
    otherwise: '`HOST` and `PORT`',
    example: 'https://schedule.example.com',
    isShownFirst: true,
  },
  OPENSLOT_AUTH_URL: {
    chapter: addresses,
    about: 'address for signing in, and OAuth issuer',
    form: publicAddress,
    otherwise: 'the base URL',
    example: 'https://schedule.example.com',
    beside: 'must be `https` except on this machine; without this setting, so must the base URL',
  },
  OPENSLOT_SITE_URL: {
    chapter: addresses,
    about: 'address of the booking pages',
    form: publicAddress,
    otherwise: 'the base URL',
    example: 'https://book.example.com',
  },
  OPENSLOT_HOME_URL: {
    chapter: addresses,
    about: 'page to which `/` redirects people who are not signed in; signed-in people get their console',
    form: url('http:', 'https:'),
    otherwise: 'a short page with the sign-in',
    example: 'https://www.example.com/',
  },
  OPENSLOT_SECURITY_CONTACT: {
    chapter: addresses,
    about: 'contact for security reports, shown at `/.well-known/security.txt`',
    form: url('mailto:', 'https:'),
    otherwise: 'none',
    example: 'mailto:security@example.com',
  },

  SMTP_URL: {
    chapter: mail,
    about:
      'mail server; `smtps:` starts with TLS. A user and a password require TLS, unless the address ends in `?ignoreTLS=true`',
    form: smtpUrl,
    otherwise: 'files in the data folder',
    example: 'smtp://user:password@mail.example.com:587',
    isShownFirst: true,
  },
  OPENSLOT_MAIL_FROM: {
    chapter: mail,
    about: 'sender of emails; to invitees, the host’s name is shown with this address',
    form: mailbox,
    otherwise: '`Openslot <no-reply@…>`, at the host of the booking pages',
    example: 'Example <no-reply@example.com>',
    isShownFirst: true,
  },
  OPENSLOT_MAIL_FILE_DAYS: {
    chapter: mail,
    about: 'days after which message files are deleted',
    form: days(longestMailFileDays),
    byDefault: '30',
    example: '7',
    beside: 'only without `SMTP_URL`',
  },

  OPENSLOT_SECRET: {
    chapter: safety,
    about: 'secret from which keys are derived; the same for all processes',
    form: secret,
    otherwise: '`secret.key` in the data folder, created by the first start',
    example: 'replace-with-the-output-of-openssl-rand-base64-32',
    beside: 'not with `OPENSLOT_SECRET_FILE`. Empty is refused',
    isShownFirst: true,
  },
  OPENSLOT_SECRET_FILE: {
    chapter: safety,
    about: 'file that contains the secret',
    form: file,
    otherwise: 'none',
    example: '/run/secrets/openslot',
    beside: 'not with `OPENSLOT_SECRET`',
  },
  OPENSLOT_MESSAGE_RULES: {
    chapter: mail,
    about:
      'whether hosts can have messages in their own words sent. While `off`, no rule can be turned on and none sends anything',
    form: onOrOff,
    example: 'off',
    byDefault: 'on',
    guide: 'messages.md#for-server-administrators',
  },
  OPENSLOT_MESSAGE_LINKS: {
    chapter: mail,
    about:
      'domains that messages of hosts may link to, beside the site itself, separated by commas. A domain stands for its subdomains, too; `*` allows every domain, which is for installations of one organization only',
    form: domains,
    otherwise: 'none',
    example: 'example.com,example.org',
    guide: 'messages.md#for-server-administrators',
  },
  OPENSLOT_MESSAGES_PER_DAY: {
    chapter: mail,
    about: 'how many messages by rules an organization can send in 24 hours. Those beyond are not sent',
    form: count,
    example: '200',
    byDefault: '1000',
    guide: 'messages.md#for-server-administrators',
  },
  OPENSLOT_DISPOSABLE_DOMAINS: {
    chapter: safety,
    about:
      'file with domains of disposable email addresses, one on each line. Their addresses cannot book. Read at the start',
    form: file,
    otherwise: 'none; no list comes with Openslot',
    example: '/etc/openslot/disposable-domains.txt',
    guide: 'booking-requests.md#bots-and-unwanted-visitors',
  },
  OPENSLOT_TRUSTED_PROXIES: {
    chapter: safety,
    about: 'reverse proxies whose `X-Forwarded-For` is trusted',
    form: networks,
    otherwise: 'none',
    example: '10.0.0.0/8',
    isShownFirst: true,
  },
  OPENSLOT_OUTBOUND_ALLOW: {
    chapter: safety,
    about: 'private networks that webhooks, calendars, imports, and client documents may reach, also by http',
    form: networks,
    otherwise: 'none',
    example: '127.0.0.0/8,10.0.0.0/8',
  },

  OPENSLOT_OIDC_ISSUER: {
    chapter: companySignIn,
    about: 'issuer of the identity provider that members sign in with. It may be on a private network, also by http',
    form: issuer,
    otherwise: 'none',
    example: 'https://id.example.com/realms/example',
    beside: 'needs `OPENSLOT_OIDC_CLIENT_ID` and `OPENSLOT_OIDC_CLIENT_SECRET`',
    guide: 'sign-in.md',
  },
  OPENSLOT_OIDC_CLIENT_ID: {
    chapter: companySignIn,
    about: 'client ID at the provider',
    form: text,
    otherwise: 'none',
    example: 'openslot',
    beside: 'needs `OPENSLOT_OIDC_ISSUER`',
  },
  OPENSLOT_OIDC_CLIENT_SECRET: {
    chapter: companySignIn,
    about: 'client secret at the provider',
    form: text,
    otherwise: 'none',
    example: 'a-secret-of-the-provider',
    beside: 'needs `OPENSLOT_OIDC_ISSUER`',
  },
  OPENSLOT_OIDC_NAME: {
    chapter: companySignIn,
    about: 'name of the provider on the sign-in page',
    form: text,
    otherwise: 'the host of the issuer',
    example: 'Example ID',
  },
  OPENSLOT_OIDC_ORGANIZATION: {
    chapter: companySignIn,
    about: 'organization whose members sign in with the provider, by name or ID',
    form: text,
    otherwise: 'the only one',
    example: 'Example Inc.',
  },
  OPENSLOT_OIDC_DOMAINS: {
    chapter: companySignIn,
    about: 'domains of email addresses that the provider may vouch for. Addresses of other domains are refused',
    form: mailDomains,
    otherwise: 'none: only accounts that are already linked can sign in',
    example: 'example.com,example.org',
  },
  OPENSLOT_OIDC_TRUST_EMAIL: {
    chapter: companySignIn,
    about:
      '`on` if the provider verifies all addresses but does not say so with `email_verified` (authentik, Microsoft Entra)',
    form: onOrOff,
    byDefault: 'off',
    example: 'on',
    guide: 'sign-in.md#addresses-that-can-be-trusted',
  },
  OPENSLOT_OIDC_NEW_MEMBERS: {
    chapter: companySignIn,
    about: '`off`: only people who are invited get an account with their first sign-in',
    form: onOrOff,
    byDefault: 'on',
    example: 'off',
  },
  OPENSLOT_OIDC_GROUPS_CLAIM: {
    chapter: companySignIn,
    about: 'claim with the groups of a person; a dot leads into an object, such as `realm_access.roles`',
    form: text,
    byDefault: 'groups',
    example: 'roles',
    guide: 'sign-in.md#groups-and-roles',
  },
  OPENSLOT_OIDC_ADMIN_GROUP: {
    chapter: companySignIn,
    about: 'group at the provider whose members are admins, and nobody else',
    form: text,
    otherwise: 'none; roles are set in Openslot',
    example: 'scheduling-admins',
  },

  OPENSLOT_GOOGLE_CLIENT_ID: {
    chapter: calendars,
    about: 'client ID at Google, so that hosts can connect Google Calendar',
    form: text,
    otherwise: 'none',
    example: '1234-abcd.apps.googleusercontent.com',
    beside: 'needs `OPENSLOT_GOOGLE_CLIENT_SECRET`',
    guide: 'calendars.md#google',
  },
  OPENSLOT_GOOGLE_CLIENT_SECRET: {
    chapter: calendars,
    about: 'client secret at Google',
    form: text,
    otherwise: 'none',
    example: 'a-secret-of-google',
    beside: 'needs `OPENSLOT_GOOGLE_CLIENT_ID`',
  },
  OPENSLOT_MICROSOFT_CLIENT_ID: {
    chapter: calendars,
    about: 'client ID at Microsoft, so that hosts can connect Microsoft 365 and Outlook.com',
    form: text,
    otherwise: 'none',
    example: '00000000-0000-0000-0000-000000000000',
    beside: 'needs `OPENSLOT_MICROSOFT_CLIENT_SECRET`',
    guide: 'calendars.md#microsoft',
  },
  OPENSLOT_MICROSOFT_CLIENT_SECRET: {
    chapter: calendars,
    about: 'client secret at Microsoft',
    form: text,
    otherwise: 'none',
    example: 'a-secret-of-microsoft',
    beside: 'needs `OPENSLOT_MICROSOFT_CLIENT_ID`',
  },
  OPENSLOT_MICROSOFT_TENANT: {
    chapter: calendars,
    about: 'accounts that can be connected',
    form: tenant,
    byDefault: 'common',
    example: 'organizations',
  },

  OPENSLOT_ZOOM_CLIENT_ID: {
    chapter: conferences,
    about: 'client ID at Zoom, so that hosts can connect their Zoom accounts',
    form: text,
    otherwise: 'none',
    example: 'AbCdEfGhIjKlMnOp',
    beside: 'needs `OPENSLOT_ZOOM_CLIENT_SECRET`',
    guide: 'conferences.md#zoom',
  },
  OPENSLOT_ZOOM_CLIENT_SECRET: {
    chapter: conferences,
    about: 'client secret at Zoom',
    form: text,
    otherwise: 'none',
    example: 'a-secret-of-zoom',
    beside: 'needs `OPENSLOT_ZOOM_CLIENT_ID`',
  },
  OPENSLOT_WEBEX_CLIENT_ID: {
    chapter: conferences,
    about: 'client ID at Webex, so that hosts can connect their Webex accounts',
    form: text,
    otherwise: 'none',
    example: 'C0123456789abcdef',
    beside: 'needs `OPENSLOT_WEBEX_CLIENT_SECRET`',
    guide: 'conferences.md#webex',
  },
  OPENSLOT_WEBEX_CLIENT_SECRET: {
    chapter: conferences,
    about: 'client secret at Webex',
    form: text,
    otherwise: 'none',
    example: 'a-secret-of-webex',
    beside: 'needs `OPENSLOT_WEBEX_CLIENT_ID`',
  },

  OPENSLOT_MCP_URL: {
    chapter: aiClients,
    about: 'address for AI clients',
    form: publicAddress,
    otherwise: 'the base URL with `/mcp`',
    example: 'https://mcp.example.com',
    guide: 'mcp.md',
  },
  OPENSLOT_MCP_ALLOW_PAT: {
    chapter: aiClients,
    about: '`on` accepts personal access tokens from AI clients',
    form: onOrOff,
    byDefault: 'off',
    example: 'on',
  },
  OPENSLOT_MCP_ORIGINS: {
    chapter: aiClients,
    about: 'web pages that may call the MCP server from a browser',
    form: origins,
    otherwise: 'none',
    example: 'https://tool.example.com,http://localhost:6274',
  },

  OPENSLOT_RATE_LIMITS: {
    chapter: limits,
    about: '`off` turns rate limits off',
    form: onOrOff,
    byDefault: 'on',
    example: 'off',
  },
  OPENSLOT_RATE_LIMIT: {
    chapter: limits,
    about: 'requests a minute for each token; if raised, also bookings a minute for each user on Enterprise',
    form: count,
    byDefault: '500',
    example: '2000',
  },
  OPENSLOT_LINK_DAYS: {
    chapter: limits,
    about: 'days for which a single-use link works',
    form: days(hundredYearsInDays),
    byDefault: '90',
    example: '30',
  },

  OPENSLOT_METRICS_PORT: {
    chapter: watching,
    about: 'port for Prometheus metrics, also of `work`',
    form: port,
    otherwise: 'none',
    example: '9464',
    beside: 'different from `PORT`',
  },
  OPENSLOT_METRICS_HOST: {
    chapter: watching,
    about: 'address for metrics; use `0.0.0.0` only where the network keeps others out, as in a container',
    form: host,
    byDefault: '127.0.0.1',
    example: '0.0.0.0',
  },
  OPENSLOT_LOG: {
    chapter: watching,
    about: 'log level; the log is JSON lines on standard error',
    form: oneOf('debug', 'info', 'warn', 'error', 'silent'),
    byDefault: 'info',
    example: 'warn',
  },
  OPENSLOT_ORGANIZATION: {
    chapter: watching,
    about: 'organization for commands, by name or ID',
    form: text,
    otherwise: 'the only one that was set up',
    example: 'Acme',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

type ValueIn<Described> = Described extends { readonly form: Form<infer Value> }
  ? Described extends { readonly byDefault: string }
    ? Value
    : Value | undefined
  : never

/** What a setting is once it was read: undefined where it was left out and has no text by default. */
export type ValueOf<Name extends SettingName> = ValueIn<(typeof settings)[Name]>

export type ReadSetting = <Name extends SettingName>(name: Name) => ValueOf<Name>
