import { z } from 'zod'
import { exampleLinks, type Links } from '#contract/wire.ts'
import { keepExamples } from '#http/openapi-schemas.ts'

/** A JSON Schema of an object, as tools show them. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required?: string[]
}

/** What may be sent. Examples stay: a model copies their form. */
export const inputSchemaOf = (schema: z.ZodType, links: Links): ObjectSchema =>
  objectFrom(convert(schema, 'input'), links)

/**
 * What is answered. It may get new fields one day, so no object is closed; examples are left out, they would be most of
 * the list.
 */
export const outputSchemaOf = (schema: z.ZodType, links: Links): ObjectSchema =>
  objectFrom(
    without(convert(schema, 'output'), (keyword, value) => keyword === 'examples' && Array.isArray(value)),
    links,
  )

const convert = (schema: z.ZodType, io: 'input' | 'output'): object =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', override: keepExamples })

const objectFrom = (schema: unknown, links: Links): ObjectSchema => {
  const { $schema: _, ...rest } = without(schema, isNeedless) as Record<string, unknown>
  const text = JSON.stringify({ ...rest, type: 'object', properties: rest.properties ?? {} })
  return JSON.parse(
    text.replaceAll(exampleLinks.api, links.api).replaceAll(exampleLinks.site, links.site),
  ) as ObjectSchema
}

/** Ids are for references within the description of the API; here each schema stands alone. */
const isNeedless = (keyword: string, value: unknown): boolean =>
  (keyword === 'additionalProperties' && value === false) ||
  (keyword === 'id' && typeof value === 'string') ||
  ((keyword === 'minimum' || keyword === 'maximum') && Math.abs(value as number) === Number.MAX_SAFE_INTEGER)

/** A schema without some of its keywords, at every depth. */
const without = (schema: unknown, isDropped: (keyword: string, value: unknown) => boolean): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => without(one, isDropped))
  if (schema === null || typeof schema !== 'object') return schema
  const kept = Object.entries(schema).filter(([keyword, value]) => !isDropped(keyword, value))
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, without(value, isDropped)]))
}
