import type { Deadline } from '#integrations/index.ts'
import type { CalendarItem } from '../connection.ts'
import type { EntryToWrite } from '../entry.ts'
import type { EventSkeleton } from '../icalendar/skeleton.ts'
import type { ProviderFault } from './fault.ts'

/** A calendar that an account has, as it was found. */
export interface FoundCalendar {
  readonly foreignId: string
  readonly name: string
  readonly timeZone: string | null
  readonly isWritable: boolean
  /** Calendars of others, and of holidays, do not count until their reader says so. */
  readonly isOwn: boolean
}

export interface FoundAccount {
  /** How the owner recognizes it. Never a secret. */
  readonly account: string
  /** In lower case. */
  readonly ownAddresses: readonly string[]
  readonly calendars: readonly FoundCalendar[]
}

/** Where the last sync of a calendar ended. */
export interface SyncFrom {
  readonly foreignId: string
  /** Null: sync everything, and compare with what is known. */
  readonly cursor: string | null
  /** For services that expand rules themselves. */
  readonly window: { readonly start: number; readonly end: number }
  /** The etag of each item that is known, loaded only when it is needed. */
  known(): Promise<ReadonlyMap<string, string>>
}

/** What is different from what was known. */
export interface CalendarChanges {
  readonly changed: readonly CalendarItem[]
  readonly removed: readonly string[]
  /** All that the service called deleted, whether it was known or not. */
  readonly deleted?: readonly string[]
  readonly cursor: string | null
  /** The zone of the calendar, where its list says it; undefined where it does not. */
  readonly timeZone?: string | null
  /** False when time was up: the next sync goes on from what was read by then. */
  readonly isComplete: boolean
}

/** Where an entry of ours is, once it was written. */
export interface WrittenEntry {
  readonly foreignId: string
  readonly etag: string | null
}

export interface EntryFound {
  readonly event: EventSkeleton | null
}

/** Written; or not, because what is there is not what was there before. Then it says what is there now. */
export interface WriteAnswer extends WrittenEntry {
  readonly isWritten: boolean
}

export interface ChannelToOpen {
  readonly id: string
  readonly resource: string
  readonly address: string
  readonly secret: string
  readonly until: Date
}

export interface OpenedChannel {
  readonly foreignId: string
  readonly endsAt: Date
}

interface KnownChannel {
  readonly id: string
  readonly foreignId: string
}

/** How a service tells us that something has changed. */
export interface ChannelProvider {
  readonly lastsMilliseconds: number
  /** What needs a channel each: the calendars, or the account. */
  resourcesOf(calendarIds: readonly string[]): readonly string[]
  open(channel: ChannelToOpen, deadline: Deadline): Promise<OpenedChannel | ProviderFault>
  /** Undefined where the service cannot. */
  renew(channel: KnownChannel, until: Date, deadline: Deadline): Promise<OpenedChannel | ProviderFault | undefined>
  /** As far as the service lets us. */
  close(channel: KnownChannel, deadline: Deadline): Promise<void>
}

/** A conference that comes with an entry: `none` where the entry has none, and none is being made. */
export type EntryConference =
  | { readonly state: 'made'; readonly joinUrl: string }
  | { readonly state: 'pending' | 'none' }

/** One account at a calendar service. */
export interface CalendarProvider {
  readonly channels?: ChannelProvider
  discover(deadline: Deadline): Promise<FoundAccount | ProviderFault>
  sync(from: SyncFrom, deadline: Deadline): Promise<CalendarChanges | ProviderFault>
  /** Writes an entry where `before` is still what is there. Done twice, it leaves one entry. */
  write(
    calendarId: string,
    entry: EntryToWrite,
    before: WrittenEntry | null,
    deadline: Deadline,
  ): Promise<WriteAnswer | ProviderFault>
  /** Where the service makes conferences with entries. */
  readConference?(
    calendarId: string,
    written: WrittenEntry,
    deadline: Deadline,
  ): Promise<EntryConference | ProviderFault>
  /** What an entry of ours is now; null when it is not there. */
  readEntry(
    calendarId: string,
    uid: string,
    written: WrittenEntry,
    deadline: Deadline,
  ): Promise<EntryFound | ProviderFault>
  /**
   * Undefined when it is not there any more, for whatever reason. Where it has changed it stays, and what is there now
   * is given.
   */
  remove(
    calendarId: string,
    uid: string,
    written: WrittenEntry,
    deadline: Deadline,
  ): Promise<WrittenEntry | ProviderFault | undefined>
}

/** Of one calendar: what a sync keeps in memory at once. Larger ones are refused as too large. */
export const maxItems = 100_000

/** With less time than this no other request is begun. */
export const reserveMilliseconds = 5_000
