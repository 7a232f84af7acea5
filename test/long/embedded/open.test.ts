// seconds: 20
import assert from 'node:assert/strict'
import { once } from 'node:events'
import fs from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, mock, test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { openEmbedded } from '#platform/db/embedded.ts'
import { DatabaseAway } from '#platform/db/faults.ts'
import { childrenOf } from '../../support/children.ts'
import { newDataFolder } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { openProgram } from '../../support/programs.ts'
import { raw } from '../../support/raw.ts'

const openWithTable = async (folder: string, onLost?: (error: Error) => void): Promise<Database> => {
  const database = await openEmbedded(folder, onLost)
  await database.session((session) => session.run('create table rows (id integer primary key)'))
  return database
}

const empty = (database: Database) => database.session((session) => session.run('delete from rows'))

const insert = (database: Database, id: number) => database.write((tx) => raw(tx, sql`insert into rows values (${id})`))

const idsIn = async (database: Database): Promise<number[]> =>
  (await raw(database.reader, sql<{ id: number }>`select id from rows order by id`)).map(({ id }) => id)

/** Stands between the database and the disk, for a while. */
const onFsync = async <T>(
  behave: (descriptor: number, really: (descriptor: number) => void) => void,
  work: () => Promise<T>,
): Promise<T> => {
  const really = fs.fsyncSync
  const mocked = mock.method(fs, 'fsyncSync', (descriptor: number) => behave(descriptor, really))
  return work().finally(() => mocked.mock.restore())
}

const databaseFolders = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('pgdata')).map((name) => join(folder, name))

describe('the first start', () => {
  test('killed at the worst moments, the next one makes the database; it belongs to this user alone, and nothing is left over', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'first-'))
    const program = openProgram('test/support/embedded-process.ts')
    t.after(async () => {
      await program.close()
      await rm(folder, { recursive: true, force: true })
    })
    const hasBegun = async () => (await databaseFolders(folder)).length > 0
    // The folder of a start that was killed may be deleted while it is read.
    const isBeingFilled = async () =>
      (await Promise.all((await databaseFolders(folder)).map((path) => readdir(path).catch(() => [])))).flat().length >
      0
    for (const isTheMoment of [hasBegun, isBeingFilled]) {
      const { process: child } = program.start(folder)
      await eventually(isTheMoment.name, isTheMoment)
      // As a machine that stops would: whatever it had started is gone as well.
      for (const pid of [...childrenOf(child.pid ?? 0), child.pid ?? 0]) process.kill(pid, 'SIGKILL')
      await once(child, 'exit')
    }
    const last = program.start(folder)
    const { ready, rss } = await last.hear<{ ready: number; rss: number }>()
    console.log(`first start ready after ${ready} ms, ${Math.round(rss / 1_048_576)} MB resident`)
    assert.deepEqual((await readdir(folder)).sort(), ['openslot.sock', 'pgdata'])
    assert.equal((await stat(join(folder, 'pgdata'))).mode & 0o777, 0o700)

    last.process.kill('SIGTERM')
    assert.deepEqual(await once(last.process, 'exit'), [0, null])
    assert.deepEqual(await readdir(folder), ['pgdata'])
  })
})

describe('a commit', () => {
  let folder: string
  let database: Database
  const lost: Error[] = []
  before(async () => {
    folder = await newDataFolder()
    database = await openWithTable(folder, (error) => lost.push(error))
  })
  after(() => database.close())

  test('B4: is on the disk before it is acknowledged', async () => {
    const settings = await database.session((session) =>
      session.query<{ name: string; setting: string }>(
        "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'wal_sync_method') order by name",
      ),
    )
    assert.deepEqual(Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), {
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      wal_sync_method: 'fsync',
    })
    for (let id = 1; id <= 20; id += 1) {
      const synced: number[] = []
      await onFsync(
        (descriptor, really) => {
          synced.push(fs.fstatSync(descriptor).ino)
          really(descriptor)
        },
        () => insert(database, id),
      )
      const log = join(folder, 'pgdata', 'pg_wal')
      const logFiles = (await readdir(log)).map((name) => fs.statSync(join(log, name)).ino)
      assert.ok(
        synced.some((file) => logFiles.includes(file)),
        `commit ${id} synced ${synced.length} files, none of them the log`,
      )
    }
  })

  test('that cannot reach the disk is not acknowledged; the database recovers with all that was, and goes on', async () => {
    await empty(database)
    await insert(database, 1)
    const refusing = onFsync(
      () => {
        throw Object.assign(new Error('the disk is broken'), { code: 'EIO' })
      },
      async () => {
        await assert.rejects(insert(database, 2), DatabaseAway)
        await assert.rejects(idsIn(database), DatabaseAway, 'and it does not start as long as that is so')
      },
    )
    await refusing
    assert.match(lost.map(String).join(), /could not fsync/)
    await eventually('it is back', () =>
      idsIn(database).then(
        () => true,
        () => false,
      ),
    )
    await insert(database, 3)
    const ids = await idsIn(database)
    assert.deepEqual(
      ids.filter((id) => id !== 2),
      [1, 3],
    )
  })
})

