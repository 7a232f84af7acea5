import type { EntryToWrite } from '../../entry.ts'
import { readItem } from '../../icalendar/read-item.ts'
import { uidDigest } from '../../icalendar/skeleton.ts'
import { expecting, faultOf, isFault, type ProviderFault } from '../fault.ts'
import type { EntryFound, WriteAnswer, WrittenEntry } from '../provider.ts'
import type { DavClient } from './dav-client.ts'

/**
 * Writes an entry under a name made from its UID, so that a second attempt finds the first. Nothing is written over what came there since `before`:
 * the caller may be the one that is out of date.
 */
export const writeEntry = async (
  client: DavClient,
  calendarUrl: string,
  { uid, text }: Pick<EntryToWrite, 'uid' | 'text'>,
  before: WrittenEntry | null,
): Promise<WriteAnswer | ProviderFault> => {
  const url = before?.foreignId ?? new URL(`${encodeURIComponent(uid)}.ics`, calendarUrl).href
  const written = await put(client, url, text, before?.etag ?? null)
  if (!isFault(written)) return { ...written, isWritten: true }
  if (written.fault !== 'conflict') return written
  const there = await fetchEntry(client, url, uid)
  return isFault(there) ? there : { ...there, isWritten: false }
}

export const removeEntry = async (client: DavClient, uid: string, { foreignId, etag }: WrittenEntry): Promise<WrittenEntry | ProviderFault | undefined> => {
  if (etag !== null) {
    const fault = await remove(client, foreignId, etag)
    if (fault?.fault !== 'conflict') return fault
  }
  const there = await fetchEntry(client, foreignId, uid)
  return isFault(there) || there.etag !== null ? there : undefined
}

export const readEntry = async (client: DavClient, uid: string, { foreignId }: WrittenEntry): Promise<EntryFound | ProviderFault> => {
  const answer = expecting(await client.send({ url: foreignId, method: 'GET' }), 200, 404, 410)
  if (isFault(answer)) return answer
  if (answer.status !== 200) return { event: null }
  const { state, events } = await readItem(answer.body.toString('utf8'), new Set())
  const event = events.find((one) => one.uid === uidDigest(uid) && one.replaces === null)
  return state === 'complete' && event ? { event } : faultOf('bad_answer')
}

/** Without an etag only where nothing is. */
const put = async (client: DavClient, url: string, text: string, etag: string | null): Promise<WrittenEntry | ProviderFault> => {
  const condition: Record<string, string> = etag === null ? { 'if-none-match': '*' } : { 'if-match': etag }
  const outcome = await client.send({
    url,
    method: 'PUT',
    headers: { 'content-type': 'text/calendar; charset=utf-8', ...condition },
    body: Buffer.from(text),
  })
  const answer = expecting(outcome, 200, 201, 204)
  return isFault(answer) ? answer : { foreignId: url, etag: answer.headers.etag ?? null }
}

const remove = async (client: DavClient, url: string, etag: string): Promise<ProviderFault | undefined> => {
  const outcome = await client.send({ url, method: 'DELETE', headers: { 'if-match': etag } })
  const answer = expecting(outcome, 200, 202, 204, 404, 410)
  return isFault(answer) ? answer : undefined
}

/** The entry that is there now, without an etag when there is none. Something else at its address is a conflict. */
const fetchEntry = async (client: DavClient, url: string, uid: string): Promise<WrittenEntry | ProviderFault> => {
  const answer = expecting(await client.send({ url, method: 'GET' }), 200, 404, 410)
  if (isFault(answer)) return answer
  if (answer.status !== 200) return { foreignId: url, etag: null }
  const unfolded = answer.body.toString('utf8').replaceAll(/\r?\n[ \t]/g, '')
  if (!unfolded.includes(`UID:${uid}`) || answer.headers.etag === undefined) return faultOf('conflict')
  return { foreignId: url, etag: answer.headers.etag }
}
