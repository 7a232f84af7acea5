import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Codes } from '#platform/crypto/codes.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import { readInstant } from '#platform/time/instant.ts'
import { isZoneName, zoneNameOf } from '#platform/time/zones.ts'
import { says } from './reasons.ts'

/** Where our own URIs point: the API and the booking site. */
export interface Links {
  readonly api: string
  readonly site: string
  /** How long an address works through which one can book once. */
  readonly linkDays: number
}

/** What addresses are made from that let their holder act. */
export interface UrlContext {
  readonly links: Links
  readonly codes: Codes
}

/** Where the examples in our schemas point. The reference replaces them with the real addresses. */
export const exampleLinks: Links = { api: 'https://api.example.test', site: 'https://book.example.test', linkDays: 90 }

/** `uriOf(links, 'users', id)` → `https://api…/users/0b8f…` */
export const uriOf = (links: Links, collection: string, id: string, ...rest: readonly string[]): string =>
  rest.length === 0 ? `${links.api}/${collection}/${id}` : [links.api, collection, id, ...rest].join('/')

/** The id at the end of a URI of ours. */
export const idInUri = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1)

export const idOf = ({ uri }: { readonly uri: string }): string => idInUri(uri)

/** One for each kind of resource, always the same, so that the examples refer to each other. */
export const exampleId = (collection: string): string =>
  createHash('sha256')
    .update(collection)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')

export const exampleUri = (...collections: readonly string[]): string =>
  [exampleLinks.api, ...collections.flatMap((collection) => [collection, exampleId(collection)])].join('/')

export const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * A reference to one of our resources, down to its id. Read by its path alone, whatever the host: clients build URIs
 * with a host of their own. A bare id will do too. What has the right form but an odd id refers to nothing (404), so it
 * is let through as the nil id, which nothing has.
 */
export const referenceTo = (...path: readonly [string, ...string[]]): z.ZodType<string, string> => {
  const pattern = new RegExp(
    `^(?:[a-z][a-z0-9+.-]*://[^/?#]+)?(?:/[^?#]*)?/${path.join('/[A-Za-z0-9-]+/')}/([A-Za-z0-9-]+)/?$`,
    'i',
  )
  return z
    .string()
    .transform((text, context) => {
      const id = /^[A-Za-z0-9-]{1,64}$/.test(text) ? text : pattern.exec(text)?.[1]
      if (id === undefined) {
        context.addIssue({ code: 'custom', message: says('invalid') })
        return z.NEVER
      }
      return idFrom(id)
    })
    .meta({
      format: 'uri',
      description: `A URI that ends with \`/${path.join('/{uuid}/')}/{uuid}\``,
      examples: [exampleUri(...path)],
    }) as unknown as z.ZodType<string, string>
}

const idFrom = (text: string): string => {
  const lower = text.toLowerCase()
  return uuidForm.test(lower) ? lower : nilUuid
}

/** An id in the path. Anything that cannot be one refers to nothing. */
export const pathId = z
  .string()
  .transform(idFrom)
  .meta({ description: 'The unique identifier of the resource', format: 'uuid' }) as unknown as z.ZodType<
  string,
  string
>

/** A point in time, with `Z` or an offset. */
export const instant = z
  .string()
  .transform((text, context) => {
    const read = readInstant(text)
    if (read) return read
    context.addIssue({ code: 'custom', message: says('format') })
    return z.NEVER
  })
  .meta({ format: 'date-time' })

/** An instant on the wire, as `writeInstant` writes it. */
export const timestamp = z.string().meta({ format: 'date-time' })

export const uri = z.string().meta({ format: 'uri' })

// Linear in its input, and stricter than the RFC where mail servers are too. Nothing that cannot be seen or turns the
// text around.
const emailForm =
  /^[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]{1,64}@(?=.{1,253}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/u

export const isEmail = (text: string): boolean => text.length <= 254 && emailForm.test(text)

export const email = z
  .string()
  .trim()
  .min(1)
  .refine(isEmail, says('email_format'))
  .meta({ format: 'email', examples: ['invitee@client.test'] })

/**
 * What was typed in several lines as one. Takes as long as the text is: no pattern that begins with a repetition does.
 */
export const inOneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')

/** A control character, or the end of a line in one of its many forms. None may reach the header of a mail. */
const breaksLine = /[\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * Whether there is something to see: U+200B, U+202E and their kind alone are no name. Inside one, scripts and emoji
 * need them.
 */
export const isVisible = (text: string): boolean =>
  /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** A line of text that a person typed: something to see, and no control characters. */
export const line = (maxLength: number): z.ZodType<string, string> =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((text) => text === '' || (isVisible(text) && !breaksLine.test(text)), says('format'))

const wrongInteger = ({ code, input }: { readonly code?: string; readonly input?: unknown }): string | undefined => {
  if (code !== 'invalid_type') return undefined
  return says(input === undefined ? 'missing' : 'not_an_integer')
}

/**
 * A whole number. Query parameters are text, and clients send numbers as text in bodies too, some of them as `20.0`.
 */
export const integer = ({ min, max }: { min: number; max: number }) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && /^-?\d{1,15}(?:\.0{1,15})?$/.test(value) ? Number(value) : value),
      z.number({ error: wrongInteger }).int().min(min).max(max),
    )
    .meta({ type: 'integer', minimum: min, maximum: max })

/** Several of something: `a,b`, or the name repeated. */
export const listOf = <Item extends z.ZodType>(item: Item, maxItems: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(item).max(maxItems),
  )

/** True or false, also as the text that a query parameter is. */
export const flag = z
  .preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
  .meta({ type: 'boolean' })

const isPictureAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === 'https:' && url.username === '' && url.password === ''
}

/** Where a logo or an avatar is loaded from. */
export const pictureAddress = z.string().max(2000).refine(isPictureAddress, says('not_https')).meta({ format: 'uri' })

/** Kept as tzdata spells it, in whatever case it came. */
export const zoneName = z
  .string()
  .refine(isZoneName, says('not_a_time_zone'))
  .overwrite((name) => zoneNameOf(name) ?? name)
  .meta({ examples: ['Europe/Lisbon'] })
