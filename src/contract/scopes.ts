/** Every scope. What each lets an application do is said in `languages/account`. */
export const scopes = [
  'availability:read',
  'availability:write',
  'booking_requests:read',
  'booking_requests:write',
  'calendars:read',
  'calendars:write',
  'event_types:read',
  'event_types:write',
  'locations:read',
  'message_rules:read',
  'message_rules:write',
  'routing_forms:read',
  'shares:read',
  'shares:write',
  'scheduled_events:read',
  'scheduled_events:write',
  'scheduling_links:write',
  'groups:read',
  'organizations:read',
  'organizations:write',
  'users:read',
  'users:write',
  'activity_log:read',
  'data_compliance:write',
  'outgoing_communications:read',
  'webhooks:read',
  'webhooks:write',
] as const

export type Scope = (typeof scopes)[number]

/** What a tool may be allowed through the MCP server, and nowhere else. */
export const mcpScopes = ['mcp:scheduling:read', 'mcp:scheduling:write'] as const

export type McpScope = (typeof mcpScopes)[number]

export const isMcpScope = (name: string): name is McpScope => mcpScopes.some((scope) => scope === name)

/** The one scope of tokens from before scopes existed. It stands for all of them. */
export const legacyScope = 'default'

const names: ReadonlySet<string> = new Set(scopes)

export const isScope = (name: string): name is Scope => names.has(name)

/** `x:write` includes `x:read`. */
export const allows = (granted: ReadonlySet<string>, scope: Scope): boolean =>
  granted.has(scope) ||
  granted.has(legacyScope) ||
  (scope.endsWith(':read') && granted.has(scope.replace(/read$/, 'write')))
