import { z } from 'zod'
import { faultOf, isFault, type RestClient } from '#integrations/index.ts'
import { findZone } from '#platform/time/zones.ts'
import { TimeSlices } from '#platform/time-slices.ts'
import type { CalendarItem } from '../../connection.ts'
import type { ProviderFault } from '../fault.ts'
import { idIn, unreadableEvent } from '../json-events.ts'
import { type CalendarChanges, maxItems, type SyncFrom } from '../provider.ts'
import { eventFields, GoogleEvent, itemOf } from './events.ts'
import { calendarUrl } from './google-client.ts'

const eventsAtOnce = 1000
const maxPages = 500

const EventPage = z.object({
  items: z.array(z.unknown()).default([]),
  timeZone: z.string().optional(),
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
})

interface Listed {
  readonly present: ReadonlyMap<string, CalendarItem>
  /** Deleted, or not readable. */
  readonly gone: ReadonlySet<string>
  readonly syncToken: string | null
  readonly zone: Pick<CalendarChanges, 'timeZone'>
}

/** What changed since the cursor, or everything in the window. The window stays with the cursor. */
export const syncGoogle = async (client: RestClient, from: SyncFrom): Promise<CalendarChanges | ProviderFault> => {
  if (from.cursor !== null) {
    const listed = await list(client, from.foreignId, { syncToken: from.cursor })
    if (!isFault(listed)) {
      const known = listed.gone.size === 0 ? [] : [...(await from.known()).keys()]
      const removed = known.filter((key) => listed.gone.has(key) || listed.gone.has(seriesOf(key)))
      return {
        changed: [...listed.present.values()],
        removed,
        deleted: [...listed.gone],
        cursor: listed.syncToken,
        ...listed.zone,
        isComplete: true,
      }
    }
    if (listed.fault !== 'cursor_expired') return listed
  }
  const { start, end } = from.window
  const listed = await list(client, from.foreignId, {
    timeMin: new Date(start).toISOString(),
    timeMax: new Date(end).toISOString(),
  })
  if (isFault(listed)) return listed
  const known = await from.known()
  return {
    changed: [...listed.present.values()].filter(({ key, etag }) => known.get(key) !== etag),
    removed: [...known.keys()].filter((key) => !listed.present.has(key)),
    cursor: listed.syncToken,
    ...listed.zone,
    isComplete: true,
  }
}

/**
 * `abc_20260303T090000Z` is an occurrence of the series `abc`, and goes with it. A series that was split off from it,
 * `abc_R20260303T090000`, stays.
 */
const seriesOf = (id: string): string => id.replace(/_\d{8}(?:T\d{6}Z)?$/, '')

const list = async (
  client: RestClient,
  calendarId: string,
  asked: Readonly<Record<string, string>>,
): Promise<Listed | ProviderFault> => {
  const present = new Map<string, CalendarItem>()
  const gone = new Set<string>()
  const slices = new TimeSlices()
  const fields = `nextPageToken,nextSyncToken,timeZone,items(${eventFields})`
  let page: Readonly<Record<string, string>> = {}
  for (let count = 0; count < maxPages; count += 1) {
    const query = new URLSearchParams({
      singleEvents: 'true',
      maxAttendees: '1',
      maxResults: String(eventsAtOnce),
      fields,
      ...asked,
      ...page,
    })
    const answer = await client.ask({ method: 'GET', url: `${calendarUrl(calendarId)}/events?${query}` }, 200)
    if (isFault(answer)) return answer
    const read = EventPage.safeParse(answer.body)
    if (!read.success) return faultOf('bad_answer')
    for (const raw of read.data.items) {
      const id = idIn(raw)
      if (id === undefined) return faultOf('bad_answer')
      const { data: event } = GoogleEvent.safeParse(raw)
      if (event?.status === 'cancelled') {
        present.delete(id)
        gone.add(id)
      } else {
        present.set(id, (event && itemOf(event)) ?? unreadableEvent(id))
        gone.delete(id)
      }
      await slices.pause()
    }
    if (present.size + gone.size > maxItems) return faultOf('too_large')
    const { nextPageToken, nextSyncToken, timeZone } = read.data
    // Only the last page has the token: an answer with neither is not whole.
    if (nextPageToken === undefined) {
      const zone = timeZone !== undefined && findZone(timeZone) ? { timeZone } : {}
      return nextSyncToken === undefined ? faultOf('bad_answer') : { present, gone, syncToken: nextSyncToken, zone }
    }
    page = { pageToken: nextPageToken }
  }
  return faultOf('too_large')
}
