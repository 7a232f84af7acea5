import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/db/database.ts'
import { within } from '#platform/deadline.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { day } from '#platform/time/durations.ts'
import { type OauthClient, unvouchedScopes } from './client.ts'
import { freshUntil, isDocumentAddress, maxDocumentBytes, readDocument } from './document.ts'
import { OauthRefusal } from './refusal.ts'
import { deleteUnusedClients, findClient, saveDocumentClient } from './store/clients.ts'
import { deleteExpiredCodes } from './store/codes.ts'
import { deleteEndedGrants } from './store/grants.ts'
import { deleteSpentRefreshTokens } from './store/refresh-tokens.ts'
import { deleteExpiredTokens } from './store/tokens.ts'

const documentMilliseconds = 5_000

interface Surroundings {
  readonly database: Database
  readonly outgoing: Outgoing
}

/**
 * The client that calls itself so. One that is described by a document at its own address is fetched when what we know of it
 * is not fresh any more; no transaction is open meanwhile. What goes wrong is not remembered.
 */
export const knowClient = async ({ database, outgoing }: Surroundings, clientId: string, now: Date): Promise<OauthClient | undefined> => {
  const known = await findClient(database.reader, clientId)
  if (known?.documentExpiresAt ? known.documentExpiresAt > now : known) return known
  if (!isDocumentAddress(clientId)) return undefined
  const asked = outgoing.send({ url: clientId, method: 'GET', headers: { accept: 'application/json' }, maxAnswerBytes: maxDocumentBytes })
  // A short limit, because somebody is waiting for a page.
  const answer = await within(documentMilliseconds, asked).catch(() => undefined)
  if (answer?.kind !== 'answered' || answer.status !== 200 || !answer.isWhole)
    throw new OauthRefusal('invalid_client', 'The document of this client cannot be had: it must answer 200 at a public address, in time, with 8 KiB at most.')
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(answer.headers['content-type'] ?? ''))
    throw new OauthRefusal('invalid_client', 'The document of this client is not JSON.')
  const { name, redirectUris } = readDocument(clientId, answer.body.toString('utf8'))
  const documentExpiresAt = freshUntil(answer.headers['cache-control'], now)
  const client = { id: known?.id ?? randomUUID(), name, redirectUris, scopes: unvouchedScopes, documentUrl: clientId, documentExpiresAt }
  return database.write((tx) => saveDocumentClient(tx, client, now))
}

/** How long after its end each thing is kept: to say of a token that it expired, and to recognise what is used a second time. */
const keptDays = { unusedClients: 30, codes: 30, accessTokens: 7, refreshTokens: 30, grants: 30 }

/** One bounded piece of clearing away; how much there was. */
export const clearAway = async (database: Database, now: Date): Promise<number> => {
  const ago = (days: number): Date => new Date(now.getTime() - days * day)
  let cleared = 0
  // Each in its own transaction: short, and none waits for another.
  cleared += await database.write((tx) => deleteExpiredTokens(tx, ago(keptDays.accessTokens)))
  cleared += await database.write((tx) => deleteExpiredCodes(tx, ago(keptDays.codes)))
  cleared += await database.write((tx) => deleteSpentRefreshTokens(tx, ago(keptDays.refreshTokens)))
  cleared += await database.write((tx) => deleteEndedGrants(tx, ago(keptDays.grants)))
  cleared += await database.write((tx) => deleteUnusedClients(tx, ago(keptDays.unusedClients)))
  return cleared
}
