import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { WakeSignal, wakingOnCommit } from '#execution/jobs/wake-signal.ts'
import { insertJobs } from '#execution/store/jobs.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { aFounder } from '../../support/cast.ts'
import { eventually } from '../../support/eventually.ts'
import { aKind, aWorker, countJobs, queueJobs } from '../../support/jobs.ts'

let app: TestApp
let organizationId: string

before(async () => {
  app = await testApp()
  organizationId = (await aFounder(app)).principal.organizationId
})

const queue = (kind: string, lane: string, count: number) =>
  queueJobs(app.context.database, app.clock.now(), organizationId, kind, lane, count)
/** Shows when somebody waits for it. */
class WatchedSignal extends WakeSignal {
  isAwaited = false

  override async wait(milliseconds: number): Promise<void> {
    this.isAwaited = true
    await super.wait(milliseconds)
    this.isAwaited = false
  }
}

const worker = (kind: ReturnType<typeof aKind>, options = {}) => aWorker(app.context.database, app.clock, kind, options)

describe('a job', () => {
  test('is done once, in the order in which they came, and is gone', async () => {
    const kind = aKind()
    const subjects = await queue(kind.name, 'one', 12)
    await worker(kind, { maxPerLane: 1 }).worker.drain()
    assert.deepEqual(kind.acted, subjects)
    assert.equal(await countJobs(app.context.database, kind.name), 0)
  })

  test('is not there when the transaction that caused it failed', async () => {
    const kind = aKind()
    const failing = app.context.database.write(async (tx) => {
      await insertJobs(
        tx,
        [{ organizationId, kind: kind.name, lane: 'none', subjectId: randomUUID() }],
        app.clock.now(),
      )
      throw new Error('no')
    })
    await assert.rejects(failing)
    await worker(kind).worker.drain()
    assert.deepEqual(kind.acted, [])
  })

  test('that is to be tried again waits for its time', async () => {
    const kind = aKind({
      again: ({ job }) => (job.attempts < 3 ? new Date(app.clock.now().getTime() + 60_000) : undefined),
    })
    await queue(kind.name, 'again', 1)
    const { worker: one } = worker(kind)
    for (const expected of [1, 1, 2, 2, 3, 3]) {
      await one.drain()
      assert.equal(kind.acted.length, expected)
      app.clock.advance(expected === kind.acted.length ? 30_000 : 0)
    }
    assert.equal(await countJobs(app.context.database, kind.name), 0)
  })

  test('that fails with an error is logged, retried later, and delays no other', async () => {
    let isBroken = true
    const kind = aKind({
      act: async (job) => (isBroken && job.subjectId === broken ? Promise.reject(new Error('our fault')) : 'done'),
    })
    const [broken, ...others] = await queue(kind.name, 'broken', 5)
    const { worker: one, log } = worker(kind)
    await one.drain()
    assert.equal(log.lines.filter(({ level }) => level === 'error').length, 1)
    assert.equal(await countJobs(app.context.database, kind.name), 1)
    assert.deepEqual(new Set(kind.acted), new Set([broken, ...others]))
    isBroken = false
    app.clock.advance(3_600_000)
    await one.drain()
    assert.equal(await countJobs(app.context.database, kind.name), 0)
  })

  test('that cannot be settled is done again later, and the others are settled', async () => {
    const kind = aKind()
    const [stuck] = await queue(kind.name, 'stuck', 8)
    const settle = kind.settle
    kind.settle = async (tx, done) => {
      if (done.some(({ job }) => job.subjectId === stuck)) throw new Error('cannot')
      return settle(tx, done)
    }
    const { worker: one, log } = worker(kind)
    await one.drain()
    assert.equal(await countJobs(app.context.database, kind.name), 1)
    assert.ok(log.lines.some(({ level }) => level === 'error'))
  })

  test('of an unknown kind is left alone', async () => {
    const [known, unknown] = [aKind(), aKind()]
    await queue(unknown.name, 'unknown', 1)
    await worker(known).worker.drain()
    assert.equal(await countJobs(app.context.database, unknown.name), 1)
    await worker(unknown).worker.drain()
    assert.equal(await countJobs(app.context.database, unknown.name), 0)
  })
})

