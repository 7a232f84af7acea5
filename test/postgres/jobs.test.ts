// seconds: 2
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { announceTo, type RecordedFact, recordFact, system } from '#activity/index.ts'
import { type Job, listSetAsideJobs } from '#execution/store/jobs.ts'
import type { Database } from '#platform/db/database.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { TestClock, testApp } from '../support/app.ts'
import { aFounder } from '../support/cast.ts'
import { eventually } from '../support/eventually.ts'
import { aKind, aWorker, countJobs, queueJobs } from '../support/jobs.ts'
import { recordedLog } from '../support/recorded-log.ts'

const app = await testApp()
const { organizationId } = (await aFounder(app)).principal
const opened: Database[] = []
after(() => Promise.all(opened.map((database) => database.close())))

/** A connection pool of its own, as another process has it. */
const anotherProcess = (): Database => {
  const database = openPostgres(process.env.OPENSLOT_TEST_DATABASE ?? '', () => {})
  opened.push(database)
  return database
}

const hour = 3_600_000

describe('several workers', () => {
  test('C4: each job is held by one at a time and settled once, whatever their clocks say, and no lane has more than its share', async () => {
    const name = `test ${randomUUID()}`
    const holders = new Map<string, number>()
    const underWay = new Map<string, number>()
    const acted: string[] = []
    let together = 0
    let most = 0
    const act = async ({ subjectId, lane }: Job): Promise<string> => {
      acted.push(subjectId)
      holders.set(subjectId, (holders.get(subjectId) ?? 0) + 1)
      underWay.set(lane, (underWay.get(lane) ?? 0) + 1)
      together = Math.max(together, holders.get(subjectId) ?? 0)
      most = Math.max(most, underWay.get(lane) ?? 0)
      // Work of different lengths, so that the workers overlap in different ways.
      await pause(2 + (acted.length % 7))
      holders.set(subjectId, (holders.get(subjectId) ?? 1) - 1)
      underWay.set(lane, (underWay.get(lane) ?? 1) - 1)
      return 'done'
    }
    const lanes = Array.from({ length: 6 }, (_, index) => `lane ${index} of ${name}`)
    const subjects = (
      await Promise.all(
        lanes.map((lane) => queueJobs(app.context.database, app.clock.now(), organizationId, name, lane, 40)),
      )
    ).flat()
    const workers = [0, hour, -hour, 7 * 24 * hour].map((offset) => {
      const clock = new TestClock()
      clock.advance(offset)
      const { worker, log } = aWorker(anotherProcess(), clock, aKind({ name, act }), { pollMilliseconds: 20 })
      return { worker, clock, log }
    })
    for (const { worker } of workers) worker.start()
    // In the middle of it their clocks are set.
    await eventually('half of it is done', () => acted.length > subjects.length / 2)
    for (const [index, { clock }] of workers.entries()) clock.advance(index % 2 === 0 ? hour : -hour)
    await eventually('all is done', async () => (await countJobs(app.context.database, name)) === 0)
    await Promise.all(workers.map(({ worker }) => worker.stop(5_000)))
    assert.deepEqual([acted.length, new Set(acted).size], [subjects.length, subjects.length], 'each once')
    assert.equal(together, 1)
    assert.ok(most <= 5, `${most} at once in one lane`)
    assert.deepEqual(
      workers.flatMap(({ log }) => log.lines.filter(({ level }) => level === 'error')),
      [],
    )
  })

  test('C4: go on with what one held that fell silent, when its lease is over and not before', async () => {
    const name = `test ${randomUUID()}`
    let release = (): void => {}
    const released = new Promise<string>((done) => {
      release = () => done('late')
    })
    const silent = aKind({ name, act: () => released })
    const lively = aKind({ name })
    await queueJobs(app.context.database, app.clock.now(), organizationId, name, `silence of ${name}`, 5)
    const first = aWorker(anotherProcess(), app.clock, silent, { leaseSeconds: 1 }).worker
    first.start()
    await eventually('the first holds them', () => silent.acted.length === 5)
    const others = [1, 2, 3].map(
      () => aWorker(anotherProcess(), app.clock, lively, { leaseSeconds: 1, pollMilliseconds: 50 }).worker,
    )
    for (const worker of others) worker.start()
    // Four polls of each, well within the lease: how long it lasts is what is tested.
    await pause(200)
    assert.equal(lively.acted.length, 0)
    await eventually('the others have done them', async () => (await countJobs(app.context.database, name)) === 0)
    assert.deepEqual([lively.acted.length, new Set(lively.acted).size], [5, 5])
    release()
    await Promise.all([first, ...others].map((worker) => worker.stop(2_000)))
  })

  test('a job is not set aside because the database was away for longer than a lease while three live processes held it', async () => {
    const name = `test ${randomUUID()}`
    await queueJobs(app.context.database, app.clock.now(), organizationId, name, `outages of ${name}`, 1)
    let release = (): void => {}
    const over = new Promise<string>((done) => {
      release = () => done('late')
    })
    const workers = []
    for (let outage = 1; outage <= 3; outage += 1) {
      const kind = aKind({ name, act: () => over })
      const { worker } = aWorker(anotherProcess(), app.clock, kind)
      workers.push(worker)
      worker.start()
      await eventually('the process holds the job', () => kind.acted.length === 1)
      // As after an outage: the lease ran out, and other processes get to the database before the one that holds the
      // job.
      await app.context.database.write(async (tx) => {
        await sql`update jobs set leased_until = statement_timestamp() - interval '1 second' where kind = ${name}`.execute(
          tx,
        )
      })
    }
    const lively = aKind({ name })
    const last = aWorker(anotherProcess(), app.clock, lively).worker
    await last.drain()
    release()
    await Promise.all(workers.map((worker) => worker.stop(5_000)))
    await last.drain()
    assert.equal((await listSetAsideJobs(app.context.database.reader, organizationId)).length, 0)
    assert.equal(await countJobs(app.context.database, name), 0)
  })
})

