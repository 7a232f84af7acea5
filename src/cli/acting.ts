import type { z } from 'zod'
import type { CollectionOperation, ListOperation, ReadOperation, WriteOperation } from '#contract/operation.ts'
import type { Principal } from '#contract/principal.ts'
import { legacyScope } from '#contract/scopes.ts'
import { type AppContext, perform } from '#execution/perform.ts'
import type { Membership, Organization } from '#organizations/index.ts'

/** The operator of the machine in a member's place: everything that member may do, and no token to show for it. */
export const actingAs = (membership: Membership, organization: Organization): Principal => ({
  organizationId: organization.id,
  membershipId: membership.id,
  userId: membership.user.id,
  role: membership.role,
  plan: organization.plan,
  stage: organization.stage,
  scopes: new Set([legacyScope]),
  via: { kind: 'command_line' },
})

/** Runs an operation in somebody's place. */
export const act = async <In extends z.ZodType, Out extends z.ZodType>(
  context: AppContext,
  operation: ReadOperation<In, Out> | WriteOperation<In, Out>,
  as: Principal,
  input: z.input<In>,
): Promise<z.output<Out>> => {
  const performed = await perform(context, operation, as, { path: {}, query: {}, body: input as Record<string, unknown> })
  if ('listing' in performed) throw new Error(`${operation.name} gave a list.`)
  return performed.result as z.output<Out>
}

/** A collection that has no pages. */
export const gather = async <In extends z.ZodType, Out extends z.ZodType>(
  context: AppContext,
  operation: CollectionOperation<In, Out>,
  as: Principal,
  filters: z.input<In>,
): Promise<readonly z.output<Out>[]> => {
  const performed = await perform(context, operation, as, { path: {}, query: filters as Record<string, unknown>, body: {} })
  if ('listing' in performed) throw new Error(`${operation.name} gave pages.`)
  return performed.result as readonly z.output<Out>[]
}

/** Only the beginning of a list, for one that may be long. */
export const firstPage = async <In extends z.ZodType, Out extends z.ZodType>(
  context: AppContext,
  operation: ListOperation<In, Out>,
  as: Principal,
  filters: z.input<In>,
): Promise<readonly z.output<Out>[]> => {
  const performed = await perform(context, operation, as, { path: {}, query: { ...(filters as object), count: 100 }, body: {} })
  if (!('listing' in performed)) throw new Error(`${operation.name} gave no list.`)
  return performed.listing.items as readonly z.output<Out>[]
}

/** Everything in a list, page by page. */
export const collect = async <In extends z.ZodType, Out extends z.ZodType>(
  context: AppContext,
  operation: ListOperation<In, Out>,
  as: Principal,
  filters: z.input<In>,
): Promise<z.output<Out>[]> => {
  const items: z.output<Out>[] = []
  for (let query: Readonly<Record<string, unknown>> = { ...(filters as object), count: 100 }; ; ) {
    const performed = await perform(context, operation, as, { path: {}, query, body: {} })
    if (!('listing' in performed)) throw new Error(`${operation.name} gave no list.`)
    items.push(...(performed.listing.items as z.output<Out>[]))
    if (performed.listing.nextToken === undefined) return items
    query = { page_token: performed.listing.nextToken }
  }
}
