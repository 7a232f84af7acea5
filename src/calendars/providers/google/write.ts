import { z } from 'zod'
import { faultOf, isFault, type RestAnswer, type RestClient } from '#integrations/index.ts'
import type { EntryToWrite } from '../../entry.ts'
import { eventIdOf } from '../../google-ids.ts'
import { withNotes } from '../../kept-additions.ts'
import type { ProviderFault } from '../fault.ts'
import type { EntryFound, WriteAnswer, WrittenEntry } from '../provider.ts'
import { askingFor } from './conference.ts'
import { eventFields, GoogleEvent, itemOf } from './events.ts'
import { calendarUrl } from './google-client.ts'

const Written = z.object({ id: z.string(), etag: z.string(), status: z.string().optional() })

/** Nobody is invited by Google: invitations are ours. */
const silently = 'sendUpdates=none'

/**
 * An event with an id of our own, so that a second attempt finds the first. One that was deleted keeps its id, and is
 * written over.
 */
export const writeEntry = async (
  client: RestClient,
  calendarId: string,
  entry: EntryToWrite,
  before: WrittenEntry | null,
): Promise<WriteAnswer | ProviderFault> => {
  const id = eventIdOf(entry.uid)
  const url = `${calendarUrl(calendarId)}/events`
  const asked = askingFor(entry)
  const answer =
    before?.etag != null
      ? await change(client, `${url}/${id}`, entry, before.etag)
      : await client.ask(
          { method: 'POST', url: `${url}?${silently}${asked.query}`, body: { ...eventOf(entry), id, ...asked.body } },
          200,
        )
  // A calendar without Meet refuses the whole event: it is written without.
  if (isFault(answer) && answer.fault === 'bad_answer' && entry.conferenceId !== undefined)
    return writeEntry(client, calendarId, { ...entry, conferenceId: undefined }, before)
  if (!isFault(answer)) return answer.status === 404 ? absent(id) : written(id, answer.body, true)
  if (answer.fault !== 'conflict') return answer
  const there = await client.ask({ method: 'GET', url: `${url}/${id}?fields=id,etag,status` }, 200, 404)
  if (isFault(there)) return there
  return there.status === 404 ? absent(id) : written(id, there.body, false)
}

/** Everything that its owner has added stays: what is not sent again, Google deletes. */
const change = async (
  client: RestClient,
  url: string,
  entry: EntryToWrite,
  etag: string,
): Promise<RestAnswer | ProviderFault> => {
  const answer = await client.ask({ method: 'GET', url }, 200, 404)
  if (isFault(answer) || answer.status === 404) return answer
  const { recurrence: _, ...there } = Added.safeParse(answer.body).data ?? {}
  const ours = eventOf(entry)
  const asked = askingFor(entry, there)
  const body = {
    ...there,
    ...ours,
    ...asked.body,
    description: withNotes(ours.description, there.description ?? ''),
    location: ours.location || (there.location ?? ''),
  }
  return client.ask(
    { method: 'PUT', url: `${url}?${silently}${asked.query}`, headers: { 'if-match': etag }, body },
    ...[200, 404],
  )
}

const Added = z.looseObject({
  description: z.string().optional(),
  location: z.string().optional(),
  recurrence: z.unknown().optional(),
})

export const readEntry = async (
  client: RestClient,
  calendarId: string,
  { foreignId }: WrittenEntry,
): Promise<EntryFound | ProviderFault> => {
  const answer = await client.ask(
    { method: 'GET', url: `${calendarUrl(calendarId)}/events/${foreignId}?fields=${eventFields}` },
    200,
    404,
    410,
  )
  if (isFault(answer)) return answer
  if (answer.status !== 200) return { event: null }
  const read = GoogleEvent.safeParse(answer.body)
  if (!read.success) return faultOf('bad_answer')
  if (read.data.status === 'cancelled') return { event: null }
  const [event] = itemOf(read.data)?.events ?? []
  return event ? { event } : faultOf('bad_answer')
}

/** The calendar is not known by the id of an event, so it comes along. */
export const removeEntry = async (
  client: RestClient,
  calendarId: string,
  { foreignId, etag }: WrittenEntry,
): Promise<WrittenEntry | ProviderFault | undefined> => {
  const url = `${calendarUrl(calendarId)}/events/${foreignId}`
  if (etag !== null) {
    const answer = await client.ask(
      { method: 'DELETE', url: `${url}?${silently}`, headers: { 'if-match': etag } },
      200,
      204,
      404,
      410,
    )
    if (!isFault(answer)) return undefined
    if (answer.fault !== 'conflict') return answer
  }
  const there = await client.ask({ method: 'GET', url: `${url}?fields=id,etag,status` }, 200, 404, 410)
  if (isFault(there)) return there
  if (there.status !== 200) return undefined
  const read = Written.safeParse(there.body)
  if (!read.success) return faultOf('bad_answer')
  return read.data.status === 'cancelled' ? undefined : { foreignId, etag: read.data.etag }
}

const absent = (id: string): WriteAnswer => ({ foreignId: id, etag: null, isWritten: false })

const written = (id: string, body: unknown, isWritten: boolean): WriteAnswer | ProviderFault => {
  const read = Written.safeParse(body)
  return read.success && read.data.id === id
    ? { foreignId: id, etag: read.data.etag, isWritten }
    : faultOf('bad_answer')
}

const eventOf = ({ summary, description, location, startsAt, endsAt }: EntryToWrite) => ({
  summary,
  description,
  location,
  status: 'confirmed',
  transparency: 'opaque',
  start: { dateTime: startsAt.toISOString(), timeZone: 'UTC' },
  end: { dateTime: endsAt.toISOString(), timeZone: 'UTC' },
})