describe('lanes', () => {
  test('have at most so many under way at once', async () => {
    // As long as others need to begin.
    const kind = aKind({ act: async () => pause(5, 'done') })
    await queue(kind.name, 'busy', 40)
    await worker(kind, { maxPerLane: 5 }).worker.drain()
    assert.equal(kind.acted.length, 40)
    assert.equal(kind.most.get('busy'), 5)
  })

  test('are claimed many at a time, and still have at most so many under way at once, in the order in which they came', async () => {
    const kind = aKind({ act: async () => pause(5, 'done') })
    const subjects = await queue(kind.name, 'deep', 60)
    const claims: number[] = []
    const load = kind.load
    kind.load = (tx, jobs) => {
      claims.push(jobs.length)
      return load(tx, jobs)
    }
    await worker(kind, { maxPerLane: 5, maxClaimedPerLane: 30 }).worker.drain()
    assert.deepEqual(kind.acted, subjects)
    assert.equal(kind.most.get('deep'), 5)
    assert.equal(claims[0], 30)
  })

  test('whose other side stops answering are given back what was claimed and not begun, and that was no attempt', async () => {
    const attempts = new Map<string, number>()
    let isAway = true
    const kind = aKind({
      act: async ({ subjectId, attempts: attempt }) => {
        attempts.set(subjectId, attempt)
        return isAway ? 'away' : 'done'
      },
      isAway: (outcome) => outcome === 'away',
      again: ({ outcome }) => (outcome === 'away' ? new Date(app.clock.now().getTime() + 3_600_000) : undefined),
    })
    const subjects = await queue(kind.name, 'gone', 20)
    const { worker: one } = worker(kind, { maxPerLane: 2, maxClaimedPerLane: 20, pollMilliseconds: 3_600_000 })
    one.start()
    await eventually('some were tried', () => kind.acted.length >= 2)
    await one.stop(1_000)
    assert.ok(kind.acted.length < 10, `${kind.acted.length} were tried although nobody answered`)
    isAway = false
    const tried = new Set(kind.acted)
    await worker(kind, { maxClaimedPerLane: 20 }).worker.drain()
    const untried = subjects.filter((subject) => !tried.has(subject))
    assert.deepEqual(new Set(untried.map((subject) => attempts.get(subject))), new Set([1]))
    await app.context.database.write(
      async (tx) => void (await tx.deleteFrom('jobs').where('kind', '=', kind.name).execute()),
    )
  })

  test('that are slow give back what could not begin while the lease is young', async () => {
    // Of the lease of 1.2 s: so long that not all six can begin while it is young.
    const kind = aKind({ act: async () => pause(150, 'done') })
    const subjects = await queue(kind.name, 'slow', 6)
    const [first, second] = [
      worker(kind, { maxPerLane: 1, maxClaimedPerLane: 6, leaseSeconds: 1.2 }),
      worker(kind, { maxPerLane: 1, leaseSeconds: 1.2 }),
    ]
    await Promise.all([first.worker.drain(), second.worker.drain()])
    assert.deepEqual(kind.acted, subjects, 'each once: none was begun so late that its lease ended')
    assert.equal(kind.most.get('slow'), 1)
  })

  test('take turns: a long queue in one keeps no other waiting', async () => {
    const kind = aKind({ act: async () => pause(1, 'done') })
    await queue(kind.name, 'a long', 100)
    await queue(kind.name, 'b long', 100)
    const [short] = await queue(kind.name, 'c short', 1)
    // So few at once that the first lane alone could use them all.
    await worker(kind, { maxUnderWay: 5, maxPerLane: 5 }).worker.drain()
    assert.equal(kind.acted.length, 201)
    assert.ok(kind.acted.indexOf(short ?? '') < 30, `it came after ${kind.acted.indexOf(short ?? '')} others`)
  })

  test('whose other side does not answer have one at a time, and half of the hands stay free of them', async () => {
    let release = (): void => {}
    const released = new Promise<void>((done) => {
      release = done
    })
    const isDead = (lane: string): boolean => lane.startsWith('dead')
    let isFirst = true
    const kind = aKind({
      act: async ({ lane }) => {
        if (!isDead(lane)) return 'fine'
        if (!isFirst) await released
        return 'away'
      },
      isAway: (outcome) => outcome === 'away',
      again: ({ outcome }) => (outcome === 'away' ? app.clock.now() : undefined),
    })
    const lanes = Array.from({ length: 20 }, (_, index) => `dead ${index}`)
    for (const lane of lanes) await queue(kind.name, lane, 1)
    const { worker: one } = worker(kind, { maxUnderWay: 20, pollMilliseconds: 20 })
    one.start()
    // Each has failed once, so each is known to be away.
    await eventually('every lane was tried', () => new Set(kind.acted).size === 20)
    isFirst = false
    for (const lane of lanes) await queue(kind.name, lane, 5)
    await eventually('half of the hands are taken', () => kind.acted.length >= 30)
    const healthy = await queue(kind.name, 'healthy', 50)
    await eventually('the healthy lane is done', () =>
      healthy.every((subject) => kind.acted.includes(subject)),
    ).finally(async () => {
      release()
      await one.stop(5_000)
    })
    assert.deepEqual(Math.max(...lanes.map((lane) => kind.most.get(lane) ?? 0)), 1)
    await app.context.database.write(
      async (tx) => void (await tx.deleteFrom('jobs').where('kind', '=', kind.name).execute()),
    )
  })
})

