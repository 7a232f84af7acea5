import type { Failure } from '#process/failure.ts'
import type { Option, Options } from './command.ts'

/** A failure in words for a person. Fields are named as the options that they were given by. */
export const sentencesOf = ({ message, details, stack }: Failure, options: Options = {}): string => {
  if (stack !== undefined) return `${message}\n${stack}`
  if (!details) return message
  return details
    .map(({ parameter, message: wrong }) => {
      // Some are sentences of their own, and begin like one.
      const standsAlone = parameter === undefined || parameter === 'base' || /^[A-Z]/.test(wrong)
      return standsAlone ? wrong : `${nameOf(parameter, options)} ${wrong}`
    })
    .map((sentence) => (/[.?!]$/.test(sentence) ? sentence : `${sentence}.`))
    .join('\n')
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
