import { z } from 'zod'

type Keyword =
  | '$ref'
  | 'title'
  | 'description'
  | 'format'
  | 'const'
  | 'pattern'
  | 'minLength'
  | 'maxLength'
  | 'minimum'
  | 'maximum'
  | 'default'

/** As much of JSON Schema as our schemas have. */
export interface Schema extends Readonly<Pick<z.core.JSONSchema.JSONSchema, Keyword>> {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly examples?: readonly unknown[]
}

const schemasPath = '#/components/schemas/'

const referenceToSchema = (name: string): Schema => ({ $ref: schemasPath + name })

/** The name of the shared schema this is a reference to. */
export const schemaName = ({ $ref }: Schema): string | undefined =>
  $ref?.startsWith(schemasPath) ? $ref.slice(schemasPath.length) : undefined

/**
 * Turns zod schemas into JSON Schema, and keeps what has an id in one place for all: there are no twins for input and
 * output.
 */
export class Schemas {
  readonly #shared = new Map<string, Schema>()

  output(schema: z.ZodType): Schema {
    return this.#convert(schema, 'output')
  }

  input(schema: z.ZodType): Schema {
    return this.#convert(schema, 'input')
  }

  /** What was shared so far, by name. */
  get shared(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#shared].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #convert(schema: z.ZodType, io: 'input' | 'output'): Schema {
    // Wrapped, so that a schema with an id comes back as a reference like any other.
    const { properties = {}, $defs = {} } = z.toJSONSchema(z.object({ wrapped: schema }), {
      io,
      override: keepExamples,
    })
    for (const [name, definition] of Object.entries($defs)) this.#share(name, tidy(definition as Schema))
    return tidy(properties.wrapped as Schema)
  }

  #share(name: string, schema: Schema): void {
    const known = this.#shared.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas have the id ${name}.`)
    this.#shared.set(name, schema)
  }
}

/**
 * Zod leaves out the examples of what it transforms, since they could mean either side. Ours are always what is on the
 * wire.
 */
export const keepExamples = ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: object }): void => {
  const { examples } = z.globalRegistry.get(zodSchema as z.ZodType) ?? {}
  if (examples) Object.assign(jsonSchema, { examples })
}

/** Says the same in fewer words. Answers may get new fields one day, so no object is closed. */
const tidy = (schema: Schema): Schema => {
  const { $ref, type, anyOf, required, properties, examples, items, additionalProperties, minimum, maximum, ...rest } =
    schema
  return {
    ...($ref === undefined ? {} : referenceToSchema($ref.replace('#/$defs/', ''))),
    ...(type === undefined ? {} : { type }),
    ...rest,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, tidy(field)])) }
      : {}),
    ...(required ? { required } : {}),
    ...(items ? { items: tidy(items) } : {}),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: tidy(additionalProperties) } : {}),
    ...(schema.oneOf ? { oneOf: schema.oneOf.map(tidy) } : {}),
    ...(schema.allOf ? { allOf: schema.allOf.map(tidy) } : {}),
    ...(anyOf ? choice(anyOf.map(tidy)) : {}),
    ...(examples ? { examples } : {}),
  }
}

const choice = (options: readonly Schema[]): Schema => {
  const [first, ...others] = options
  if (first && others.every((other) => formOf(other) === formOf(first))) {
    const { description: _, ...form } = first
    return { ...form, examples: options.flatMap(({ examples = [] }) => examples) }
  }
  const [only, ...more] = options.filter(({ type }) => type !== 'null')
  const isNullable = only && more.length === 0 && options.length === 2 && typeof only.type === 'string'
  return isNullable
    ? { ...only, type: [only.type as string, 'null'], ...(only.enum ? { enum: [...only.enum, null] } : {}) }
    : { anyOf: options }
}

/** A schema without its prose, to tell whether two are the same but for what they explain. */
const formOf = (schema: Schema): string => JSON.stringify({ ...schema, description: undefined, examples: undefined })
