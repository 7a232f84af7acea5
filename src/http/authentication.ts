import type { Principal } from '#contract/principal.ts'
import { Problem, unauthenticated } from '#contract/problem.ts'
import { type Audience, findHeldToken, hashToken, isWellFormed, principalBy } from '#oauth/index.ts'
import type { Reader } from '#platform/db/database.ts'

const bearer = /^Bearer +([\x21-\x7e]{1,512}) *$/i

/** Who is calling, by the bearer token of the request: one look into the database, none for what cannot be a token. */
export const authenticate = async (
  reader: Reader,
  header: string | undefined,
  now: Date,
  audience: Audience = 'rest',
): Promise<Principal> => {
  const token = header === undefined ? undefined : bearer.exec(header)?.[1]
  if (token === undefined || !isWellFormed(token)) throw new Problem(unauthenticated)
  return principalBy(await findHeldToken(reader, hashToken(token)), audience, now)
}
