import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { ApiDocument } from '#http/openapi.ts'
import { type DescribedOperation, DocumentChecker, operationAt, operationsIn } from '../api-document.ts'
import type { TestApp } from '../app.ts'
import { retainedBytes } from './memory.ts'
import { type FuzzRequest, requestsTo } from './requests.ts'
import { buildWorld, type World } from './world.ts'

export interface FuzzReport {
  readonly seconds: number
  /** How often each status was answered, by operation. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** What was wrong, with the request that showed it. */
  readonly errors: readonly string[]
  readonly world: World
  /** What is held after each thousand requests. */
  readonly retained: readonly number[]
}

const atOnce = 8
const maxComplaints = 10
const maxMorePortions = 8

interface FuzzSize {
  readonly requests: number
  readonly seed: number
  /** Whether more are sent until every operation was carried out and refused. */
  readonly untilReached?: boolean
}

/** Sends that many requests made from the API's own document, and holds every answer against it. */
export const fuzz = async (app: TestApp, { requests, seed, untilReached = true }: FuzzSize): Promise<FuzzReport> => {
  const document: ApiDocument = (await app.ask('GET /openapi.json')).body
  const world = await buildWorld(app, document)
  const checker = new DocumentChecker(document)
  const operations = operationsIn(document)
  const statuses = new Map(operations.map(({ operation }) => [operation.operationId, new Map<number, number>()]))
  const errors: string[] = []
  const retained: number[] = []

  const ask = async (request: FuzzRequest): Promise<void> => {
    const answer = await app.server.inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: request.url,
      headers: { ...request.headers },
      ...(request.payload === undefined ? {} : { payload: request.payload }),
    })
    const counts = statuses.get(request.described.operation.operationId)
    counts?.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1)
    const error = complaintAbout(answer, request, operationAt(operations, request.method, request.url), checker, world)
    if (error && errors.length < maxComplaints)
      errors.push(`${error}\n    ${written(request)}\n    ${answer.statusCode} ${answer.body.slice(0, 400)}`)
  }

  const began = performance.now()
  const unreached = (): DescribedOperation[] =>
    operations.filter(({ operation: { operationId } }) => {
      const counts = statuses.get(operationId)
      return !isDone(counts) || !isRefused(counts)
    })
  // In portions, so that not all of them are held at once; each portion has a seed that follows from the first.
  const portion = Math.min(1000, Math.ceil(requests / 2))
  const isMoreNeeded = (sent: number): boolean =>
    untilReached && unreachedIn(statuses).length > 0 && sent < requests + maxMorePortions * portion
  for (let sent = 0; sent < requests || isMoreNeeded(sent); sent += portion) {
    // Some operations need much to be right at once: the last portions are for those that were not carried out, or not
    // refused, by then.
    const missing = sent + portion < requests ? [] : unreached()
    const waiting = fc.sample(requestsTo(missing.length > 0 ? missing : operations, world), {
      seed: seed + sent,
      numRuns: portion,
    })
    const worker = async (): Promise<void> => {
      for (let request = waiting.pop(); request; request = waiting.pop()) await ask(request)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    app.logged.length = 0
    retained.push(retainedBytes())
  }
  return { seconds: (performance.now() - began) / 1000, statuses, errors, world, retained }
}

type Injected = Awaited<ReturnType<TestApp['server']['inject']>>

const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** What is wrong with an answer. `described` is undefined where the document has no such address. */
const complaintAbout = (
  { statusCode, headers, body: text }: Injected,
  { method, url, headers: sent }: FuzzRequest,
  described: DescribedOperation | undefined,
  checker: DocumentChecker,
  { canaries }: World,
): string | undefined => {
  if (statusCode >= 500) return 'a fault of ours'
  const missing = limitHeaders.find((name) => !/^\d+$/.test(String(headers[name])))
  if (missing) return `${missing} is ${headers[missing]}`
  if (!headers['x-request-id']) return 'there is no request id'
  const everything = `${JSON.stringify(headers)}${text}`
  const canary = canaries.find((one) => everything.includes(one))
  if (canary) return `another organization shows: ${canary}`
  if (text === '')
    return method === 'HEAD' || (statusCode === 204 && (method === 'OPTIONS' || described?.operation.responses[204]))
      ? undefined
      : 'there is no body'
  // A page, for a browser that is lost; or whose address cannot be read, unless it has a token, as programs have.
  const hasToken = Object.keys(sent).some((name) => name.toLowerCase() === 'authorization')
  const isLost = statusCode === 404 || (statusCode === 400 && !hasToken)
  // The bare address has a page for people. Requests are made with `..` in them, which leads there.
  const isHome =
    method === 'GET' &&
    statusCode === 200 &&
    URL.canParse(url, 'http://host') &&
    /^\/+$/.test(new URL(url, 'http://host').pathname)
  if (!described && (isLost || isHome) && headers['content-type'] === 'text/html; charset=utf-8') return undefined
  if (!String(headers['content-type']).startsWith('application/json'))
    return `the content type is ${headers['content-type']}`
  const body: unknown = JSON.parse(text)
  if (described) return checker.complaintAbout(described, statusCode, body)
  return statusCode < 400 ? 'something answers where nothing is described' : checker.complaintAboutError(body)
}

/** The request, to try it again by hand. */
const written = ({ method, url, headers, payload }: FuzzRequest): string =>
  JSON.stringify({
    method,
    url,
    headers,
    payload: payload instanceof Buffer ? payload.toString('latin1') : payload?.slice(0, 500),
  })

/** Nearly every operation was asked for something; few requests are too few for more. */
export const assertBreadth = ({ statuses }: FuzzReport): void => {
  const unasked = [...statuses].filter(([, counts]) => counts.size === 0).map(([operationId]) => operationId)
  assert.ok(unasked.length < statuses.size / 5, `never asked: ${unasked.join(', ')}`)
}

/** Every operation was carried out and refused, so the requests reached all of it. */
export const assertReach = ({ statuses }: FuzzReport): void => assert.deepEqual(unreachedIn(statuses), [])

type Statuses = FuzzReport['statuses']

const isDone = (counts: ReadonlyMap<number, number> | undefined): boolean =>
  [...(counts?.keys() ?? [])].some((status) => status < 300)

const isRefused = (counts: ReadonlyMap<number, number> | undefined): boolean =>
  [...(counts?.keys() ?? [])].some((status) => status >= 400)

const unreachedIn = (statuses: Statuses): string[] => {
  const all = new Set([...statuses.values()].flatMap((counts) => [...counts.keys()]))
  return [
    ...[...statuses]
      .filter(([, counts]) => !isDone(counts))
      .map(([operationId]) => `${operationId} was never carried out`),
    ...[...statuses]
      .filter(([, counts]) => !isRefused(counts))
      .map(([operationId]) => `${operationId} was never refused`),
    ...[200, 201, 204, 400, 401, 403, 404, 413, 415]
      .filter((status) => !all.has(status))
      .map((status) => `no ${status} was answered`),
  ]
}

export const shown = ({ statuses, seconds }: FuzzReport): string => {
  const totals = new Map<number, number>()
  for (const counts of statuses.values())
    for (const [status, count] of counts) totals.set(status, (totals.get(status) ?? 0) + count)
  const requests = [...totals.values()].reduce((sum, count) => sum + count, 0)
  const list = [...totals].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  return `${requests} requests in ${seconds.toFixed(1)} s, ${Math.round(requests / seconds)} a second: ${list.join(', ')}`
}