describe('a lease', () => {
  /** A worker that runs a job on command, and records how it is settled. */
  const aDoer = (name: string, who: string, settledBy: string[]) => {
    let go = (): void => {}
    const gone = new Promise<string>((done) => {
      go = () => done('done')
    })
    const kind = aKind({ name, act: () => gone })
    kind.settle = async (_, done) => {
      for (const _one of done) settledBy.push(who)
      return new Map()
    }
    const { worker: one } = worker(kind, { leaseSeconds: 1.5 })
    return { go, kind, one }
  }

  test('a lease that expires passes to another worker; the late result of the first is ignored', async () => {
    const settledBy: string[] = []
    const name = `test ${randomUUID()}`
    const [silent, other] = [aDoer(name, 'silent', settledBy), aDoer(name, 'other', settledBy)]
    await queue(name, 'lease', 1)
    const silentDraining = silent.one.drain()
    await eventually('the first has it', () => silent.kind.acted.length === 1)
    await other.one.drain()
    assert.equal(other.kind.acted.length, 0, 'as long as the lease lasts, nobody else takes it')
    // The look that takes it over need not be the last one.
    const looks: Promise<void>[] = []
    await eventually('the other takes over', async () => {
      if (other.kind.acted.length === 0) looks.push(other.one.drain())
      return other.kind.acted.length === 1
    })
    silent.go()
    await silentDraining
    assert.deepEqual([settledBy, await countJobs(app.context.database, name)], [[], 1], 'it is not theirs any more')
    other.go()
    await Promise.all(looks)
    assert.deepEqual([settledBy, await countJobs(app.context.database, name)], [['other'], 0])
  })
})

describe('a wake signal', () => {
  test('wakes the worker after a change, long before it would poll; a quiet one does not', async () => {
    const wakeSignal = new WatchedSignal()
    const database = wakingOnCommit(app.context.database, wakeSignal)
    const kind = aKind()
    const { worker: one } = worker(kind, { wakeSignal, pollMilliseconds: 3_600_000 })
    one.start()
    await eventually('it has looked, found nothing, and sleeps', () => wakeSignal.isAwaited)
    await queueJobs(database, app.clock.now(), organizationId, kind.name, 'signal', 3)
    await eventually('they are done', async () => (await countJobs(app.context.database, kind.name)) === 0)
    await one.stop(1_000)
    assert.equal(kind.acted.length, 3)
  })
})
