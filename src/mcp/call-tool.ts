import { internalError, Problem } from '#contract/problem.ts'
import type { Route } from '#execution/route-table.ts'
import { answerOperation } from '#http/answer-operation.ts'
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
  else if (problem.kind.status === 503)
    log.warn({ request_id: requestId, tool, ...errorFields(error) }, 'a tool could not be served now')
  return problem ?? new Problem(internalError)
}

const answerOf = async (caller: Caller, { does }: KnownTool, sent: Fields): Promise<string> =>
  does.kind === 'own'
    ? JSON.stringify(await does.answer(caller, sent))
    : answerAddress(caller, does.tool, does.route, sent)

/** The same operation, by the same way, as at its address. */
const answerAddress = async (caller: Caller, tool: AddressTool, route: Route, sent: Fields): Promise<string> => {
  const { principal, idempotencyKey: key } = caller
  await caller.count(route.operation.limit)
  const raw = rawInputOf(tool, route, sent)
  const self = () => {
    const { page_token: _, ...query } = raw.query as Record<string, string>
    return { path: pathOf(tool, route, raw.path), query: new URLSearchParams(query).toString() }
  }
  const { answer } = await answerOperation(caller, route, { principal, raw, key, address: `tool ${tool.name}`, self })
  return route.operation.output.type === 'void' ? '{"done":true}' : answer.body
}

/** Where the same list is found in the API: its links lead there. */
const pathOf = ({ address }: AddressTool, { path: names = {} }: Route, path: Fields): string =>
  (address.split(' ')[1] as string).replaceAll(/:(\w+)/g, (_, part: string) => String(path[names[part] ?? part]))
