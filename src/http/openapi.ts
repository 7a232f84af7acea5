import { describeLimit } from '#contract/limits.ts'
import type { Detail } from '#contract/problem.ts'
import { legacyScope, scopes } from '#contract/scopes.ts'
import { exampleId, exampleLinks, type Links } from '#contract/wire.ts'
import type { ListOperation, Operation } from '#execution/operation.ts'
import { maxPageSize } from '#execution/perform.ts'
import { type Route, type RouteTable, routeOf } from '#execution/route-table.ts'
import { languageOf } from '../../languages/all.ts'
import { idempotencyHeader, maxKeyLength } from './idempotency-key.ts'
import { answersOf, sharedAnswers, sharedHeaders } from './openapi-answers.ts'
import { withFieldTexts } from './openapi-fields.ts'
import { aboutAlias, chapterOf, inReadingOrder, introduction } from './openapi-prose.ts'
import { type Schema, Schemas } from './openapi-schemas.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly style?: 'form'
  readonly explode?: boolean
  readonly schema: Schema
}

export type ApiOperation = ReturnType<typeof describe>

/** An OpenAPI 3.1 document, as far as ours goes. */
export type ApiDocument = ReturnType<typeof describeApi>

/** Describes every address of a route table. The same table gives the same document, to the byte. */
export const describeApi = (routes: RouteTable, links: Links, version: string) => {
  const schemas = new Schemas()
  const paths: Record<string, Record<string, ApiOperation>> = {}
  const addresses = new Map<string, string>()
  for (const [address, entry] of Object.entries(routes)) {
    const [method, path] = addressParts(address)
    paths[path] = { ...paths[path], [method]: describe(method, path, routeOf(entry), schemas, addresses) }
  }
  const responses = sharedAnswers(schemas)
  const tags = inReadingOrder(new Set(Object.keys(paths).map((path) => chapterOf(path).name))).map(
    ({ name, description }) => ({ name, description }),
  )
  const document = {
    openapi: '3.1.0',
    info: { title: 'Openslot API', version, description: introduction, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: exampleLinks.api }] as const,
    tags,
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas.shared).map(([name, schema]) => [name, withFieldTexts(name, schema)]),
      ),
      responses,
      headers: sharedHeaders,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: aboutScopes } },
    },
  }
  return withRealAddresses(document, links)
}

const aboutScopes = `A personal access token with these scopes, as far as an operation names them. A \`:write\` scope includes the \`:read\` scope of the same name.

${scopes.map((scope) => `- \`${scope}\`: ${languageOf('en').account.scopes[scope]}`).join('\n')}

Tokens from before there were scopes have the scope \`${legacyScope}\`, which stands for all of them.`

/** `GET /users/:uuid` → `get`, `/users/{uuid}` */
const addressParts = (address: string): [method: string, path: string] => {
  const [method = '', path = ''] = address.split(' ')
  return [method.toLowerCase(), path.replaceAll(/:(\w+)/g, '{$1}')]
}

const describe = (method: string, path: string, route: Route, schemas: Schemas, addresses: Map<string, string>) => {
  const { operation }: { operation: Operation } = route
  const {
    properties: fields = {},
    required = [],
    examples = [],
  } = withFieldTexts(operation.name, schemas.input(operation.input))
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const inPath = new Map(pathNames.map((name) => [route.path?.[name] ?? name, name]))
  const others = Object.entries(fields).filter(([name]) => !inPath.has(name))
  const takesBody = method === 'post' || method === 'patch'

  const parameters = [
    ...[...inPath].map(([field, name]) => pathParameter(name, fields[field], exampleOf(path, name))),
    ...(takesBody ? [] : others.map(([name, schema]) => queryParameter(name, schema, required.includes(name)))),
    ...(operation.kind === 'list' ? pagingParameters(operation) : []),
    ...(method === 'post' ? [idempotencyParameter] : []),
  ]
  const needed = required.filter((name) => !inPath.has(name))
  const operationId = uniqueId(operation.name, path, addresses)
  const firstAddress = addresses.get(operation.name)
  addresses.set(operationId, `${method.toUpperCase()} ${path}`)
  return {
    operationId,
    ...(firstAddress === undefined ? {} : { 'x-alias-of': operation.name }),
    tags: [chapterOf(path).name],
    summary: operation.summary,
    description: [
      ...(firstAddress === undefined ? [] : [aboutAlias(firstAddress)]),
      ...(operation.description ? [operation.description] : []),
      ...(operation.kind === 'write' && operation.fixed ? [aboutFixed(operation.fixed)] : []),
      ...(operation.limit ? [describeLimit(operation.limit)] : []),
      needs(operation),
    ].join('\n\n'),
    'x-required-scopes': operation.scopes,
    security: [operation.scopes, ...(operation.orScopes ? [operation.orScopes] : [])].map((bearer) => ({ bearer })),
    parameters,
    ...(takesBody && others.length > 0
      ? { requestBody: bodyOf(others, needed, examples[0] as object | undefined) }
      : {}),
    responses: answersOf(route, schemas, {
      address: exampleLinks.api + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(path, name)),
      mayHaveBody: method !== 'get',
      isRepeatable: method === 'post',
      wrong: likelyMistake(needed, operation),
    }),
  }
}

