import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db/database.ts'
import type { ReplicaFinding } from '#platform/db/replica.ts'

interface Findings {
  readonly version: number
  readonly role: string
  readonly database: string
  readonly schema: string | null
  readonly isSuperuser: boolean
  readonly mayCreate: boolean
  readonly hasTables: boolean
  readonly isStandby: boolean
  readonly encoding: string
  /** Of the settings that keep a confirmed commit safe, those that are off. */
  readonly unsafe: readonly string[]
  readonly checksums: string
}

const oldestVersion = 15

/** Why the service must not start on this PostgreSQL: one sentence each, that says what to do. */
export const inspectPostgres = async (database: Database): Promise<string[]> => {
  const found = await look(database)
  return [...refusalsOfServer(found), ...refusalsOfRole(found), ...refusalsOfDurability(found)]
}

/** Why the way to this PostgreSQL cannot be used. */
export const poolingRefusals = async ({
  databaseUrl,
  databaseDirectUrl = databaseUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): Promise<string[]> =>
  databaseUrl === undefined || databaseDirectUrl === undefined
    ? []
    : (await import('#platform/db/pooler.ts')).inspectPooling(databaseUrl, databaseDirectUrl)

/** Why the replica must not be read from; and what else there is to say about it. Undefined where there is none. */
export const findReplica = async (
  database: Database,
  { databaseReplicaUrl }: Pick<Config, 'databaseReplicaUrl'>,
): Promise<ReplicaFinding | undefined> => {
  if (databaseReplicaUrl === undefined) return undefined
  const found = await (await import('#platform/db/replica.ts')).inspectReplica(database, databaseReplicaUrl)
  if (found.kind !== 'follows') return found
  try {
    const [sentence] = await (await import('#platform/db/pooler.ts')).inspectPoolingOfReads(databaseReplicaUrl)
    return sentence === undefined ? found : { kind: 'wrong', sentence: `OPENSLOT_DATABASE_REPLICA_URL: ${sentence}` }
  } catch (error) {
    return { kind: 'away', error }
  }
}

/** What is not right but no reason to stop: for `openslot doctor`. */
export const warningsAboutPostgres = async (database: Database): Promise<string[]> => {
  const { checksums } = await look(database)
  return checksums === 'on'
    ? []
    : [
        'Data checksums are off, so damage on the disk goes unnoticed. Turn them on with: pg_checksums --enable, while the server is stopped.',
      ]
}

const look = (database: Database): Promise<Findings> =>
  database.session(async (session) => {
    const [found] = await session.query<Findings>(`
      select
        current_setting('server_version_num')::integer / 10000 as version,
        current_user as role,
        current_database() as database,
        current_schema() as schema,
        (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
        coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
        to_regclass('schema_migrations') is not null as "hasTables",
        pg_is_in_recovery() as "isStandby",
        current_setting('server_encoding') as encoding,
        array(select name::text from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name) as unsafe,
        current_setting('data_checksums') as checksums`)
    if (!found) throw new Error('PostgreSQL gave no settings.')
    return found
  })

const refusalsOfServer = ({ version, encoding, database, isStandby }: Findings): string[] => [
  ...(version < oldestVersion
    ? [
        `PostgreSQL ${oldestVersion} or newer is needed, and DATABASE_URL leads to ${version}. Upgrade the server, or use another.`,
      ]
    : []),
  ...(encoding === 'UTF8'
    ? []
    : [
        `The database ${database} has the encoding ${encoding} and cannot hold every name. Make another one with: create database openslot encoding 'UTF8' template template0`,
      ]),
  ...(isStandby ? ['DATABASE_URL leads to a standby, which cannot be written to. Set it to the primary.'] : []),
]

const refusalsOfRole = ({ role, database, schema, isSuperuser, mayCreate, hasTables }: Findings): string[] => {
  if (isSuperuser) {
    return [
      `The role ${role} in DATABASE_URL is a superuser, and whoever finds a hole in this service would own the whole server. ` +
        `Make a plain one with: create role openslot login password '…'; alter database ${database} owner to openslot. Then use that in DATABASE_URL.`,
    ]
  }
  // With tables that another role owns, it needs no more than to use them.
  if (mayCreate || hasTables) return []
  return [
    `The role ${role} may not create tables in ${schema === null ? 'any schema of its search_path' : `the schema ${schema}`}. Give it its own database with: alter database ${database} owner to ${role}`,
  ]
}

const refusalsOfDurability = ({ unsafe }: Findings): string[] =>
  unsafe.map(
    (name) =>
      `PostgreSQL runs with ${name} = off and may lose what it has confirmed. Turn it on, or set OPENSLOT_ALLOW_UNSAFE_DATABASE=on if the data does not matter.`,
  )
