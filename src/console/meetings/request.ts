import { isAdmin } from '#contract/principal.ts'
import { uuidForm } from '#contract/wire.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { day } from '#platform/time/durations.ts'
import { dateAt, dateIn } from './member-time.ts'

export type View = 'list' | 'day' | 'week'
/** All of them are listed behind a figure of insights only. */
export type State = 'upcoming' | 'past' | 'canceled' | 'all'

/**
 * What a figure of insights counts: hours, weekdays and groups of lead times by their numbers. `booked` and `canceled`
 * are about when they were booked or canceled, in place of when they are; those that were moved are not canceled.
 */
export interface Trait {
  readonly of: 'hour' | 'weekday' | 'lead' | 'missed' | 'booked' | 'canceled'
  readonly number: number
}

/** What the address asks for. Everything that is shown is in it, so that it can be linked. */
export interface MeetingsRequest {
  readonly view: View
  readonly state: State
  readonly at: string
  readonly search: string
  /** Only those of some days, the last one included; of the list. */
  readonly days: { readonly first: string; readonly last: string } | undefined
  /** Only those of this kind; of some days. */
  readonly trait: Trait | undefined
  /** Only those of this event type, or of this host, by their ids; of some days. */
  readonly type: string | undefined
  readonly host: string | undefined
  /** One's own, those of all members for owners and admins, or those of a group for its admins. */
  readonly whose: 'own' | 'all' | { readonly group: string }
  /** The meeting in the panel. */
  readonly open: string | undefined
  readonly pageToken: string | undefined
}

const oneOf = <Name extends string>(names: readonly Name[], text: string | null): Name =>
  names.find((name) => name === text) ?? (names[0] as Name)

export const requestOf = (visit: SignedInVisit): MeetingsRequest => {
  const { query, session, now } = visit
  const [first, last] = [dateIn(query.get('from')), dateIn(query.get('to'))]
  const days = first === undefined || last === undefined ? undefined : { first, last }
  return {
    view: oneOf(['list', 'day', 'week'], query.get('view')),
    state: oneOf(['upcoming', 'past', 'canceled', 'all'], query.get('state')),
    at: dateIn(query.get('at')) ?? dateAt(visit, now),
    search: (query.get('q') ?? '').trim().slice(0, 200),
    days,
    trait: days && isYear(days) ? traitIn(query.get('only')) : undefined,
    type: days && idIn(query.get('type')),
    host: days && idIn(query.get('host')),
    whose: whoseIn(query.get('who') ?? '', isAdmin(session)),
    open: query.get('open') ?? undefined,
    pageToken: query.get('page') ?? undefined,
  }
}

const idIn = (text: string | null): string | undefined => (text !== null && uuidForm.test(text) ? text : undefined)

const whoseIn = (who: string, mayBeAll: boolean): MeetingsRequest['whose'] =>
  who === 'all' && mayBeAll ? 'all' : uuidForm.test(who) ? { group: who } : 'own'

/** As it stands in an address. */
export const whoText = (whose: MeetingsRequest['whose']): { readonly who?: string } =>
  whose === 'own' ? {} : { who: whose === 'all' ? 'all' : whose.group }

const isYear = ({ first, last }: { readonly first: string; readonly last: string }): boolean =>
  Date.parse(last) - Date.parse(first) <= 366 * day

const maxNumbers = { hour: 23, weekday: 6, lead: 4, missed: 0, booked: 0, canceled: 0 } as const

const traitIn = (text: string | null): Trait | undefined => {
  const [, name = '', digits = '0'] = /^([a-z]+)(?:-(\d{1,2}))?$/.exec(text ?? '') ?? []
  const of = (Object.keys(maxNumbers) as Trait['of'][]).find((one) => one === name)
  return of && Number(digits) <= maxNumbers[of] ? { of, number: Number(digits) } : undefined
}

/** As it stands in an address. */
const traitText = ({ of, number }: Trait): string => (maxNumbers[of] === 0 ? of : `${of}-${number}`)

/**
 * The address of a screen like this one, with some of it changed. A page is that of its list, and does not go along.
 */
export const addressOf = (request: MeetingsRequest, changes: Partial<MeetingsRequest> = {}): string => {
  const { view, state, at, search, days, trait, type, host, whose, open } = { ...request, ...changes }
  const query = new URLSearchParams({
    ...(view === 'list' ? {} : { view, at }),
    ...(view !== 'list' || state === 'upcoming' ? {} : { state }),
    ...(search === '' ? {} : { q: search }),
    ...(view === 'list' && days
      ? {
          from: days.first,
          to: days.last,
          ...(trait ? { only: traitText(trait) } : {}),
          ...(type ? { type } : {}),
          ...(host ? { host } : {}),
        }
      : {}),
    ...whoText(whose),
    ...(changes.pageToken === undefined ? {} : { page: changes.pageToken }),
    ...(open === undefined ? {} : { open }),
  }).toString()
  return query === '' ? '/app/meetings' : `/app/meetings?${query}`
}
