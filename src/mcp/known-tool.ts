import type { Address, Route } from '#contract/route-table.ts'
import type { McpScope, Scope } from '#contract/scopes.ts'
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

/** A tool together with what it stands for. */
export interface KnownTool {
  readonly shown: ShownTool
  readonly isReadOnly: boolean
  readonly forAdmins: boolean
  /** What a token for the MCP server must have. */
  readonly scope: McpScope
  readonly does:
    | { readonly kind: 'address'; readonly tool: AddressTool; readonly route: Route }
    | { readonly kind: 'find_times' }
    | { readonly kind: 'skills'; readonly answer: (input: Readonly<Record<string, unknown>>) => object }
}

export interface Catalogue {
  readonly tools: ReadonlyMap<string, KnownTool>
  /** As they are listed: for owners and admins, and for others. */
  readonly shownTo: { readonly admins: readonly ShownTool[]; readonly users: readonly ShownTool[] }
  route(address: Address): Route
  /** What a token for the MCP server may do, in the words of the API: what the tools need, and nothing else. */
  readonly scopes: { readonly reading: ReadonlySet<Scope>; readonly writing: ReadonlySet<Scope> }
}
