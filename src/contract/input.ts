import { z } from 'zod'
import { type Detail, invalid } from './problem.ts'
import { isReason, type Reason, textOf } from './reasons.ts'

// A rule of ours gives its reason as the message; of all others the issue itself tells why.
z.config({ customError: () => '' })

type Issue = z.ZodError['issues'][number]

const reasonOf = (issue: Issue): Reason => {
  if (isReason(issue.message)) return { reason: issue.message }
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? { reason: 'missing' } : wrongType(issue.expected)
    case 'invalid_value':
      return issue.input === undefined
        ? { reason: 'missing' }
        : { reason: 'not_one_of', values: { options: issue.values.join(', ') } }
    case 'invalid_format':
      return { reason: 'format' }
    case 'too_small': {
      const values = { least: String(issue.minimum), number: String(issue.minimum) }
      if (issue.origin === 'string') return issue.minimum === 1 ? { reason: 'blank' } : { reason: 'too_short', values }
      return { reason: issue.origin === 'array' ? 'too_few_items' : 'below_least', values }
    }
    case 'too_big': {
      const values = { most: String(issue.maximum), number: String(issue.maximum) }
      if (issue.origin === 'string') return { reason: 'too_long', values }
      return { reason: issue.origin === 'array' ? 'too_many_items' : 'above_most', values }
    }
    default:
      return { reason: 'invalid' }
  }
}

const wrongType = (expected: string): Reason => {
  if (expected === 'int') return { reason: 'not_an_integer' }
  if (expected === 'number') return { reason: 'not_a_number' }
  return { reason: 'must_be', values: { what: nouns[expected] ?? `a ${expected}` } }
}

/** Of the types that do not go with "a". */
const nouns: Readonly<Record<string, string>> = { boolean: 'boolean', array: 'an array', object: 'an object' }

/** `questions_and_answers[0].question` */
const parameterOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name === '' ? String(part) : `${name}.${String(part)}`,
    '',
  ) || 'base'

/** What a rule of ours names in its text. */
const valuesOf = (issue: Issue): Pick<Reason, 'values'> =>
  issue.code === 'custom' && issue.params !== undefined ? { values: issue.params as NonNullable<Reason['values']> } : {}

/** What is wrong, as the API says it: for those who read what other services send. */
export const issueText = (issue: Issue): string => textOf({ ...reasonOf(issue), ...valuesOf(issue) })

const maxDetails = 20

export const parseInput = <Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(raw, { reportInput: true })
  if (parsed.success) return parsed.data
  const details = new Map<string, Detail>()
  for (const issue of parsed.error.issues) {
    const parameter = parameterOf(issue.path)
    // The first issue of a field is the plainest: what is blank is not in the right format either.
    if (!details.has(parameter)) details.set(parameter, { parameter, ...reasonOf(issue), ...valuesOf(issue) })
  }
  throw invalid(...[...details.values()].slice(0, maxDetails))
}
