import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildHttp, createContext } from '#app.ts'
import type { Principal } from '#contract/principal.ts'
import type { OpenOperation, Operation } from '#execution/operation.ts'
import { type AppContext, perform, performOpen } from '#execution/perform.ts'
import { Metrics } from '#http/metrics.ts'
import { readConfig } from '#platform/config.ts'
import type { Database } from '#platform/db/database.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import { MemoryLimiter } from '#platform/limits/memory.ts'
import type { Log } from '#platform/log.ts'
import './cheap-scrypt.ts'
import { openTestDatabase } from './databases.ts'
import { holdingAnswers } from './described-answers.ts'
import { watchedDatabase } from './watched-database.ts'

/** A clock that stands still until it is moved. */
export class TestClock {
  #now = new Date('2026-03-02T10:00:00.000Z')

  now(): Date {
    return this.#now
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds)
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  /** As it came, byte for byte. */
  readonly text: string
  /** As JSON; undefined when it was empty. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  readonly body: any
}

export interface Asked {
  readonly token?: string | undefined
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: object | string | undefined
  readonly query?: Readonly<Record<string, string | readonly string[]>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly from?: string | undefined
}

export interface TestApp {
  readonly server: FastifyInstance
  readonly context: AppContext
  readonly clock: TestClock
  /** Its name, under which the organizations are noted in which it does something: see `organizationsOf`. */
  readonly id: string
  /** What was logged, one object a line. */
  readonly logged: object[]
  /** Through the front door: `ask('GET /users/me', { token })`. A whole URI of ours will do as well as a path. */
  ask(address: string, asked?: Asked): Promise<Answer>
  /** Runs an operation as the operator does it in a member's place; for what has no address in the API. */
  // biome-ignore lint/suspicious/noExplicitAny: as for a body.
  run(operation: Operation, as: Principal, input?: Readonly<Record<string, unknown>>): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: as for a body.
  runOpen(operation: OpenOperation<any, any>, input: Readonly<Record<string, unknown>>): Promise<any>
}

export interface AppSettings {
  /** Settings of the service. Limits are off unless asked for. */
  readonly settings?: Readonly<Record<string, string>>
  /** To put something in place of a part of the context, before anything is built on it. */
  readonly onContext?: (context: AppContext) => void
  /** To put something between the operations and the database of this process. */
  readonly through?: (database: Database) => Database
  /** Whether a worker of this test announces what happens: to the activity log, webhooks and mail. */
  readonly isHeard?: boolean
  /** To put something between the service and what counts its callers. */
  readonly limiter?: (limiter: Limiter) => Limiter
}

/**
 * The whole HTTP face on the database of this test process, without a network. Its answers are held against their
 * schemas.
 */
export const testApp = async ({
  settings = {},
  onContext = () => {},
  through = (database) => database,
  isHeard = false,
  limiter = (inner) => inner,
}: AppSettings = {}): Promise<TestApp> => {
  const database = through(await openTestDatabase())
  // Named so that the next run removes it.
  const data = join(tmpdir(), `openslot-test-${process.pid}-data`)
  const config = readConfig({
    OPENSLOT_RATE_LIMITS: 'off',
    OPENSLOT_SECRET: 'a secret for tests that is long enough',
    OPENSLOT_DATA: data,
    ...settings,
  })
  const clock = new TestClock()
  const context = await createContext(config, database, clock)
  onContext(context)
  const logged: object[] = []
  const keep = (fields: object, message: string): void => void logged.push({ ...fields, message })
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep, flush: async () => true }
  // Every change has one entry in the activity log, or is not committed (J7). What a test writes to the database itself
  // is not watched.
  const id = randomUUID()
  const watching = watchedDatabase(database, { app: id, isHeard })
  const watched = new Proxy(context, {
    get: (target, name) => (name === 'database' ? watching : Reflect.get(target, name)),
  })
  const { server } = buildHttp(
    config,
    watched,
    { limiter: limiter(new MemoryLimiter()), log, metrics: new Metrics(database) },
    true,
  )
  // A browser keeps its connections, and closing would wait for them.
  server.addHook('preClose', async () => server.server.closeAllConnections())
  await server.ready()

  const ask = holdingAnswers(askOver(server, context.links.api), context.links.api)

  const run: TestApp['run'] = async (operation, as, input = {}) => {
    const performed = await perform(
      watched,
      operation,
      as,
      operation.kind === 'list' || operation.kind === 'collection'
        ? { path: {}, query: input, body: {} }
        : { path: {}, query: {}, body: input },
    )
    return 'listing' in performed ? performed.listing.items : performed.result
  }

  return {
    id,
    server,
    context,
    clock,
    logged,
    ask,
    run,
    runOpen: (operation, input) => performOpen(watched, operation, input),
  }
}

/** Requests to a server without a network. */
export const askOver =
  (server: FastifyInstance, api: string): TestApp['ask'] =>
  async (address, { token, body, query, headers, from } = {}) => {
    const [method, target = ''] = address.split(' ') as ['GET', string]
    const [path = '', text = ''] = target.replace(api, '').split('?')
    const parameters = new URLSearchParams(text)
    for (const [name, values] of Object.entries(query ?? {}))
      for (const value of [values].flat()) parameters.append(name, value)
    const answer = await server.inject({
      method,
      url: parameters.size > 0 ? `${path}?${parameters}` : path,
      ...(body === undefined ? {} : { payload: body }),
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(from ? { remoteAddress: from } : {}),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: answer.body !== '' && isJson ? JSON.parse(answer.body) : undefined,
    }
  }
