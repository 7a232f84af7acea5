import type { z } from 'zod'
import { principalOf } from '#accounts/index.ts'
import type { CollectionOperation, ListOperation, ReadOperation, WriteOperation } from '#contract/operation.ts'
import { act, gather } from '#execution/act.ts'
import type { SignedInVisit } from './visit.ts'

type By = Pick<SignedInVisit, 'context' | 'session'>

/** Runs an operation as the signed-in user. */
export const run = <In extends z.ZodType, Out extends z.ZodType>(
  { context, session }: By,
  operation: ReadOperation<In, Out> | WriteOperation<In, Out>,
  input: z.input<In>,
) => act(context, operation, principalOf(session), input)

/** All of a collection of theirs, or the first page of a list. */
export const list = <In extends z.ZodType, Out extends z.ZodType>({ context, session }: By, operation: CollectionOperation<In, Out> | ListOperation<In, Out>) =>
  gather(context, operation, principalOf(session), {} as z.input<In>)