const aboutFixed = (paths: readonly string[]): string =>
  `These fields are read-only (paths start at the top level of the body): ${paths.map((path) => `\`${path}\``).join(', ')}. Values other than the current ones are refused with 400.`

/** The first address of an operation has its name; another one says where else it stands. */
const uniqueId = (name: string, path: string, taken: ReadonlyMap<string, string>): string => {
  const [, segment = ''] = path.split('/')
  const id = [name, `${name}_under_${segment}`, `${name}_at${path.replaceAll(/\W+/g, '_')}`].find(
    (candidate) => !taken.has(candidate),
  )
  if (id === undefined) throw new Error(`${name} has two addresses that look the same: ${path}`)
  return id
}

const needs = ({ scopes, orScopes, plan }: Operation): string => {
  const all = (names: readonly string[]): string => names.map((scope) => `\`${scope}\``).join(' and ')
  const named = orScopes ? `${all(scopes)} or ${all(orScopes)}` : all(scopes)
  return `Requires the scope ${named}${plan === undefined ? '' : ` and the \`${plan}\` plan`}.`
}

/** An id of the resource that the parameter is about: `/users/{uuid}` gives that of the example user. */
const exampleOf = (path: string, name: string): string =>
  exampleId(
    path
      .slice(0, path.indexOf(`/{${name}}`))
      .split('/')
      .at(-1) ?? '',
  )

/** In the path an id will do, where a reference is taken elsewhere. */
const pathParameter = (name: string, { description, ...schema }: Schema = {}, example: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description: description ?? 'The unique identifier of the resource',
  schema: schema.anyOf ? { ...schema, examples: [example] } : { type: 'string', format: 'uuid', examples: [example] },
})

const queryParameter = (name: string, { description, ...schema }: Schema, required: boolean): Parameter => ({
  name,
  in: 'query',
  ...(required ? { required } : {}),
  ...(description === undefined ? {} : { description }),
  ...(schema.type === 'array' ? { style: 'form' as const, explode: false } : {}),
  schema,
})

const pagingParameters = ({ sorting: { fields, default: fallback } }: ListOperation): readonly Parameter[] => [
  {
    name: 'count',
    in: 'query',
    description: 'The number of items per page',
    schema: { type: 'integer', minimum: 1, maximum: maxPageSize, default: 20 },
  },
  {
    name: 'page_token',
    in: 'query',
    description: 'The `next_page_token` or `previous_page_token` of another page',
    schema: { type: 'string' },
  },
  ...(fields.length === 0 ? [] : [sortParameter(fields, fallback)]),
]

const sortParameter = (fields: readonly string[], fallback: string): Parameter => ({
  name: 'sort',
  in: 'query',
  description: `The order: ${fields.map((field) => `\`${field}\``).join(', ')}, each with \`:asc\` or \`:desc\` behind it; several separated by commas`,
  schema: { type: 'string', default: fallback, examples: fields.flatMap((field) => [`${field}:asc`, `${field}:desc`]) },
})

const idempotencyParameter: Parameter = {
  name: idempotencyHeader,
  in: 'header',
  description:
    'A header. If you repeat the request with the same key within 24 hours, it is not executed again: you get the same response',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: maxKeyLength,
    pattern: '^[ -~]+$',
    examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'],
  },
}

/** The example of the whole input, or what the fields have for examples, without what stands in the path. */
const bodyOf = (
  fields: readonly (readonly [string, Schema])[],
  required: readonly string[],
  example: object | undefined,
) => {
  const shown = fields.flatMap(([name, schema]) =>
    example ? Object.entries(example).filter(([field]) => field === name) : exampleOfField(name, schema),
  )
  return {
    required: required.length > 0,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: Object.fromEntries(fields),
          ...(required.length > 0 ? { required } : {}),
        },
        example: Object.fromEntries(shown),
      },
    },
  }
}

const exampleOfField = (name: string, { examples = [] }: Schema): [string, unknown][] =>
  examples.length > 0 ? [[name, examples[0]]] : []

const likelyMistake = ([needed]: readonly string[], { kind }: Operation): Detail => {
  if (needed !== undefined) return { parameter: needed, reason: 'missing' }
  return kind === 'list'
    ? { parameter: 'count', reason: 'above_most', values: { number: maxPageSize } }
    : { parameter: 'base', reason: 'invalid' }
}

const withRealAddresses = <Document>(document: Document, links: Links): Document =>
  JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'string'
      ? value.replaceAll(exampleLinks.api, links.api).replaceAll(exampleLinks.site, links.site)
      : value,
  ) as Document
