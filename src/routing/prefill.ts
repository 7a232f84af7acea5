import type { EventType } from '#event-types/index.ts'
import type { FormAnswer } from './answers.ts'
import type { FormQuestion } from './question.ts'

/** A submission: its questions, answers and id. */
export interface FilledForm {
  readonly answers: readonly FormAnswer[]
  readonly questions: readonly FormQuestion[]
  readonly submissionId: string
}

/** A URL must fit into a request. What does not is asked again. */
const maxAnswerLength = 500
const maxLength = 4000

/**
 * The page of an event type, prefilled with name and e-mail address, with the answers to questions of the same text,
 * and with the submission. The page asks for everything else.
 */
export const bookingAddress = (
  site: string,
  { owner, slug, questions: asked }: Pick<EventType, 'owner' | 'slug' | 'questions'>,
  { answers, questions, submissionId }: FilledForm,
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
  for (const { name, position, enabled } of asked)
    if (enabled) fill(`a${position + 1}`, (question) => !isIdentity(question) && isSameText(question.name, name))
  return `${site}/${owner.slug}/${slug}?${filled}`
}

const isIdentity = ({ type }: FormQuestion): boolean => type === 'name' || type === 'email'

const isSameText = (one: string, other: string): boolean => normalized(one) === normalized(other)
const normalized = (text: string): string => text.normalize('NFC').trim().toLowerCase()
