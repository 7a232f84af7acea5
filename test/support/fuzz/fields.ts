import fc from 'fast-check'
import { type Schema, schemaName } from '#http/openapi-schemas.ts'
import { collectionIn, nastyText, nastyValue, someReference, type Values } from './values.ts'
import type { World } from './world.ts'

/** Values for a described field, whatever its schema is. */
export const valuesFor = (name: string, schema: Schema, world: World): Values => {
  const shared = schemaName(schema)
  if (shared !== undefined) return valuesFor(name, world.schemas[shared] ?? {}, world)
  if (name === 'page_token') return pageTokens(world)
  if (name === 'sort') return orders(schema)
  const collection = collectionIn(schema)
  if (collection) return someReference(world, collection)
  const [type, ...otherTypes] = [schema.type ?? 'any'].flat()
  if (type !== undefined && otherTypes.length > 0) return orNull(valuesFor(name, { ...schema, type }, world))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return oneOf(options.map((option) => valuesFor(name, option, world)))
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (choices) return choiceOf(choices)
  switch (type) {
    case 'object':
      return objects(schema, world)
    case 'array':
      return arrays(valuesFor(name, schema.items ?? {}, world))
    case 'integer':
    case 'number':
      return numbers(schema)
    case 'boolean':
      return { good: fc.boolean(), near: fc.constantFrom<unknown>('true', 'false', 'yes', 0, 1, null) }
    default:
      return texts(schema, world)
  }
}

const pageTokens = ({ pageTokens: { own: ownTokens, foreign: foreignTokens } }: World): Values => {
  const own = fc.constantFrom(...ownTokens)
  const foreign = fc.constantFrom(...foreignTokens)
  return {
    good: own,
    near: fc.oneof(
      foreign,
      own.map((token) => token.slice(0, -4)),
      own.map((token) => `${token}AAAA`),
      own.map((token) => token.toLowerCase()),
      fc.tuple(own, foreign).map(([a, b]) => a.slice(0, 22) + b.slice(22)),
    ),
  }
}

const orders = ({ examples = [] }: Schema): Values => {
  const term = fc.constantFrom(...(examples as string[]))
  const [field] = String(examples[0]).split(':')
  return {
    good: fc.oneof(term, fc.constant(field)),
    near: fc.oneof(
      term.map((text) => `${text}:asc`),
      fc.tuple(term, term).map(String),
      fc.constantFrom(`unknown:asc`, `${field}:ASC`, ':asc', `${field}:`, 'constructor:asc'),
    ),
  }
}

const orNull = ({ good, near }: Values): Values => ({
  good: fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: fc.constant(null) }),
  near,
})

const oneOf = (options: readonly Values[]): Values => ({
  good: fc.oneof(...options.map(({ good }) => good)),
  near: fc.oneof(...options.map(({ near }) => near)),
})

const choiceOf = (values: readonly unknown[]): Values => ({
  good: fc.constantFrom(...values),
  near: fc.constantFrom(...values).map((value) => `${String(value).toUpperCase()},`),
})

/** What is needed always, the rest now and then. */
export const objects = ({ properties = {}, required = [] }: Schema, world: World): Values<object> => {
  const fields = Object.entries(properties).map(([name, schema]) => ({ name, ...valuesFor(name, schema, world) }))
  const record = (pick: (values: Values) => fc.Arbitrary<unknown>, percent: number): fc.Arbitrary<object> => {
    const pairs = fields.map((field) => {
      const value = required.includes(field.name) ? pick(field) : present(pick(field), percent)
      return value.map((one) => [field.name, one] as const)
    })
    return fc.tuple(...pairs).map((all) => Object.fromEntries(all.filter(([, value]) => value !== undefined)))
  }
  const asked = ({ good }: Values): fc.Arbitrary<unknown> => good
  return {
    good: fc.oneof(record(asked, 5), record(asked, 50)),
    near: record(({ good, near }) => fc.oneof(good, good, near), 50),
  }
}

const present = (value: fc.Arbitrary<unknown>, percent: number): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: percent, arbitrary: value }, { weight: 100 - percent, arbitrary: fc.constant(undefined) })

const arrays = ({ good, near }: Values): Values => ({
  good: fc.array(good, { minLength: 1, maxLength: 3 }),
  near: fc.oneof(fc.array(fc.oneof(good, near), { maxLength: 4 }), near, good, fc.array(nastyValue, { maxLength: 3 })),
})

const numbers = ({ type, minimum = -5, maximum = 5 }: Schema): Values => ({
  good:
    type === 'integer'
      ? fc.integer({ min: minimum, max: maximum })
      : fc.double({ min: minimum, max: maximum, noNaN: true }),
  near: fc.constantFrom<unknown>(minimum - 1, maximum + 1, '1e1', '01', ' 5', '5.0', -0, 1.5, 2 ** 63, ''),
})

const texts = (schema: Schema, world: World): Values => {
  switch (schema.format) {
    case 'email':
      return emails(world)
    case 'date-time':
      return {
        good: instants.map((day) => `${day}T10:30:00Z`),
        near: instants.chain((day) =>
          fc.constantFrom(
            `${day}T10:30:00+02:00`,
            `${day}T25:00:00Z`,
            `${day} 10:30`,
            `${day}T10:30:00`,
            day,
            '9999-12-31T23:59:59Z',
            '0000-00-00T00:00:00Z',
          ),
        ),
      }
    case 'date':
      return { good: instants, near: fc.constantFrom('2026-02-30', '2026-3-2', '9999-12-31', '-1-01-01', '2026-03') }
    default:
      return { good: plainTexts(schema), near: nastyText }
  }
}

/** Days around the one on which the tests take place. */
const instants = fc.integer({ min: 1, max: 28 }).map((day) => `2026-03-${String(day).padStart(2, '0')}`)

const plainTexts = ({ examples = [], minLength = 1, maxLength = 20 }: Schema): fc.Arbitrary<unknown> =>
  examples.length > 0
    ? fc.constantFrom(...examples)
    : fc.string({ unit: fc.constantFrom(...'abc DEF012'), minLength, maxLength: Math.min(maxLength, minLength + 20) })

const emails = ({ emails: knownEmails }: World): Values => {
  const known = fc.constantFrom(...knownEmails)
  const fresh = fc.uuid().map((id) => `new.${id}@fuzz.test`)
  return {
    good: fc.oneof(known, fresh, fresh),
    near: fc.oneof(
      known.map((email) => email.toUpperCase()),
      fresh.map((email) => ` ${email} `),
      fc.emailAddress(),
      fc.constantFrom(
        'a@b',
        '@',
        'a@',
        'a b@c.test',
        `${'a'.repeat(65)}@b.test`,
        `a@${'b'.repeat(64)}.test`,
        `${'a'.repeat(900)}@b.test`,
      ),
    ),
  }
}
