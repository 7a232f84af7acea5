import { timingSafeEqual } from 'node:crypto'
import type { SignedInVisit } from '#pages/visit.ts'

const parameter = 'seal'

/** An Undo disappears after ten seconds; without scripts it stays until the page is left. */
const goodForMilliseconds = 10 * 60_000

type Sealing = Pick<SignedInVisit, 'context' | 'session'>

const sealOf = ({ context, session }: Sealing, address: string, expiresAt: number): string =>
  `${expiresAt.toString(36)}-${context.codes.shortOf('undo', session.userId, address, String(expiresAt))}`

/**
 * The page that follows an act, which says in its address what was done, and offers to undo it. The seal proves that we
 * wrote the address, for this person and a moment ago.
 */
export const undoable = (
  visit: SignedInVisit,
  path: string,
  { [parameter]: _, ...done }: Readonly<Record<string, string>>,
): { readonly to: string } => {
  const address = `${path}?${new URLSearchParams(done)}`
  const seal = sealOf(visit, address, visit.now.getTime() + goodForMilliseconds)
  return { to: `${address}&${new URLSearchParams({ [parameter]: seal })}` }
}

/** Whether we wrote the address of this visit, by `undoable`. */
export const isSealed = (visit: SignedInVisit): boolean => {
  const [path = '', query = ''] = visit.target.split('?')
  const parameters = new URLSearchParams(query)
  const given = parameters.get(parameter) ?? ''
  parameters.delete(parameter)
  const expiresAt = Number.parseInt(given, 36)
  if (!(expiresAt > visit.now.getTime())) return false
  const [expected, actual] = [sealOf(visit, `${path}?${parameters}`, expiresAt), given].map((seal) =>
    Buffer.from(seal),
  ) as [Buffer, Buffer]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
