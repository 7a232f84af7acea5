import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { buildHttp, layGround } from '#app.ts'
import { actingAs } from '#cli/acting.ts'
import type { Operation } from '#contract/operation.ts'
import { type Ground, perform, performOpen } from '#contract/perform.ts'
import type { Principal } from '#contract/principal.ts'
import { scopes } from '#contract/scopes.ts'
import { Metrics } from '#http/metrics.ts'
import { createPersonalAccessToken } from '#oauth/index.ts'
import { addOrganizationMember, findMembershipByEmail, findOrganization, foundOrganization } from '#organizations/index.ts'
import { readConfig } from '#platform/config.ts'
import { memoryLimiter } from '#platform/limits/memory.ts'
import type { Log } from '#platform/log.ts'
import { openTestDatabase } from './databases.ts'

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
  readonly headers: Record<string, string | string[] | number | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  readonly body: any
}

export interface Asked {
  readonly token?: string | undefined
  readonly body?: object | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface TestApp {
  readonly server: FastifyInstance
  readonly ground: Ground
  readonly clock: TestClock
  /** What was logged, one object a line. */
  readonly logged: object[]
  ask(address: string, asked?: Asked): Promise<Answer>
  /** Runs an operation as the operator does it in a member's place; for what has no address in the API. */
  run(operation: Operation, as: Principal, input?: Record<string, unknown>): Promise<unknown>
}

/** The whole HTTP face on the database of this test process. Limits are off unless asked for. */
export const testApp = async (settings: Readonly<Record<string, string>> = {}): Promise<TestApp> => {
  const database = await openTestDatabase()
  const config = readConfig({ OPENSLOT_RATE_LIMITS: 'off', OPENSLOT_SECRET: 'a secret for tests that is long enough', ...settings })
  const clock = new TestClock()
  const ground = await layGround(config, database, clock)
  const logged: object[] = []
  const keep = (fields: object, message: string): void => void logged.push({ ...fields, message })
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep, flush: () => {} }
  const { server } = buildHttp(config, ground, { limiter: memoryLimiter(), log, metrics: new Metrics(database) }, true)
  await server.ready()
  return {
    server,
    ground,
    clock,
    logged,
    ask: async (address, { token, body, query, headers } = {}) => {
      const [method, url] = address.split(' ') as ['GET', string]
      const answer = await server.inject({
        method,
        url,
        ...(query ? { query: { ...query } } : {}),
        ...(body ? { payload: body } : {}),
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? undefined : JSON.parse(answer.body) }
    },
    run: async (operation, as, input = {}) => {
      const performed = await perform(ground, operation, as, { path: {}, query: operation.kind === 'list' ? input : {}, body: operation.kind === 'list' ? {} : input })
      return 'listing' in performed ? performed.listing.items : performed.result
    },
  }
}

/** Somebody in a test: who they are, and the token they call with. */
export interface Person {
  readonly email: string
  readonly uri: string
  readonly id: string
  readonly membershipUri: string
  readonly membershipId: string
  readonly token: string
  readonly principal: Principal
}

export interface Cast {
  readonly organization: string
  readonly organizationId: string
  readonly owner: Person
  readonly admin: Person
  readonly colleague: Person
  /** The owner of another organization. */
  readonly outsider: Person
  readonly outsiderOrganization: string
}

/** Two organizations that nobody else uses: an owner, an admin and a colleague in one, an outsider in the other. */
export const aCast = async (app: TestApp): Promise<Cast> => {
  const tag = randomUUID().slice(0, 8)
  const found = async (name: string) =>
    performOpen(app.ground, foundOrganization, { name: `${name} ${tag}`, email: `${name}.${tag}@acme.test`, organization: `Acme ${tag}`, timezone: 'Europe/Lisbon', password_hash: null })
  const own = await found('owner')
  const other = await found('outsider')
  const organizationId = lastPart(own.organization.uri)
  const owner = await personBy(app, organizationId, `owner.${tag}@acme.test`)
  const add = async (name: string, role: string): Promise<Person> => {
    await app.run(addOrganizationMember, owner.principal, { name: `${name} ${tag}`, email: `${name}.${tag}@acme.test`, role, timezone: 'Europe/Lisbon', password_hash: null })
    return personBy(app, organizationId, `${name}.${tag}@acme.test`)
  }
  return {
    organization: own.organization.uri,
    organizationId,
    owner,
    admin: await add('admin', 'admin'),
    colleague: await add('colleague', 'user'),
    outsider: await personBy(app, lastPart(other.organization.uri), `outsider.${tag}@acme.test`),
    outsiderOrganization: other.organization.uri,
  }
}

/** A member of an organization, with a new token. */
export const personBy = async (app: TestApp, organizationId: string, email: string, granted: readonly string[] = scopes): Promise<Person> => {
  const { reader } = app.ground.database
  const membership = await findMembershipByEmail(reader, organizationId, email)
  const organization = await findOrganization(reader, organizationId)
  if (!membership || !organization) throw new Error(`There is no member ${email}.`)
  const principal = actingAs(membership, organization)
  const links = app.ground.links.api
  return {
    email,
    uri: `${links}/users/${membership.user.id}`,
    id: membership.user.id,
    membershipUri: `${links}/organization_memberships/${membership.id}`,
    membershipId: membership.id,
    token: await aToken(app, principal, granted),
    principal,
  }
}

export const aToken = async (app: TestApp, principal: Principal, granted: readonly string[]): Promise<string> => {
  const made = (await app.run(createPersonalAccessToken, principal, { name: 'test', scopes: granted })) as { secret: string }
  return made.secret
}

export const lastPart = (uri: string): string => uri.split('/').at(-1) ?? ''
