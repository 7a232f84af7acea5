import type { BusySpan } from '#availability/index.ts'
import type { Principal } from '#contract/principal.ts'
import type { Reader } from '#platform/db/database.ts'
import { findZone } from '#platform/time/zones.ts'
import { expandItems, newSyncBudget } from '../busy-times.ts'
import { windowAt } from '../health.ts'
import { FeedReader } from '../icalendar/feed.ts'
import { itemsOf } from '../providers/ics.ts'
import { loadOwnEntries } from '../store/entries.ts'

interface Whose {
  readonly principal: Principal
  readonly user: { readonly email: string; readonly timezone: string } | undefined
  readonly now: Date
}

export interface ReadFile {
  readonly events: number
  readonly spans: readonly BusySpan[]
  /** Events that recur are taken until then. */
  readonly until: Date
}

/** As a feed is read, once. Undefined when it is no whole calendar. */
export const readBusyTimes = async (
  reader: Reader,
  text: string,
  { principal, user, now }: Whose,
): Promise<ReadFile | undefined> => {
  const feedReader = new FeedReader(new Set(user ? [user.email.toLowerCase()] : []))
  await feedReader.push(Buffer.from(text))
  const feed = await feedReader.end()
  if (feed.state !== 'complete') return undefined
  const window = windowAt(now.getTime())
  const clock = findZone(feed.timeZone ?? user?.timezone ?? 'UTC') ?? findZone('UTC')
  if (!clock) throw new Error('There is no clock for UTC.')
  const own = await loadOwnEntries(reader, principal.organizationId, principal.membershipId)
  const items = await itemsOf(feed.events)
  const expanded = await expandItems(
    [...items.values()],
    { clock, window, countsTentative: true },
    own,
    newSyncBudget(),
  )
  const spans = expanded.flatMap(({ item, spans: found }) => found.map((span) => ({ ...span, itemKey: item.key })))
  return { events: feed.events.length, spans, until: new Date(window.end) }
}
