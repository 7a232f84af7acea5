import type { McpAnswer } from './answer.ts'
import { callTool } from './call-tool.ts'
import type { Caller } from './caller.ts'
import type { KnownTool } from './known-tool.ts'

type Fields = Readonly<Record<string, unknown>>
type Era = 'modern' | 'legacy'

/**
 * The call that nearly all calls are: one tool, one answer, nothing to ask and nothing to stream. It is answered without the
 * protocol's package, which for a small answer would be most of the work. Whatever is not exactly of the plain form is left
 * to the package, which knows the right error for it; a test holds the two answers against each other for every tool.
 */
export const answerPlainCall = (caller: Caller, tool: KnownTool, message: Fields, headers: Fields): Promise<McpAnswer> | undefined => {
  const era = plainEra(tool, message, headers)
  return era && answer(caller, tool, message as unknown as PlainCall, era)
}

interface PlainCall {
  readonly id: string | number
  readonly params: { readonly arguments?: Fields | null }
}

const answer = async (caller: Caller, tool: KnownTool, { id, params }: PlainCall, era: Era): Promise<McpAnswer> => {
  const { json, isError } = await callTool(caller, tool, params.arguments ?? {})
  const end = `${era === 'modern' ? caller.modernTrailer : ''}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
  const outcome = isError ? '"isError":true' : `"structuredContent":${json}`
  return { status: 200, headers: jsonHeaders, text: `{"result":{"content":[{"type":"text","text":${JSON.stringify(json)}}],${outcome}${end}` }
}

const jsonHeaders = { 'content-type': 'application/json' }

const modernVersion = '2026-07-28'
const legacyVersions: readonly unknown[] = [undefined, '2025-03-26', '2025-06-18', '2025-11-25']

/** By the names of every part: what is not known here, the package knows. */
const plainEra = ({ does, shown }: KnownTool, message: Fields, headers: Fields): Era | undefined => {
  const { jsonrpc, id, params } = message
  if (jsonrpc !== '2.0' || (typeof id !== 'string' && !Number.isSafeInteger(id)) || !hasOnly(message, messageKeys)) return undefined
  if (does.kind === 'address' && does.tool.asks) return undefined
  const { arguments: sent, _meta: meta = {} } = params as Fields
  if (!hasOnly(params as Fields, paramsKeys) || !isObject(sent ?? {}) || !isObject(meta)) return undefined
  const accept = String(headers.accept)
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return undefined
  if (meta[versionKey] === undefined) return isPlainLegacy(meta, headers) ? 'legacy' : undefined
  return isPlainModern(shown.name, meta, headers) ? 'modern' : undefined
}

const isPlainLegacy = (meta: Fields, headers: Fields): boolean =>
  legacyVersions.includes(headers['mcp-protocol-version']) &&
  hasOnly(meta, legacyMetaKeys) &&
  headers['mcp-session-id'] === undefined &&
  headers['mcp-method'] === undefined &&
  headers['mcp-name'] === undefined

const isPlainModern = (name: string, meta: Fields, headers: Fields): boolean =>
  meta[versionKey] === modernVersion &&
  headers['mcp-protocol-version'] === modernVersion &&
  headers['mcp-method'] === 'tools/call' &&
  headers['mcp-name'] === name &&
  isObject(meta[capabilitiesKey]) &&
  isClientInfo(meta[infoKey]) &&
  hasOnly(meta, modernMetaKeys)

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const infoKey = 'io.modelcontextprotocol/clientInfo'

const messageKeys: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])
const paramsKeys: ReadonlySet<string> = new Set(['name', 'arguments', '_meta'])
const legacyMetaKeys: ReadonlySet<string> = new Set(['progressToken'])
const modernMetaKeys: ReadonlySet<string> = new Set([versionKey, capabilitiesKey, infoKey, 'progressToken'])

const hasOnly = (fields: Fields, names: ReadonlySet<string>): boolean => {
  for (const name in fields) if (!names.has(name)) return false
  return true
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const isClientInfo = (value: unknown): boolean =>
  value === undefined || (isObject(value) && typeof value.name === 'string' && typeof value.version === 'string')
