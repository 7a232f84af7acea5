import { TimeSlices } from '#platform/time-slices.ts'
import { isAbbreviation, readZone, type ZoneReference, zoneFor, zoneKey, zoneNameFrom } from './clock.ts'
import { CalendarReader, type Component, propertyOf } from './reader.ts'
import { type EventSkeleton, neededProperties, skeletonsOf, weightOf } from './skeleton.ts'
import { LetterJoiner } from './split-letters.ts'

export interface ReadFeed {
  readonly state: ReturnType<CalendarReader['end']> | 'too_large'
  readonly name: string | undefined
  readonly timeZone: string | undefined
  readonly events: readonly EventSkeleton[]
}

/** A few milliseconds of work. Sockets hand over as much as two megabytes in one turn of the event loop. */
const bytesAtOnce = 16 * 1024

/** Of all events together: a hundred thousand with a few dates each. */
const maxWeight = 1_000_000
/** Of an event that waits for its zone, with all its properties. */
const weightOfWaiting = 15

/** Reads a whole calendar from the bytes as they come, keeping times and rules alone. */
export class FeedReader {
  readonly #joiner = new LetterJoiner()
  readonly #decoder = new TextDecoder('utf-8')
  readonly #zones = new Map<string, ZoneReference | undefined>()
  readonly #events: EventSkeleton[] = []
  /** Events that stand before the zone they name. */
  readonly #early: Component[] = []
  readonly #reader: CalendarReader
  readonly #slices = new TimeSlices()
  readonly #ownAddresses: ReadonlySet<string>
  readonly #keepsEvents: boolean
  #name: string | undefined
  #timeZone: string | undefined
  #weight = 0
  bytes = 0

  /** Without events where only its name is wanted: then it takes next to no memory, however many ask at once. */
  constructor(ownAddresses: ReadonlySet<string>, { keepsEvents = true } = {}) {
    this.#ownAddresses = ownAddresses
    this.#keepsEvents = keepsEvents
    this.#reader = new CalendarReader([...neededProperties, 'X-WR-CALNAME', 'NAME'], (component) =>
      this.#take(component),
    )
  }

  async push(chunk: Buffer, slices = this.#slices): Promise<void> {
    this.bytes += chunk.length
    for (let from = 0; from < chunk.length; from += bytesAtOnce) {
      const piece = this.#joiner.push(chunk.subarray(from, from + bytesAtOnce))
      this.#reader.push(this.#decoder.decode(piece, { stream: true }))
      await slices.pause()
    }
  }

  async end(slices = new TimeSlices()): Promise<ReadFeed> {
    this.#reader.push(this.#decoder.decode(this.#joiner.end()))
    const state = this.#reader.end()
    for (const event of this.#early) {
      this.#keep(event)
      await slices.pause()
    }
    return {
      state: this.#weight > maxWeight ? 'too_large' : state,
      name: this.#name,
      timeZone: this.#timeZone,
      events: this.#events,
    }
  }

  #take(component: Component): void {
    if (component.name === 'VEVENT' || component.name === 'VFREEBUSY') {
      if (!this.#keepsEvents || this.#weight > maxWeight) return
      if (this.#namesUnknownZone(component)) this.#wait(component)
      else this.#keep(component)
    } else if (component.name === 'VTIMEZONE') {
      const zone = readZone(component)
      if (zone) this.#zones.set(zone.key, zone.zone)
    } else {
      this.#name = (propertyOf(component, 'X-WR-CALNAME') ?? propertyOf(component, 'NAME'))?.value.slice(0, 200)
      this.#timeZone = zoneNameFrom(propertyOf(component, 'X-WR-TIMEZONE')?.value ?? '')
    }
  }

  #wait(event: Component): void {
    this.#weight += weightOfWaiting + event.properties.length
    this.#early.push(event)
  }

  #keep(event: Component): void {
    if (this.#weight > maxWeight) return
    for (const skeleton of skeletonsOf(event, this.#zones, this.#ownAddresses)) {
      this.#weight += weightOf(skeleton)
      this.#events.push(skeleton)
    }
  }

  #namesUnknownZone({ properties }: Component): boolean {
    return properties.some(({ parameters }) => {
      const tzid = parameters.get('TZID')
      if (tzid === undefined || this.#zones.has(zoneKey(tzid))) return false
      return isAbbreviation(tzid) || zoneFor(tzid, this.#zones) === undefined
    })
  }
}
