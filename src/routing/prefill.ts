import type { EventType } from '#event-types/index.ts'
import type { FormAnswer } from './answers.ts'
import type { FormQuestion } from './question.ts'

/** What was answered, to what, and under which name it is kept. */
export interface Filled {
  readonly answers: readonly FormAnswer[]
  readonly questions: readonly FormQuestion[]
  readonly submissionId: string
}

/** An address has to fit into a request. What does not is asked again. */
const maxAnswerLength = 500
const maxLength = 4000

/**
 * The page of an event type, opened with who it is, with the answers to questions of the same words, and with the submission it came of.
 * The page asks for everything else.
 */
export const bookingAddress = (
  site: string,
  { owner, slug, questions: asked }: Pick<EventType, 'owner' | 'slug' | 'questions'>,
  { answers, questions, submissionId }: Filled,
): string => {
  const filled = new URLSearchParams({ routing_form_submission: submissionId })
  const fill = (name: string, wanted: (question: FormQuestion) => boolean): void => {
    const question = questions.find(wanted)
    const answer = question && answers.find(({ question_uuid }) => question_uuid === question.uuid)?.answer
    if (answer === null || answer === undefined || answer.length > maxAnswerLength) return
    filled.set(name, answer)
    if (filled.toString().length > maxLength) filled.delete(name)
  }
  fill('name', ({ type }) => type === 'name')
  fill('email', ({ type }) => type === 'email')
  for (const { name, position, enabled } of asked) if (enabled) fill(`a${position + 1}`, (question) => !saysWho(question) && alike(question.name, name))
  return `${site}/${owner.slug}/${slug}?${filled}`
}

const saysWho = ({ type }: FormQuestion): boolean => type === 'name' || type === 'email'

const alike = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (text: string): string => text.normalize('NFC').trim().toLowerCase()
