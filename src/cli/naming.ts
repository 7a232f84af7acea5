import { idOf } from '#contract/wire.ts'
import { listEventTypes } from '#event-types/index.ts'
import { collect } from '#execution/act.ts'
import type { AppContext } from '#execution/perform.ts'
import { OperatorError } from '#process/operator-error.ts'
import { memberOf, type Tenant } from './tenant.ts'

/** By its id, or by its slug if only one type on a page has it. One-off types are on none. */
export const eventTypeNamed = async (context: AppContext, { organization, owner }: Tenant, wanted: string) => {
  const all = await collect(context, listEventTypes, owner, { organization: organization.id })
  const [found, second] = all.filter((one) => idOf(one) === wanted || (one.slug === wanted && one.type === 'StandardEventType'))
  if (found && !second) return found
  throw new OperatorError(
    `${second ? 'Several event types have' : 'No event type has'} the slug or id "${wanted}" in "${organization.name}". See: openslot event-type list`,
  )
}

export const userUriOf = async (context: AppContext, tenant: Tenant, email: string): Promise<string> =>
  `/users/${(await memberOf(context, tenant.organization, email)).user.id}`
