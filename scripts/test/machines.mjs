import { join } from 'node:path'
import { root } from '../ready.mjs'
import { runToEnd } from './child.mjs'
import { copyPrepared, prepareEmbedded } from './embedded.mjs'
import { startPostgres } from './postgres.mjs'
import { startRedis } from './redis.mjs'
import { find } from './requirements.mjs'

/**
 * The databases of a run, made when the first process wants one: a migrated one is prepared once, and each process gets
 * a copy. `settingsFor(shard)` gives the environment that tells a process of its own (read by
 * test/support/databases.ts).
 */
export const makeMachines = ({ prepareProgram, folder, atEnd }) => {
  const migrate = (kind, index) => runToEnd(process.execPath, [prepareProgram, kind, index], { cwd: root, atEnd })
  const embedded = once(() => prepareEmbedded(migrate))
  const postgres = once(async () => {
    const server = await startPostgres(join(folder, 'postgres'), atEnd)
    await migrate('postgres', await server.createDatabase('template'))
    return server
  })
  const redis = once(async () => (find('redis') ? startRedis(join(folder, 'redis'), atEnd) : undefined))

  const databaseFor = {
    none: async () => ({}),
    embedded: async (index) => {
      const prepared = await embedded()
      return {
        OPENSLOT_TEST_DATABASE: `embedded:${copyPrepared(prepared, join(folder, `embedded-${index}`))}`,
        OPENSLOT_TEST_PREPARED: prepared,
      }
    },
    postgres: async (index) => {
      const { adminUrl, prefix, createDatabase } = await postgres()
      const url = await createDatabase(`process_${index}`, 'template')
      return { OPENSLOT_TEST_DATABASE: url, OPENSLOT_TEST_POSTGRES: adminUrl, OPENSLOT_TEST_POSTGRES_PREFIX: prefix }
    },
  }

  return {
    /**
     * Begins what takes long, while other tests already run. Its failure rejects the promise of those that wait for it.
     */
    warmUp: (databases) => {
      if (databases.has('embedded')) embedded().catch(() => {})
      if (databases.has('postgres')) postgres().catch(() => {})
    },
    settingsFor: async ({ database }, index) => {
      const url = database === 'none' ? undefined : await redis()
      // What a test leaves behind is removed with the rest.
      return { TMPDIR: folder, ...(await databaseFor[database](index)), ...(url && { OPENSLOT_TEST_REDIS: url }) }
    },
  }
}

const once = (make) => {
  let made
  return () => (made ??= make())
}
