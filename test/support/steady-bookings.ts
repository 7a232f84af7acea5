import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { lastPart, type Made, type Person } from './cast.ts'
import { eventually } from './eventually.ts'
import { booking, slot, times, type World } from './races.ts'

export interface SteadyBookings {
  /** Waits until so many more were booked from now on. */
  untilBooked(count: number): Promise<void>
  /** Waits until so many more were asked to come again. */
  untilBusy(count: number): Promise<void>
  stop(): Promise<{
    /** Addresses of the invitees whose booking was answered with success. */
    readonly acknowledged: readonly string[]
    /** Answers that were neither a booking nor a 503 that says when to come again. */
    readonly failures: readonly string[]
    readonly longestGapSeconds: number
    readonly sentence: string
  }>
}

/** How many of these invitees a database has. */
export const countKept = async (databaseUrl: string, acknowledged: readonly string[]): Promise<number> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const found = await client
    .query('select from invitees where id = any($1::uuid[])', [acknowledged.map(lastPart)])
    .finally(() => client.end())
  return found.rowCount ?? 0
}

const clients = 4
const minutes = 30

/** Clients that book one time after another, and wait a moment when they are asked to come again. */
export const bookSteadily = async (
  world: Pick<World, 'send'>,
  { host, type }: { readonly host: Pick<Person, 'token'>; readonly type: Pick<Made, 'uri'> },
): Promise<SteadyBookings> => {
  const acknowledged: string[] = []
  const answeredAt: number[] = [performance.now()]
  const failures: string[] = []
  let busy = 0
  let next = 0
  let over = false

  const bookNext = async (index: number, startTime: string): Promise<void> => {
    const reply = await world.send(index, booking(type, startTime, host)).catch((error: Error) => error)
    if (reply instanceof Error) return void failures.push(reply.message)
    if (reply.status < 300) {
      acknowledged.push((JSON.parse(reply.text) as { resource: { uri: string } }).resource.uri)
      answeredAt.push(performance.now())
      return
    }
    if (reply.status !== 503) return void failures.push(`${reply.status} ${reply.text}`)
    assert.ok(Number(reply.headers['retry-after']) > 0, 'a 503 says when to come again')
    busy += 1
    // A client's own pause before it tries again.
    await pause(100)
  }
  const client = async (index: number): Promise<void> => {
    while (!over) await bookNext(index, slot(next++, minutes))
  }
  const all = times(clients, client)
  return {
    untilBooked: (count) => {
      const goal = acknowledged.length + count
      return eventually(
        `${count} more are booked; ${failures.length} failures: ${failures.at(-1)}`,
        () => acknowledged.length >= goal,
        90_000,
      )
    },
    untilBusy: (count) => {
      const goal = busy + count
      return eventually(`${count} more are asked to come again`, () => busy >= goal, 60_000)
    },
    stop: async () => {
      over = true
      await Promise.all(all)
      const gaps = answeredAt.slice(1).map((at, index) => at - (answeredAt[index] ?? at))
      const longestGapSeconds = Math.max(0, ...gaps) / 1000
      const sentence = `${acknowledged.length} booked, longest without a booking ${longestGapSeconds.toFixed(1)} s, ${busy} asked to come again, ${failures.length} other failures`
      return { acknowledged, failures, longestGapSeconds, sentence }
    },
  }
}
