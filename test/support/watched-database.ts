import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database, Tx } from '#platform/db/database.ts'
import { packageRoot } from '#platform/root.ts'

/**
 * Tables whose changes are no entry in the activity log, and why. Everything else is: a new table is watched without anybody
 * thinking of it.
 */
const unlogged: Readonly<Record<string, string>> = {
  activity_chains: 'the log itself',
  activity_log: 'the log itself',
  activity_shelves: 'how the log is searched',
  activity_shelf_words: 'how the log is searched',
  jobs: 'work that follows from a fact',
  webhook_deliveries: 'work that follows from a fact',
  mails: 'work that follows from a fact',
  reminders: 'work that follows from a fact',
  idempotency_keys: 'an answer that is kept, beside the change it answers',
  sessions: 'somebody signs out, or is halfway in; whoever is in has an entry',
  instance: "the machine's own",
  account_links: 'a link on its way to somebody, beside the entry of whoever asked for it',
  oauth_clients: 'an application that introduced itself, to no organization in particular; those of an organization have entries',
  authorization_codes: 'a step on the way to what was allowed, which has its entry',
  refresh_tokens: 'handed out under what was allowed, which has its entry',
  tokens: 'handed out under what was allowed; personal ones have entries',
}

/** Puts the notes of `watching-changes.sql` into a prepared database. */
export const watchChanges = async (database: Database): Promise<void> => {
  const script = await readFile(join(packageRoot, 'test', 'support', 'watching-changes.sql'), 'utf8')
  await database.session((session) => session.run(script))
}

/**
 * Of these there may be several at once, each with its entry: what somebody has allowed an application ends with it; and who
 * signs in with a recovery code has one less.
 */
const severalAtOnce = /\/(oauth_grant\.revoked|account\.recovery_code_used)$/

/** That somebody tried is all that happened. */
const changesNothing = /\/account\.sign_in_failed$/

/** J7: no change without an entry, no entry without a change, and one for each organization. Undefined when it is so. */
const whatIsWrong = (changes: readonly string[], touches: readonly string[], facts: readonly string[]): string | undefined => {
  const logged = changes.filter((table) => !Object.hasOwn(unlogged, table))
  if (facts.length === 0) return logged.length === 0 ? undefined : `a change without an entry: ${logged.join(', ')}`
  if (changes.length === 0 && touches.length === 0 && !facts.every((fact) => changesNothing.test(fact))) return `an entry without a change: ${facts.join(', ')}`
  const organizations = facts.filter((fact) => !severalAtOnce.test(fact)).map(organizationOf)
  return new Set(organizations).size === organizations.length ? undefined : `more than one entry: ${facts.join(', ')}`
}

const organizationOf = (fact: string): string => fact.slice(0, fact.indexOf('/'))

interface Watching {
  readonly isHeard: boolean
  /** Where anything happened: it grows. */
  readonly organizations: Set<string>
}

/**
 * A database that refuses to commit what the activity log does not tell, or tells twice. Unless somebody is there to hear of it,
 * what happens is announced in thousands of years: tests with a worker would otherwise have to tell all that others did before.
 */
export const watchedDatabase = (database: Database, { isHeard, organizations }: Watching): Database => {
  const watched = (write: Database['write']): Database['write'] => {
    return (work) =>
      write(async (tx) => {
        const result = await work(tx)
        const { changes, touches, facts } = await notesOf(tx, isHeard)
        const wrong = whatIsWrong(changes, touches, facts)
        if (wrong !== undefined) throw new Error(`J7: ${wrong}`)
        for (const fact of facts) organizations.add(organizationOf(fact))
        return result
      })
  }
  return { ...database, write: watched(database.write), writeFirst: watched(database.writeFirst) }
}

const unannounced = sql`with unannounced as (
  update facts set announce_at = '9999-01-01' where announce_at = '1970-01-01 00:00:00+00' and xmin = pg_current_xact_id()::xid
)`

const notesOf = async (tx: Tx, isHeard: boolean) => {
  const { rows } = await sql<{ changes: string | null; touches: string | null; facts: string | null }>`
    ${isHeard ? sql`` : unannounced}
    select current_setting('openslot.test_changes', true) as changes, current_setting('openslot.test_touches', true) as touches,
      current_setting('openslot.test_facts', true) as facts`.execute(tx)
  const listed = (text: string | null | undefined): string[] => (text ?? '').split(' ').filter(Boolean)
  return { changes: listed(rows[0]?.changes), touches: listed(rows[0]?.touches), facts: listed(rows[0]?.facts) }
}
