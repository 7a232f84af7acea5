import { concernsAccount, type Deadline, expecting, faultOf, isFault } from '#integrations/index.ts'
import { TimeSlices } from '#platform/time-slices.ts'
import type { CalendarItem } from '../../connection.ts'
import { readItem } from '../../icalendar/read-item.ts'
import { unreadableItem, weightOf } from '../../icalendar/skeleton.ts'
import { joinSplitLetters } from '../../icalendar/split-letters.ts'
import type { ProviderFault } from '../fault.ts'
import { type CalendarChanges, maxItems, reserveMilliseconds, type SyncFrom } from '../provider.ts'
import type { DavAnswer, DavClient } from './dav-client.ts'
import { caldav, dav } from './multistatus.ts'
import { escapeXml } from './xml.ts'

const itemsAtOnce = 100
const maxPages = 1000
/** Of what one sync reads. A larger calendar takes several. */
const maxWeight = 1_000_000

interface Listed {
  /** Each item that is there, with its etag where the server gave it. */
  readonly present: ReadonlyMap<string, string | undefined>
  /** Items that the server called deleted. */
  readonly deleted: readonly string[]
  readonly syncToken: string | null
  /** Whether `present` is everything there is. */
  readonly isWhole: boolean
}

/** What changed in a calendar. Whatever a list says, only what the server answers about the items themselves counts. */
export const syncCaldav = async (
  client: DavClient,
  from: SyncFrom,
  ownAddresses: ReadonlySet<string>,
  deadline: Deadline,
): Promise<CalendarChanges | ProviderFault> => {
  const listed = await list(client, from)
  if (isFault(listed)) return listed
  const known = await from.known()
  const missing = listed.isWhole ? [...known.keys()].filter((key) => !listed.present.has(key)) : listed.deleted
  const different = [...listed.present]
    .filter(([key, etag]) => etag === undefined || known.get(key) !== etag)
    .map(([key]) => key)
  // Those that could not be read the last time.
  const again = [...known].flatMap(([key, etag]) => (etag === '' ? [key] : [])).slice(0, itemsAtOnce)
  const wanted = [...new Set([...different, ...missing.filter((key) => known.has(key)), ...again])]

  const changed: CalendarItem[] = []
  const removed: string[] = []
  let weight = 0
  const slices = new TimeSlices()
  for (let at = 0; at < wanted.length; at += itemsAtOnce) {
    // Some progress is made however long the list took, or it would never end.
    if (at > 0 && (deadline.leftMilliseconds() < reserveMilliseconds || weight > maxWeight))
      return { changed, removed, cursor: from.cursor, isComplete: false }
    const keys = wanted.slice(at, at + itemsAtOnce)
    const fetched = await fetchItems(client, from.foreignId, keys, { ownAddresses, slices })
    if (isFault(fetched)) return fetched
    for (const item of fetched.found) {
      weight += item.events.reduce((sum, event) => sum + weightOf(event), 1)
      changed.push(item)
    }
    removed.push(...fetched.gone)
  }
  return { changed, removed, deleted: listed.deleted, cursor: listed.syncToken, isComplete: true }
}

const list = async (client: DavClient, { foreignId, cursor }: SyncFrom): Promise<Listed | ProviderFault> => {
  const synced = await listBySync(client, foreignId, cursor)
  if (!isFault(synced)) return synced
  // A token that the server has forgotten is refused in many ways, so every refusal but these leads to a whole list.
  if (concernsAccount(synced)) return synced
  if (cursor !== null) {
    const whole = await listBySync(client, foreignId, null)
    if (!isFault(whole)) return whole
  }
  return listByEtags(client, foreignId)
}

/** RFC 6578. A server may give the list in several parts. */
const listBySync = async (client: DavClient, url: string, cursor: string | null): Promise<Listed | ProviderFault> => {
  const present = new Map<string, string | undefined>()
  const deleted = new Set<string>()
  const own = keyOf(url, url)
  const slices = new TimeSlices()
  let token = cursor
  for (let page = 0; page < maxPages; page += 1) {
    const answer: DavAnswer | ProviderFault = await client.report(
      url,
      0,
      `<sync-collection xmlns="DAV:"><sync-token>${escapeXml(token ?? '')}</sync-token><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>`,
    )
    if (isFault(answer)) return answer
    if (answer.syncToken === undefined) return faultOf('bad_answer')
    let hasMore = false
    for (const { href, status, properties } of answer.responses) {
      await slices.pause()
      const key = keyOf(href, answer.url)
      if (key === undefined) continue
      if (key.length > maxKeyLength) return faultOf('bad_answer')
      if (key === own) hasMore ||= status === 507
      else if (status === 404) {
        present.delete(key)
        deleted.add(key)
      } else if (properties.has(dav('getetag')) || status === undefined) {
        deleted.delete(key)
        present.set(key, properties.get(dav('getetag'))?.text)
      }
    }
    if (present.size + deleted.size > maxItems) return faultOf('too_large')
    // There is more, and the server does not go on: that is no list of everything.
    if (hasMore && answer.syncToken === token) return faultOf('bad_answer')
    token = answer.syncToken
    if (!hasMore) return { present, deleted: [...deleted], syncToken: token, isWhole: cursor === null }
  }
  return faultOf('bad_answer')
}

