import { hash } from 'node:crypto'
import { z } from 'zod'
import { faultOf, isFault, type RestClient } from '#integrations/index.ts'
import { TimeSlices } from '#platform/time-slices.ts'
import type { CalendarItem } from '../../connection.ts'
import type { ProviderFault } from '../fault.ts'
import { idIn, unreadableEvent } from '../json-events.ts'
import { type CalendarChanges, maxItems, type SyncFrom } from '../provider.ts'
import { GraphEvent, isBare, skeletonOf } from './events.ts'
import { calendarUrl, eventUrl, isOwnUrl, preferences } from './graph-client.ts'

const eventsAtOnce = 500
const maxPages = 1000

const DeltaPage = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
})

interface Listed {
  /** The last that was said of each. */
  readonly events: ReadonlyMap<string, GraphEvent>
  readonly deltaLink: string
}

/**
 * What changed since the cursor, which is the address to ask, or everything in the window. The window stays with the
 * cursor.
 */
export const syncMicrosoft = async (client: RestClient, from: SyncFrom): Promise<CalendarChanges | ProviderFault> => {
  if (from.cursor !== null) {
    const listed = await list(client, from.cursor)
    if (!isFault(listed)) return changesOf(client, listed, () => from.known(), false)
    if (listed.fault !== 'cursor_expired') return listed
  }
  const window = {
    startDateTime: new Date(from.window.start).toISOString(),
    endDateTime: new Date(from.window.end).toISOString(),
  }
  const listed = await list(client, `${calendarUrl(from.foreignId)}/calendarView/delta?${new URLSearchParams(window)}`)
  return isFault(listed) ? listed : changesOf(client, listed, () => from.known(), true)
}

const list = async (client: RestClient, first: string): Promise<Listed | ProviderFault> => {
  const events = new Map<string, GraphEvent>()
  const slices = new TimeSlices()
  const headers = { prefer: `${preferences.prefer}, odata.maxpagesize=${eventsAtOnce}` }
  let url = first
  for (let count = 0; count < maxPages; count += 1) {
    if (!isOwnUrl(url)) return faultOf('bad_answer')
    const answer = await client.ask({ method: 'GET', url, headers }, 200)
    if (isFault(answer)) return answer
    const read = DeltaPage.safeParse(answer.body)
    if (!read.success) return faultOf('bad_answer')
    for (const raw of read.data.value) {
      const id = idIn(raw)
      if (id === undefined) return faultOf('bad_answer')
      events.set(id, GraphEvent.safeParse(raw).data ?? { id })
      await slices.pause()
    }
    if (events.size > maxItems) return faultOf('too_large')
    const { '@odata.nextLink': next, '@odata.deltaLink': deltaLink } = read.data
    if (deltaLink !== undefined) return { events, deltaLink }
    if (next === undefined) return faultOf('bad_answer')
    url = next
  }
  return faultOf('too_large')
}

const changesOf = async (
  client: RestClient,
  { events, deltaLink }: Listed,
  loadKnown: SyncFrom['known'],
  isWhole: boolean,
): Promise<CalendarChanges | ProviderFault> => {
  const items = new Map<string, CalendarItem>()
  const slices = new TimeSlices()
  const series = new Map(events)
  for (const event of events.values()) {
    await slices.pause()
    if (event['@removed'] || event.type === 'seriesMaster') continue
    const master = isBare(event) ? await seriesOf(client, series, event) : undefined
    if (master && isFault(master)) return master
    const skeleton = skeletonOf(event, master)
    const etag = hash('sha256', JSON.stringify(skeleton ?? ''), 'base64url')
    items.set(event.id, skeleton ? { key: event.id, etag, events: [skeleton] } : unreadableEvent(event.id))
  }
  const known = await loadKnown()
  const changed = [...items.values()].filter(({ key, etag }) => known.get(key) !== etag)
  const removed = [...known.keys()].filter((key) =>
    isWhole ? !items.has(key) : events.get(key)?.['@removed'] !== undefined,
  )
  const deleted = [...events.values()].flatMap((event) => (event['@removed'] ? [event.id] : []))
  return { changed, removed, deleted, cursor: deltaLink, isComplete: true }
}

/**
 * When one occurrence has changed, its series may not be in the list. One whose series cannot be read stands for
 * itself: it is busy.
 */
const seriesOf = async (
  client: RestClient,
  series: Map<string, GraphEvent>,
  occurrence: GraphEvent,
): Promise<GraphEvent | ProviderFault> => {
  const { seriesMasterId } = occurrence
  if (seriesMasterId == null) return occurrence
  const known = series.get(seriesMasterId)
  if (known && !known['@removed']) return known
  const fields = 'id,type,isAllDay,isCancelled,showAs,responseStatus'
  const answer = await client.ask(
    { method: 'GET', url: `${eventUrl(seriesMasterId)}?$select=${fields}`, headers: preferences },
    200,
    404,
  )
  if (isFault(answer)) return answer
  // It was deleted since, and its occurrences are called removed by the next sync. Until then they are busy.
  if (answer.status === 404) return occurrence
  const read = GraphEvent.safeParse(answer.body)
  if (!read.success) return occurrence
  series.set(seriesMasterId, read.data)
  return read.data
}
