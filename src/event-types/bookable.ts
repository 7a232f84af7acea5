import type { TakenSpan } from '#availability/index.ts'
import { day } from '#platform/time/durations.ts'
import type { EventType } from './event-type.ts'
import { type Host, zoneOf } from './host.ts'
import type { ConferenceKind } from './location.ts'
import { bookableDays } from './scheduling-rules.ts'

/** A host as visitors see them. */
export interface ShownHost extends Host {
  readonly name: string
  readonly avatarUrl: string | null
}

/** A host with everything that a booking stores or reports about them. */
export interface BookableHost extends Host {
  readonly name: string
  readonly email: string
  /** Their conference rooms: URLs, or null where another service makes one for each meeting. */
  readonly rooms: Readonly<Partial<Record<ConferenceKind, string | null>>>
}

/**
 * An event type as it is offered to the caller, with its hosts: by itself, through a link on other terms, or for a
 * move.
 */
export interface Bookable<Each extends Host = ShownHost> {
  readonly eventType: EventType
  readonly hosts: readonly Each[]
}

/** A bookable as a booking needs it. */
export interface BookableToBook extends Bookable<BookableHost> {
  /** Whether the calling member holds permission on the type. */
  readonly isPermitted: boolean
  /**
   * The hosts can't hold the wanted meeting. False says nothing about other meetings: the constraint decides when it is
   * written. Busy times from calendars have no constraint: unless `findTaken` runs, this is their only check.
   */
  readonly areHostsBusy: boolean
}

/** What the hosts have booked around a time, and how many meetings of the round robin each was assigned. */
export interface HostsTime {
  readonly taken: readonly TakenSpan[]
  readonly assigned: ReadonlyMap<string, number>
}

/** Active, not deleted, payable, and with a host who is still in the organization. */
export const isOpen = ({ eventType, hosts }: Bookable<Host>): boolean =>
  eventType.active && eventType.deletedAt === null && eventType.isPayable && hosts.length > 0

/** A link can outlive the days on which it can be booked. */
export const hasNoDayLeft = ({ eventType, hosts }: Bookable<Host>, now: Date): boolean => {
  const today = Math.floor(zoneOf(hosts[0]?.timezone ?? 'UTC').localAt(now.getTime()) / day)
  return bookableDays(eventType.rules.booking_window, today).last < today
}
