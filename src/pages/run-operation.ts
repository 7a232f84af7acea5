import type { z } from 'zod'
import { principalOf } from '#accounts/index.ts'
import { act, collect, gather, gatherPage } from '#execution/act.ts'
import type { CollectionOperation, ListOperation, ReadOperation, WriteOperation } from '#execution/operation.ts'
import type { SignedInVisit } from './visit.ts'

type By = Pick<SignedInVisit, 'context' | 'session'>

/** Runs an operation as the signed-in user. */
export const run = <In extends z.ZodType, Out extends z.ZodType, Asked>(
  { context, session }: By,
  operation: ReadOperation<In, Out> | WriteOperation<In, Out, Asked>,
  input: z.input<In>,
) => act(context, operation, principalOf(session), input)

/** All of a collection of theirs, or the first page of a list. */
export const list = <In extends z.ZodType, Out extends z.ZodType>(
  { context, session }: By,
  operation: CollectionOperation<In, Out> | ListOperation<In, Out>,
  filters = {} as z.input<In>,
) => gather(context, operation, principalOf(session), filters)

/** Everything in a list. `sort` is one of its orders. */
export const listAll = <In extends z.ZodType, Out extends z.ZodType>(
  { context, session }: By,
  operation: ListOperation<In, Out>,
  filters: z.input<In> & { readonly sort?: string },
) => collect(context, operation, principalOf(session), filters)

/** One page of a list, and the token of the next. */
export const listPage = <In extends z.ZodType, Out extends z.ZodType>(
  { context, session }: By,
  operation: ListOperation<In, Out>,
  query: (z.input<In> & { readonly sort?: string; readonly count?: number }) | { readonly page_token: string },
) => gatherPage(context, operation, principalOf(session), query)
