/** What a token is for: the API, or the MCP server. Neither accepts a token for the other. */
export const audiences = ['rest', 'mcp'] as const
export type Audience = (typeof audiences)[number]

/** Their URLs, without a trailing slash: what clients name as the resource (RFC 8707). */
export type Resources = Readonly<Record<Audience, string>>

/** With or without a trailing slash; undefined for a foreign one. */
export const audienceOf = (resources: Resources, resource: string): Audience | undefined =>
  audiences.find((audience) => resource === resources[audience] || resource === `${resources[audience]}/`)
