import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteEndedSessions, deleteExpiredLinks, deleteHeardLogouts } from '#accounts/index.ts'
import { findLastChange } from '#activity/index.ts'
import { PageTokens } from '#contract/page.ts'
import { Persons } from '#contract/persons.ts'
import { Changes } from '#execution/changes.ts'
import { JobCounts } from '#execution/jobs/job-counts.ts'
import type { AppContext } from '#execution/perform.ts'
import { deleteExpiredKeys } from '#execution/store/idempotency-keys.ts'
import { loadSecret } from '#instance/secret.ts'
import { claimInstance, findFingerprint } from '#instance/store/claim.ts'
import { homeOf, settleHome } from '#instance/store/home.ts'
import { deleteExpired } from '#oauth/index.ts'
import type { Config } from '#platform/config.ts'
import { Codes } from '#platform/crypto/codes.ts'
import { Digests } from '#platform/crypto/digests.ts'
import { Encryption } from '#platform/crypto/encryption.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { findEmptyDatabase } from '#platform/db/embedded-folder.ts'
import { deleteEndedWindows } from '#platform/db/rate-windows.ts'
import { KeyedSemaphore } from '#platform/keyed-semaphore.ts'
import { errorFields, type Log } from '#platform/log.ts'
import { openMailService } from '#platform/mail/mail-service.ts'
import { Destinations } from '#platform/net/destinations.ts'
import { Outgoing } from '#platform/net/outgoing.ts'
import { WrongSetting } from '#platform/setting-forms.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { PeriodicTask } from '#process/wiring.ts'

// The wiring without the faces: what a command needs, and a service before it listens.

/** The one the settings name. Each is loaded only when it is used: the embedded one alone is 20 MB of code. */
export const openDatabase = async (config: Config, log: Log): Promise<Database> => {
  const onLost = (error: Error): void => log.warn(errorFields(error), 'a database connection was lost')
  if (config.databaseUrl === undefined)
    return (await import('#platform/db/embedded.ts')).openEmbedded(config.dataFolder, onLost, await findEmptyDatabase())
  const primary = (await import('#platform/db/postgres.ts')).openPostgres(
    config.databaseUrl,
    onLost,
    config.databaseDirectUrl,
  )
  if (config.databaseReplicaUrl === undefined) return primary
  return (await import('#platform/db/replica.ts')).withReplica(primary, config.databaseReplicaUrl)
}

/** What operations run on. The database must be migrated. */
export const createContext = async (config: Config, database: Database, clock: Clock): Promise<AppContext> => {
  const secret = await loadSecret(config, await findFingerprint(database))
  await claimInstance(database, secret, clock.now())
  const home = await homeOf(database, config.dataFolder)
  await settleHome(database, home, clock.now())
  const destinations = new Destinations(config.outboundAllow)
  return {
    database,
    home,
    semaphore: new KeyedSemaphore(),
    clock,
    links: { api: config.addresses.api, site: config.addresses.site, linkDays: config.linkDays },
    codes: new Codes(secret.keyFor('codes')),
    persons: new Persons(secret.keyFor('persons')),
    encryption: new Encryption(secret.keyFor('encryption')),
    digests: new Digests(secret.keyFor('digests')),
    pageTokens: new PageTokens(secret.keyFor('page tokens')),
    destinations,
    outgoing: new Outgoing(destinations),
    oauthClients: config.oauthClients,
    ownWords: config.ownWords,
    oidc: config.oidc && {
      settings: config.oidc,
      outgoing: new Outgoing(new Destinations(config.outboundAllow, [config.oidc.issuer])),
    },
    mail: openMailService(config),
    changes: await openChanges(config.databaseDirectUrl),
    jobCounts: new JobCounts(),
    findAliases: async (...asked) => (await import('#imports/index.ts')).findAliases(...asked),
    findLastChange,
    disposableDomains: await readDomains(config.disposableDomainsFile),
    paths: { deletions: config.deletionsFile, mails: join(config.dataFolder, 'mail') },
  }
}

