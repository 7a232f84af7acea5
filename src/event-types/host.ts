import type { HostTime, Rule } from '#availability/index.ts'
import { hoursFrom } from '#availability/index.ts'
import type { Zone } from '#platform/time/zone.ts'
import { findZone } from '#platform/time/zones.ts'

/** A member who hosts the meetings of a type, with the hours they offer for it. */
export interface Host {
  /** Of the row that links the member to the type. */
  readonly id: string
  readonly membershipId: string
  readonly userId: string
  readonly priority: number
  readonly timezone: string
  readonly rules: readonly Rule[]
  /** The schedule that the hours come from; null when they are the type's own. */
  readonly schedule: { readonly id: string; readonly name: string; readonly isDefault: boolean } | null
}

/** An unknown zone is read as UTC rather than refused: its host still has hours. */
export const zoneOf = (name: string): Zone => {
  const zone = findZone(name) ?? findZone('UTC')
  if (!zone) throw new Error('There is no zone data.')
  return zone
}

/** A host as the slot engine takes them. */
export const hostTimeOf = (
  { timezone, rules }: Pick<Host, 'timezone' | 'rules'>,
  busy: HostTime['busy'],
  fullDays?: ReadonlySet<number>,
): HostTime => ({
  zone: zoneOf(timezone),
  hours: hoursFrom(rules),
  busy,
  ...(fullDays ? { fullDays } : {}),
})
