import { didYouMean } from './nearest.ts'
import { WrongUsage } from './refusal.ts'

/** What was separated by spaces or commas. */
export const wordsIn = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** Before the API refuses a slip of the finger: here the word that was meant can be named. */
export const checkScopes = (text: string | undefined, known: readonly string[]): void => {
  const unknown = wordsIn(text).find((word) => !known.includes(word))
  if (unknown !== undefined) throw new WrongUsage(`${unknown} is not a scope.${didYouMean(unknown, known) || ` There are: ${known.join(', ')}.`}`)
}
