import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { aMember, lastPart, type Made, type Person } from './cast.ts'
import { childrenOf } from './children.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { eventually } from './eventually.ts'
import { assertInvariants } from './invariants.ts'
import {
  aType,
  booking,
  open,
  type Reply,
  resourceIn,
  type Sending,
  slot,
  startWorld,
  times,
  type World,
} from './races.ts'
import { raw } from './raw.ts'

const writers = 16
const hostCount = 8
const slotMinutes = 5
/** Of office hours, so that times do not run out: forty weeks of five days. */
const slotsPerHost = 200 * 96

/** What was acknowledged: by the invitee's id, whether they come. */
type Acknowledged = Map<string, 'active' | 'canceled'>

/** Sixteen who book and cancel, each request under a key, until they are stopped. */
class Writers {
  readonly acknowledged: Acknowledged = new Map()
  /** Requests that got no answer, or a 503: they were sent again under their key. */
  unknown = 0
  longestWait = 0
  #next = 0
  #isOver = false
  readonly #world: World
  readonly #types: readonly { readonly host: Person; readonly type: Made }[]
  readonly #done: Promise<unknown>

  constructor(world: World, types: readonly { readonly host: Person; readonly type: Made }[]) {
    this.#world = world
    this.#types = types
    this.#done = Promise.all(times(writers, (place) => this.#write(place)))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#done
  }

  async #write(index: number): Promise<void> {
    while (!this.#isOver) {
      const mine = this.#next++
      assert.ok(mine < slotsPerHost * hostCount, 'there are times left')
      const { host, type } = this.#types[mine % hostCount] as { host: Person; type: Made }
      const booked = await this.#insist(
        index,
        booking(type, slot(Math.floor(mine / hostCount), slotMinutes), host, { 'idempotency-key': `book ${mine}` }),
      )
      const id = lastPart(resourceIn(booked).uri)
      this.acknowledged.set(id, 'active')
      if (mine % 7 !== 0) continue
      const address = `POST ${resourceIn(booked).event}/cancellation`
      await this.#insist(index, {
        address,
        token: host.token,
        body: {},
        headers: { 'idempotency-key': `cancel ${mine}` },
      })
      this.acknowledged.set(id, 'canceled')
    }
  }

  /**
   * As a careful client does it: what got no answer, or a 503, is sent again under its key, to the next server. Nothing
   * else is expected.
   */
  async #insist(index: number, sending: Sending): Promise<Reply> {
    const began = performance.now()
    for (let attempt = 0; attempt < 2000; attempt += 1) {
      const reply = await this.#world.send(index + attempt, sending).catch(() => undefined)
      if (reply?.status === 200) {
        this.longestWait = Math.max(this.longestWait, performance.now() - began)
        return reply
      }
      assert.ok(reply === undefined || reply.status === 503, `${reply?.status} ${reply?.text}`)
      this.unknown += 1
      // A client's own pause before it tries again.
      await pause(50)
    }
    throw new Error('It was never answered.')
  }
}

interface Round {
  /** Ends something without warning, and starts it again. */
  kill(round: number): Promise<void>
}

const killUnderWriters = async (name: string, world: World, rounds: number, { kill }: Round): Promise<void> => {
  const types = await Promise.all(
    times(hostCount, async () => {
      const host = await aMember(world.app, world.owner)
      return {
        host,
        type: await aType(world, host, { duration: slotMinutes, ...open({ start_time_increment: slotMinutes }) }),
      }
    }),
  )
  const began = performance.now()
  const writing = new Writers(world, types)
  const recovered: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = writing.acknowledged.size
    await eventually('bookings are under way', () => writing.acknowledged.size > before + 20)
    // At another moment of its work each time.
    await pause((round * 37) % 150)
    const killed = performance.now()
    await kill(round)
    const after = writing.acknowledged.size
    await eventually('bookings go on', () => writing.acknowledged.size > after)
    recovered.push(performance.now() - killed)
  }
  await writing.stop()
  const { acknowledged, unknown, longestWait } = writing
  const rows = await raw(
    world.app.context.database.reader,
    sql<{ id: string; status: 'active' | 'canceled' }>`select id, status from invitees`,
  )
  const kept = new Map(rows.map(({ id, status }) => [id, status]))
  const lost = [...acknowledged].filter(([id, status]) => kept.get(id) !== status)
  console.log(
    `${name}: ${rounds} kills in ${((performance.now() - began) / 1000).toFixed(1)} s; ${acknowledged.size} bookings acknowledged, ${lost.length} lost, ${rows.length - acknowledged.size} more than that; ` +
      `${unknown} sent again; back after ${Math.max(...recovered).toFixed(0)} ms at most; longest wait ${longestWait.toFixed(0)} ms`,
  )
  assert.deepEqual(lost, [], 'what was acknowledged is there')
  assert.equal(rows.length, acknowledged.size, 'under each key, one booking')
  assert.ok(unknown > 0, 'some were under way when it was killed')
  await assertInvariants(world.app.context.database)
}

/** B1: server processes killed in turn. */
export const killServers = async (rounds: number): Promise<void> => {
  const world = await startWorld({ servers: 2 })
  try {
    await killUnderWriters('B1', world, rounds, {
      kill: async (round) => {
        const victim = world.servers[round % 2]
        victim?.process.kill('SIGKILL')
        await victim?.ended
        await world.restart(round % 2)
      },
    })
  } finally {
    await world.stop()
  }
}

/** B2: the postmaster and every child killed at once; the servers stay. */
export const killDatabase = async (rounds: number, settings: Readonly<Record<string, string>> = {}): Promise<void> => {
  const cluster = await startCluster({ fsync: 'on', ...settings })
  try {
    const database = openPostgres(cluster.url, () => {})
    await migrate(database, await readMigrations())
    await database.close()
    const world = await startWorld({ servers: 2, url: cluster.url })
    try {
      const pids = world.servers.map(({ pid }) => pid)
      await killUnderWriters('B2', world, rounds, { kill: () => crash(cluster) })
      assert.deepEqual(
        world.servers.map(({ process: { exitCode, signalCode } }) => exitCode ?? signalCode),
        pids.map(() => null),
        'no server ended with it',
      )
    } finally {
      await world.stop()
    }
  } finally {
    await cluster.close()
  }
}

const crash = async (cluster: Cluster): Promise<void> => {
  const postmaster = await cluster.postmasterPid()
  const all = [postmaster, ...childrenOf(postmaster)]
  for (const pid of all) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // A child may have ended meanwhile.
    }
  }
  // It refuses to start as long as one of the killed still holds the shared memory.
  await eventually('the database starts again', () =>
    cluster.start().then(
      () => true,
      () => false,
    ),
  )
}
