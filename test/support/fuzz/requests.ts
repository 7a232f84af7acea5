import fc from 'fast-check'
import type { Parameter } from '#http/openapi.ts'
import type { Schema } from '#http/openapi-schemas.ts'
import type { DescribedOperation } from '../api-document.ts'
import { objects, valuesFor } from './fields.ts'
import { collectionIn, nastyText, nastyValue, someId, someReference } from './values.ts'
import type { World } from './world.ts'

export interface FuzzRequest {
  readonly described: DescribedOperation
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | Buffer | undefined
}

/** How much of a request is as it should be. */
type Care = 'valid' | 'near' | 'garbage'

const weights = { valid: 2, near: 2, garbage: 2 } as const

/** Requests of every kind to every address of the document. */
export const requestsTo = (operations: readonly DescribedOperation[], world: World): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(
    ...operations.flatMap((described) =>
      (['valid', 'near', 'garbage'] as const).map((care) => ({
        weight: weights[care],
        arbitrary: requestTo(described, care, world),
      })),
    ),
  )

const requestTo = (described: DescribedOperation, care: Care, world: World): fc.Arbitrary<FuzzRequest> => {
  const { method, operation } = described
  const takesBody = operation.requestBody !== undefined
  return fc
    .record({
      method:
        care === 'garbage'
          ? fc.constantFrom(method, method, method, method, 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE')
          : fc.constant(method),
      path: pathOf(described, care, world),
      query: queryOf(described, care, world),
      body:
        takesBody || care === 'garbage'
          ? bodyOf(operation.requestBody?.content['application/json'] ?? { schema: {}, example: {} }, care, world)
          : fc.constant(undefined),
      headers: headersOf(care, world),
    })
    .map(({ method, path, query, body, headers: { 'content-type': contentType, ...headers } }) => ({
      described,
      method,
      url: query === '' ? path : `${path}?${query}`,
      headers: body === undefined || contentType === undefined ? headers : { ...headers, 'content-type': contentType },
      payload: body,
    }))
}

/** Percent-encoded; half a surrogate pair as the bytes it would have. */
const encode = (text: string): string =>
  [...text]
    .map((character) =>
      character.isWellFormed()
        ? encodeURIComponent(character)
        : `%ED%${(0x80 | ((character.charCodeAt(0) >> 6) & 0x3f)).toString(16)}%${(0x80 | (character.charCodeAt(0) & 0x3f)).toString(16)}`,
    )
    .join('')

const pathOf = ({ method, path }: DescribedOperation, care: Care, world: World): fc.Arbitrary<string> => {
  const parts = path.split('/').slice(1)
  const segments = parts.map((part, index) => {
    if (!part.startsWith('{')) return fc.constant(part)
    const collection = parts[index - 1] ?? ''
    const isLast = index === parts.length - 1
    const { good, near } = someId(
      world,
      collection,
      method === 'DELETE' && isLast ? world.expendable[collection] : undefined,
    )
    const raw = fc.constantFrom(
      '%',
      '%2',
      '%zz',
      '%00',
      '%ED%A0%80',
      '%2f',
      '..',
      ';a=b',
      'a'.repeat(600),
      '%F0%9F%98%80',
    )
    return {
      valid: good.map(encode),
      near: fc.oneof(good, good, near).map(encode),
      garbage: fc.oneof(near.map(encode), nastyText.map(encode), raw),
    }[care]
  })
  const ends = care === 'garbage' ? fc.constantFrom('', '', '', '/', '//', '/more', '%20') : fc.constant('')
  // An invitee is asked for below their event, unless somebody is careless.
  const together = (names: readonly string[]): readonly string[] =>
    names.map((name, index) =>
      parts[index + 1] === 'invitees' && care === 'valid' ? (world.eventOf[names[index + 2] ?? ''] ?? name) : name,
    )
  return fc.tuple(fc.tuple(...segments), ends).map(([names, end]) => `/${together(names).join('/')}${end}`)
}

const queryOf = ({ operation: { parameters } }: DescribedOperation, care: Care, world: World): fc.Arbitrary<string> => {
  const described = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => pairsFor(parameter, care, world))
  const others = {
    valid: fc.constant([]),
    near: fc.array(strayPair, { maxLength: 1 }),
    garbage: fc.array(strayPair, { maxLength: 3 }),
  }[care]
  return fc.tuple(fc.tuple(...described), others).map(([pairs, stray]) => [...pairs.flat(), ...stray].join('&'))
}

