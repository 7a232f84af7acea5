/** What a token is for: the API, or the MCP server. Neither accepts a token for the other. */
export const audiences = ['rest', 'mcp'] as const
export type Audience = (typeof audiences)[number]

/** Where each of them is, without a slash at the end: what clients name as the resource (RFC 8707). */
export type Resources = Readonly<Record<Audience, string>>

/** With or without a slash at the end; undefined for what is none of ours. */
export const audienceOf = (resources: Resources, resource: string): Audience | undefined =>
  audiences.find((audience) => resource === resources[audience] || resource === `${resources[audience]}/`)
