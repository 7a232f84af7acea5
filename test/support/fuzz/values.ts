import fc from 'fast-check'
import type { Schema } from '#http/openapi-schemas.ts'
import type { World } from './world.ts'

/** Texts that have broken services before. */
const nastyTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\udc00\ud800',
  '\ufeff',
  '\u202e',
  '\uffff',
  'é'.normalize('NFD'),
  '😀'.repeat(50),
  'null',
  'undefined',
  'true',
  'NaN',
  '-1',
  '0',
  '1e309',
  '9'.repeat(40),
  '0x10',
  '٣',
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
  "' or 1=1 --",
  '"; drop table users; --',
  '\\',
  '%00',
  '%',
  '%%%',
  '{{7*7}}',
  '#{7*7}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '..%2f..%2f',
  'a,b,,c',
  ',',
  '*',
  '2026-02-30T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
  'a'.repeat(256),
  'a'.repeat(5000),
  '\r\nx-injected: 1',
]

export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nastyTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
)

/** Values a JSON body could hold where a text or a number is expected. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e300,
    -0,
    2 ** 53,
    [],
    {},
    [[]],
    [null],
    { toString: 1 },
    ['a', 'b'],
    { $ref: '#' },
    { uri: 'x' },
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

/**
 * Where a parameter's values come from: `/organizations/{uuid}` for a reference, what stands before it for a part of
 * the path.
 */
export const collectionIn = (schema: Schema): string | undefined => {
  const example = schema.examples?.[0]
  return schema.format === 'uri' && typeof example === 'string' ? example.split('/').at(-2) : undefined
}

/** Such as a field takes, and such as look like it. */
export interface Values<Value = unknown> {
  readonly good: fc.Arbitrary<Value>
  readonly near: fc.Arbitrary<Value>
}

/** An id as callers would have it: their own, somebody else's, or made up. */
export const someId = (
  world: World,
  collection: string,
  own: readonly string[] = world.own[collection] ?? [],
): Values<string> => {
  const known = own.length > 0 ? fc.constantFrom(...own) : fc.uuid()
  const foreign = world.foreign[collection] ?? []
  // Not of what can be deleted: the callers themselves are among it.
  const otherKinds = Object.entries(world.own).flatMap(([kind, ids]) => (kind in world.expendable ? [] : ids))
  return {
    good: known,
    near: fc.oneof(
      ...(foreign.length > 0 ? [fc.constantFrom(...foreign)] : []),
      fc.uuid(),
      fc.constantFrom(...otherKinds),
      known.map((id) => id.toUpperCase()),
      known.map((id) => id.slice(0, -1)),
      known.map((id) => `${id}0`),
      known.map((id) => id.replaceAll('-', '')),
      known.map((id) => `{${id}}`),
      fc.constantFrom('me', 'AAAAAAAAAAAAAAAA', '-'),
    ),
  }
}

/** A reference: whole, bare, with another host, or of a form that is nearly one. */
export const someReference = (world: World, collection: string): Values<string> => {
  const { good, near } = someId(world, collection)
  const path = collection === 'invitations' ? `organizations/${world.own.organizations?.[0]}/invitations` : collection
  const uri = (id: string): string => `https://api.example.test/${path}/${id}`
  return {
    good: fc.oneof(
      good.map(uri),
      good,
      good.map((id) => `/${path}/${id}`),
    ),
    near: fc.oneof(
      near.map(uri),
      near,
      good.map((id) => `${uri(id)}?a=b`),
      good.map((id) => `${uri(id)}#a`),
      good.map((id) => `${uri(id)}/`),
      good.map((id) => `${uri(id)}/more`),
      good.map((id) => uri(id).replace('https', 'javascript')),
      good.map((id) => ` ${uri(id)}`),
      good.map((id) => `${uri(id)},${uri(id)}`),
      good.map((id) => `https://api.example.test/wrong_kind/${id}`),
    ),
  }
}
