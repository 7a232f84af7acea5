import { expecting, faultOf, isFault } from '#integrations/index.ts'
import type { RequestOutcome } from '#platform/net/outgoing.ts'
import type { EntryToWrite } from '../../entry.ts'
import { readItem } from '../../icalendar/read-item.ts'
import { uidDigest } from '../../icalendar/skeleton.ts'
import { withAdditions } from '../../kept-additions.ts'
import type { ProviderFault } from '../fault.ts'
import type { EntryFound, FoundAccount, WriteAnswer, WrittenEntry } from '../provider.ts'
import type { DavClient } from './dav-client.ts'
import { dav } from './multistatus.ts'
import { escapeXml } from './xml.ts'

/** An account, as far as entries need it. */
export interface EntryAccount {
  readonly client: DavClient
  discover(): Promise<FoundAccount | ProviderFault>
}

/**
 * Writes an entry under a name made from its UID, so that a second attempt finds the first. Nothing is written over
 * what came there since `before`: the caller may be the one that is out of date.
 */
export const writeEntry = async (
  account: EntryAccount,
  calendarUrl: string,
  { uid, text }: Pick<EntryToWrite, 'uid' | 'text'>,
  before: WrittenEntry | null,
): Promise<WriteAnswer | ProviderFault> => {
  const { client } = account
  const url = before?.foreignId ?? new URL(`${encodeURIComponent(uid)}.ics`, calendarUrl).href
  const additions = before?.etag == null ? undefined : await client.send({ url, method: 'GET' })
  const there =
    additions?.kind === 'answered' && additions.status === 200 && additions.isWhole
      ? additions.body.toString('utf8')
      : undefined
  const written = await put(
    client,
    url,
    there === undefined ? text : withAdditions(text, there, uid),
    before?.etag ?? null,
  )
  if (!isFault(written)) return { ...written, isWritten: true }
  if (written.fault !== 'conflict') return written
  const current = await fetchEntry(client, url, uid)
  if (isFault(current)) return current
  const elsewhere = current.etag === null ? await findInAccount(account, uid) : undefined
  if (elsewhere && isFault(elsewhere)) return elsewhere
  return { ...(elsewhere ?? current), isWritten: false }
}

/**
 * An entry with the UID that is not where we wrote it: its host has dragged it into another calendar, or it came there
 * from the mail of the meeting, or by the service that it was imported from. It stays where it is, and a second one is
 * never made beside it: many servers refuse a UID twice in one account.
 */
const findInAccount = async (
  { client, discover }: EntryAccount,
  uid: string,
): Promise<WrittenEntry | ProviderFault | undefined> => {
  const account = await discover()
  if (isFault(account)) return account
  for (const { foreignId } of account.calendars.filter(({ isWritable }) => isWritable)) {
    const found = await findByUid(client, foreignId, uid)
    // Some calendars are listed and cannot be asked.
    if (found && (!isFault(found) || !['forbidden', 'gone'].includes(found.fault))) return found
  }
  return undefined
}

const findByUid = async (
  client: DavClient,
  calendarUrl: string,
  uid: string,
): Promise<WrittenEntry | ProviderFault | undefined> => {
  const answer = await client.report(
    calendarUrl,
    1,
    `<c:calendar-query xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><prop><getetag/></prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:prop-filter name="UID"><c:text-match collation="i;octet">${escapeXml(uid)}</c:text-match></c:prop-filter></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`,
  )
  if (isFault(answer)) return answer
  for (const { href, properties } of answer.responses.slice(0, maxOfOneUid)) {
    if (!properties.has(dav('getetag')) || !URL.canParse(href, answer.url)) continue
    const found = await fetchEntry(client, new URL(href, answer.url).href, uid)
    if (!isFault(found) && found.etag !== null) return found
  }
  return undefined
}

/** Servers may find more than was asked for. */
const maxOfOneUid = 10

export const removeEntry = async (
  account: EntryAccount,
  uid: string,
  { foreignId, etag }: WrittenEntry,
): Promise<WrittenEntry | ProviderFault | undefined> => {
  const { client } = account
  if (etag !== null) {
    const fault = await remove(client, foreignId, etag)
    if (fault?.fault !== 'conflict' && fault?.fault !== 'gone') return fault
  }
  const there = await fetchEntry(client, foreignId, uid)
  return isFault(there) || there.etag !== null ? there : findInAccount(account, uid)
}

export const readEntry = async (
  account: EntryAccount,
  uid: string,
  { foreignId }: WrittenEntry,
): Promise<EntryFound | ProviderFault> => {
  const found = await readAt(account.client, foreignId, uid)
  if (isFault(found) || found.event) return found
  const elsewhere = await findInAccount(account, uid)
  if (!elsewhere) return found
  return isFault(elsewhere) ? elsewhere : readAt(account.client, elsewhere.foreignId, uid)
}

const readAt = async (client: DavClient, url: string, uid: string): Promise<EntryFound | ProviderFault> => {
  const answer = expecting(await client.send({ url, method: 'GET' }), 200, 404, 410)
  if (isFault(answer)) return answer
  if (answer.status !== 200) return { event: null }
  const { state, events } = await readItem(answer.body.toString('utf8'), new Set())
  const event = events.find((one) => one.uid === uidDigest(uid) && one.replaces === null)
  return state === 'complete' && event ? { event } : faultOf('bad_answer')
}

/** Without an etag only where nothing is. */
const put = async (
  client: DavClient,
  url: string,
  text: string,
  etag: string | null,
): Promise<WrittenEntry | ProviderFault> => {
  const condition: Record<string, string> = etag === null ? { 'if-none-match': '*' } : { 'if-match': etag }
  const outcome = await client.send({
    url,
    method: 'PUT',
    headers: { 'content-type': 'text/calendar; charset=utf-8', ...condition },
    body: Buffer.from(text),
  })
  if (isUidConflict(outcome)) return faultOf('conflict')
  const answer = expecting(outcome, 200, 201, 204)
  return isFault(answer) ? answer : { foreignId: url, etag: answer.headers.etag ?? null }
}

/**
 * RFC 4791 §5.3.2.1 and RFC 6638 §3.2.4.1, with the status that the server finds right: 403, 409, 412, or 207 from
 * Xandikos; and 400 with a sentence from Nextcloud.
 */
const isUidConflict = (outcome: RequestOutcome): boolean =>
  outcome.kind === 'answered' &&
  [207, 400, 403, 409, 412].includes(outcome.status) &&
  ['no-uid-conflict', 'unique-scheduling-object-resource', 'uid already exists'].some((words) =>
    outcome.body.includes(words),
  )

const remove = async (client: DavClient, url: string, etag: string): Promise<ProviderFault | undefined> => {
  const outcome = await client.send({ url, method: 'DELETE', headers: { 'if-match': etag } })
  const answer = expecting(outcome, 200, 202, 204)
  return isFault(answer) ? answer : undefined
}

/** The entry that is there now, without an etag when there is none. Something else at its address is a conflict. */
const fetchEntry = async (client: DavClient, url: string, uid: string): Promise<WrittenEntry | ProviderFault> => {
  const answer = expecting(await client.send({ url, method: 'GET' }), 200, 404, 410)
  if (isFault(answer)) return answer
  if (answer.status !== 200) return { foreignId: url, etag: null }
  const { events } = await readItem(answer.body.toString('utf8'), new Set())
  if (!events.some((event) => event.uid === uidDigest(uid)) || answer.headers.etag === undefined)
    return faultOf('conflict')
  return { foreignId: url, etag: answer.headers.etag }
}
