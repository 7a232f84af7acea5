import { allows, isMcpScope, isScope, legacyScope, mcpScopes, type Scope, scopes } from '#contract/scopes.ts'
import type { Audience } from './audience.ts'

/** As an application writes them: separated by blanks, each counted once. */
export const scopesIn = (text: string | undefined): readonly string[] => [...new Set((text ?? '').split(/\s+/).filter(Boolean))]

const belongsTo = (audience: Audience, scope: string): boolean => (audience === 'mcp' ? isMcpScope(scope) : isScope(scope))

interface Asking {
  readonly scopes: readonly string[]
  readonly isLegacy: boolean
}

/** For whom a token is, when the application does not name a resource: what it asks for tells it, or else what it may ask for. */
export const impliedAudience = (client: Asking, asked: readonly string[]): Audience => {
  const known = asked.filter((scope) => isScope(scope) || isMcpScope(scope))
  const telling = known.length > 0 ? known : client.scopes
  return telling.length > 0 && telling.every(isMcpScope) ? 'mcp' : 'rest'
}

/**
 * What a person is asked to allow. Names that nobody knows, and those the application was not registered for, are left out:
 * deployed clients ask for scopes that never existed. Undefined when nothing is left.
 */
export const scopesToAsk = (client: Asking, asked: readonly string[], audience: Audience): readonly string[] | undefined => {
  const own = client.scopes.filter((scope) => belongsTo(audience, scope))
  const asksForAll = asked.length === 0 || asked.includes(legacyScope)
  if (client.isLegacy && audience === 'rest' && asksForAll) return [legacyScope]
  const known = asked.filter((scope) => belongsTo(audience, scope) && includes(own, scope))
  if (known.length > 0) return known
  return asksForAll && own.length > 0 ? own : undefined
}

/** Whether what was given includes a scope: `x:write` includes `x:read`. */
export const includes = (given: readonly string[], scope: string): boolean => {
  if (given.includes(scope)) return true
  if (isScope(scope)) return allows(new Set(given), scope as Scope)
  return isMcpScope(scope) && scope.endsWith(':read') && given.includes(scope.replace(/read$/, 'write'))
}

/** A refresh turns the one scope of old into the list of all it stands for; the rights stay the same. */
export const explicitScopes = (given: readonly string[]): readonly string[] => (given.includes(legacyScope) ? scopes : given)

export const everyScope: readonly string[] = [...mcpScopes, ...scopes]
