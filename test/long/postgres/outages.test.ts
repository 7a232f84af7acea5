// seconds: 8
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { DatabaseAway } from '#platform/db/faults.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { type Cluster, lackingBinaries, startCluster } from '../../support/cluster.ts'
import { eventually } from '../../support/eventually.ts'
import { raw } from '../../support/raw.ts'

let cluster: Cluster
let database: Database
const lost: Error[] = []

describe('a PostgreSQL that goes away', { skip: lackingBinaries }, () => {
  before(async () => {
    cluster = await startCluster()
    database = openPostgres(cluster.url, (error) => lost.push(error))
    await database.session((session) => session.run('create table marks (id integer primary key)'))
  })
  after(async () => {
    await database?.close()
    await cluster?.close()
  })

  const read = () => raw(database.reader, sql`select count(*) as count from marks`)
  let nextMark = 0
  const acknowledged: number[] = []
  const write = async (): Promise<void> => {
    nextMark += 1
    const id = nextMark
    await database.write(async (tx) => {
      await raw(tx, sql`insert into marks values (${id})`)
      await raw(tx, sql`select id from marks where id = ${id} for update`)
    })
    acknowledged.push(id)
  }

  for (const mode of ['fast', 'immediate'] as const) {
    test(`B6: restarted (${mode}) five times under load, callers get the error that it is away and no other; then all is well`, async () => {
      let running = true
      const counts = { done: 0, away: 0 }
      let longest = 0
      const caller = async (call: () => Promise<unknown>): Promise<void> => {
        while (running) {
          const began = performance.now()
          try {
            await call()
            counts.done += 1
          } catch (error) {
            assert.ok(error instanceof DatabaseAway, `refused with: ${error}`)
            counts.away += 1
            // A caller's own pause before it tries again.
            await pause(20)
          }
          longest = Math.max(longest, performance.now() - began)
        }
      }
      const callers = Promise.all(Array.from({ length: 12 }, (_, index) => caller(index % 2 ? read : write)))
      const recovered: string[] = []
      for (let round = 0; round < 5; round += 1) {
        const done = counts.done
        await eventually('the callers are at work', () => counts.done > done + 50)
        await cluster.restart(mode)
        const began = performance.now()
        await allWell()
        recovered.push((performance.now() - began).toFixed(0))
      }
      running = false
      await callers
      console.log(
        `restart -m ${mode}: ${JSON.stringify(counts)}, longest wait ${longest.toFixed(0)} ms, all well after ${recovered.join(', ')} ms`,
      )
      assert.ok(counts.away > 0, 'the restarts were noticed')
      const kept = new Set((await raw(database.reader, sql<{ id: number }>`select id from marks`)).map(({ id }) => id))
      assert.deepEqual(
        acknowledged.filter((id) => !kept.has(id)),
        [],
        'what was acknowledged is there',
      )
    })
  }

  /** Twenty reads and twenty writes at once, all served. */
  const allWell = () =>
    eventually('everything is served', async () => {
      const answers = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => (index % 2 ? read() : write())))
      return answers.every(({ status }) => status === 'fulfilled')
    })

  test('while it is stopped, reads and writes are refused at once; when it is back, they are served', async () => {
    await allWell()
    await cluster.stop('fast')
    for (const call of [read, write]) await assert.rejects(call(), DatabaseAway)
    await assert.rejects(
      database.session((session) => session.query('select 1')),
      DatabaseAway,
    )
    await cluster.start()
    await allWell()
  })

  test('an idle connection that is lost is reported, and ends no process', async () => {
    await allWell()
    const before = lost.length
    await cluster.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'openslot'")
    await eventually('the loss was reported', () => lost.length > before)
    await allWell()
  })

  test('a transaction whose connection is cut keeps nothing, and the next one is served', async () => {
    await allWell()
    const failing = database.write(async (tx) => {
      await raw(tx, sql`insert into marks values (-1)`)
      const [own] = await raw<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`)
      await cluster.query(`select pg_terminate_backend(${own?.pid})`)
      // Nothing is under way on it now, so only the pool's own listener hears of the loss.
      await eventually('the connection is gone', async () => {
        const left = await cluster.query(`select 1 from pg_stat_activity where pid = ${own?.pid}`)
        return left.length === 0
      })
      await raw(tx, sql`insert into marks values (-2)`)
    })
    await assert.rejects(failing, DatabaseAway)
    await allWell()
    assert.deepEqual(await raw(database.reader, sql`select id from marks where id < 0`), [])
  })

  describe('and hangs', () => {
    const pidsOfBackends = async () =>
      (
        await cluster.query<{ pid: number }>("select pid from pg_stat_activity where application_name = 'openslot'")
      ).map(({ pid }) => pid)
    const signal = (pids: readonly number[], name: NodeJS.Signals) => {
      for (const pid of pids) process.kill(pid, name)
    }

    const outcomesOf = async (calls: readonly (() => Promise<unknown>)[]): Promise<number[]> =>
      Promise.all(
        calls.map(async (call) => {
          const began = performance.now()
          const error = await call().then(
            () => undefined,
            (caught: unknown) => caught,
          )
          assert.ok(error instanceof DatabaseAway, `refused with: ${error}`)
          return Math.round(performance.now() - began)
        }),
      )

    test('with connections open, every wait has an end, and others take their index', async () => {
      await allWell()
      const pids = await pidsOfBackends()
      signal(pids, 'SIGSTOP')
      try {
        const waits = await outcomesOf([...Array(12).fill(read), ...Array(12).fill(write)])
        console.log(`backends that hang: refused after ${Math.min(...waits)} to ${Math.max(...waits)} ms`)
        await allWell()
      } finally {
        signal(pids, 'SIGCONT')
      }
      await allWell()
    })

    test('before there is a connection, every wait has an end too', async () => {
      const postmaster = await cluster.postmasterPid()
      const other = openPostgres(cluster.url, () => {})
      signal([postmaster], 'SIGSTOP')
      try {
        const waits = await outcomesOf([
          () => raw(other.reader, sql`select 1`),
          () => other.write((tx) => raw(tx, sql`select 1`)),
          () => other.session((session) => session.query('select 1')),
        ])
        console.log(`a postmaster that hangs: refused after ${Math.min(...waits)} to ${Math.max(...waits)} ms`)
      } finally {
        signal([postmaster], 'SIGCONT')
        await other.close()
      }
    })

    test('it can be closed', async () => {
      const other = openPostgres(cluster.url, () => {})
      await raw(other.reader, sql`select 1`)
      await other.write((tx) => raw(tx, sql`select 1`))
      const pids = await pidsOfBackends()
      signal(pids, 'SIGSTOP')
      const began = performance.now()
      await other.close()
      console.log(`closed while the server hangs: ${(performance.now() - began).toFixed(0)} ms`)
      signal(pids, 'SIGCONT')
    })
  })
})
