import { z } from 'zod'
import type { Detail } from '#contract/problem.ts'
import type { ReasonCode } from '#contract/reasons.ts'
import { type Destination, SentDestination } from './destination.ts'
import { type FormQuestion, isChoice } from './question.ts'

export const operators = [
  'is',
  'is_not',
  'contains',
  'does_not_contain',
  'starts_with',
  'ends_with',
  'is_answered',
  'is_not_answered',
] as const
export type Operator = (typeof operators)[number]

/** The operators for questions with choices. */
const ofChoices: readonly Operator[] = ['is', 'is_not', 'is_answered', 'is_not_answered']
/** These take no values. */
const withoutValues: readonly Operator[] = ['is_answered', 'is_not_answered']

export const maxRules = 50
const maxConditions = 20
const maxValues = 100

/** A condition on the answer to one question: it is one of the values, contains one of them, and so on. */
export interface Condition {
  readonly question: string
  readonly operator: Operator
  readonly values: readonly string[]
}

/** The destination of visitors whose answers meet all of the conditions, or any. */
export interface RoutingRule {
  readonly match: 'all' | 'any'
  readonly conditions: readonly Condition[]
  readonly destination: Destination
}

const SentCondition = z
  .object({
    question: z.string().max(255),
    operator: z.enum(operators),
    values: z.array(z.string().trim().min(1).max(1000)).max(maxValues).default([]),
  })
  .superRefine(({ operator, values }, context) => {
    const wrong = (message: ReasonCode): void =>
      context.addIssue({ code: 'custom', path: ['values'], message, params: { operator } })
    if (withoutValues.includes(operator) && values.length > 0) wrong('not_for_operator')
    if (!withoutValues.includes(operator) && values.length === 0) wrong('blank')
  })

/** In order: the first rule that applies decides. */
export const RoutingRules = z
  .array(
    z.object({
      match: z.enum(['all', 'any']).default('all'),
      conditions: z.array(SentCondition).min(1).max(maxConditions),
      destination: SentDestination,
    }),
  )
  .max(maxRules)

/** A sent rule may name a question by its text; the stored rule has its id, which stays when the text changes. */
export const withQuestionIds = (
  rules: readonly RoutingRule[],
  questions: readonly FormQuestion[],
): readonly RoutingRule[] => {
  const idOf = (named: string): string =>
    (questions.find(({ uuid }) => uuid === named.toLowerCase()) ?? questions.find(({ name }) => name === named))
      ?.uuid ?? named
  return rules.map((rule) => ({
    ...rule,
    conditions: rule.conditions.map((condition) => ({ ...condition, question: idOf(condition.question) })),
  }))
}

/** What is wrong with rules for these questions, each with its position. */
export const faultsOf = (rules: readonly RoutingRule[], questions: readonly FormQuestion[]): readonly Detail[] =>
  rules.flatMap(({ conditions }, index) =>
    conditions.flatMap((condition, at) => faultsIn(condition, questions, `rules[${index}].conditions[${at}]`)),
  )

const faultsIn = (
  { question: id, operator, values }: Condition,
  questions: readonly FormQuestion[],
  place: string,
): Detail[] => {
  const question = questions.find(({ uuid }) => uuid === id)
  if (!question) return [{ parameter: `${place}.question`, reason: 'not_a_question_of_form' }]
  if (!isChoice(question.type)) return []
  if (!ofChoices.includes(operator))
    return [{ parameter: `${place}.operator`, reason: 'not_one_of', values: { options: ofChoices.join(', ') } }]
  return values.flatMap((value, at) =>
    question.answer_choices.includes(value) ? [] : [{ parameter: `${place}.values[${at}]`, reason: 'not_a_choice' }],
  )
}

/** Every event type that a form may lead to, with the paths of the fields that name it. */
export const eventTypesIn = ({
  rules,
  fallback,
}: {
  readonly rules: readonly RoutingRule[]
  readonly fallback: Destination
}): ReadonlyMap<string, readonly string[]> => {
  const places = new Map<string, string[]>()
  const look = (destination: Destination, place: string): void => {
    if (destination.type === 'event_type')
      places.set(destination.value, [...(places.get(destination.value) ?? []), `${place}.value`])
  }
  for (const [at, { destination }] of rules.entries()) look(destination, `rules[${at}].destination`)
  look(fallback, 'fallback')
  return places
}