const strayPair = fc.oneof(
  fc.tuple(nastyText, nastyText).map(([name, value]) => `${encode(name)}=${encode(value)}`),
  fc.constantFrom(
    '__proto__=1',
    '__proto__[admin]=1',
    'constructor[prototype][a]=1',
    'toString=',
    'count=%',
    'page_token',
    'count[]=5',
    'count=5&count=6',
    '=',
    '&&',
    'a[b]=c',
    `x=${'y'.repeat(9000)}`,
    'role=owner',
    'organization_id=1',
    'uuid=me',
  ),
)

/** As it stands in an address. Not every object can be made a text as it is. */
const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).join()
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : String(value)

/** A described parameter: left out, once, twice, as a list, or with a value of the wrong kind. */
const pairsFor = ({ name, required = false, schema }: Parameter, care: Care, world: World): fc.Arbitrary<string[]> => {
  const { good, near } = valuesFor(name, schema, world)
  const pair = (value: unknown): string => `${name}=${encode(textOf(value))}`
  const none = fc.constant<string[]>([])
  const once = good.map((value) => [pair(value)])
  if (care === 'valid')
    return required
      ? once
      : name === 'page_token'
        ? fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: once })
        : fc.oneof({ weight: 3, arbitrary: none }, { weight: 1, arbitrary: once })
  const odd = fc.oneof(
    near.map((value) => [pair(value)]),
    near.map((value) => [pair(value)]),
    fc.tuple(good, near).map((values) => values.map(pair)),
    good.map((value) => [`${name}[]=${encode(textOf(value))}`]),
    good.map((value) => [`${name}[0]=${encode(textOf(value))}`]),
  )
  if (care === 'near')
    return fc.oneof({ weight: 3, arbitrary: none }, { weight: 3, arbitrary: once }, { weight: 1, arbitrary: odd })
  return fc.oneof(
    none,
    odd,
    nastyText.map((value) => [pair(value)]),
  )
}

const bodyOf = (
  { schema, example }: { readonly schema: Schema; readonly example: object },
  care: Care,
  world: World,
): fc.Arbitrary<string | Buffer | undefined> => {
  const { good, near } = objects(schema, world)
  if (care === 'valid')
    return fc
      .oneof({ weight: 2, arbitrary: good }, { weight: 1, arbitrary: asShown(schema, example, world) })
      .map((body) => JSON.stringify(body))
  const object = fc.oneof(good, near).map((body) => JSON.stringify(body))
  const stray = fc
    .tuple(fc.oneof(good, near), fc.dictionary(nastyText, nastyValue, { maxKeys: 3 }))
    .map(([body, more]) => JSON.stringify({ ...body, ...more }))
  if (care === 'near')
    return fc.oneof(
      { weight: 6, arbitrary: object },
      { weight: 2, arbitrary: stray },
      { weight: 1, arbitrary: fc.constantFrom('', '{}', ' ') },
    )
  const spoiled = fc.tuple(good, nastyValue, fc.nat()).map(([body, value, index]) => {
    const names = Object.keys(body)
    return JSON.stringify({ ...body, [names[index % names.length] ?? 'nothing']: value })
  })
  return fc.oneof(
    object,
    stray,
    spoiled,
    fc.constantFrom(...largeBodies),
    fc.constantFrom(...brokenBodies),
    fc.constantFrom(...brokenBodies),
    nastyValue.map((value) => JSON.stringify(value)),
    nastyText,
    fc.constant(undefined),
  )
}

/** The example of the document, about things that are there: what takes luck to put together is tried so as well. */
const asShown = ({ properties = {} }: Schema, example: object, world: World): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(example).map(([name, value]: [string, unknown]) => {
        const field = properties[name] ?? {}
        const collection = collectionIn(field)
        if (collection) return [name, someReference(world, collection).good]
        const isNested = field.properties && typeof value === 'object' && value !== null && !Array.isArray(value)
        return [name, isNested ? asShown(field, value, world) : fc.constant(value)]
      }),
    ),
  )

