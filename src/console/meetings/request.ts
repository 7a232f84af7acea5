import { isAdmin } from '#contract/principal.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { dateAt, dateIn } from './member-time.ts'

export type View = 'list' | 'day' | 'week'
export type State = 'upcoming' | 'past' | 'canceled'

/** What the address asks for. Everything that is shown is in it, so that it can be linked. */
export interface MeetingsRequest {
  readonly view: View
  readonly state: State
  readonly at: string
  readonly search: string
  /** Only those of some days, the last one included; of the list. */
  readonly days: { readonly first: string; readonly last: string } | undefined
  /** Those of all members, for owners and admins. */
  readonly isForAll: boolean
  /** The meeting in the panel. */
  readonly open: string | undefined
  readonly pageToken: string | undefined
}

const oneOf = <Name extends string>(names: readonly Name[], text: string | null): Name => names.find((name) => name === text) ?? (names[0] as Name)

export const requestOf = (visit: SignedInVisit): MeetingsRequest => {
  const { query, session, now } = visit
  const [first, last] = [dateIn(query.get('from')), dateIn(query.get('to'))]
  return {
    view: oneOf(['list', 'day', 'week'], query.get('view')),
    state: oneOf(['upcoming', 'past', 'canceled'], query.get('state')),
    at: dateIn(query.get('at')) ?? dateAt(visit, now),
    search: (query.get('q') ?? '').trim().slice(0, 200),
    days: first === undefined || last === undefined ? undefined : { first, last },
    isForAll: isAdmin(session) && query.get('who') === 'all',
    open: query.get('open') ?? undefined,
    pageToken: query.get('page') ?? undefined,
  }
}

/** The address of a screen like this one, with some of it changed. A page is that of its list, and does not go along. */
export const addressOf = (request: MeetingsRequest, changes: Partial<MeetingsRequest> = {}): string => {
  const { view, state, at, search, days, isForAll, open } = { ...request, ...changes }
  const query = new URLSearchParams({
    ...(view === 'list' ? {} : { view, at }),
    ...(view !== 'list' || state === 'upcoming' ? {} : { state }),
    ...(search === '' ? {} : { q: search }),
    ...(view === 'list' && days ? { from: days.first, to: days.last } : {}),
    ...(isForAll ? { who: 'all' } : {}),
    ...(changes.pageToken === undefined ? {} : { page: changes.pageToken }),
    ...(open === undefined ? {} : { open }),
  }).toString()
  return query === '' ? '/app/meetings' : `/app/meetings?${query}`
}
