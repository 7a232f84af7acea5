import { mcpScopes } from '#contract/scopes.ts'
import { everyScope } from '#oauth/index.ts'
import type { OauthFace } from './answers.ts'

/** RFC 8414. Every line is needed by some client; `iss` is on every answer because it says so here (RFC 9207). */
export const serverMetadata = ({ issuer, resources }: Pick<OauthFace, 'issuer' | 'resources'>) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  introspection_endpoint: `${issuer}/oauth/introspect`,
  scopes_supported: everyScope,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
  revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
  introspection_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${resources.rest}/docs`,
})

/** RFC 9728, of the MCP server: the four keys of the specification. */
export const resourceMetadata = ({ issuer, resources }: Pick<OauthFace, 'issuer' | 'resources'>) => ({
  resource: resources.mcp,
  authorization_servers: [issuer],
  scopes_supported: mcpScopes,
  bearer_methods_supported: ['header'],
})

/**
 * Where a document is looked for: at the root, with the path of what it is about after it (RFC 8414 §3.1, RFC 9728
 * §3.1), and, because the specification writes it so, after that path.
 */
export const pathsOf = (name: string, about: string): readonly string[] => {
  const path = new URL(about).pathname.replace(/\/+$/, '')
  const root = `/.well-known/${name}`
  return path === '' ? [root] : [root, root + path, path + root]
}
