import { z } from 'zod'
import { type Detail, invalid } from './problem.ts'

/** The words clients know from the API we are compatible with, instead of the validator's own. */
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined ? 'is missing' : `must be ${nouns[issue.expected] ?? `a ${issue.expected}`}`
      case 'invalid_value':
        return issue.input === undefined ? 'is missing' : `must be one of: ${issue.values.join(', ')}`
      case 'invalid_format':
        return 'is in invalid format'
      case 'too_small':
        if (issue.origin === 'string')
          return issue.minimum === 1 ? 'must be filled' : `size cannot be less than ${issue.minimum}`
        return issue.origin === 'array'
          ? `size cannot be less than ${issue.minimum}`
          : `must be greater than or equal to ${issue.minimum}`
      case 'too_big':
        return issue.origin === 'string' || issue.origin === 'array'
          ? `size cannot be greater than ${issue.maximum}`
          : `must be less than or equal to ${issue.maximum}`
      default:
        return issue.message ?? 'invalid'
    }
  },
})

/** Of the types that do not go with "a". */
const nouns: Readonly<Record<string, string>> = {
  int: 'an integer',
  boolean: 'boolean',
  array: 'an array',
  object: 'an object',
}

/** `questions_and_answers[0].question` */
const parameterOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name === '' ? String(part) : `${name}.${String(part)}`,
    '',
  ) || 'base'

const maxDetails = 20

export const parseInput = <Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const details = new Map<string, Detail>()
  for (const { path, message } of parsed.error.issues) {
    const parameter = parameterOf(path)
    // The first complaint about a field is the plainest: what is blank is not in the right format either.
    if (!details.has(parameter)) details.set(parameter, { parameter, message })
  }
  throw invalid(...[...details.values()].slice(0, maxDetails))
}
