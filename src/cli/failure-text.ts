import type { DetailBody } from '#contract/problem.ts'
import type { Failure } from '#process/failure.ts'
import type { Option, Options } from './command.ts'

/**
 * A failure as text: `error: …` for each problem, and `try: …` for the command that helps. Fields are named as the
 * options they were given by.
 */
export const errorText = ({ message, details, stack }: Failure, options: Options = {}): string => {
  if (stack !== undefined) return `error: ${message}\n${stack}`
  const sentences = details ? details.map((detail) => sentenceOf(detail, options)) : [message]
  return sentences.map(withAdviceApart).join('\n')
}

/** Some messages are sentences of their own; the others follow the name of their field. */
const sentenceOf = ({ parameter, message }: DetailBody, options: Options): string => {
  const standsAlone = parameter === undefined || parameter === 'base' || /^[A-Z]/.test(message)
  const sentence = standsAlone ? message : `${nameOf(parameter, options)} ${message}`
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`
}

/** `… See: openslot member list`: the command at the end has a line of its own. */
const withAdviceApart = (sentence: string): string => {
  const [, problem = sentence, command] = /^(.*[.?!]) (?:[A-Z][^:.]*: )((?:openslot|chmod) .*)$/s.exec(sentence) ?? []
  return [`error: ${problem}`, ...(command === undefined ? [] : [`try: ${command}`])].join('\n')
}

/** A secret comes by standard input, so it is named in words, whichever of several kinds it is. */
const nameOf = (parameter: string, options: Options): string => {
  const all = Object.entries<Option>(options)
  const found = all.find(([name, { field = name.replaceAll('-', '_') }]) => field === parameter)
  const isSecret = (found ? [found] : all).some(([, { secretIn }]) => secretIn !== undefined)
  if (isSecret) return `The ${parameter.replaceAll('_', ' ')}`
  return found ? `--${found[0]}` : parameter
}

/** A failure as `--json` shows it. */
export const failureDocument = ({ message, status, title, details }: Failure) => ({
  error: {
    ...(status === undefined ? {} : { status }),
    ...(title === undefined ? {} : { title }),
    message,
    ...(details === undefined ? {} : { details }),
  },
})
