import { allows, isMcpScope, isScope, legacyScope, mcpScopes, type Scope, scopes } from '#contract/scopes.ts'
import type { Audience } from './audience.ts'

/** As an application sends them: separated by whitespace, each counted once. */
export const scopesIn = (text: string | undefined): readonly string[] => [
  ...new Set((text ?? '').split(/\s+/).filter(Boolean)),
]

const belongsTo = (audience: Audience, scope: string): boolean =>
  audience === 'mcp' ? isMcpScope(scope) : isScope(scope)

interface ClientScopes {
  readonly scopes: readonly string[]
  readonly isLegacy: boolean
}

/**
 * The audience of a token when the application names no resource: implied by the requested scopes, or else by the
 * allowed ones.
 */
export const impliedAudience = (client: ClientScopes, asked: readonly string[]): Audience => {
  const known = asked.filter((scope) => isScope(scope) || isMcpScope(scope))
  const implying = known.length > 0 ? known : client.scopes
  return implying.length > 0 && implying.every(isMcpScope) ? 'mcp' : 'rest'
}

/**
 * The scopes that a user is asked to allow. Unknown ones, and those the application was not registered for, are
 * dropped: deployed clients ask for scopes that never existed. Undefined when nothing is left.
 */
export const scopesToRequest = (
  client: ClientScopes,
  asked: readonly string[],
  audience: Audience,
): readonly string[] | undefined => {
  const own = client.scopes.filter((scope) => belongsTo(audience, scope))
  const asksForAll = asked.length === 0 || asked.includes(legacyScope)
  if (client.isLegacy && audience === 'rest' && asksForAll) return [legacyScope]
  const known = asked.filter((scope) => belongsTo(audience, scope) && includes(own, scope))
  if (known.length > 0) return known
  return asksForAll && own.length > 0 ? own : undefined
}

/** Whether the granted scopes include one: `x:write` includes `x:read`. */
export const includes = (given: readonly string[], scope: string): boolean => {
  if (given.includes(scope)) return true
  if (isScope(scope)) return allows(new Set(given), scope as Scope)
  return isMcpScope(scope) && scope.endsWith(':read') && given.includes(scope.replace(/read$/, 'write'))
}

/** A refresh expands the legacy scope into the list of all scopes; the rights stay the same. */
export const explicitScopes = (given: readonly string[]): readonly string[] =>
  given.includes(legacyScope) ? scopes : given

export const everyScope: readonly string[] = [...mcpScopes, ...scopes]
