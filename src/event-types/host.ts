import type { HostTime, Rule } from '#availability/index.ts'
import { hoursFrom } from '#availability/index.ts'
import type { Zone } from '#platform/time/zone.ts'
import { findZone } from '#platform/time/zones.ts'

/** Somebody who holds the meetings of a type, with the hours they offer for it. */
export interface Host {
  /** Of the row that ties them to the type. */
  readonly id: string
  readonly membershipId: string
  readonly userId: string
  readonly priority: number
  readonly timezone: string
  readonly rules: readonly Rule[]
  /** Whose hours these are: the type's own, or those of a schedule. */
  readonly schedule: { readonly id: string; readonly name: string; readonly isDefault: boolean } | null
}

/** A zone that is no longer known is read as UTC rather than refused: whoever is in it still has hours. */
export const zoneOf = (name: string): Zone => {
  const zone = findZone(name) ?? findZone('UTC')
  if (!zone) throw new Error('There is no zone data.')
  return zone
}

/** A host as the slot engine takes them. */
export const hostTimeOf = ({ timezone, rules }: Pick<Host, 'timezone' | 'rules'>, busy: HostTime['busy'], fullDays?: ReadonlySet<number>): HostTime => ({
  zone: zoneOf(timezone),
  hours: hoursFrom(rules),
  busy,
  ...(fullDays ? { fullDays } : {}),
})
