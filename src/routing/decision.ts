import { type Destination, plainThanks } from './destination.ts'
import { type FormQuestion, isChoice, type QuestionKind } from './question.ts'
import type { Condition, RoutingRule } from './rule.ts'

/** The parts of a form that decide the destination. */
export interface Routing {
  readonly questions: readonly FormQuestion[]
  readonly rules: readonly RoutingRule[]
  readonly fallback: Destination
}

/**
 * The destination of these answers: that of the first rule that applies, else the fallback. A rule whose event type
 * cannot be booked any more does not apply. `answers` are by the id of their question; none is blank.
 */
export const decide = (
  { questions, rules, fallback }: Routing,
  answers: ReadonlyMap<string, string>,
  canBeBooked: (eventTypeId: string) => boolean,
): Destination => {
  const kinds = new Map(questions.map(({ uuid, type }) => [uuid, type]))
  const holds = (condition: Condition): boolean =>
    isMet(condition, kinds.get(condition.question) ?? 'text', answers.get(condition.question) ?? '')
  const isOpen = ({ type, value }: Destination): boolean => type !== 'event_type' || canBeBooked(value)
  for (const { match, conditions, destination } of rules) {
    const applies = match === 'all' ? conditions.every(holds) : conditions.some(holds)
    if (applies && isOpen(destination)) return destination
  }
  return isOpen(fallback) ? fallback : plainThanks
}

/** A missing answer is empty: no positive condition holds for it, and every negative one does. */
const isMet = ({ operator, values }: Condition, kind: QuestionKind, answer: string): boolean => {
  const given = comparable(kind, answer)
  const wanted = values.map((value) => comparable(kind, value)).filter((value) => value !== '')
  switch (operator) {
    case 'is':
      return wanted.some((value) => given === value)
    case 'is_not':
      return !wanted.some((value) => given === value)
    case 'contains':
      return wanted.some((value) => given.includes(value))
    case 'does_not_contain':
      return !wanted.some((value) => given.includes(value))
    case 'starts_with':
      return wanted.some((value) => given.startsWith(value))
    case 'ends_with':
      return wanted.some((value) => given.endsWith(value))
    case 'is_answered':
      return given !== ''
    case 'is_not_answered':
      return given === ''
  }
}

/** Choices are compared exactly, typed text case-insensitively, and phone numbers by their digits. */
const comparable = (kind: QuestionKind, text: string): string => {
  if (isChoice(kind)) return text
  const plain = text.normalize('NFC').trim().toLowerCase()
  return kind === 'phone' ? plain.replace(/[\s().\-/]/g, '') : plain
}
