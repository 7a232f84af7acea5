import type { z } from 'zod'
import type { CollectionOperation, ListOperation, Operation, ReadOperation, WriteOperation } from '#contract/operation.ts'
import type { Principal } from '#contract/principal.ts'
import { type AppContext, type Listing, perform, type RawInput } from './perform.ts'

// Operations as functions, for callers inside the process. Their input is checked like a request's.

/** Runs an operation for somebody. */
export const act = async <In extends z.ZodType, Out extends z.ZodType>(
  context: AppContext,
  operation: ReadOperation<In, Out> | WriteOperation<In, Out>,
  as: Principal,
  input: z.input<In>,
): Promise<z.output<Out>> => resultOf<z.output<Out>>(context, operation, as, { path: {}, query: {}, body: input as Record<string, unknown> })

/** A collection that has no pages. */
export const gather = async <In extends z.ZodType, Out extends z.ZodType>(
  context: AppContext,
  operation: CollectionOperation<In, Out>,
  as: Principal,
  filters: z.input<In>,
): Promise<readonly z.output<Out>[]> =>
  resultOf<readonly z.output<Out>[]>(context, operation, as, { path: {}, query: filters as Record<string, unknown>, body: {} })

/** Only the beginning of a list, for one that may be long. */
export const firstPage = async <In extends z.ZodType, Out extends z.ZodType>(
  context: AppContext,
  operation: ListOperation<In, Out>,
  as: Principal,
  filters: z.input<In>,
): Promise<readonly z.output<Out>[]> => (await listingOf(context, operation, as, { ...(filters as object), count: 100 })).items as readonly z.output<Out>[]

/** Everything in a list, page by page. */
export const collect = async <In extends z.ZodType, Out extends z.ZodType>(
  context: AppContext,
  operation: ListOperation<In, Out>,
  as: Principal,
  filters: z.input<In>,
): Promise<z.output<Out>[]> => {
  const items: z.output<Out>[] = []
  for (let query: RawInput['query'] = { ...(filters as object), count: 100 }; ; ) {
    const listing = await listingOf(context, operation, as, query)
    items.push(...(listing.items as z.output<Out>[]))
    if (listing.nextToken === undefined) return items
    query = { page_token: listing.nextToken }
  }
}

const resultOf = async <T>(context: AppContext, operation: Operation, as: Principal, input: RawInput): Promise<T> => {
  const performed = await perform(context, operation, as, input)
  if ('listing' in performed) throw new Error(`${operation.name} gave a list.`)
  return performed.result as T
}

const listingOf = async (context: AppContext, operation: Operation, as: Principal, query: RawInput['query']): Promise<Listing> => {
  const performed = await perform(context, operation, as, { path: {}, query, body: {} })
  if (!('listing' in performed)) throw new Error(`${operation.name} gave no list.`)
  return performed.listing
}
