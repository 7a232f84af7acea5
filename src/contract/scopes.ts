/** Every scope, with what it lets an application do, in words for the person who is asked to allow it. */
export const scopeCatalogue = {
  'availability:read': 'See availability schedules and busy times',
  'availability:write': 'Change the availability of event types',
  'calendars:read': 'See which calendars are connected, and whether they can be read',
  'calendars:write': 'Connect and disconnect calendars, and choose which of them count',
  'event_types:read': 'See event types and their hosts',
  'event_types:write': 'Create and change event types',
  'locations:read': 'See where meetings can take place',
  'routing_forms:read': 'See routing forms and their submissions',
  'shares:read': 'See customized single-use links',
  'shares:write': 'Create, change and delete customized single-use links',
  'scheduled_events:read': 'See meetings, invitees and no-shows, with the addresses where invitees cancel and move',
  'scheduled_events:write': 'Book and cancel meetings, and mark no-shows',
  'scheduling_links:write': 'Create single-use links',
  'groups:read': 'See groups and who is in them',
  'organizations:read': 'See the organization, its members and invitations',
  'organizations:write': 'Invite and remove members',
  'users:read': 'See users',
  'users:write': 'Change your own profile: name, page address, time zone, language and picture',
  'activity_log:read': 'See who did what in the organization',
  'data_compliance:write': 'Delete the data of invitees',
  'outgoing_communications:read': 'See the messages that were sent',
  'webhooks:read': 'See webhook subscriptions',
  'webhooks:write': 'Create and delete webhook subscriptions',
} as const

export type Scope = keyof typeof scopeCatalogue

export const scopes = Object.keys(scopeCatalogue) as Scope[]

/** What a tool may be allowed through the MCP server, and nowhere else. */
export const mcpScopeCatalogue = {
  'mcp:scheduling:read': 'See your event types, availability, meetings, organization and webhooks',
  'mcp:scheduling:write': 'Book and cancel meetings, and change event types, availability, members and webhooks',
} as const

export type McpScope = keyof typeof mcpScopeCatalogue

export const mcpScopes = Object.keys(mcpScopeCatalogue) as McpScope[]

export const isMcpScope = (name: string): name is McpScope => Object.hasOwn(mcpScopeCatalogue, name)

/** The one scope of tokens from before scopes existed. It stands for all of them. */
export const legacyScope = 'default'

export const isScope = (name: string): name is Scope => Object.hasOwn(scopeCatalogue, name)

/** `x:write` includes `x:read`. */
export const allows = (granted: ReadonlySet<string>, scope: Scope): boolean =>
  granted.has(scope) || granted.has(legacyScope) || (scope.endsWith(':read') && granted.has(scope.replace(/read$/, 'write')))
