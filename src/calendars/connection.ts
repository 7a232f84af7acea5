import type { ConferenceKind } from '#event-types/index.ts'
import type { calendarFaults } from '../../languages/calendar-faults.ts'
import type { EventSkeleton } from './icalendar/skeleton.ts'

/** As jobs of earlier releases are called. */
export const syncJob = 'calendar_look'
/** What is left to do with the calendars of a member who has left. */
export const leaveJob = 'calendar_leave'
export const writeJob = 'calendar_write'

export const connectionKinds = ['ics', 'caldav', 'google', 'microsoft'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** Services that are connected with the consent of their owner, in a browser. */
export const oauthKinds = ['google', 'microsoft'] as const
export type OauthKind = (typeof oauthKinds)[number]

/** What opens the account at the other side. Stored encrypted, shown to nobody. */
export type Credentials =
  | { readonly kind: 'ics'; readonly url: string }
  | { readonly kind: 'caldav'; readonly url: string; readonly username: string; readonly password: string }
  /** What was granted changes by itself and is kept apart. */
  | { readonly kind: OauthKind; readonly account: string }

export const isOauth = (credentials: Credentials): credentials is Extract<Credentials, { readonly kind: OauthKind }> =>
  'account' in credentials

/** Whether both open the same account, with whatever password. */
export const isSameAccount = (one: Credentials, other: Credentials): boolean => accountKey(one) === accountKey(other)

/** Whether both are the same user of a calendar server, at whatever address of it. */
export const isSameUser = (one: Credentials, other: Credentials): boolean =>
  one.kind === 'caldav' && other.kind === 'caldav' && one.username === other.username

const accountKey = (credentials: Credentials): string =>
  JSON.stringify(
    isOauth(credentials)
      ? [credentials.kind, credentials.account.toLowerCase()]
      : [credentials.kind, new URL(credentials.url).href, credentials.kind === 'caldav' ? credentials.username : null],
  )

/** The context that credentials are encrypted with: they open for this connection alone. */
export const credentialsContext = (connectionId: string): [string, string] => ['calendar credentials', connectionId]

export const oauthServers: Readonly<Record<OauthKind, string>> = {
  google: 'www.googleapis.com',
  microsoft: 'graph.microsoft.com',
}

export const tokensContext = (connectionId: string): [string, string] => ['calendar tokens', connectionId]

/** How the contract calls a service; of most it knows no name. */
export const calendarEventKindOf = (server: string): 'google' | 'outlook' | 'icloud' | undefined => {
  if (server === oauthServers.google) return 'google'
  if (server === oauthServers.microsoft) return 'outlook'
  return isAtIcloud(server) ? 'icloud' : undefined
}

/** The kinds of conferences that a calendar there makes with an entry. */
export const conferenceKindsOf = (server: string | undefined): readonly ConferenceKind[] => {
  if (server === oauthServers.google) return ['google_conference']
  return server === oauthServers.microsoft ? ['microsoft_teams_conference'] : []
}

export const isAtIcloud = (host: string): boolean => host === 'icloud.com' || host.endsWith('.icloud.com')

/** Work for one server waits behind no other. */
export const laneOf = (server: string): string => `calendar:${server}`

/** Why a calendar cannot be synced. The texts are in `languages/`. */
export type CalendarFault = keyof typeof calendarFaults

/** An account at a calendar service, connected by a member. */
export interface CalendarConnection {
  readonly id: string
  readonly organizationId: string
  readonly membershipId: string
  readonly userId: string
  readonly kind: ConnectionKind
  readonly account: string
  /** The host that its requests go to. */
  readonly server: string
  /** The owner chose to be offered although the calendar cannot be read. */
  readonly staysOpen: boolean
  readonly isLost: boolean
  /** A sync was asked for, or is running. */
  readonly isSyncing: boolean
  /** Why the last sync failed. */
  readonly fault: CalendarFault | null
  /** When the calendar of it was read that was not read for longest. */
  readonly syncedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface Calendar {
  readonly id: string
  readonly organizationId: string
  readonly connectionId: string
  readonly membershipId: string
  readonly userId: string
  readonly name: string
  readonly timeZone: string | null
  readonly isWritable: boolean
  readonly checksConflicts: boolean
  readonly countsTentative: boolean
  readonly takesMeetings: boolean
  /** Not one that somebody else shares with the owner. */
  readonly isOwn: boolean
  /** Found after the account was connected; until the owner changes how it counts. */
  readonly isNew: boolean
  /** Why this calendar in particular could not be synced. */
  readonly fault: CalendarFault | null
  /** No event of it is known. */
  readonly isEmpty: boolean
  /** Events that are too much work to expand, or cannot be read: they are busy from their start on. */
  readonly opaqueItems: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** One item of a calendar: an event with the occurrences that differ from its rule. */
export interface CalendarItem {
  readonly key: string
  readonly etag: string
  readonly events: readonly EventSkeleton[]
}