/** For servers without `sync-collection`. */
const listByEtags = async (client: DavClient, url: string): Promise<Listed | ProviderFault> => {
  const answer = await client.propfind(url, 1, '<getetag/><resourcetype/>')
  if (isFault(answer)) return answer
  const own = keyOf(url, url)
  // The calendar itself is in the list of a server that knows it. An answer without it is no list of it.
  if (!answer.responses.some(({ href }) => keyOf(href, answer.url) === own)) return faultOf('bad_answer')
  const present = new Map<string, string | undefined>()
  const slices = new TimeSlices()
  for (const { href, properties } of answer.responses) {
    await slices.pause()
    const key = keyOf(href, answer.url)
    if (key !== undefined && key.length > maxKeyLength) return faultOf('bad_answer')
    if (
      key === undefined ||
      key === own ||
      properties.get(dav('resourcetype'))?.children.some(({ name }) => name === dav('collection'))
    )
      continue
    present.set(key, properties.get(dav('getetag'))?.text)
  }
  if (present.size > maxItems) return faultOf('too_large')
  return { present, deleted: [], syncToken: null, isWhole: true }
}

interface Fetched {
  readonly found: readonly CalendarItem[]
  readonly gone: readonly string[]
}

interface ItemReading {
  readonly ownAddresses: ReadonlySet<string>
  readonly slices: TimeSlices
}

/**
 * Undefined for what is no calendar at all: a page in its place says nothing about the item. Half an item is busy, and
 * read again with each sync.
 */
const itemFrom = async (
  key: string,
  etag: string,
  text: string,
  { ownAddresses, slices }: ItemReading,
): Promise<CalendarItem | undefined> => {
  const { state, events } = await readItem(text, ownAddresses, slices)
  if (state === 'no_calendar') return undefined
  if (state === 'complete') return { key, etag, events }
  return {
    key,
    etag: '',
    events: events.length === 0 ? [unreadableItem(key)] : events.map((event) => ({ ...event, isUnsure: true })),
  }
}

/** Each of these items, or the certainty that it is gone. */
const fetchItems = async (
  client: DavClient,
  url: string,
  keys: readonly string[],
  reading: ItemReading,
): Promise<Fetched | ProviderFault> => {
  const hrefs = keys.map((key) => `<href>${escapeXml(key)}</href>`).join('')
  const answer = await client.report(
    url,
    1,
    `<c:calendar-multiget xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><prop><getetag/><c:calendar-data/></prop>${hrefs}</c:calendar-multiget>`,
  )
  if (isFault(answer)) return answer
  const found: CalendarItem[] = []
  const gone: string[] = []
  const answered = new Set<string>()
  for (const { href, status, properties } of answer.responses) {
    await reading.slices.pause()
    const key = keyOf(href, answer.url)
    if (key === undefined || !keys.includes(key) || answered.has(key)) continue
    const text = properties.get(caldav('calendar-data'))?.text
    const item = text ? await itemFrom(key, properties.get(dav('getetag'))?.text ?? '', text, reading) : undefined
    if (text && !item) return faultOf('bad_answer')
    if (item) found.push(item)
    else if (status === 404 || status === 410) gone.push(key)
    else continue
    answered.add(key)
  }
  for (const key of keys.filter((one) => !answered.has(one))) {
    const outcome = await client.send({ url: new URL(key, url).href, method: 'GET' })
    const single = expecting(outcome, 200, 404, 410)
    if (isFault(single)) return single
    if (single.status !== 200) {
      gone.push(key)
      continue
    }
    const item = await itemFrom(key, single.headers.etag ?? '', joinSplitLetters(single.body).toString('utf8'), reading)
    if (!item) return faultOf('bad_answer')
    found.push(item)
  }
  return { found, gone }
}

/** What an index of the database takes, and more than can be asked for. */
const maxKeyLength = 2_000

/** The path of an item, spelled in one way however the server spells it. */
const keyOf = (href: string, base: string): string | undefined => {
  if (!URL.canParse(href, base)) return undefined
  const { pathname } = new URL(href, base)
  try {
    return pathname
      .split('/')
      .map((part) => encodeURIComponent(decodeURIComponent(part)))
      .join('/')
  } catch {
    return pathname
  }
}
