import type { z } from 'zod'
import { principalOf } from '#accounts/index.ts'
import type { ReadOperation, WriteOperation } from '#contract/operation.ts'
import { perform } from '#contract/perform.ts'
import type { SignedInVisit } from './visit.ts'

/** Runs an operation as whoever is signed in. */
export const run = async <In extends z.ZodType, Out extends z.ZodType>(
  { ground, session }: SignedInVisit,
  operation: ReadOperation<In, Out> | WriteOperation<In, Out>,
  input: z.input<In>,
): Promise<z.output<Out>> => {
  const performed = await perform(ground, operation, principalOf(session), { path: {}, query: {}, body: input as Record<string, unknown> })
  if ('listing' in performed) throw new Error(`${operation.name} gave a list.`)
  return performed.result as z.output<Out>
}
