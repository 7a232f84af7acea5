import { randomUUID } from 'node:crypto'
import type { AppContext } from '#execution/perform.ts'
import type { Database } from '#platform/db/database.ts'
import { within } from '#platform/deadline.ts'
import { day } from '#platform/time/durations.ts'
import { type OauthClient, unverifiedClientScopes } from './client.ts'
import { freshUntil, isDocumentAddress, maxDocumentBytes, readDocument } from './document.ts'
import { OauthRefusal } from './refusal.ts'
import { deleteUnusedClients, findClient, saveDocumentClient } from './store/clients.ts'
import { deleteExpiredCodes } from './store/codes.ts'
import { deleteEndedGrants } from './store/grants.ts'
import { deleteSpentRefreshTokens } from './store/refresh-tokens.ts'
import { deleteExpiredTokens } from './store/tokens.ts'

const documentMilliseconds = 5_000

type ClientContext = Pick<AppContext, 'database' | 'outgoing'>

/**
 * The client with this id. One that is described by a document at its own address is fetched when the stored copy is no
 * longer fresh; no transaction is open meanwhile. Failures are not cached.
 */
export const findOrFetchClient = async (
  { database, outgoing }: ClientContext,
  clientId: string,
  now: Date,
): Promise<OauthClient | undefined> => {
  const known = await findClient(database.reader, clientId)
  if (known?.documentExpiresAt ? known.documentExpiresAt > now : known) return known
  if (!isDocumentAddress(clientId)) return undefined
  const asked = outgoing.send({
    url: clientId,
    method: 'GET',
    headers: { accept: 'application/json' },
    maxAnswerBytes: maxDocumentBytes,
  })
  // A short timeout, because a user is waiting for a page.
  const answer = await within(documentMilliseconds, asked).catch(() => undefined)
  if (answer?.kind !== 'answered' || answer.status !== 200 || !answer.isWhole)
    throw new OauthRefusal(
      'invalid_client',
      'The metadata document of this client could not be loaded: its public URL must respond with 200 in time, with at most 8 KiB.',
    )
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(answer.headers['content-type'] ?? ''))
    throw new OauthRefusal('invalid_client', 'The metadata document of this client is not JSON.')
  const { name, redirectUris } = readDocument(clientId, answer.body.toString('utf8'))
  const documentExpiresAt = freshUntil(answer.headers['cache-control'], now)
  const client = {
    id: known?.id ?? randomUUID(),
    name,
    redirectUris,
    scopes: unverifiedClientScopes,
    documentUrl: clientId,
    documentExpiresAt,
  }
  return database.write((tx) => saveDocumentClient(tx, client, now))
}

/** How long rows are kept after their end: to report that a token has expired, and to detect reuse. */
const keptDays = { unusedClients: 30, codes: 30, accessTokens: 7, refreshTokens: 30, grants: 30 }

/** Deletes one bounded batch; returns how many rows. */
export const deleteExpired = async (database: Database, now: Date): Promise<number> => {
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
