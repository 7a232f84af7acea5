import type { z } from 'zod'
import { type Collection, itemsOf } from '#contract/collected.ts'
import type { Principal } from '#contract/principal.ts'
import type { CollectionOperation, ListOperation, ReadOperation, WriteOperation } from '#execution/operation.ts'
import { type AppContext, type Listing, perform, type RawInput } from './perform.ts'

// Operations as functions, for callers inside the process. Their input is checked like a request's. What `perform`
// gives follows from the kind of the operation, so it is cast here and nowhere else.

/** Runs an operation for somebody. */
export const act = async <In extends z.ZodType, Out extends z.ZodType, Asked>(
  context: AppContext,
  operation: ReadOperation<In, Out> | WriteOperation<In, Out, Asked>,
  as: Principal,
  input: z.input<In>,
): Promise<z.output<Out>> => {
  const performed = await perform(context, operation, as, {
    path: {},
    query: {},
    body: input as Record<string, unknown>,
  })
  return (performed as { readonly result: z.output<Out> }).result
}

/** All of a collection, or the first page of a list, for one that may be long. */
export const gather = async <In extends z.ZodType, Out extends z.ZodType>(
  context: AppContext,
  operation: CollectionOperation<In, Out> | ListOperation<In, Out>,
  as: Principal,
  filters: z.input<In>,
): Promise<readonly z.output<Out>[]> => {
  const performed = await perform(context, operation, as, {
    path: {},
    query: { ...(filters as object), count: 100 },
    body: {},
  })
  return 'listing' in performed
    ? (performed.listing.items as readonly z.output<Out>[])
    : itemsOf(performed.result as Collection<z.output<Out>>)
}

/** Everything in a list, page by page. */
export const collect = async <In extends z.ZodType, Out extends z.ZodType>(
  context: AppContext,
  operation: ListOperation<In, Out>,
  as: Principal,
  filters: z.input<In>,
): Promise<z.output<Out>[]> => {
  const items: z.output<Out>[] = []
  for (let query: RawInput['query'] = { ...(filters as object), count: 100 }; ; ) {
    const { listing } = (await perform(context, operation, as, { path: {}, query, body: {} })) as {
      readonly listing: Listing
    }
    items.push(...(listing.items as z.output<Out>[]))
    if (listing.nextToken === undefined) return items
    query = { page_token: listing.nextToken }
  }
}

/** One page of a list, and the token of the next. */
export const gatherPage = async <In extends z.ZodType, Out extends z.ZodType>(
  context: AppContext,
  operation: ListOperation<In, Out>,
  as: Principal,
  query: object,
): Promise<{ readonly items: readonly z.output<Out>[]; readonly nextToken: string | undefined }> => {
  const { listing } = (await perform(context, operation, as, {
    path: {},
    query: query as RawInput['query'],
    body: {},
  })) as { readonly listing: Listing }
  return { items: listing.items as readonly z.output<Out>[], nextToken: listing.nextToken }
}