describe('facts', () => {
  const record = (database: Database, at: Date, wait: Promise<void> = Promise.resolve()): Promise<void> =>
    database.write(async (tx) => {
      await recordFact(tx, {
        name: 'group.created',
        organizationId,
        actor: system,
        subject: { tag: at.toISOString() },
        occurredAt: at,
      })
      await wait
    })
  const heardBy = (database: Database) => {
    const heard: RecordedFact[] = []
    const listen = async (_: unknown, facts: readonly RecordedFact[]) => {
      heard.push(...facts.filter((fact) => fact.organizationId === organizationId))
      // Listeners write: they do not answer in the same turn.
      await pause(1)
    }
    return { heard, announce: announceTo([listen], { database, clock: app.clock, log: recordedLog() }) }
  }
  const drain = async (announce: () => Promise<{ readonly more: boolean }>): Promise<void> => {
    while ((await announce()).more);
  }

  test('that commit after later ones were announced are announced too', async (t) => {
    const { heard, announce } = heardBy(app.context.database)
    await drain(announce)
    heard.length = 0
    let commit = (): void => {}
    const early = new Date('2026-03-01T00:00:00Z')
    const slow = record(
      app.context.database,
      early,
      new Promise((done) => {
        commit = done
      }),
    )
    t.after(commit)
    await record(app.context.database, new Date('2026-03-01T00:00:05Z'))
    await drain(announce)
    assert.equal(heard.length, 1)
    commit()
    await slow
    await drain(announce)
    assert.deepEqual(
      heard.map(({ occurredAt }) => occurredAt.toISOString()),
      ['2026-03-01T00:00:05.000Z', '2026-03-01T00:00:00.000Z'],
    )
  })

  test('are announced once, however many announce at the same time', async () => {
    const { announce } = heardBy(app.context.database)
    await drain(announce)
    const announcers = [1, 2, 3].map(() => heardBy(anotherProcess()))
    const recorded = 250
    for (let count = 0; count < recorded; count += 25)
      await app.context.database.write(async (tx) => {
        for (let inner = 0; inner < 25; inner += 1)
          await recordFact(tx, {
            name: 'group.created',
            organizationId,
            actor: system,
            subject: {},
            occurredAt: app.clock.now(),
          })
      })
    await Promise.all(announcers.map(({ announce: tell }) => drain(tell)))
    await drain(announcers[0]?.announce ?? assert.fail())
    const ids = announcers.flatMap(({ heard }) => heard.map(({ id }) => id))
    assert.deepEqual([ids.length, new Set(ids).size], [recorded, recorded])
  })
})
