import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '#contract/answer.ts'
import { type Collection, collectionJson, itemsOf, quotedCollectionJson } from '#contract/collected.ts'
import { perform } from '#contract/perform.ts'
import { performOnce } from '#contract/perform-once.ts'
import { internalError, Problem } from '#contract/problem.ts'
import type { Route } from '#contract/route-table.ts'
import { listEnvelope } from '#http/envelope.ts'
import { problemFor } from '#http/refusals.ts'
import { errorFields } from '#platform/log.ts'
import { rawInputOf } from './arguments.ts'
import type { Caller } from './caller.ts'
import { findTimes } from './find-times.ts'
import type { KnownTool } from './known-tool.ts'
import type { AddressTool } from './tool.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a tool gives: JSON, as the API would answer it. A refusal is one too, so that a model can read it and do better. */
export interface Outcome {
  readonly json: string
  /** The same as a text in JSON, where that was cheaper to write than to make of it. */
  readonly quoted?: string
  readonly isError: boolean
}

export const callTool = async (caller: Caller, tool: KnownTool, sent: Fields): Promise<Outcome> => {
  try {
    return { ...(await answerOf(caller, tool, sent)), isError: false }
  } catch (error) {
    return { json: JSON.stringify(refusalFor(caller, tool.shown.name, error).body), isError: true }
  }
}

/** As the API refuses it. What is our own fault is logged, and shows nothing of the inside. */
export const refusalFor = ({ log, requestId }: Caller, tool: string, error: unknown): Problem => {
  const problem = problemFor(error)
  if (!problem) log.error({ request_id: requestId, tool, ...errorFields(error) }, 'a tool failed')
  else if (problem.kind.status === 503) log.warn({ request_id: requestId, tool, ...errorFields(error) }, 'a tool could not be served now')
  return problem ?? new Problem(internalError)
}

const answerOf = async (caller: Caller, { does }: KnownTool, sent: Fields): Promise<Written> => {
  switch (does.kind) {
    case 'address':
      return answerAddress(caller, does.tool, does.route, sent)
    case 'find_times':
      return { json: JSON.stringify(await findTimes(caller, sent)) }
    case 'skills':
      await caller.count(undefined)
      return { json: JSON.stringify(does.answer(sent)) }
  }
}

type Written = Pick<Outcome, 'json' | 'quoted'>

/** The same operation, by the same way, as at its address. */
const answerAddress = async (caller: Caller, tool: AddressTool, route: Route, sent: Fields): Promise<Written> => {
  const { ground, principal, idempotencyKey } = caller
  const { operation } = route
  await caller.count(operation.limit)
  const raw = rawInputOf(tool, route, sent)
  const render = (result: unknown): Answer => {
    if (caller.checkAnswers) checkAnswer(route, operation.kind === 'collection' ? itemsOf(result as Collection) : [result])
    return { status: route.status, body: jsonOf(route, result), location: undefined }
  }
  if (idempotencyKey !== undefined && operation.kind === 'write') {
    const { answer } = await performOnce(ground, operation, principal, raw, { key: idempotencyKey, address: `tool ${tool.name}`, render })
    return { json: answer.body }
  }
  const performed = await perform(ground, operation, principal, raw)
  if (!('listing' in performed)) {
    const json = render(performed.result).body
    const quoted = operation.kind === 'collection' ? quotedCollectionJson(performed.result as Collection) : undefined
    return { json, ...(quoted !== undefined && { quoted }) }
  }
  if (caller.checkAnswers) checkAnswer(route, performed.listing.items)
  const { page_token: _, ...query } = raw.query as Record<string, string>
  const address = addressOf(ground.links.api, tool, route, raw.path)
  return { json: JSON.stringify(listEnvelope(performed.listing, address, new URLSearchParams(query).toString())) }
}

const jsonOf = ({ operation, isBare }: Route, result: unknown): string => {
  if (operation.output.type === 'void') return '{"done":true}'
  if (operation.kind === 'collection') return collectionJson(result as Collection).toString()
  return JSON.stringify(isBare ? result : { resource: result })
}

/** Where the same list is found in the API: its links lead there. */
const addressOf = (api: string, { address }: AddressTool, { path: names = {} }: Route, path: Fields): string =>
  api + (address.split(' ')[1] as string).replaceAll(/:(\w+)/g, (_, part: string) => String(path[names[part] ?? part]))

const checkAnswer = ({ operation }: Route, results: readonly unknown[]): void => {
  for (const result of results) {
    if (!isDeepStrictEqual(operation.output.parse(result), result))
      throw new Error(`${operation.name} answers with something that its schema does not declare.`)
  }
}
