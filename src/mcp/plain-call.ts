import type { McpAnswer } from './answer.ts'
import { callTool } from './call-tool.ts'
import type { Caller } from './caller.ts'
import type { KnownTool } from './known-tool.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The call that nearly all calls are: one tool, one answer, nothing to ask and nothing to stream. It is answered without the
 * protocol's package, which for a small answer would be most of the work. Whatever is not exactly of the plain form is left
 * to the package, which knows the right error for it; a test holds the two answers against each other for every tool.
 */
export const answerPlainCall = async (caller: Caller, tool: KnownTool, message: Fields, headers: Fields): Promise<McpAnswer | undefined> => {
  const era = plainEra(tool, message, headers)
  if (era === undefined) return undefined
  const { id, params } = message as { readonly id: string | number; readonly params: { readonly arguments?: Fields } }
  const { json, quoted = JSON.stringify(json), isError } = await callTool(caller, tool, params.arguments ?? {})
  const beside = isError ? '}],"isError":true' : '}],"structuredContent":'
  const end = `${era === 'modern' ? caller.modernTrailer : ''}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
  const pieces = ['{"result":{"content":[{"type":"text","text":', quoted, beside, ...(isError ? [] : [json]), end]
  return { status: 200, headers: { 'content-type': 'application/json' }, text: joined(pieces) }
}

const large = 16_384

/** To put long texts together only to take them apart into bytes again is most of the work of answering with them. */
const joined = (pieces: readonly string[]): string | Buffer => {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length < large || pieces.some((piece) => Buffer.byteLength(piece) !== piece.length)) return pieces.join('')
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const piece of pieces) at += bytes.write(piece, at, 'latin1')
  return bytes
}

const modernVersion = '2026-07-28'
const legacyVersions: readonly unknown[] = [undefined, '2025-03-26', '2025-06-18', '2025-11-25']

const plainEra = ({ does, shown }: KnownTool, { jsonrpc, id, params, ...rest }: Fields, headers: Fields): 'modern' | 'legacy' | undefined => {
  if (jsonrpc !== '2.0' || (typeof id !== 'string' && !Number.isSafeInteger(id)) || Object.keys(rest).length > 1) return undefined
  if (does.kind === 'address' && does.tool.asks) return undefined
  const { name, arguments: sent, _meta: meta, ...more } = params as { name: string; arguments?: unknown; _meta?: unknown }
  if (Object.keys(more).length > 0 || !isObject(sent ?? {}) || !isObject(meta ?? {})) return undefined
  const accept = String(headers.accept)
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return undefined
  const { 'io.modelcontextprotocol/protocolVersion': version, ...said } = (meta ?? {}) as Record<string, unknown>
  const named = headers['mcp-protocol-version']
  if (version === undefined) {
    const isPlain = legacyVersions.includes(named) && Object.keys(said).every((key) => key === 'progressToken') && headers['mcp-session-id'] === undefined
    return isPlain && headers['mcp-method'] === undefined && headers['mcp-name'] === undefined ? 'legacy' : undefined
  }
  const isPlain =
    version === modernVersion &&
    named === modernVersion &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === shown.name &&
    name === shown.name &&
    isObject(said['io.modelcontextprotocol/clientCapabilities']) &&
    isClientInfo(said['io.modelcontextprotocol/clientInfo']) &&
    Object.keys(said).every((key) => plainMeta.has(key))
  return isPlain ? 'modern' : undefined
}

const plainMeta = new Set(['io.modelcontextprotocol/clientCapabilities', 'io.modelcontextprotocol/clientInfo', 'progressToken'])

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const isClientInfo = (value: unknown): boolean =>
  value === undefined || (isObject(value) && typeof value.name === 'string' && typeof value.version === 'string')
