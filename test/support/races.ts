import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createSharedEventType } from '#event-types/index.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { type TestApp, testApp } from './app.ts'
import { aFounder, lastPart, type Made, type Person } from './cast.ts'
import { newPostgresDatabase } from './databases.ts'
import { anEventType } from './event-types.ts'
import { assertInvariants } from './invariants.ts'
import { freePort, newFolder, type Service, startService } from './processes.ts'
import { raw } from './raw.ts'

export const raceSecret = 'a secret for tests that is long enough'
const connectionsPerServer = 10

/** What a server answered, as it came. */
export interface Reply {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly milliseconds: number
}

/** Something to send; which server gets it is up to the race, unless it is named. */
export interface Sending {
  readonly address: string
  readonly token: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export interface World {
  readonly url: string
  readonly settings: Readonly<Record<string, string>>
  /** On the same database, for what has no address, and to look. */
  readonly app: TestApp
  readonly owner: Person
  readonly servers: readonly Service[]
  /** Starts a server anew where one has ended. */
  restart(index: number): Promise<void>
  /** To one server, over one of its ten connections. */
  send(server: number, sending: Sending): Promise<Reply>
  /**
   * All of them, in this order, over every connection to every server at once. A request that gets a 503 is sent again,
   * as a careful client does it: forty who wait for one host on a slow machine may wait too long. How many that were is
   * printed.
   */
  race(sendings: readonly Sending[], options?: { readonly again: boolean }): Promise<Reply[]>
  /** How often PostgreSQL has had to end a circle of waiting transactions. */
  deadlocks(): Promise<number>
  /** I1 to I9. */
  check(): Promise<void>
  stop(): Promise<void>
}

/**
 * Several servers on one PostgreSQL database of their own, with an organization. `sabotage` is run on the database
 * before they start.
 */
export const startWorld = async ({
  servers = 4,
  sabotage,
  url: given,
  settings: others = {},
}: {
  servers?: number
  sabotage?: string
  url?: string
  settings?: Readonly<Record<string, string>>
} = {}): Promise<World> => {
  const url = given ?? (await newPostgresDatabase())
  const database = openPostgres(url, () => {})
  const settings = {
    DATABASE_URL: url,
    OPENSLOT_DATA: await newFolder(),
    OPENSLOT_SECRET: raceSecret,
    OPENSLOT_RATE_LIMITS: 'off',
    OPENSLOT_ALLOW_UNSAFE_DATABASE: 'on',
    ...others,
  }
  const app = await testApp({ through: () => database, settings: { OPENSLOT_SECRET: raceSecret } })
  const owner = await aFounder(app)
  if (sabotage !== undefined) await database.session((session) => session.run(sabotage))
  const ports = await Promise.all(times(servers, freePort))
  const start = (index: number): Promise<Service> =>
    startService({ ...settings, PORT: String(ports[index]) }, ['serve'])
  const started = await Promise.all(times(servers, start))
  const agents = started.map(() => new Agent({ keepAlive: true, maxSockets: connectionsPerServer }))
  const stop = async (): Promise<void> => {
    for (const agent of agents) agent.destroy()
    await Promise.all(started.map((server) => server.stop()))
    await app.server.close()
    await database.close()
  }

  const send = (index: number, sending: Sending): Promise<Reply> => {
    const server = started[index % started.length]
    const agent = agents[index % started.length]
    if (!server || !agent) throw new Error('There is no server.')
    return sendTo(server.address, agent, sending)
  }
  const race = async (sendings: readonly Sending[], { again } = { again: true }): Promise<Reply[]> => {
    const replies: Reply[] = []
    let next = 0
    let retries = 0
    const insist = async (index: number, sending: Sending): Promise<Reply> => {
      const reply = await send(index, sending)
      if (reply.status !== 503 || !again) return reply
      assert.ok(Number(reply.headers['retry-after']) > 0, 'a 503 says when to come again')
      retries += 1
      // A client's own pause before it tries again.
      await pause(100)
      return insist(index, sending)
    }
    const caller = async (index: number): Promise<void> => {
      for (let mine = next++; mine < sendings.length; mine = next++)
        replies[mine] = await insist(index, sendings[mine] as Sending)
    }
    await Promise.all(Array.from({ length: started.length * connectionsPerServer }, (_, index) => caller(index)))
    if (retries > 0) console.log(`${retries} retries after a 503, for ${sendings.length} requests`)
    return replies
  }
  const deadlocks = async (): Promise<number> => {
    // The server counts them when it finds time to.
    await pause(1100)
    const [row] = await raw(
      database.reader,
      sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`,
    )
    return row?.deadlocks ?? 0
  }
  const restart = async (index: number): Promise<void> => {
    started[index] = await start(index)
  }
  return {
    url,
    settings,
    app,
    owner,
    servers: started,
    restart,
    send,
    race,
    deadlocks,
    check: () => assertInvariants(database),
    stop,
  }
}

export const sendTo = (server: string, agent: Agent, { address, token, body, headers }: Sending): Promise<Reply> =>
  new Promise((done, fail) => {
    const began = performance.now()
    const [method, path = ''] = address.split(' ')
    const text = body === undefined ? undefined : JSON.stringify(body)
    const asking = request(
      server + path.replace(/^https?:\/\/[^/]+/, ''),
      {
        method,
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
      },
      (answer) => {
        let heard = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          heard += part
        })
        answer.on('end', () =>
          done({
            status: answer.statusCode ?? 0,
            text: heard,
            headers: answer.headers,
            milliseconds: performance.now() - began,
          }),
        )
        answer.on('error', fail)
      },
    )
    asking.on('error', fail)
    asking.end(text)
  })

/**
 * Offered without end and without notice, so that what is booked here stays in the future; Monday 4 March 2030 is the
 * first day.
 */
export const open = (more: Readonly<Record<string, unknown>> = {}) => ({
  active: true,
  scheduling_rules: { minimum_notice: 0, booking_window: { type: 'unlimited' }, ...more },
})

export const aSharedType = async (
  { app, owner }: Pick<World, 'app' | 'owner'>,
  sharing: 'group' | 'collective' | 'round_robin',
  hosts: readonly Person[],
  traits: Readonly<Record<string, unknown>>,
): Promise<Made> => {
  const [first, ...others] = hosts
  const named = { owner: first?.uri, name: 'Shared', sharing, hosts: others.map(({ uri }) => ({ user: uri })) }
  const { uri } = await app.run(createSharedEventType, owner.principal, { ...named, ...traits })
  return { uri, id: lastPart(uri) }
}

export const aType = (
  { app }: Pick<World, 'app'>,
  host: Person,
  traits: Readonly<Record<string, unknown>>,
): Promise<Made> => anEventType(app, host, traits)

const minute = 60_000
// A Monday in autumn: until spring the hosts' clocks show UTC, and that is longer than any test needs.
const firstDay = Date.parse('2030-11-04T00:00:00Z')

/**
 * The start of the n-th slot of so many minutes within office hours: days begin at nine and end at five. Weeks have
 * five.
 */
export const slot = (index: number, minutes: number): string => {
  const perDay = Math.floor((8 * 60) / minutes)
  const day = Math.floor(index / perDay)
  const days = Math.floor(day / 5) * 7 + (day % 5)
  return new Date(firstDay + days * 1440 * minute + 9 * 60 * minute + (index % perDay) * minutes * minute).toISOString()
}

let invited = 0

export const booking = (
  eventType: Pick<Made, 'uri'>,
  startTime: string,
  by: Pick<Person, 'token'>,
  headers: Readonly<Record<string, string>> = {},
): Sending => ({
  address: 'POST /invitees',
  token: by.token,
  body: {
    event_type: eventType.uri,
    start_time: startTime,
    invitee: {
      name: 'Demo Invitee',
      email: `invitee.${invited++}.${randomUUID().slice(0, 8)}@client.test`,
      timezone: 'Europe/Stockholm',
    },
  },
  headers,
})

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Mixed, the same way each time. */
export const shuffled = <T>(items: readonly T[], seed = 1): T[] => {
  let state = seed
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const mixed = [...items]
  for (let place = mixed.length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1))
    ;[mixed[place], mixed[other]] = [mixed[other] as T, mixed[place] as T]
  }
  return mixed
}

/** How often each answer came: the status, and the code of what is wrong with the first field named. */
export const tally = (replies: readonly Reply[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status, text } of replies) {
    const code = status >= 400 ? ` ${codeIn(text)}` : ''
    counts[`${status}${code}`] = (counts[`${status}${code}`] ?? 0) + 1
  }
  return counts
}

const codeIn = (text: string): string => {
  const body = JSON.parse(text)
  return body.details?.[0]?.code ?? body.details?.[0]?.message ?? body.message
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
export const resourceIn = (reply: Reply): any => JSON.parse(reply.text).resource

/** Printed, never asserted. */
export const figures = (name: string, replies: readonly Reply[], seconds: number): void => {
  const sorted = replies.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
  console.log(
    `${name}: ${replies.length} requests in ${seconds.toFixed(1)} s (${(replies.length / seconds).toFixed(0)}/s), p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms; ${JSON.stringify(tally(replies))}`,
  )
}

/** A race with its figures. */
export const timed = async (
  name: string,
  world: World,
  sendings: readonly Sending[],
  options?: { readonly again: boolean },
): Promise<Reply[]> => {
  const began = performance.now()
  const replies = await world.race(sendings, options)
  figures(name, replies, (performance.now() - began) / 1000)
  return replies
}

export const assertTally = (replies: readonly Reply[], expected: Readonly<Record<string, number>>): void =>
  assert.deepEqual(tally(replies), expected)
