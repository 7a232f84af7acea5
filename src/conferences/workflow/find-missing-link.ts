import { conferenceNamedBy, isTokenOf } from '#notifications/index.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Reader } from '#platform/db/database.ts'
import { findToldConference, type MissingConference } from '../store/conferences.ts'

/** The conference that the holder of the token was told of, while it is missing. */
export const findMissingLink = async (
  reader: Reader,
  codes: Codes,
  token: string,
  now: Date,
): Promise<MissingConference | undefined> => {
  const id = conferenceNamedBy(token)
  const found = id === undefined ? undefined : await findToldConference(reader, id, now)
  if (!found || found.toldAt === null) return undefined
  const { organizationId, membershipId, toldAt } = found
  return isTokenOf(codes, token, { organizationId, conferenceId: found.id, membershipId, toldAt }) ? found : undefined
}
