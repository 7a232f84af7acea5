import { mcpScopes } from '#contract/scopes.ts'
import type { Answer, TestApp } from './app.ts'
import { type Application, anApplication, tokensOf } from './application.ts'
import type { Person } from './cast.ts'

/** How a client of either era speaks. */
export type Era = 'modern' | 'legacy'

export const modernVersion = '2026-07-28'

const anMcpApplication = (app: TestApp, owner: Person): Promise<Application> =>
  anApplication(app, owner, { name: 'Assistant', scopes: mcpScopes })

/** A token for the MCP server, as an application gets it. */
export const mcpTokenOf = async (
  app: TestApp,
  person: Person,
  granted: readonly string[] = mcpScopes,
): Promise<string> =>
  (await tokensOf(app, person, await anMcpApplication(app, person), { audience: 'mcp', scopes: granted })).access_token

export interface Said {
  readonly era?: Era
  readonly capabilities?: object
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly meta?: object
  readonly id?: number | string
}

export const envelopeOf = (capabilities: object = {}): object => ({
  'io.modelcontextprotocol/protocolVersion': modernVersion,
  'io.modelcontextprotocol/clientCapabilities': capabilities,
  'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
})

/** One message, as a client sends it. */
export const say = (
  app: TestApp,
  token: string | undefined,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { era = 'modern', capabilities, headers = {}, meta = {}, id = 1 }: Said = {},
): Promise<Answer> => {
  const named = (params.name ?? params.uri) as string | undefined
  const modern = {
    'mcp-protocol-version': modernVersion,
    'mcp-method': method,
    ...(named === undefined ? {} : { 'mcp-name': named }),
  }
  const legacy = { 'mcp-protocol-version': '2025-11-25' }
  const all = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(era === 'modern' ? modern : legacy),
    ...headers,
  }
  const _meta = { ...(era === 'modern' ? envelopeOf(capabilities) : {}), ...meta }
  return app.ask('POST /mcp', {
    token,
    headers: Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    body: JSON.stringify({
      jsonrpc: '2.0',
      id,
      method,
      params: Object.keys(_meta).length > 0 ? { ...params, _meta } : params,
    }),
  })
}

/** What a tool gave: its text and its structured content. */
export interface ToolResult {
  readonly isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  readonly body: any
  readonly text: string
  readonly structured: unknown
}

export const resultIn = (answer: Answer): ToolResult => {
  const { result } = (answer.body ?? lastEventIn(answer.text)) as {
    result?: { content: { text: string }[]; isError?: boolean; structuredContent?: unknown }
  }
  const text = result?.content?.[0]?.text
  if (!result || text === undefined) throw new Error(`${answer.status} ${answer.text}`)
  return { isError: result.isError ?? false, text, body: JSON.parse(text), structured: result.structuredContent }
}

/** The last message of a stream. */
const lastEventIn = (text: string): unknown => JSON.parse(eventsIn(text).at(-1) ?? 'null')

export const eventsIn = (text: string): string[] => [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => data)

export const useTool = async (
  app: TestApp,
  token: string,
  name: string,
  sent: Readonly<Record<string, unknown>> = {},
  said: Said = {},
): Promise<ToolResult> => resultIn(await say(app, token, 'tools/call', { name, arguments: sent }, said))
