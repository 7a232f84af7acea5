import type { LimitName } from '#contract/limits.ts'
import type { Principal } from '#contract/principal.ts'
import type { McpScope, Scope } from '#contract/scopes.ts'
import { type AppContext, type OperationResult, perform } from '#execution/perform.ts'
import type { Address, Route } from '#execution/route-table.ts'
import type { Log } from '#platform/log.ts'
import type { ObjectSchema } from './json-schema.ts'
import type { AddressTool } from './tool.ts'

/** A tool as clients see it in a list. */
export interface ShownTool {
  readonly [key: string]: unknown
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
  readonly annotations: Readonly<Record<string, string | boolean>>
}

/** The hints of a tool that changes nothing. */
export const readingHints = (title: string) => ({
  title,
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
})

/** What came with a call. */
export type Fields = Readonly<Record<string, unknown>>

/** How a tool answers that stands for no address of the API. */
export type OwnAnswer = (caller: Caller, sent: Fields) => Promise<object>

/** A tool together with what it stands for. */
export interface KnownTool {
  readonly shown: ShownTool
  readonly forAdmins: boolean
  /** What a token for the MCP server must have. */
  readonly scope: McpScope
  readonly does:
    | { readonly kind: 'address'; readonly tool: AddressTool; readonly route: Route }
    | { readonly kind: 'own'; readonly answer: OwnAnswer }
}

export interface Catalogue {
  readonly tools: ReadonlyMap<string, KnownTool>
  /** As they are listed: for owners and admins, and for others. */
  readonly shownTo: { readonly admins: readonly ShownTool[]; readonly users: readonly ShownTool[] }
  route(address: Address): Route
  /** What a token for the MCP server may do, in the words of the API: what the tools need, and nothing else. */
  readonly scopes: { readonly reading: ReadonlySet<Scope>; readonly writing: ReadonlySet<Scope> }
}

/** Who calls, in one request. Nothing of it outlives the request, and no two requests share one. */
export interface Caller {
  readonly context: AppContext
  readonly catalogue: Catalogue
  readonly principal: Principal
  readonly requestId: string
  readonly log: Log
  /** The key under which the sender may send the same again. */
  readonly idempotencyKey: string | undefined
  /** Counts one request of theirs, and throws when it is one too many. */
  count(limit: LimitName | undefined): Promise<void>
  /** Checks every answer against its schema; for tests. */
  readonly checkAnswers: boolean
}

/** Reads what stands at an address, as the caller. */
export const performAt = (
  { context, catalogue, principal }: Caller,
  address: Address,
  path: Fields,
  query: Fields,
): Promise<OperationResult> =>
  perform(context, catalogue.route(address).operation, principal, { path, query, body: {} })
