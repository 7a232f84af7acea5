import type { SignedInVisit } from '#pages/visit.ts'
import { isChoice, operators, questionKinds } from '#routing/index.ts'
import type { Destination, RoutingFormSetup, Rule } from './texts.ts'

// Parses the forms of the editor. Validation is the operation's task.

const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

type SentQuestion = Omit<RoutingFormSetup['questions'][number], 'uuid'>

/** The choices are hidden where the answer is none of them. */
export const sentQuestion = ({ form }: Pick<SignedInVisit, 'form'>): SentQuestion => {
  const type = questionKinds.find((kind) => kind === form.get('type')) ?? 'text'
  return {
    name: form.get('name') ?? '',
    type,
    required: form.has('required'),
    answer_choices: isChoice(type) ? linesIn(form.get('choices') ?? '') : [],
  }
}

export const sentDestination = ({ form }: Pick<SignedInVisit, 'form'>): Destination => {
  const field = (name: string): string => form.get(name) ?? ''
  if (field('to') === 'external_url') return { type: 'external_url', value: field('url') }
  if (field('to') === 'custom_message')
    return { type: 'custom_message', value: { headline: field('headline'), body: field('body') } }
  return { type: 'event_type', value: field('event_type') }
}

/** Rows without a question are no conditions. */
export const sentRule = (visit: Pick<SignedInVisit, 'form'>): Rule => {
  const { form } = visit
  const [questions, how, values] = [form.getAll('question'), form.getAll('operator'), form.getAll('values')]
  const conditions = questions.flatMap((question, at) => {
    const operator = operators.find((one) => one === how[at]) ?? 'is'
    const takesNone = operator === 'is_answered' || operator === 'is_not_answered'
    // Of a question with choices they are ticked, or typed.
    const given = new Set([...form.getAll(`choice-${at}-${question}`), ...linesIn(values[at] ?? '')])
    return question === '' ? [] : [{ question, operator, values: takesNone ? [] : [...given] }]
  })
  return { match: form.get('match') === 'any' ? 'any' : 'all', conditions, destination: sentDestination(visit) }
}

/** One place earlier. */
export const movedUp = <Item>(items: readonly Item[], at: number): Item[] => {
  const moved = [...items]
  const [item] = moved.splice(at, 1)
  if (item !== undefined) moved.splice(Math.max(0, at - 1), 0, item)
  return moved
}
