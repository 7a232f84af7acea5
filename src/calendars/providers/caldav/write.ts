import { expecting, faultOf, isFault, type ProviderFault } from '../fault.ts'
import type { EntryToWrite, WrittenEntry } from '../provider.ts'
import type { DavClient } from './dav-client.ts'

/**
 * Writes an entry under a name made from its UID, so that a second attempt finds the first. A conditional request never overwrites what somebody
 * else put there meanwhile; the server's copy is read first then, and only an entry of ours is replaced.
 */
export const writeEntry = async (
  client: DavClient,
  calendarUrl: string,
  { uid, text }: EntryToWrite,
  before: WrittenEntry | null,
): Promise<WrittenEntry | ProviderFault> => {
  const url = before?.foreignId ?? new URL(`${encodeURIComponent(uid)}.ics`, calendarUrl).href
  const first = await put(client, url, text, before?.etag ?? null)
  if (!isFault(first) || first.fault !== 'conflict') return first
  const there = await fetchEntry(client, url, uid)
  if (isFault(there)) return there
  return put(client, url, text, there.etag)
}

export const removeEntry = async (client: DavClient, uid: string, { foreignId, etag }: WrittenEntry): Promise<ProviderFault | undefined> => {
  const first = await remove(client, foreignId, etag)
  if (first?.fault !== 'conflict') return first
  const there = await fetchEntry(client, foreignId, uid)
  if (isFault(there)) return there
  return there.etag === null ? undefined : remove(client, foreignId, there.etag)
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

const remove = async (client: DavClient, url: string, etag: string | null): Promise<ProviderFault | undefined> => {
  const outcome = await client.send({ url, method: 'DELETE', headers: etag === null ? {} : { 'if-match': etag } })
  const answer = expecting(outcome, 200, 202, 204, 404, 410)
  return isFault(answer) ? answer : undefined
}

/** The etag of the entry that is there now; null when there is none. */
const fetchEntry = async (client: DavClient, url: string, uid: string): Promise<{ readonly etag: string | null } | ProviderFault> => {
  const answer = expecting(await client.send({ url, method: 'GET' }), 200, 404, 410)
  if (isFault(answer)) return answer
  if (answer.status !== 200) return { etag: null }
  const unfolded = answer.body.toString('utf8').replaceAll(/\r?\n[ \t]/g, '')
  if (!unfolded.includes(`UID:${uid}`) || answer.headers.etag === undefined) return faultOf('conflict')
  return { etag: answer.headers.etag }
}
