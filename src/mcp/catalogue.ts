import { z } from 'zod'
import type { Scope } from '#contract/scopes.ts'
import type { Links } from '#contract/wire.ts'
import type { Operation } from '#execution/operation.ts'
import type { Address, Route, RouteTable } from '#execution/route-table.ts'
import { routeOf } from '#execution/route-table.ts'
import { findTimes, findTimesTool } from './find-times.ts'
import { inputSchemaOf, type ObjectSchema, outputSchemaOf } from './json-schema.ts'
import type { Catalogue, KnownTool } from './known-tool.ts'
import { skillTools } from './skills.ts'
import type { AddressTool, Argument } from './tool.ts'
import { addressTools } from './tools/tools.ts'

/** Made once, from the table of addresses. */
export const makeCatalogue = (routes: RouteTable, links: Links): Catalogue => {
  const route = (address: Address): Route => {
    const entry = routes[address]
    if (!entry) throw new Error(`There is no address ${address} for a tool to stand for.`)
    return routeOf(entry)
  }
  const ofOurOwn = [{ shown: findTimesTool(links), answer: findTimes }, ...skillTools]
  const tools = [
    ...addressTools.map((tool) => knownTool(tool, route(tool.address), links)),
    ...ofOurOwn.map(
      ({ shown, answer }): KnownTool => ({
        shown,
        forAdmins: false,
        scope: 'mcp:scheduling:read',
        does: { kind: 'own', answer },
      }),
    ),
  ]
  const needed = new Set(addressTools.flatMap(({ address }) => scopesOf(route(address).operation)))
  return {
    tools: new Map(tools.map((tool) => [tool.shown.name, tool])),
    shownTo: {
      admins: tools.map(({ shown }) => shown),
      users: tools.filter(({ forAdmins }) => !forAdmins).map(({ shown }) => shown),
    },
    route,
    scopes: { reading: new Set([...needed].filter((scope) => scope.endsWith(':read'))), writing: needed },
  }
}

const scopesOf = ({ scopes, orScopes = [] }: Operation): readonly Scope[] => [...scopes, ...orScopes]

const knownTool = (tool: AddressTool, route: Route, links: Links): KnownTool => {
  const isReadOnly = route.operation.kind !== 'write'
  const method = tool.address.split(' ')[0]
  return {
    shown: {
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: inputSchema(tool, route, links),
      outputSchema: outputSchema(route, links),
      annotations: {
        title: tool.title,
        readOnlyHint: isReadOnly,
        destructiveHint: !isReadOnly && (tool.asks !== undefined || method === 'PATCH'),
        idempotentHint: method !== 'POST',
        openWorldHint: false,
      },
    },
    forAdmins: tool.forAdmins ?? false,
    scope: isReadOnly ? 'mcp:scheduling:read' : 'mcp:scheduling:write',
    does: { kind: 'address', tool, route },
  }
}

const count = z.union([z.int().min(1).max(100), z.string().regex(/^\d{1,3}$/)]).optional()

const pagingFields = z.object({ count, page_token: z.string().optional(), sort: z.string().optional() })

const inputSchema = ({ takes }: AddressTool, route: Route, links: Links): ObjectSchema => {
  const { properties: fields, required: needed = [], examples, ...rest } = inputSchemaOf(route.operation.input, links)
  const known: Readonly<Record<string, object>> = { ...inputSchemaOf(pagingFields, links).properties, ...fields }
  const elsewhere = namesOutsideTheBody(takes, route)
  const bodyFields = Object.fromEntries(Object.entries(fields).filter(([name]) => !elsewhere.has(name)))
  const hasBody = Object.values(takes).some(({ at }) => at === 'body')

  const schemaOf = (name: string, argument: Argument): object => {
    if (argument.at === 'path') return { type: 'string', format: 'uri', description: argument.description }
    if (argument.at === 'query')
      return {
        ...alsoAsText(known[name] ?? {}),
        ...(argument.description ? { description: argument.description } : {}),
      }
    const { description, orText } = argument
    const required = needed.filter((field) => Object.hasOwn(bodyFields, field))
    const whole = { type: 'object', description, properties: bodyFields, required, ...(examples ? { examples } : {}) }
    return orText === undefined ? whole : { description, anyOf: [whole, { type: 'string' }, { type: 'null' }] }
  }
  const isRequired = ([name, argument]: readonly [string, Argument]): boolean => {
    if (argument.at === 'path') return true
    if (argument.at === 'body') return !argument.isOptional
    // Beside a body, a field names what is changed.
    return argument.isRequired === true || needed.includes(name) || hasBody
  }
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(Object.entries(takes).map(([name, argument]) => [name, schemaOf(name, argument)])),
    required: Object.entries(takes)
      .filter(isRequired)
      .map(([name]) => name),
    additionalProperties: false,
  }
}

/** Clients that know the service we are compatible with send every plain value as text. */
const alsoAsText = (schema: { readonly type?: unknown; readonly description?: string }): object => {
  if (schema.type !== 'boolean' && schema.type !== 'integer') return schema
  const { description, ...plain } = schema
  return {
    ...(description ? { description } : {}),
    anyOf: [plain, { type: 'string', pattern: schema.type === 'boolean' ? '^(true|false)$' : '^\\d+$' }],
  }
}

/** What the path or an argument of its own says, a body does not say again. */
const namesOutsideTheBody = (takes: AddressTool['takes'], { path = {} }: Route): ReadonlySet<string> =>
  new Set(
    Object.entries(takes).map(([name, argument]) =>
      argument.at === 'path' ? (path[argument.part] ?? argument.part) : name,
    ),
  )

/** The envelope of the API around what the operation gives. */
const outputSchema = ({ operation, isBare }: Route, links: Links): ObjectSchema => {
  if (operation.output.type === 'void') return outputSchemaOf(z.object({ done: z.literal(true) }), links)
  if (operation.kind === 'list')
    return outputSchemaOf(
      z.object({ collection: z.array(operation.output), pagination, ...operation.beside?.shape }),
      links,
    )
  if (operation.kind === 'collection') return outputSchemaOf(z.object({ collection: z.array(operation.output) }), links)
  return outputSchemaOf(isBare ? operation.output : z.object({ resource: operation.output }), links)
}

const pagination = z.object({
  count: z.int(),
  next_page: z.string().nullable(),
  previous_page: z.string().nullable(),
  next_page_token: z.string().nullable(),
  previous_page_token: z.string().nullable(),
})
