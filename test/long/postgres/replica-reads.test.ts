// seconds: 16
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { inspectReplica, withReplica } from '#platform/db/replica.ts'
import { type Cluster, lackingBinaries, type Standby, startCluster } from '../../support/cluster.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort, newFolder, openslot } from '../../support/processes.ts'
import { raw } from '../../support/raw.ts'

describe('a streaming replica', { skip: lackingBinaries }, () => {
  let cluster: Cluster
  let standby: Standby
  let database: Database
  const turns: boolean[] = []

  before(async () => {
    // Backups and checkpoints leave what a standby that was away has yet to read.
    cluster = await startCluster({ wal_keep_size: '256MB' })
    standby = await cluster.startStandby()
    database = withReplica(
      openPostgres(cluster.url, () => {}),
      standby.url,
    )
    await database.session((session) => session.run('create table marks (id integer primary key)'))
    database.replica?.watch((isCurrent) => turns.push(isCurrent))
  })
  after(async () => {
    await database?.close()
    await standby?.close()
    await cluster?.close()
  })

  const replica = () => {
    if (!database.replica) throw new Error('There is no replica.')
    return database.replica
  }
  const isUsed = () => eventually('the replica is used', () => replica().isCurrent(), 120_000)
  const isAside = () => eventually('the replica is left aside', () => !replica().isCurrent())
  const write = (id: number) => database.write((tx) => raw(tx, sql`insert into marks values (${id})`))
  const onStandby = async (): Promise<boolean> =>
    (await raw(replica().reader, sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`))[0]?.standby === true
  const pidsOf = async (): Promise<number[]> => {
    const postmaster = await standby.postmasterPid()
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
    return [postmaster, ...children.trim().split(/\s+/).map(Number)]
  }

  /** Reads without a pause while something is done to the replica. None may fail; gives the longest. */
  const readingDuring = async (work: () => Promise<void>): Promise<number> => {
    let [running, longest] = [true, 0]
    const reader = async (): Promise<void> => {
      while (running) {
        const began = performance.now()
        await raw(replica().reader, sql`select count(*) from marks`)
        longest = Math.max(longest, performance.now() - began)
      }
    }
    const readers = Promise.all(Array.from({ length: 8 }, reader))
    await work().finally(() => {
      running = false
    })
    await readers
    return Math.round(longest)
  }

  test('serves reads while it has what the primary had a second ago', async () => {
    await isUsed()
    assert.equal(await onStandby(), true)
    assert.ok((replica().ageMilliseconds() ?? 9999) <= 1000)
    const found = await inspectReplica(database, standby.url)
    assert.ok(found.kind === 'follows' && found.lagMilliseconds !== undefined)
  })

  test('that lags is left aside, and comes back when it has caught up', async () => {
    await isUsed()
    await standby.query('select pg_wal_replay_pause()')
    await isUsed()
    await write(1)
    await isAside()
    assert.equal(await onStandby(), false, 'the primary answers in its stead')
    assert.deepEqual(await inspectReplica(database, standby.url), { kind: 'follows', lagMilliseconds: undefined })
    await standby.query('select pg_wal_replay_resume()')
    await isUsed()
    assert.equal((await raw(replica().reader, sql`select id from marks where id = 1`)).length, 1)
    assert.deepEqual(turns.slice(-3), [true, false, true])
  })

  test('that stops in the middle of reads fails none of them, and comes back', async () => {
    await isUsed()
    const before = replica().counts()
    assert.ok(before.served > 0)
    const longest = await readingDuring(async () => {
      await standby.stop('immediate')
      await isAside()
    })
    assert.equal((await inspectReplica(database, standby.url)).kind, 'away')
    await standby.start()
    await isUsed()
    assert.equal(await onStandby(), true)
    console.log(
      `a replica that stops: longest read ${longest} ms, ${replica().counts().repeated} reads done again on the primary`,
    )
  })

  test('that hangs in the middle of reads fails none of them, and comes back', async () => {
    await isUsed()
    const pids = await pidsOf()
    const longest = await readingDuring(async () => {
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await isAside()
    })
    for (const pid of pids) process.kill(pid, 'SIGCONT')
    await isUsed()
    assert.equal(await onStandby(), true)
    console.log(`a replica that hangs: longest read ${longest} ms`)
  })

  test('that is a primary, or of another database, is refused at the start with a sentence', async () => {
    const other = await startCluster()
    const otherStandby = await other.startStandby()
    try {
      const settings = {
        DATABASE_URL: cluster.url,
        PORT: String(await freePort()),
        OPENSLOT_DATA: await newFolder(),
        OPENSLOT_ALLOW_UNSAFE_DATABASE: 'on',
      }
      const refusalOf = async (url: string) =>
        (await openslot(['start'], { ...settings, OPENSLOT_DATABASE_REPLICA_URL: url })).stderr
      assert.match(await refusalOf(cluster.url), /OPENSLOT_DATABASE_REPLICA_URL leads to a primary, not to a standby/)
      assert.match(
        await refusalOf(otherStandby.url),
        /OPENSLOT_DATABASE_REPLICA_URL leads to another database than DATABASE_URL/,
      )
    } finally {
      await otherStandby.close()
      await other.close()
    }
  })

  test('that follows a copy of its cluster, and so has more than its primary, is refused and not read from', async () => {
    const copy = await cluster.startStandby()
    await copy.query('select pg_promote()')
    const ofCopy = withReplica(
      openPostgres(copy.url, () => {}),
      standby.url,
    )
    const turnsOfCopy: boolean[] = []
    try {
      // So much that the copy, which has begun to write its own, is behind.
      await database.session((session) => session.run('insert into marks select generate_series(1000, 20000)'))
      await isUsed()
      assert.match(JSON.stringify(await inspectReplica(ofCopy, standby.url)), /leads to another database/)
      ofCopy.replica?.watch((isCurrent) => turnsOfCopy.push(isCurrent))
      await eventually('it was looked at', () => turnsOfCopy.length > 0)
      assert.deepEqual(turnsOfCopy, [false])
    } finally {
      await ofCopy.close()
      await copy.close()
    }
  })
})
