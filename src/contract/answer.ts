import type { Codes, Recipe } from '#platform/crypto/codes.ts'

/** What a face gives back, to the byte, so that it can be given again. */
export interface ApiResponse {
  readonly status: number
  readonly body: string
  /** Where to find what was made. */
  readonly location: string | undefined
}

/** A text without its secret codes: where one stood, there is the recipe from which it can be made again. */
type Gapped = readonly (string | Recipe)[]

interface WithoutCodes {
  readonly body: Gapped
  readonly location: Gapped | null
}

/** As it is stored. A code lets its holder act, so codes are not stored, but made again. */
export const writeAnswer = ({ body, location }: ApiResponse, codes: ReadonlyMap<string, Recipe>): string => {
  const kept: WithoutCodes = {
    body: leaveOut(codes, body),
    location: location === undefined ? null : leaveOut(codes, location),
  }
  return JSON.stringify(kept)
}

export const readAnswer = (text: string, status: number, codes: Codes): ApiResponse => {
  const { body, location } = JSON.parse(text) as WithoutCodes
  return { status, body: fillIn(codes, body), location: location === null ? undefined : fillIn(codes, location) }
}

const leaveOut = (codes: ReadonlyMap<string, Recipe>, text: string): Gapped => {
  let pieces: Gapped = [text]
  for (const [code, recipe] of codes)
    pieces = pieces.flatMap((piece) => (typeof piece === 'string' ? replaceIn(piece, code, recipe) : [piece]))
  return pieces
}

const replaceIn = (text: string, code: string, recipe: Recipe): Gapped =>
  text.split(code).flatMap((part, index): (string | Recipe)[] => (index === 0 ? [part] : [recipe, part]))

const fillIn = (codes: Codes, gapped: Gapped): string =>
  gapped.map((piece) => (typeof piece === 'string' ? piece : codes.make(piece))).join('')

/** Every e-mail address anywhere in a resource: they tell which people it is about. */
export const addressesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.match(address) ?? []
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(addressesIn)
}

// Generous on purpose: a text that only looks like an address belongs to nobody, so that finding it does no harm.
const address = /[^\s@<>()[\]",;:]+@[^\s@<>()[\]",;:]+/g
