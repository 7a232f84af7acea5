import { hash } from 'node:crypto'
import { type Deadline, expecting, faultOf, isFault } from '#integrations/index.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { sendFollowing } from '#platform/net/redirects.ts'
import { TimeSlices } from '#platform/time-slices.ts'
import type { CalendarItem } from '../connection.ts'
import { FeedReader, type ReadFeed } from '../icalendar/feed.ts'
import { type EventSkeleton, followable } from '../icalendar/skeleton.ts'
import type { ProviderFault } from './fault.ts'
import type { CalendarChanges, CalendarProvider, FoundAccount, SyncFrom } from './provider.ts'

const maxFeedBytes = 20 * 1024 * 1024

/** A calendar that is published as one file. It can only be read, and each time it is the whole. */
export class IcsProvider implements CalendarProvider {
  readonly #outgoing: Outgoing
  readonly #url: string
  readonly #ownAddresses: ReadonlySet<string>

  constructor(outgoing: Outgoing, url: string, ownAddresses: Iterable<string>) {
    this.#outgoing = outgoing
    this.#url = url
    this.#ownAddresses = new Set(ownAddresses)
  }

  async discover(deadline: Deadline): Promise<FoundAccount | ProviderFault> {
    const read = await this.#fetch({}, deadline.leftMilliseconds(), { keepsEvents: false })
    if (isFault(read)) return read
    if (!read.feed) return faultOf('bad_answer')
    const { host } = new URL(this.#url)
    return {
      account: host,
      ownAddresses: [...this.#ownAddresses],
      calendars: [
        {
          foreignId: 'feed',
          name: read.feed.name || host,
          timeZone: read.feed.timeZone ?? null,
          isWritable: false,
          isOwn: true,
        },
      ],
    }
  }

  async sync({ cursor, known }: SyncFrom, deadline: Deadline): Promise<CalendarChanges | ProviderFault> {
    const read = await this.#fetch(conditionsFrom(cursor), deadline.leftMilliseconds())
    if (isFault(read)) return read
    // One that was asked for without conditions cannot be as it was.
    if (!read.feed)
      return cursor === null ? faultOf('bad_answer') : { changed: [], removed: [], cursor, isComplete: true }
    const before = await known()
    const items = await itemsOf(read.feed.events)
    return {
      changed: [...items.values()].filter(({ key, etag }) => before.get(key) !== etag),
      removed: [...before.keys()].filter((key) => !items.has(key)),
      cursor: read.cursor,
      timeZone: read.feed.timeZone ?? null,
      isComplete: true,
    }
  }

  /** A feed takes no meetings: only calendars that can be written do. */
  async write(): Promise<ProviderFault> {
    return faultOf('forbidden')
  }

  async readEntry(): Promise<ProviderFault> {
    return faultOf('forbidden')
  }

  async remove(): Promise<undefined> {
    return undefined
  }

  /** Without a feed: it is as it was. */
  async #fetch(
    conditions: Record<string, string>,
    milliseconds: number,
    keeping: { readonly keepsEvents?: boolean } = {},
  ): Promise<{ feed?: ReadFeed; cursor: string | null } | ProviderFault> {
    const reader = new FeedReader(this.#ownAddresses, keeping)
    const outcome = await sendFollowing(this.#outgoing, {
      url: this.#url,
      method: 'GET',
      headers: { accept: 'text/calendar, */*;q=0.1', ...conditions },
      maxAnswerBytes: maxFeedBytes,
      answerMilliseconds: milliseconds,
      onData: (chunk) => reader.push(chunk),
    })
    if (outcome.kind === 'answered' && !outcome.isWhole && reader.bytes > maxFeedBytes) return faultOf('too_large')
    const answer = expecting(outcome, 200, 304)
    if (isFault(answer)) return answer
    if (answer.status === 304) return { cursor: null }
    const feed = await reader.end()
    if (feed.state !== 'complete') return faultOf(faults[feed.state])
    return { feed, cursor: cursorFrom(answer.headers) }
  }
}

const faults = { truncated: 'bad_answer', no_calendar: 'not_a_calendar', too_large: 'too_large' } as const

const cursorFrom = ({ etag, 'last-modified': modified }: Readonly<Record<string, string>>): string | null =>
  etag === undefined && modified === undefined ? null : JSON.stringify({ etag, modified })

const conditionsFrom = (cursor: string | null): Record<string, string> => {
  if (cursor === null) return {}
  const { etag, modified } = JSON.parse(cursor) as { etag?: string; modified?: string }
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(modified === undefined ? {} : { 'if-modified-since': modified }),
  }
}

/** The events of one UID are one item, as on a CalDAV server. */
export const itemsOf = async (events: readonly EventSkeleton[]): Promise<ReadonlyMap<string, CalendarItem>> => {
  const slices = new TimeSlices()
  const groups = new Map<string, EventSkeleton[]>()
  for (const event of events) {
    const group = groups.get(event.uid)
    if (group) group.push(event)
    else groups.set(event.uid, [event])
    await slices.pause()
  }
  const items = new Map<string, CalendarItem>()
  for (const [uid, group] of groups) {
    const own = followable(group)
    items.set(uid, { key: uid, etag: hash('sha256', JSON.stringify(own), 'base64url'), events: own })
    await slices.pause()
  }
  return items
}
