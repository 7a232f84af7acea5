import { Problem } from '#contract/problem.ts'
import type { Complaints } from './fields.ts'
import { type PageHandler, type SignedInVisit, signedIn } from './visit.ts'

/** Takes a form of a signed-in user. What it is refused for is shown on the page that it is on. */
export const formOn =
  (page: (visit: SignedInVisit, complaints: Complaints) => ReturnType<PageHandler>) =>
  (take: PageHandler<SignedInVisit>): PageHandler =>
    signedIn((visit) => take(visit).catch((error: unknown) => page(visit, complaintsIn(error))))

/** What an operation refused, by field, to be shown beside it; any other error is rethrown. */
export const complaintsIn = (error: unknown): Complaints => {
  if (!(error instanceof Problem) || error.kind.status !== 400) throw error
  if (error.details.length === 0) return { base: error.message }
  return Object.fromEntries(error.details.map(({ parameter = 'base', message }) => [parameter, sentence(message)]))
}

/** The API says `must be filled`; a page shows a whole sentence. */
const sentence = (message: string): string => sentences[message] ?? (message.startsWith('size cannot be greater than') ? 'This is too long.' : message)

const [unfilled, unusable] = ['Please fill this in.', 'This cannot be used. Please look at it again.']
const sentences: Readonly<Record<string, string>> = {
  'is missing': unfilled,
  'must be filled': unfilled,
  'is in invalid format': unusable,
  invalid: unusable,
}
