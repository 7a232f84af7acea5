// The map of the house. test/architecture reads it and holds the source to it; docs/architecture.md explains it.

/** The rooms of src/, from the lowest up. A room may use the rooms before it, never those after it. */
export const rooms = [
  ...['schema', 'platform', 'contract', 'instance', 'execution', 'process'],
  ...[
    'activity',
    'organizations',
    'oauth',
    'accounts',
    'integrations',
    'availability',
    'event-types',
    'bookings',
    'routing',
    'webhooks',
    'messages',
    'notifications',
    'conferences',
    'payments',
    'calendars',
    'privacy',
    'imports',
  ],
  ...['http', 'mcp', 'ui', 'pages', 'booking-pages', 'docs-pages', 'console', 'demo', 'cli'],
]

/**
 * Machines, words, and what runs operations and processes: every room uses them, and their files are imported directly.
 */
export const foundation = ['schema', 'platform', 'contract', 'instance', 'execution', 'process']

/** They translate and never decide. */
export const faces = ['http', 'mcp', 'ui', 'pages', 'booking-pages', 'docs-pages', 'console', 'demo', 'cli']

/** The rooms in between. Each is entered through its door, `index.ts`, and nowhere else. */
export const domain = rooms.filter((name) => !foundation.includes(name) && !faces.includes(name))

/**
 * The files of a domain room that may reach the database, the queue or other services. Every other file in it is pure.
 */
export const roles = ['index', 'routes', 'operations', 'workflow', 'flows', 'store', 'jobs', 'providers']

/** What a pure file must not touch: these folders of the foundation, and these modules of Node. */
export const machines = [
  'platform/db',
  'platform/mail',
  'platform/net',
  'instance/store',
  'execution/jobs',
  'execution/store',
]
export const inputAndOutput = [
  'node:child_process',
  'node:dns',
  'node:fs',
  'node:fs/promises',
  'node:http',
  'node:http2',
  'node:https',
  'node:net',
  'node:tls',
  'node:worker_threads',
]

/** Packages that speak SQL: for `schema`, `platform/db` and stores. */
export const databasePackages = ['kysely', 'pg', '@electric-sql/pglite']

/** Words that name no subject are no file names. */
export const emptyWords = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'misc',
  'manager',
  'service',
  'types',
  'constants',
]
