import { z } from 'zod'
import {
  bodyTooLarge,
  type Detail,
  idempotencyKeyReused,
  insufficientScope,
  internalError,
  invalid,
  lacksScopes,
  notFound,
  Problem,
  type ProblemKind,
  permissionDenied,
  tooManyRequests,
  unauthenticated,
  unavailable,
  unsupportedMediaType,
} from '#contract/problem.ts'
import { exampleLinks, uri } from '#contract/wire.ts'
import { fieldsOf, type Operation } from '#execution/operation.ts'
import type { Route } from '#execution/route-table.ts'
import { type Schema, type Schemas, schemaName } from './openapi-schemas.ts'

export interface Content {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: { readonly 'application/json': Content }
}

const ErrorBody = z
  .object({
    title: z.string(),
    message: z.string(),
    details: z
      .array(
        z.object({
          parameter: z
            .string()
            .optional()
            .meta({ description: 'The parameter with the error; `base` for the whole request' }),
          message: z.string().meta({ description: 'The error' }),
          code: z.string().optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Error', examples: [invalid({ parameter: 'email', reason: 'missing' }).body] })

const InsufficientScopeBody = z
  .object({ title: z.literal(insufficientScope.title), message: z.string(), required_scopes: z.array(z.string()) })
  .meta({ id: 'InsufficientScope', examples: [lacksScopes(['organizations:read']).body] })

const pageToken = z.string().nullable().meta({ description: 'Send this token as `page_token`' })

const examplePage = (address: string) => {
  const token = 'kZ3tq9yT0uVb2n8sJ5cLw7Rf4xQ1aHdE'
  return {
    count: 1,
    next_page: `${address}?count=1&page_token=${token}`,
    previous_page: null,
    next_page_token: token,
    previous_page_token: null,
  }
}

const PaginationBody = z
  .object({
    count: z.number().int().meta({ description: 'The number of items on this page' }),
    next_page: uri.nullable().meta({ description: 'The URL of the next page; null on the last page' }),
    previous_page: uri.nullable().meta({ description: 'The URL of the previous page; null on the first page' }),
    next_page_token: pageToken,
    previous_page_token: pageToken,
  })
  .meta({ id: 'Pagination', examples: [examplePage(`${exampleLinks.api}/groups`)] })

const headersOf = (...names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...names, 'x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) => [
      name,
      headerReference(name),
    ]),
  )

const headerReference = (name: string) => ({ $ref: `#/components/headers/${name}` })

const number = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', examples: [example] },
})

export const sharedHeaders = {
  'x-request-id': {
    description: 'The ID of the request, to quote when you ask for help.',
    schema: { type: 'string', format: 'uuid', examples: ['5f0f4f2e-5d5a-4c0b-9f0a-0d8f5a1c2b3e'] },
  },
  'x-ratelimit-limit': number('The number of requests allowed in the window with the fewest left.', 500),
  'x-ratelimit-remaining': number('The number of requests left in this window.', 499),
  'x-ratelimit-reset': number('The seconds until the window ends.', 60),
  'retry-after': number('The seconds to wait before you retry.', 17),
  'idempotency-replayed': {
    description: 'Present if the request was executed before; this is the original response.',
    schema: { type: 'string', const: 'true' },
  },
  location: { description: 'The URI of the created resource.', schema: { type: 'string', format: 'uri' } },
}

const withHeaders = (response: Response, names: readonly string[]): Response => ({
  ...response,
  headers: { ...Object.fromEntries(names.map((name) => [name, headerReference(name)])), ...response.headers },
})

/** What an address answers when all is well. */
const success = ({ operation, status, isBare = false }: Route, address: string, schemas: Schemas): Response => {
  if (status === 204) return { description: 'Done; there is nothing to tell.', headers: headersOf() }
  const schema = schemas.output(operation.output)
  const example = (schema.examples ?? schemas.shared[schemaName(schema) ?? '']?.examples)?.[0]
  if (isBare)
    return { description: 'The resource.', headers: headersOf(), content: { 'application/json': { schema, example } } }
  const { description, parts } = envelope(operation, { schema, example }, address, schemas)
  const properties = mapValues(parts, (part) => part.schema)
  return {
    description: status === 201 ? 'It was created.' : description,
    // What has no address of its own, like a link, has none to tell.
    headers: status === 201 && 'uri' in fieldsOf(operation.output) ? headersOf('location') : headersOf(),
    content: {
      'application/json': {
        schema: { type: 'object', properties, required: Object.keys(parts) },
        ...(example === undefined ? {} : { example: mapValues(parts, (part) => part.example) }),
      },
    },
  }
}

const mapValues = <From, To>(
  values: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

/** What stands around what the operation gives. */
const envelope = (
  operation: Operation,
  { schema, example }: Content,
  address: string,
  schemas: Schemas,
): { description: string; parts: Readonly<Record<string, Content>> } => {
  const collection = { schema: { type: 'array', items: schema }, example: [example] }
  if (operation.kind === 'collection') return { description: 'All items in order.', parts: { collection } }
  if (operation.kind !== 'list') return { description: 'The resource.', parts: { resource: { schema, example } } }
  const pagination = { schema: schemas.output(PaginationBody), example: examplePage(address) }
  const beside = operation.beside ? (schemas.output(operation.beside).properties ?? {}) : {}
  return {
    description: 'A page of the list.',
    parts: { collection, pagination, ...mapValues(beside, (one) => ({ schema: one, example: one.examples?.[0] })) },
  }
}

const refusal = (
  description: string,
  schema: Schema,
  bodies: Readonly<Record<string, object>>,
  ...headers: readonly string[]
): Response => ({
  description,
  headers: headersOf(...headers),
  content: { 'application/json': { schema, examples: mapValues(bodies, (value) => ({ value })) } },
})

const bodyOf = (kind: ProblemKind): object =>
  new Problem(kind, { message: kind.message.replace('{n}', '17').replace('{email}', 'new.hire@acme.test') }).body

const bodiesOf = (kinds: readonly ProblemKind[]): Readonly<Record<string, object>> =>
  Object.fromEntries(kinds.map((kind) => [kind.code, bodyOf(kind)]))

/** Refusals that are the same at every address. */
const everywhere: readonly (readonly [kind: ProblemKind, description: string, ...headers: string[]])[] = [
  [unauthenticated, 'The token is missing, unknown, expired, or revoked.'],
  [notFound, "The resource doesn't exist or belongs to another organization."],
  [bodyTooLarge, 'The body is too large.'],
  [unsupportedMediaType, 'The body is not JSON.'],
  [idempotencyKeyReused, 'The `Idempotency-Key` was already used for another request.'],
  [tooManyRequests, 'Too many requests.', 'retry-after'],
  [internalError, 'The server had an unexpected error.'],
  [unavailable, 'The service is temporarily unavailable. Retry the request.', 'retry-after'],
]

const nameOf = ({ title }: ProblemKind): string => title.replaceAll(' ', '')

export const sharedAnswers = (schemas: Schemas): Readonly<Record<string, Response>> =>
  Object.fromEntries(
    everywhere.map(([kind, description, ...headers]) => [
      nameOf(kind),
      refusal(description, schemas.output(ErrorBody), bodiesOf([kind]), ...headers),
    ]),
  )

/** Every status an address can answer. `wrong` is an example of what could be wrong with its input. */
export const answersOf = (
  route: Route,
  schemas: Schemas,
  {
    address,
    mayHaveBody,
    isRepeatable,
    wrong,
  }: { address: string; mayHaveBody: boolean; isRepeatable: boolean; wrong: Detail },
): Readonly<Record<string, Response>> => {
  const { scopes, problems = [] }: Operation = route.operation
  const error = schemas.output(ErrorBody)
  const own = (status: number) => bodiesOf(problems.filter((kind) => kind.status === status))
  const rare = problems.map(({ status }) => status).filter((status) => status !== 400 && status !== 403)
  const shared = everywhere.filter(
    ([{ status }]) => (mayHaveBody || status !== 415) && (isRepeatable || status !== 422),
  )
  return {
    [route.status]: withHeaders(success(route, address, schemas), isRepeatable ? ['idempotency-replayed'] : []),
    400: refusal('Something in the request is wrong.', error, { invalid_argument: invalid(wrong).body, ...own(400) }),
    403: refusal(
      'Your role, your plan or the scopes of the token do not allow it.',
      { anyOf: [error, schemas.output(InsufficientScopeBody)] },
      { permission_denied: bodyOf(permissionDenied), insufficient_scope: lacksScopes(scopes).body, ...own(403) },
    ),
    ...Object.fromEntries(
      rare.map((status) => [status, refusal('The request cannot be carried out as things stand.', error, own(status))]),
    ),
    ...Object.fromEntries(shared.map(([kind]) => [kind.status, { $ref: `#/components/responses/${nameOf(kind)}` }])),
  }
}
