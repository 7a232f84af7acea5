import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { PageRequest, Position, Slice, SortTerm } from '#platform/db/keyset.ts'
import { invalid } from './problem.ts'
import { uuidForm } from './wire.ts'

export type { PageRequest, Position, SortTerm }

export interface Page<Item> extends Slice<Item> {
  /** What a list tells beside its items, if it does. */
  readonly beside?: Readonly<Record<string, unknown>>
}

export const mapPage = <From, To>(page: Page<From>, change: (item: From) => To): Page<To> => ({
  ...page,
  items: page.items.map(change),
})

/** How a list may be sorted. A list without fields ignores the parameter, as the API we are compatible with does. */
export interface Sorting {
  readonly fields: readonly string[]
  readonly default: string
}

export const readOrder = (text: string | undefined, { fields, default: fallback }: Sorting): readonly SortTerm[] => {
  const wanted = text === undefined || text === '' || fields.length === 0 ? fallback : text
  const order = wanted.split(',').map((term): SortTerm => {
    const [field = '', direction = 'asc', ...rest] = term.trim().split(':')
    const known = fields.includes(field) || wanted === fallback
    if (!known || rest.length > 0 || (direction !== 'asc' && direction !== 'desc'))
      throw invalid({ parameter: 'sort', reason: 'invalid' })
    return { field, direction }
  })
  // To sort by a field a second time changes nothing, and a list without end would be work for nothing.
  if (new Set(order.map(({ field }) => field)).size < order.length)
    throw invalid({ parameter: 'sort', reason: 'invalid' })
  return order
}

/** What a page token holds: the list it belongs to, with its filters, so that it works when sent alone. */
export interface PageToken {
  readonly operation: string
  readonly organizationId: string
  readonly filters: Readonly<Record<string, unknown>>
  readonly position: Position
}

const TokenContents = z.object({
  l: z.string(),
  o: z.string().regex(uuidForm),
  f: z.record(z.string(), z.unknown()),
  k: z.array(z.union([z.string(), z.number()])),
  b: z.boolean(),
  i: z.boolean(),
})

const signatureBytes = 16

/**
 * Tokens are opaque and URL-safe. They are signed, so that nobody can make one up; they grant nothing by themselves.
 */
export class PageTokens {
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  write({ operation, organizationId, filters, position }: PageToken): string {
    const contents = {
      l: operation,
      o: organizationId,
      f: filters,
      k: position.keys,
      b: position.backward,
      i: position.inclusive,
    }
    const payload = Buffer.from(JSON.stringify(contents))
    return Buffer.concat([this.#sign(payload), payload]).toString('base64url')
  }

  /** Undefined when this is no token of ours. */
  read(text: string): PageToken | undefined {
    if (!/^[A-Za-z0-9_-]{24,16384}$/.test(text)) return undefined
    const bytes = Buffer.from(text, 'base64url')
    const payload = bytes.subarray(signatureBytes)
    // Base64 has spare bits in its last digit, so that several texts give the same bytes: only the one we wrote counts.
    if (
      bytes.length <= signatureBytes ||
      bytes.toString('base64url') !== text ||
      !timingSafeEqual(this.#sign(payload), bytes.subarray(0, signatureBytes))
    )
      return undefined
    const parsed = TokenContents.safeParse(JSON.parse(payload.toString()))
    if (!parsed.success) return undefined
    const { l, o, f, k, b, i } = parsed.data
    return { operation: l, organizationId: o, filters: f, position: { keys: k, backward: b, inclusive: i } }
  }

  #sign(payload: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(payload).digest().subarray(0, signatureBytes)
  }
}
