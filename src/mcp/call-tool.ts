import type { Answer } from '#contract/answer.ts'
import { type Collection, collectionJson } from '#contract/collected.ts'
import { internalError, Problem } from '#contract/problem.ts'
import type { Route } from '#contract/route-table.ts'
import { perform } from '#execution/perform.ts'
import { performOnce } from '#execution/perform-once.ts'
import { checkAnswer } from '#http/check-answer.ts'
import { listEnvelope } from '#http/envelope.ts'
import { problemFor } from '#http/refusals.ts'
import { errorFields } from '#platform/log.ts'
import { rawInputOf } from './arguments.ts'
import type { Caller, Fields, KnownTool } from './known-tool.ts'
import type { AddressTool } from './tool.ts'

/** A refusal has a body too, so that a model can read it and do better. */
export interface ToolOutcome {
  readonly json: string
  readonly isError: boolean
}

export const callTool = async (caller: Caller, tool: KnownTool, sent: Fields): Promise<ToolOutcome> => {
  try {
    return { json: await answerOf(caller, tool, sent), isError: false }
  } catch (error) {
    return { json: JSON.stringify(toolRefusal(caller, tool.shown.name, error).body), isError: true }
  }
}

/** As the API refuses it. What is our own fault is logged, and shows nothing of the inside. */
export const toolRefusal = ({ log, requestId }: Caller, tool: string, error: unknown): Problem => {
  const problem = problemFor(error)
  if (!problem) log.error({ request_id: requestId, tool, ...errorFields(error) }, 'a tool failed')
  else if (problem.kind.status === 503) log.warn({ request_id: requestId, tool, ...errorFields(error) }, 'a tool could not be served now')
  return problem ?? new Problem(internalError)
}

const answerOf = async (caller: Caller, { does }: KnownTool, sent: Fields): Promise<string> =>
  does.kind === 'own' ? JSON.stringify(await does.answer(caller, sent)) : answerAddress(caller, does.tool, does.route, sent)

/** The same operation, by the same way, as at its address. */
const answerAddress = async (caller: Caller, tool: AddressTool, route: Route, sent: Fields): Promise<string> => {
  const { context, principal, idempotencyKey } = caller
  const { operation } = route
  await caller.count(operation.limit)
  const raw = rawInputOf(tool, route, sent)
  if (idempotencyKey !== undefined && operation.kind === 'write') {
    const render = (result: unknown): Answer => ({ status: route.status, body: resourceJson(caller, route, result), location: undefined })
    const { answer } = await performOnce(context, operation, principal, raw, { key: idempotencyKey, address: `tool ${tool.name}`, render })
    return answer.body
  }
  const performed = await perform(context, operation, principal, raw)
  if (operation.kind !== 'collection' && 'result' in performed) return resourceJson(caller, route, performed.result)
  if (caller.checkAnswers) checkAnswer(operation, performed)
  if ('result' in performed) return collectionJson(performed.result as Collection)
  const { page_token: _, ...query } = raw.query as Record<string, string>
  const address = addressOf(context.links.api, tool, route, raw.path)
  return JSON.stringify(listEnvelope(performed.listing, address, new URLSearchParams(query).toString()))
}

const resourceJson = ({ checkAnswers }: Caller, { operation, isBare }: Route, result: unknown): string => {
  if (checkAnswers) checkAnswer(operation, { result })
  if (operation.output.type === 'void') return '{"done":true}'
  return JSON.stringify(isBare ? result : { resource: result })
}

/** Where the same list is found in the API: its links lead there. */
const addressOf = (api: string, { address }: AddressTool, { path: names = {} }: Route, path: Fields): string =>
  api + (address.split(' ')[1] as string).replaceAll(/:(\w+)/g, (_, part: string) => String(path[names[part] ?? part]))
