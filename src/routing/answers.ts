import { isPhoneNumber } from '#bookings/index.ts'
import { type Detail, invalid } from '#contract/problem.ts'
import type { Reason } from '#contract/reasons.ts'
import { inOneLine, isEmail } from '#contract/wire.ts'
import type { FormQuestion } from './question.ts'

/** An answer with its question as it was asked: later changes to the form do not affect it. */
export interface FormAnswer {
  readonly question_uuid: string
  readonly question: string
  readonly answer: string | null
}

const maxLine = 255
const maxText = 10_000

/**
 * All questions with their answers; or a refusal that names each question with an error. Blank answers count as none.
 */
export const answersFrom = (
  sent: Readonly<Record<string, string>>,
  questions: readonly FormQuestion[],
): readonly FormAnswer[] => {
  const faults: Detail[] = []
  const answers = questions.map((question) => {
    const { uuid, name, type } = question
    const text = (Object.hasOwn(sent, uuid) ? (sent[uuid] ?? '') : '').trim()
    // Line breaks in a single-line answer become spaces: some programs send them.
    const answer = type === 'textarea' ? text.replace(/\r\n?/g, '\n') : inOneLine(text)
    const fault = faultOf(question, answer)
    if (fault !== undefined) faults.push({ parameter: `answers.${uuid}`, ...fault })
    return { question_uuid: uuid, question: name, answer: answer === '' ? null : answer }
  })
  if (faults.length > 0) throw invalid(...faults)
  return answers
}

const faultOf = ({ type, required, answer_choices }: FormQuestion, answer: string): Reason | undefined => {
  if (answer === '') return required ? { reason: 'blank' } : undefined
  const longest = type === 'textarea' ? maxText : maxLine
  if (answer.length > longest) return { reason: 'too_long', values: { most: longest } }
  switch (type) {
    case 'email':
      return isEmail(answer) ? undefined : { reason: 'email_format' }
    case 'phone':
      return isPhoneNumber(answer) ? undefined : { reason: 'phone_number_format' }
    case 'select':
    case 'radios':
      return answer_choices.includes(answer) ? undefined : { reason: 'not_a_choice' }
    default:
      return undefined
  }
}

/** The answers that were given, by the id of their question. */
export const givenAnswers = (answers: readonly FormAnswer[]): ReadonlyMap<string, string> =>
  new Map(answers.flatMap(({ question_uuid, answer }) => (answer === null ? [] : [[question_uuid, answer] as const])))

/** The submitter's e-mail address: the answer to the e-mail question, else the first answer that is an address. */
export const addressIn = (answers: readonly FormAnswer[], questions: readonly FormQuestion[]): string | undefined => {
  const given = givenAnswers(answers)
  const asked = questions.find(({ type }) => type === 'email')
  return (asked && given.get(asked.uuid)) ?? [...given.values()].find(isEmail)
}
