import { readZone, type ZoneReference } from './clock.ts'
import { CalendarReader, type Component } from './reader.ts'
import { type EventSkeleton, neededProperties, skeletonOf } from './skeleton.ts'

export interface ReadItem {
  readonly state: ReturnType<CalendarReader['end']>
  readonly events: readonly EventSkeleton[]
}

/** A resource of a CalDAV server: the few events of one UID, and the zones they use. */
export const readItem = (text: string, ownAddresses: ReadonlySet<string>): ReadItem => {
  const zones = new Map<string, ZoneReference>()
  const events: Component[] = []
  const reader = new CalendarReader(neededProperties, (component) => {
    if (component.name === 'VEVENT') events.push(component)
    const zone = component.name === 'VTIMEZONE' ? readZone(component) : undefined
    if (zone) zones.set(zone.tzid, zone.zone)
  })
  reader.push(text)
  const state = reader.end()
  return { state, events: events.flatMap((event) => skeletonOf(event, zones, ownAddresses) ?? []) }
}