/** One domain on each line; what follows a `#` is a comment. */
const readDomains = async (path: string | undefined): Promise<ReadonlySet<string>> => {
  if (path === undefined) return new Set()
  const text = await readFile(path, 'utf8').catch(() => {
    throw new WrongSetting(`OPENSLOT_DISPOSABLE_DOMAINS must name a file that can be read, not ${path}.`)
  })
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().replace(/^@/, '').toLowerCase())
  return new Set(lines.filter(Boolean))
}

const openChanges = async (databaseUrl: string | undefined): Promise<Changes> => {
  if (databaseUrl === undefined) return new Changes()
  const { openBroadcast } = await import('#platform/db/broadcast.ts')
  return new Changes((onText) => openBroadcast(databaseUrl, 'openslot_changes', onText))
}

/** Deletes a portion each time; run again at once while there is more. */
const deleting = (
  name: string,
  everySeconds: number,
  deleteSome: (tx: Tx, now: Date) => Promise<number>,
): PeriodicTask => ({
  name,
  everySeconds,
  run: async ({ database, clock }) => ({ more: (await database.write((tx) => deleteSome(tx, clock.now()))) > 0 }),
})

/** What is done at intervals, beside requests. */
export const periodicTasks: readonly PeriodicTask[] = [
  {
    name: 'clear away what applications have left',
    everySeconds: 600,
    run: async ({ database, clock }) => ({ more: (await deleteExpired(database, clock.now())) > 0 }),
  },
  deleting('delete ended sessions', 600, deleteEndedSessions),
  deleting('delete expired links', 600, deleteExpiredLinks),
  deleting('delete heard sign-outs of providers', 600, deleteHeardLogouts),
  deleting('delete ended rate windows', 60, deleteEndedWindows),
  deleting('delete expired idempotency keys', 60, deleteExpiredKeys),
  {
    name: 'delete calendar entries of meetings that are over',
    everySeconds: 3600,
    run: async ({ database, clock }) => {
      const { deleteOldEntries } = await import('#calendars/index.ts')
      return { more: (await database.write((tx) => deleteOldEntries(tx, clock.now()))) > 0 }
    },
  },
  {
    name: 'delete conferences of meetings that are over',
    everySeconds: 3600,
    run: async ({ database, clock }) => {
      const { deleteOldConferences } = await import('#conferences/index.ts')
      return { more: (await database.write((tx) => deleteOldConferences(tx, clock.now()))) > 0 }
    },
  },
  {
    name: 'delete booking requests that ended long ago',
    everySeconds: 3600,
    run: async ({ database, clock }) => {
      const { deleteOldRequests } = await import('#bookings/index.ts')
      return { more: (await database.write((tx) => deleteOldRequests(tx, clock.now()))) > 0 }
    },
  },
  {
    name: 'delete entries of waiting lists whose days are over',
    everySeconds: 3600,
    run: async ({ database, clock }) => {
      const { deleteOldWaitingListEntries } = await import('#bookings/index.ts')
      return { more: (await database.write((tx) => deleteOldWaitingListEntries(tx, clock.now()))) > 0 }
    },
  },
  {
    name: 'tell hosts of meetings without a link',
    everySeconds: 60,
    run: async (context) => (await import('#conferences/index.ts')).tellHostsOfMissingLinks(context),
  },
  {
    name: 'lose calendars that were not read for a day',
    everySeconds: 600,
    run: async (context) => (await import('#calendars/index.ts')).loseSilentConnections(context),
  },
  {
    name: 'clear the history of webhooks',
    everySeconds: 3600,
    run: async (context) => (await import('#webhooks/index.ts')).clearHistory(context, context.clock.now()),
  },
  {
    name: 'clear the history of mail',
    everySeconds: 3600,
    run: async ({ database, clock }) =>
      (await import('#notifications/index.ts')).clearMailHistory(database, clock.now()),
  },
  {
    name: 'delete old mail files',
    everySeconds: 3600,
    run: ({ mail, clock }) => mail.clearFiles(clock.now()),
  },
]
