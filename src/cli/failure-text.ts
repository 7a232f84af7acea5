import type { Failure } from '#process/failure.ts'

/** A failure in words for a person. Fields are named as the options that they were given by. */
export const sentencesOf = ({ message, details, stack }: Failure, options: readonly string[] = []): string => {
  if (stack !== undefined) return `${message}\n${stack}`
  if (!details) return message
  return details
    .map(({ parameter, message: wrong }) => {
      // Some are sentences of their own, and begin like one.
      const standsAlone = parameter === undefined || parameter === 'base' || /^[A-Z]/.test(wrong)
      return standsAlone ? wrong : `${options.includes(parameter) ? `--${parameter}` : parameter} ${wrong}`
    })
    .map((sentence) => (/[.?!]$/.test(sentence) ? sentence : `${sentence}.`))
    .join('\n')
}

/** A failure as `--json` shows it. */
export const failureDocument = ({ message, status, title, details }: Failure) => ({
  error: { ...(status === undefined ? {} : { status }), ...(title === undefined ? {} : { title }), message, ...(details === undefined ? {} : { details }) },
})
