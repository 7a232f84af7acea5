import { type Destination, plainThanks } from './destination.ts'
import { type FormQuestion, isChoice, type QuestionKind } from './question.ts'
import type { Condition, Rule } from './rule.ts'

/** What decides where somebody goes. */
export interface Routing {
  readonly questions: readonly FormQuestion[]
  readonly rules: readonly Rule[]
  readonly fallback: Destination
}

/**
 * Where these answers lead: to what the first rule says that applies, else to the fallback. A rule whose meeting cannot be booked
 * any more does not apply: nobody is sent to a door that is closed. `answers` are by the id of their question; none is blank.
 */
export const decide = (
  { questions, rules, fallback }: Routing,
  answers: ReadonlyMap<string, string>,
  canBeBooked: (eventTypeId: string) => boolean,
): Destination => {
  const kinds = new Map(questions.map(({ uuid, type }) => [uuid, type]))
  const holds = (condition: Condition): boolean => isMet(condition, kinds.get(condition.question) ?? 'text', answers.get(condition.question) ?? '')
  const isOpen = ({ type, value }: Destination): boolean => type !== 'event_type' || canBeBooked(value)
  for (const { match, conditions, destination } of rules) {
    const applies = match === 'all' ? conditions.every(holds) : conditions.some(holds)
    if (applies && isOpen(destination)) return destination
  }
  return isOpen(fallback) ? fallback : plainThanks
}

/** What was not answered is empty: it is nothing and contains nothing, so every denial holds. */
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

/** Choices are compared as they are. What is typed is compared whatever its letters are like, and numbers whatever stands between their digits. */
const comparable = (kind: QuestionKind, text: string): string => {
  if (isChoice(kind)) return text
  const plain = text.normalize('NFC').trim().toLowerCase()
  return kind === 'phone' ? plain.replace(/[\s().\-/]/g, '') : plain
}
