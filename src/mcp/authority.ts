import type { Principal } from '#contract/principal.ts'
import { Problem, unauthenticated } from '#contract/problem.ts'
import { mcpScopes } from '#contract/scopes.ts'
import { authenticate } from '#http/authentication.ts'
import type { Reader } from '#platform/db/database.ts'
import type { Catalogue, KnownTool } from './known-tool.ts'

const personal = /^Bearer +openslot_pat_/i

/** By a token for the MCP server; by a personal one, which is for the API, only where the operator allows it. */
export const identify = async (
  reader: Reader,
  header: string | undefined,
  now: Date,
  allowPersonal: boolean,
): Promise<Principal> => {
  if (header === undefined || !personal.test(header)) return authenticate(reader, header, now, 'mcp')
  if (!allowPersonal) throw new Problem(unauthenticated, { reason: 'personal_token' })
  return authenticate(reader, header, now, 'rest')
}

const none: ReadonlySet<string> = new Set()

/** A token for the MCP server has its scopes; every other one has those of the API, as they are. */
const isForMcp = ({ via }: Principal): boolean => via.kind === 'token' && via.clientId !== null

/**
 * The same person, with what the token allows in the words of the operations. Nothing is added: reading stays reading.
 */
export const asOperationsKnow = (principal: Principal, { scopes }: Catalogue): Principal => {
  if (!isForMcp(principal)) return principal
  const granted = principal.scopes.has('mcp:scheduling:write')
    ? scopes.writing
    : principal.scopes.has('mcp:scheduling:read')
      ? scopes.reading
      : none
  return { ...principal, scopes: granted }
}

/**
 * Whether a token must be widened before this tool can be called. A personal one cannot be: it hears so from the
 * operation.
 */
export const mustStepUp = (principal: Principal, needed: KnownTool['scope']): boolean => {
  if (!isForMcp(principal)) return false
  return (
    !principal.scopes.has(needed) && !(needed === 'mcp:scheduling:read' && principal.scopes.has('mcp:scheduling:write'))
  )
}

/** The token is good, but not for this. */
export class StepUp extends Error {}

/** RFC 6750 and RFC 9728: what is wrong, where to read about it, and what to ask for. */
export const challenge = (mcp: string, error: 'invalid_token' | 'insufficient_scope', description: string): string =>
  `Bearer error="${error}", error_description="${description}", resource_metadata="${mcp}/.well-known/oauth-protected-resource", scope="${mcpScopes.join(' ')}"`
