import { UsageError } from '#process/operator-error.ts'
import { didYouMean } from './nearest.ts'

/** What was separated by spaces or commas. */
export const wordsIn = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** Before the API refuses a slip of the finger: here the word that was meant can be named. */
export const checkScopes = (text: string | undefined, known: readonly string[]): void => {
  const unknown = wordsIn(text).find((word) => !known.includes(word))
  if (unknown !== undefined)
    throw new UsageError(
      `${unknown} is not a scope.${didYouMean(unknown, known) || ` The scopes are: ${known.join(', ')}.`}`,
    )
}
