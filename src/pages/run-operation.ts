import type { z } from 'zod'
import { principalOf } from '#accounts/index.ts'
import type { CollectionOperation, ListOperation, ReadOperation, WriteOperation } from '#contract/operation.ts'
import { perform } from '#execution/perform.ts'
import type { SignedInVisit } from './visit.ts'

type By = Pick<SignedInVisit, 'context' | 'session'>

/** Runs an operation as the signed-in user. */
export const run = async <In extends z.ZodType, Out extends z.ZodType>(
  { context, session }: By,
  operation: ReadOperation<In, Out> | WriteOperation<In, Out>,
  input: z.input<In>,
): Promise<z.output<Out>> => {
  const performed = await perform(context, operation, principalOf(session), { path: {}, query: {}, body: input as Record<string, unknown> })
  if ('listing' in performed) throw new Error(`${operation.name} gave a list.`)
  return performed.result as z.output<Out>
}

/** All of a collection, or the first page of a list. */
export const gather = async <In extends z.ZodType, Out extends z.ZodType>(
  { context, session }: By,
  operation: CollectionOperation<In, Out> | ListOperation<In, Out>,
  filters: z.input<In>,
): Promise<readonly z.output<Out>[]> => {
  const performed = await perform(context, operation, principalOf(session), { path: {}, query: { ...(filters as object), count: '100' }, body: {} })
  return ('listing' in performed ? performed.listing.items : performed.result) as readonly z.output<Out>[]
}
