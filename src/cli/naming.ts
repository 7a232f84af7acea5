import { idOf } from '#contract/wire.ts'
import { listEventTypes } from '#event-types/index.ts'
import { OperatorError } from '#process/operator-error.ts'
import type { Tenant } from './tenant.ts'

/** Which event type a command is about. */
export const eventTypeOption = {
  'event-type': { value: 'TYPE', summary: 'The ID of the event type, or its slug if it is unique', required: true },
} as const

/** By its id, or by its slug if only one type on a page has it. One-off types are on none. */
export const eventTypeNamed = async ({ organization, collect }: Tenant, wanted: string) => {
  const all = await collect(listEventTypes, { organization: organization.id })
  const [found, second] = all.filter(
    (one) => idOf(one) === wanted || (one.slug === wanted && one.type === 'StandardEventType'),
  )
  if (found && !second) return found
  throw new OperatorError(
    `${second ? 'Several event types have' : 'No event type has'} the slug or id "${wanted}" in "${organization.name}". See: openslot event-type list`,
  )
}

/** By its name, whatever its case. */
export const oneNamed = <T extends { readonly name: string }>(
  kind: string,
  { organization }: Tenant,
  all: readonly T[],
  name: string,
): T => {
  const found = all.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (found) return found
  const names = all.map((one) => `"${one.name}"`).join(', ')
  throw new OperatorError(`"${organization.name}" has no ${kind} "${name}". It has: ${names || 'none'}.`)
}
