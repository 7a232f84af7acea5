// seconds: 40
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { runCommand } from '../../support/command-line.ts'
import { newPostgresDatabase } from '../../support/databases.ts'
import { raceOnKeys, type Seen } from '../../support/key-race.ts'
import { freePort, newFolder, type Service, startService } from '../../support/processes.ts'
import { raw } from '../../support/raw.ts'

/** Two of the real service on one database, and what all callers need. */
interface House {
  readonly database: Database
  readonly token: string
  readonly owner: string
  readonly services: Service[]
  restart(index: number): Promise<void>
}

let house: House

before(async () => {
  const url = await newPostgresDatabase()
  const settings = {
    DATABASE_URL: url,
    OPENSLOT_DATA: await newFolder(),
    OPENSLOT_SECRET: 'a secret that both services share',
    OPENSLOT_RATE_LIMIT: '1000000',
  }
  const start = async (): Promise<Service> => startService({ ...settings, PORT: String(await freePort()) }, ['serve'])
  const { stdout } = await runCommand(
    ['init', '--email', 'owner@acme.test', '--name', 'Owner', '--organization', 'Acme', '--json'],
    settings,
  )
  const { token } = JSON.parse(stdout)
  const first = await start()
  const services = [first, await start()]
  const { body } = await first.ask('/users/me', token)
  const restart = async (index: number): Promise<void> => {
    services[index] = await start()
  }
  house = { database: openPostgres(url, () => {}), token, owner: body.resource.uri, services, restart }
})
after(async () => {
  await Promise.all(house.services.map((service) => service.stop()))
  await house.database.close()
})

const aRound = (keys: number): string[] => Array.from({ length: keys }, () => `key ${randomUUID()}`)

/**
 * As a careful client does it: what got no answer, or a 503, is sent again under its key; to the other service if need
 * be.
 */
const insist = async (key: string, caller: number): Promise<Seen> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const seen = await post(key, (caller + attempt) % house.services.length, key).catch(() => undefined)
    if (seen !== undefined && seen.status !== 503) return seen
    // A client's own pause before it tries again.
    await pause(50)
  }
  throw new Error(`${key} was never answered.`)
}

const post = async (key: string | undefined, index: number, name: string): Promise<Seen> => {
  const answer = await send(key, index, name)
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

const send = (key: string | undefined, place: number, name: string): Promise<Response> =>
  fetch(`${house.services[place]?.address}/event_types`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${house.token}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify({ owner: house.owner, name }),
  })

/** How many there are of each name. */
const effectsOf = async (names: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const rows = await raw(
    house.database.reader,
    sql<{
      name: string
      count: number
    }>`select name, count(*) as count from event_types where name = any(${names}::text[]) group by name`,
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

const assertOnce = async (keys: readonly string[], answers: ReadonlyMap<string, readonly Seen[]>): Promise<void> => {
  const effects = await effectsOf(keys)
  assert.deepEqual(
    keys.map((key) => ({
      effects: effects.get(key),
      answers: answers.get(key)?.length,
      status: answers.get(key)?.[0]?.status,
    })),
    keys.map(() => ({ effects: 1, answers: 1, status: 201 })),
  )
}

describe('A10: eight callers under each key, over two services on one PostgreSQL', () => {
  test('one effect per key, and the same bytes for all', async (t) => {
    const keys = aRound(500)
    const began = performance.now()
    const answers = await raceOnKeys(keys, insist)
    t.diagnostic(`${keys.length * 8} requests under ${keys.length} keys: ${Math.round(performance.now() - began)} ms`)
    await assertOnce(keys, answers)
  })

  test('the same while services are killed: a retry of what got no answer finds what was done, or does it', async (t) => {
    let over = false
    let kills = 0
    const killing = (async () => {
      while (!over) {
        // At another moment of their work each time.
        await pause(300 + ((kills * 37) % 150))
        const place = kills % 2
        const victim = house.services[place]
        victim?.process.kill('SIGKILL')
        await victim?.ended
        kills += 1
        await house.restart(place)
      }
    })()
    const keys: string[] = []
    const answers = new Map<string, readonly Seen[]>()
    while (kills < 4) {
      const round = aRound(24)
      keys.push(...round)
      for (const [key, seen] of await raceOnKeys(round, insist)) answers.set(key, seen)
    }
    over = true
    await killing
    t.diagnostic(`${keys.length * 8} requests under ${keys.length} keys, ${kills} kills`)
    await assertOnce(keys, answers)
  })

  test('and this would show it: a key that is written after the commit lets several through', async () => {
    const keys = aRound(10)
    const written = new Map<string, Seen>()
    const answers = await raceOnKeys(keys, async (key, caller) => {
      const known = written.get(key)
      if (known) return known
      const seen = await post(undefined, caller % 2, key)
      written.set(key, seen)
      return seen
    })
    const effects = await effectsOf(keys)
    assert.ok(keys.some((key) => (effects.get(key) ?? 0) > 1))
    assert.ok(keys.some((key) => (answers.get(key)?.length ?? 0) > 1))
  })
})

describe('a request while its key is in use', () => {
  test('503 with Retry-After when that takes too long, and the answer once it is over', async () => {
    const [key] = aRound(1) as [string]
    const first = await post(key, 0, key)
    assert.equal(first.status, 201)
    let letGo = () => {}
    const over = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let tellHeld = () => {}
    const isHeld = new Promise<void>((resolve) => {
      tellHeld = resolve
    })
    // A transaction that goes on and on, and holds the key as the one that claims it does.
    const transaction = house.database.write(async (tx) => {
      await raw(tx, sql`select from idempotency_keys for update`)
      tellHeld()
      await over
    })
    await isHeld
    const answer = await send(key, 0, key)
    assert.deepEqual(
      [answer.status, answer.headers.get('retry-after'), ((await answer.json()) as { title: string }).title],
      [503, '1', 'Service Unavailable'],
    )
    letGo()
    await transaction
    assert.deepEqual(await post(key, 0, key), first)
  })
})
