import {
  count,
  days,
  type Form,
  file,
  host,
  mailbox,
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

const listening = 'Where it listens'
const data = 'Data'
const addresses = 'Addresses, as the world knows them'
const mail = 'Mail'
const safety = 'Secrets and networks'
const calendars = 'Calendars elsewhere'
const aiClients = 'AI clients'
const limits = 'Limits'
const watching = 'Watching it, and commands'

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
    about: 'where to listen',
    form: port,
    byDefault: '3000',
    example: '8080',
    isShownFirst: true,
  },
  HOST: {
    chapter: listening,
    about: 'on which address; `0.0.0.0` for all of them',
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
    about: 'the PostgreSQL to use',
    form: postgresUrl,
    otherwise: 'the embedded database',
    example: 'postgres://user:password@host:5432/openslot',
    isShownFirst: true,
  },
  OPENSLOT_DATABASE_DIRECT_URL: {
    chapter: data,
    about: 'the address of PostgreSQL itself, where `DATABASE_URL` leads through a pooler',
    form: postgresUrl,
    otherwise: '`DATABASE_URL`',
    example: 'postgres://user:password@host:5432/openslot',
    beside: 'needs `DATABASE_URL`',
    guide: 'operations.md#behind-a-pooler',
  },
  OPENSLOT_DATABASE_REPLICA_URL: {
    chapter: data,
    about: 'a standby of it, for open times, public pages and lists',
    form: postgresUrl,
    otherwise: 'none',
    example: 'postgres://user:password@standby:5432/openslot',
    beside: 'needs `DATABASE_URL`, and refuses another server than a standby of it',
    guide: 'operations.md#with-a-replica',
  },
  OPENSLOT_ALLOW_UNSAFE_DATABASE: {
    chapter: data,
    about: "`on` starts on a PostgreSQL that is refused otherwise: a superuser's role, or `fsync = off`",
    form: onOrOff,
    byDefault: 'off',
    example: 'on',
  },
  REDIS_URL: {
    chapter: data,
    about: 'Redis or Valkey, for limits shared by several processes',
    form: url('redis:', 'rediss:'),
    otherwise: 'none; several processes then count in PostgreSQL',
    example: 'redis://127.0.0.1:6379',
    isShownFirst: true,
  },
  OPENSLOT_DELETIONS: {
    chapter: data,
    about: 'what was asked to be forgotten, to forget it again after a restore',
    form: file,
    otherwise: '`deletions.jsonl` in the data folder',
    example: '/var/backups/openslot/deletions.jsonl',
  },

  OPENSLOT_BASE_URL: {
    chapter: addresses,
    about: 'the address of the API',
    form: publicAddress,
    otherwise: '`HOST` and `PORT`',
    example: 'https://schedule.example.com',
    isShownFirst: true,
  },
  OPENSLOT_AUTH_URL: {
    chapter: addresses,
    about: 'the address for signing in',
    form: publicAddress,
    otherwise: 'the base URL',
    example: 'https://schedule.example.com',
    beside: 'must be `https`, unless it is this machine; so must the base URL where this is left out',
  },
  OPENSLOT_SITE_URL: {
    chapter: addresses,
    about: 'the address of the booking pages',
    form: publicAddress,
    otherwise: 'the base URL',
    example: 'https://book.example.com',
  },
  OPENSLOT_HOME_URL: {
    chapter: addresses,
    about:
      'where the bare address leads strangers, if not to a few words and the sign-in; people who are signed in reach their console there',
    form: url('http:', 'https:'),
    otherwise: 'a page of ours',
    example: 'https://www.example.com/',
  },
  OPENSLOT_SECURITY_CONTACT: {
    chapter: addresses,
    about: 'whom finders of a security problem write to; shown at `/.well-known/security.txt`',
    form: url('mailto:', 'https:'),
    otherwise: 'none',
    example: 'mailto:security@example.com',
  },

  SMTP_URL: {
    chapter: mail,
    about:
      'the mail server; `smtps:` for TLS from the first byte. A user and a password need TLS, unless the address ends in `?ignoreTLS=true`',
    form: smtpUrl,
    otherwise: 'files in the data folder',
    example: 'smtp://user:password@mail.example.com:587',
    isShownFirst: true,
  },
  OPENSLOT_MAIL_FROM: {
    chapter: mail,
    about: 'whom mail is from',
    form: mailbox,
    otherwise: '`Openslot <no-reply@…>`, at the host of the booking pages',
    example: 'Example <no-reply@example.com>',
    isShownFirst: true,
  },
  OPENSLOT_MAIL_FILE_DAYS: {
    chapter: mail,
    about: 'how many days messages that are files are kept',
    form: days(longestMailFileDays),
    byDefault: '30',
    example: '7',
    beside: 'without `SMTP_URL` only',
  },

  OPENSLOT_SECRET: {
    chapter: safety,
    about: 'what keys are made from; the same for all processes',
    form: secret,
    otherwise: '`secret.key` in the data folder, made by the first start',
    example: 'replace-with-the-output-of-openssl-rand-base64-32',
    beside: 'not with `OPENSLOT_SECRET_FILE`. Empty is refused',
    isShownFirst: true,
  },
  OPENSLOT_SECRET_FILE: {
    chapter: safety,
    about: 'a file that holds it, in its place',
    form: file,
    otherwise: 'none',
    example: '/run/secrets/openslot',
    beside: 'not with `OPENSLOT_SECRET`',
  },
  OPENSLOT_TRUSTED_PROXIES: {
    chapter: safety,
    about: 'proxies in front, whose word about the address of a visitor is taken',
    form: networks,
    otherwise: 'none',
    example: '10.0.0.0/8',
    isShownFirst: true,
  },
  OPENSLOT_OUTBOUND_ALLOW: {
    chapter: safety,
    about: 'private networks that webhooks, calendars and client documents may be in',
    form: networks,
    otherwise: 'none',
    example: '127.0.0.0/8,10.0.0.0/8',
  },

  OPENSLOT_GOOGLE_CLIENT_ID: {
    chapter: calendars,
    about: 'your registration at Google, so that hosts can connect Google Calendar',
    form: text,
    otherwise: 'none',
    example: '1234-abcd.apps.googleusercontent.com',
    beside: 'needs `OPENSLOT_GOOGLE_CLIENT_SECRET`',
    guide: 'calendars.md#google',
  },
  OPENSLOT_GOOGLE_CLIENT_SECRET: {
    chapter: calendars,
    about: 'the secret of it',
    form: text,
    otherwise: 'none',
    example: 'a-secret-of-google',
    beside: 'needs `OPENSLOT_GOOGLE_CLIENT_ID`',
  },
  OPENSLOT_MICROSOFT_CLIENT_ID: {
    chapter: calendars,
    about: 'your registration at Microsoft, for Microsoft 365 and Outlook.com',
    form: text,
    otherwise: 'none',
    example: '00000000-0000-0000-0000-000000000000',
    beside: 'needs `OPENSLOT_MICROSOFT_CLIENT_SECRET`',
    guide: 'calendars.md#microsoft',
  },
  OPENSLOT_MICROSOFT_CLIENT_SECRET: {
    chapter: calendars,
    about: 'the secret of it',
    form: text,
    otherwise: 'none',
    example: 'a-secret-of-microsoft',
    beside: 'needs `OPENSLOT_MICROSOFT_CLIENT_ID`',
  },
  OPENSLOT_MICROSOFT_TENANT: {
    chapter: calendars,
    about: 'whose accounts can be connected',
    form: tenant,
    byDefault: 'common',
    example: 'organizations',
  },

  OPENSLOT_MCP_URL: {
    chapter: aiClients,
    about: 'the address for AI clients',
    form: publicAddress,
    otherwise: 'the base URL with `/mcp`',
    example: 'https://mcp.example.com',
    guide: 'mcp.md',
  },
  OPENSLOT_MCP_ALLOW_PAT: {
    chapter: aiClients,
    about: '`on`: personal access tokens are good there, too',
    form: onOrOff,
    byDefault: 'off',
    example: 'on',
  },
  OPENSLOT_MCP_ORIGINS: {
    chapter: aiClients,
    about: 'pages elsewhere that may call it from a browser',
    form: origins,
    otherwise: 'none',
    example: 'https://tool.example.com,http://localhost:6274',
  },

  OPENSLOT_RATE_LIMITS: {
    chapter: limits,
    about: '`off` turns limits off',
    form: onOrOff,
    byDefault: 'on',
    example: 'off',
  },
  OPENSLOT_RATE_LIMIT: {
    chapter: limits,
    about: 'requests a minute for each token; on Enterprise also bookings a minute for each user, if it is raised',
    form: count,
    byDefault: '500',
    example: '2000',
  },
  OPENSLOT_LINK_DAYS: {
    chapter: limits,
    about: 'how many days a single-use link can be booked through',
    form: days(hundredYearsInDays),
    byDefault: '90',
    example: '30',
  },

  OPENSLOT_METRICS_PORT: {
    chapter: watching,
    about: 'Prometheus metrics on this port, of `work` as well',
    form: port,
    otherwise: 'none',
    example: '9464',
    beside: 'another than `PORT`',
  },
  OPENSLOT_METRICS_HOST: {
    chapter: watching,
    about: 'the address they are on; `0.0.0.0` in a container, where the network keeps the world out',
    form: host,
    byDefault: '127.0.0.1',
    example: '0.0.0.0',
  },
  OPENSLOT_LOG: {
    chapter: watching,
    about: 'how much is logged: JSON lines on standard error',
    form: oneOf('debug', 'info', 'warn', 'error', 'silent'),
    byDefault: 'info',
    example: 'warn',
  },
  OPENSLOT_ORGANIZATION: {
    chapter: watching,
    about: 'which organization commands are about, by its name or id',
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
