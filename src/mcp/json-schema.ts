import { z } from 'zod'
import { exampleLinks, type Links } from '#contract/wire.ts'

/** A JSON Schema of an object, as tools show them. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required?: string[]
}

/** What may be sent. Examples stay: a model copies their form. */
export const inputSchemaOf = (schema: z.ZodType, links: Links): ObjectSchema => objectFrom(convert(schema, 'input'), links)

/** What is answered. It may get new fields one day, so no object is closed; examples are left out, they would be most of the list. */
export const outputSchemaOf = (schema: z.ZodType, links: Links): ObjectSchema => objectFrom(withoutExamples(convert(schema, 'output')), links)

const convert = (schema: z.ZodType, io: 'input' | 'output'): object => z.toJSONSchema(schema, { io, unrepresentable: 'any', override: keepExamples })

/** As the description of the API does it: zod leaves them out where something is transformed. */
const keepExamples = ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: object }): void => {
  const { examples } = z.globalRegistry.get(zodSchema as z.ZodType) ?? {}
  if (examples) Object.assign(jsonSchema, { examples })
}

const objectFrom = (schema: object, links: Links): ObjectSchema => {
  const { $schema: _, ...rest } = opened(schema) as Record<string, unknown>
  const text = JSON.stringify({ ...rest, type: 'object', properties: rest.properties ?? {} })
  return JSON.parse(text.replaceAll(exampleLinks.api, links.api).replaceAll(exampleLinks.site, links.site)) as ObjectSchema
}

/** Ids are for references within the description of the API; here each schema stands alone. */
const opened = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(opened)
  if (schema === null || typeof schema !== 'object') return schema
  const entries = Object.entries(schema).filter(
    ([keyword, value]) =>
      !(keyword === 'additionalProperties' && value === false) &&
      !(keyword === 'id' && typeof value === 'string') &&
      !((keyword === 'minimum' || keyword === 'maximum') && Math.abs(value as number) === Number.MAX_SAFE_INTEGER),
  )
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, opened(value)]))
}

const withoutExamples = (schema: unknown): object => {
  if (Array.isArray(schema)) return schema.map(withoutExamples)
  if (schema === null || typeof schema !== 'object') return schema as unknown as object
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !(keyword === 'examples' && Array.isArray(value)))
      .map(([keyword, value]) => [keyword, withoutExamples(value)]),
  )
}
