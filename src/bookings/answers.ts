import { invalid } from '#contract/problem.ts'
import { inOneLine } from '#contract/wire.ts'
import type { Question } from '#event-types/index.ts'
import type { QuestionAnswer } from './invitee.ts'
import { isPhoneNumber } from './phone-number.ts'

/** An answer as it was sent: it names its question by text or by position. */
export interface SentAnswer {
  readonly question?: string | undefined
  readonly answer: string
  readonly position?: number | undefined
}

/** The request field that held the answers; only `custom_questions` may name a question by position. */
export type AnswerForm = 'questions_and_answers' | 'custom_questions'

/** The answers in the order of the questions, or a refusal that names what is wrong. Blank answers count as none. */
export const answersFrom = (
  sent: readonly SentAnswer[],
  questions: readonly Question[],
  form: AnswerForm,
): QuestionAnswer[] => {
  const asked = questions.filter(({ enabled }) => enabled)
  const answers = new Map<Question, string>()
  for (const [index, one] of sent.entries()) {
    const question = questionOf(one, asked, form)
    const parameter = `${form}[${index}].question`
    if (!question) {
      if (one.answer.trim() === '') continue
      throw invalid({ parameter, message: 'is not a question of this event type' })
    }
    if (answers.has(question)) throw invalid({ parameter, message: 'is answered twice' })
    answers.set(question, one.answer)
  }
  return asked.flatMap((question) => {
    const answer = answers.get(question)?.trim() ?? ''
    if (answer !== '')
      return [{ question: question.name, answer: checked(question, answer), position: question.position }]
    if (question.required)
      throw invalid({ parameter: 'questions_and_answers', message: 'Required Questions and Answers cannot be blank.' })
    return []
  })
}

const questionOf = (
  { question, position }: SentAnswer,
  asked: readonly Question[],
  form: AnswerForm,
): Question | undefined => {
  const named = asked.find(({ name }) => name === question)
  return (
    named ??
    (form === 'custom_questions' && position !== undefined
      ? asked.find((candidate) => candidate.position === position)
      : undefined)
  )
}

const checked = ({ name, type, answer_choices, include_other }: Question, answer: string): string => {
  const wrong = (what: string) => invalid({ parameter: 'questions_and_answers', message: `${name} ${what}` })
  switch (type) {
    case 'phone_number':
      if (!isPhoneNumber(answer)) throw wrong('is not a valid phone number')
      return answer
    case 'single_select':
      if (!include_other && !answer_choices.includes(answer)) throw wrong('is not one of the choices')
      return answer
    case 'multi_select': {
      const chosen = answer.split('\n').map((choice) => choice.trim())
      const others = chosen.filter((choice) => !answer_choices.includes(choice))
      if (others.length > (include_other ? 1 : 0)) throw wrong('has an answer that is not one of the choices')
      if (new Set(chosen).size < chosen.length) throw wrong('has the same answer twice')
      return chosen.join('\n')
    }
    case 'string':
      return inOneLine(answer)
    case 'text':
      return answer
  }
}
