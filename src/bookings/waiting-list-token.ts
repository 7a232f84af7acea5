import { timingSafeEqual } from 'node:crypto'
import type { UrlContext } from '#contract/wire.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { WaitingListEntry } from './waiting-list.ts'

type Named = Pick<WaitingListEntry, 'id' | 'organizationId'>

/** Its secret is made from the instance's key and stored nowhere. */
const waitingListToken = (codes: Codes, { organizationId, id }: Named): string =>
  `${id}-${codes.shortOf('waiting list', organizationId, id)}`

/** The page where somebody confirms that they wait, and leaves the list. */
export const waitingListUrl = ({ links, codes }: UrlContext, entry: Named): string =>
  `${links.site}/waiting/${waitingListToken(codes, entry)}`

const tokenForm = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-[a-z2-7]{26}$/

/** Before it is verified. */
export const entryNamedBy = (token: string): string | undefined => tokenForm.exec(token)?.[1]

export const isTokenOf = (codes: Codes, token: string, entry: Named): boolean => {
  const own = waitingListToken(codes, entry)
  return token.length === own.length && timingSafeEqual(Buffer.from(token), Buffer.from(own))
}
