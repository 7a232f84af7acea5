import { TimeSlices } from '#platform/time-slices.ts'
import { readZone, type ZoneReference } from './clock.ts'
import { CalendarReader, type Component } from './reader.ts'
import { type EventSkeleton, followable, neededProperties, skeletonsOf } from './skeleton.ts'

export interface ReadItem {
  readonly state: ReturnType<CalendarReader['end']>
  readonly events: readonly EventSkeleton[]
}

/** A few milliseconds of work. */
const pieceLength = 16 * 1024

/** A resource of a CalDAV server: the few events of one UID, and the zones they use. */
export const readItem = async (
  text: string,
  ownAddresses: ReadonlySet<string>,
  slices = new TimeSlices(),
): Promise<ReadItem> => {
  const zones = new Map<string, ZoneReference | undefined>()
  const events: Component[] = []
  const reader = new CalendarReader(neededProperties, (component) => {
    if (component.name === 'VEVENT' || component.name === 'VFREEBUSY') events.push(component)
    const zone = component.name === 'VTIMEZONE' ? readZone(component) : undefined
    if (zone) zones.set(zone.key, zone.zone)
  })
  for (let from = 0; from < text.length; from += pieceLength) {
    reader.push(text.slice(from, from + pieceLength))
    await slices.pause()
  }
  const state = reader.end()
  const skeletons: EventSkeleton[] = []
  for (const event of events) {
    skeletons.push(...skeletonsOf(event, zones, ownAddresses))
    await slices.pause()
  }
  return { state, events: followable(skeletons) }
}
