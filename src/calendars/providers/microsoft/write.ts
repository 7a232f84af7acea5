import { z } from 'zod'
import { faultOf, isFault, type RestClient } from '#integrations/index.ts'
import type { EntryToWrite } from '../../entry.ts'
import { withNotes } from '../../kept-additions.ts'
import type { ProviderFault } from '../fault.ts'
import type { EntryFound, WriteAnswer, WrittenEntry } from '../provider.ts'
import { onlineMeetingFor, textOfOnline } from './conference.ts'
import { GraphEvent, skeletonOf, transactionIdOf } from './events.ts'
import { calendarUrl, eventUrl, preferences } from './graph-client.ts'

const Written = z.object({ id: z.string(), '@odata.etag': z.string() })

/** Under this name an event carries the UID of its meeting, by which it is found again. */
const uidProperty = 'String {6f1d0e7a-52c4-4c3b-9a1e-0f3c2b7d9e10} Name OpenslotUid'

/**
 * Looks first: a request that was answered to nobody may have written it. What both miss, the transaction id catches.
 */
export const writeEntry = async (
  client: RestClient,
  calendarId: string,
  entry: EntryToWrite,
  before: WrittenEntry | null,
): Promise<WriteAnswer | ProviderFault> => {
  if (before?.etag != null) return change(client, calendarId, entry, { foreignId: before.foreignId, etag: before.etag })
  const there = await find(client, calendarId, entry.uid)
  if (there) return isFault(there) ? there : { ...there, isWritten: false }
  const online = await onlineMeetingFor(client, calendarId, entry.conferenceId !== undefined)
  if (isFault(online)) return online
  const body = {
    ...eventOf(entry),
    ...online,
    transactionId: transactionIdOf(entry.uid, entry.generation),
    singleValueExtendedProperties: [{ id: uidProperty, value: entry.uid }],
  }
  const answer = await client.ask(
    { method: 'POST', url: `${calendarUrl(calendarId)}/events`, headers: preferences, body },
    201,
  )
  if (!isFault(answer)) return written(answer.body, true)
  if (answer.fault !== 'conflict') return answer
  const late = await find(client, calendarId, entry.uid)
  return late === undefined || isFault(late) ? (late ?? answer) : { ...late, isWritten: false }
}

export const removeEntry = async (
  client: RestClient,
  { foreignId, etag }: WrittenEntry,
): Promise<WrittenEntry | ProviderFault | undefined> => {
  if (etag !== null) {
    const answer = await client.ask(
      { method: 'DELETE', url: eventUrl(foreignId), headers: { ...preferences, 'if-match': etag } },
      204,
      404,
    )
    if (!isFault(answer)) return undefined
    if (answer.fault !== 'conflict') return answer
  }
  const there = await read(client, foreignId)
  return there && !isFault(there) && there.etag === null ? undefined : there
}

export const readEntry = async (
  client: RestClient,
  { foreignId }: WrittenEntry,
): Promise<EntryFound | ProviderFault> => {
  const fields = 'id,type,start,end,isAllDay,isCancelled,showAs,responseStatus,transactionId'
  const answer = await client.ask(
    { method: 'GET', url: `${eventUrl(foreignId)}?$select=${fields}`, headers: preferences },
    200,
    404,
  )
  if (isFault(answer)) return answer
  if (answer.status === 404) return { event: null }
  const found = GraphEvent.safeParse(answer.body)
  const event = found.success ? skeletonOf(found.data) : undefined
  return event ? { event } : faultOf('bad_answer')
}

const change = async (
  client: RestClient,
  calendarId: string,
  entry: EntryToWrite,
  before: { foreignId: string; etag: string },
): Promise<WriteAnswer | ProviderFault> => {
  const { foreignId, etag } = before
  const body = await changesTo(client, calendarId, foreignId, entry)
  if (isFault(body)) return body
  const answer = await client.ask(
    { method: 'PATCH', url: eventUrl(foreignId), headers: { ...preferences, 'if-match': etag }, body },
    200,
    404,
  )
  if (!isFault(answer))
    return answer.status === 404 ? { foreignId, etag: null, isWritten: false } : written(answer.body, true)
  if (answer.fault !== 'conflict') return answer
  const there = await read(client, foreignId)
  return isFault(there) ? there : { ...there, isWritten: false }
}

const Added = z.object({
  isOnlineMeeting: z.boolean().nullish(),
  body: z.object({ content: z.string().nullish() }).nullish(),
})

/** Notes of the owner stay in any text. */
const changesTo = async (
  client: RestClient,
  calendarId: string,
  foreignId: string,
  entry: EntryToWrite,
): Promise<object | ProviderFault> => {
  const headers = { prefer: `${preferences.prefer}, outlook.body-content-type="text"` }
  const answer = await client.ask(
    { method: 'GET', url: `${eventUrl(foreignId)}?$select=body,isOnlineMeeting`, headers },
    200,
    404,
  )
  if (isFault(answer)) return answer
  const { isOnlineMeeting, body } = Added.safeParse(answer.body).data ?? {}
  const { body: ours, location, ...rest } = eventOf(entry)
  const kept = isOnlineMeeting ? await textOfOnline(client, foreignId, ours.content, body?.content ?? '') : {}
  if (isFault(kept)) return kept
  const isWanted = entry.conferenceId !== undefined && !isOnlineMeeting
  const online = await onlineMeetingFor(client, calendarId, isWanted)
  if (isFault(online)) return online
  return {
    ...rest,
    ...online,
    ...(entry.location === '' ? {} : { location }),
    ...(isOnlineMeeting ? kept : { body: { ...ours, content: withNotes(ours.content, body?.content ?? '') } }),
  }
}

/** Without an etag when it is not there. */
const read = async (client: RestClient, foreignId: string): Promise<WrittenEntry | ProviderFault> => {
  const answer = await client.ask(
    { method: 'GET', url: `${eventUrl(foreignId)}?$select=id`, headers: preferences },
    200,
    404,
  )
  if (isFault(answer)) return answer
  return answer.status === 404 ? { foreignId, etag: null } : written(answer.body, true)
}

const Found = z.object({ value: z.array(z.unknown()) })

const find = async (
  client: RestClient,
  calendarId: string,
  uid: string,
): Promise<WrittenEntry | ProviderFault | undefined> => {
  const filter = `singleValueExtendedProperties/any(one: one/id eq '${uidProperty}' and one/value eq '${uid.replaceAll("'", "''")}')`
  const url = `${calendarUrl(calendarId)}/events?${new URLSearchParams({ $filter: filter, $select: 'id', $top: '1' })}`
  const answer = await client.ask({ method: 'GET', url, headers: preferences }, 200)
  if (isFault(answer)) return answer
  const found = Found.safeParse(answer.body)
  if (!found.success) return faultOf('bad_answer')
  return found.data.value.length === 0 ? undefined : written(found.data.value[0], true)
}

const written = (body: unknown, isWritten: boolean): WriteAnswer | ProviderFault => {
  const found = Written.safeParse(body)
  return found.success
    ? { foreignId: found.data.id, etag: found.data['@odata.etag'], isWritten }
    : faultOf('bad_answer')
}

/** Without attendees: Outlook would send invitations of its own. */
const eventOf = ({ summary, description, location, startsAt, endsAt }: EntryToWrite) => ({
  subject: summary,
  body: { contentType: 'text', content: description },
  location: { displayName: location },
  showAs: 'busy',
  start: { dateTime: startsAt.toISOString().slice(0, -1), timeZone: 'UTC' },
  end: { dateTime: endsAt.toISOString().slice(0, -1), timeZone: 'UTC' },
})