test('after it was closed in order there is nothing to recover; after a crash there is', async (t) => {
  const folder = await newDataFolder()
  const syncsToOpen = async (): Promise<number> => {
    let count = 0
    const database = await onFsync(
      (descriptor, really) => {
        count += 1
        really(descriptor)
      },
      () => openEmbedded(folder),
    )
    await database.close()
    return count
  }
  assert.ok((await syncsToOpen()) < 50)
  const program = openProgram('test/support/embedded-process.ts')
  t.after(() => program.close())
  const running = program.start(folder)
  await running.hear()
  running.process.kill('SIGKILL')
  await once(running.process, 'exit')
  assert.ok((await syncsToOpen()) > 500, 'recovery syncs every file')
  assert.ok((await syncsToOpen()) < 50)
})

describe('one caller at a time', () => {
  let database: Database
  before(async () => {
    database = await openWithTable(await newDataFolder())
  })
  after(() => database.close())

  test('using the database inside a transaction throws, instead of waiting for ever; and later calls work', async () => {
    const began = performance.now()
    const mistakes: (() => Promise<unknown>)[] = [
      () => idsIn(database),
      () => insert(database, 2),
      () => database.session(async () => {}),
    ]
    const failing = database.write(async (tx) => {
      await raw(tx, sql`insert into rows values (1)`)
      await Promise.all(
        mistakes.map((mistake) =>
          assert.rejects(mistake(), ({ cause }) => /use tx inside it, never the database/.test(cause.message)),
        ),
      )
      throw new Error('seen')
    })
    await assert.rejects(failing, /seen/)
    console.log(`told after ${(performance.now() - began).toFixed(0)} ms`)
    assert.deepEqual(await idsIn(database), [])
    assert.deepEqual(database.pressure(), { busy: 0, idle: 1, waiting: 0 })
  })

  test('a transaction that a session leaves open is not inherited by the next', async () => {
    await database.session((session) => session.run('begin; insert into rows values (1)'))
    await assert.rejects(
      database.session((session) => session.run('begin; insert into rows values (2); insert into nowhere values (1)')),
    )
    assert.deepEqual(await idsIn(database), [])
    await insert(database, 3)
    assert.deepEqual(await idsIn(database), [3])
  })

  test('a row of writes lets the network in between', async () => {
    await empty(database)
    let rounds = 0
    let isOver = false
    const count = () => {
      rounds += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const began = performance.now()
    for (let id = 1; id <= 100; id += 1) await insert(database, id)
    isOver = true
    console.log(`100 writes in a row: ${(performance.now() - began).toFixed(0)} ms, ${rounds} rounds of the event loop`)
    assert.ok(rounds > 3)
  })
})

describe('closing', () => {
  test('running work finishes; waiting and later callers are refused', async () => {
    const folder = await newDataFolder()
    const database = await openWithTable(folder)
    let finish = () => {}
    const closing = new Promise<void>((done) => {
      finish = done
    })
    let begin = () => {}
    const begun = new Promise<void>((done) => {
      begin = done
    })
    const underWay = database.write(async (tx) => {
      await raw(tx, sql`insert into rows values (1)`)
      begin()
      await closing
      await raw(tx, sql`insert into rows values (2)`)
    })
    await begun
    const waiting = assert.rejects(insert(database, 3), DatabaseAway)
    const closed = Promise.all([database.close(), database.close()])
    finish()
    await Promise.all([closed, waiting, underWay])
    await assert.rejects(insert(database, 4), DatabaseAway)
    await assert.rejects(idsIn(database), DatabaseAway)
    const again = await openEmbedded(folder)
    assert.deepEqual(await idsIn(again), [1, 2])
    await again.close()
  })
})
