import type { TakenSpan } from '#availability/index.ts'
import type { HostReason, TimeReason } from '#event-types/index.ts'

interface NamedCalendar {
  readonly calendarId: string
  readonly name: string
}

/** What somebody may know of what is in the way. */
export interface Names {
  /** By the ids of the meetings. */
  readonly meetings: ReadonlyMap<string, string>
  /** By `keyOf` the busy times. */
  readonly busy: ReadonlyMap<string, NamedCalendar>
  /** By the membership of a host whose calendars cannot be read. */
  readonly unread: ReadonlyMap<string, NamedCalendar & { readonly syncedAt: Date | null }>
}

export const keyOf = ({ membershipId, start, end }: Pick<TakenSpan, 'membershipId' | 'start' | 'end'>): string =>
  `${membershipId} ${start.getTime()} ${end.getTime()}`

/** The taken time that these reasons are about. */
export const takenIn = (reasons: readonly (TimeReason | HostReason)[]): TakenSpan[] =>
  reasons.flatMap((reason) => {
    if (reason.kind === 'collective') return takenIn(reason.reasons)
    if (reason.kind === 'round_robin') return takenIn(reason.hosts.flatMap((host) => host.reasons))
    return 'taken' in reason ? [reason.taken] : []
  })