const largeBodies: readonly (string | Buffer)[] = [
  `{"email":"${'a'.repeat(66_000)}"}`,
  `{}${' '.repeat(66_000)}`,
  Buffer.alloc(70_000, 0x5b),
]

const brokenBodies: readonly (string | Buffer)[] = [
  '{',
  '{"email":',
  '[]',
  'null',
  '5',
  '"text"',
  '{"a":1,"a":2}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"email":"a\\u0000b"}',
  '{"email":"\\ud800"}',
  '{"\\udfff":1}',
  '{"email":1e999}',
  '{"email":-0}',
  `{"email":${'9'.repeat(400)}}`,
  '['.repeat(10_000),
  `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  `{"email":"${'a'.repeat(60_000)}"}`,
  `{${Array.from({ length: 5000 }, (_, index) => `"k${index}":1`).join(',')}}`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('\ufeff{"email":"a@b.test"}'),
  Buffer.from('{"email":"a@b.test"}', 'utf16le'),
  Buffer.alloc(64, 0),
]

const types = ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json']
const oddTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonp',
  'application/xml',
  'json',
  ';',
  ' ',
  'application/json,text/plain',
  'application/*',
  '*/*',
  `application/${'x'.repeat(300)}`,
]
const accepts = [
  '*/*',
  'application/json',
  'text/html',
  'text/html,application/xhtml+xml,*/*;q=0.8',
  'application/xml',
  'text/html;q=0',
  ';q=1',
  'a/b;q=x',
  '',
]

const headersOf = (care: Care, world: World): fc.Arbitrary<Record<string, string>> => {
  const { owner = '', admin = '', colleague = '', groupAdmin = '', narrow = '', removed = '' } = world.tokens
  const live = fc
    .constantFrom(owner, owner, owner, admin, admin, colleague, groupAdmin)
    .map((token) => `Bearer ${token}`)
  const weak = fc.constantFrom(`Bearer ${narrow}`, `Bearer ${removed}`)
  const odd = fc.constantFrom(
    '',
    'Bearer',
    'Bearer ',
    `bearer ${owner}`,
    `Bearer ${owner}x`,
    `Bearer ${owner.slice(0, -1)}`,
    `Bearer  ${owner}`,
    `Basic ${owner}`,
    owner,
    `Bearer ${owner} ${admin}`,
    `Bearer ${'x'.repeat(5000)}`,
    'Bearer null',
    'Bearer é',
  )
  const plain = { 'content-type': fc.constantFrom(...types), accept: fc.constantFrom('*/*', 'application/json') }
  if (care === 'valid') return fc.record({ ...plain, authorization: live })
  if (care === 'near')
    return fc.record({
      ...plain,
      authorization: fc.oneof({ weight: 9, arbitrary: live }, { weight: 1, arbitrary: weak }),
    })
  return fc.record(
    {
      authorization: fc.oneof(
        { weight: 12, arbitrary: live },
        { weight: 1, arbitrary: weak },
        { weight: 2, arbitrary: odd },
      ),
      'content-type': fc.constantFrom(...types, ...types, ...oddTypes),
      accept: fc.constantFrom(...accepts),
      'content-encoding': fc.constantFrom('identity', 'gzip', 'deflate, br', 'nonsense'),
      'x-forwarded-for': fc.constantFrom('1.2.3.4', '::1', 'nonsense', '1.2.3.4, 5.6.7.8'),
      'if-none-match': fc.constant('*'),
      range: fc.constant('bytes=0-'),
      expect: fc.constantFrom('200-ok'),
      'idempotency-key': fc.constantFrom('a', 'x'.repeat(300)),
      'x-http-method-override': fc.constant('DELETE'),
      origin: fc.constantFrom('null', 'https://evil.test'),
      cookie: fc.constant('session=1'),
    },
    { requiredKeys: ['authorization', 'content-type'] },
  )
}
