import { invalid } from '#contract/problem.ts'
import type { ReasonCode } from '#contract/reasons.ts'
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
      throw invalid({ parameter, reason: 'not_a_question' })
    }
    if (answers.has(question)) throw invalid({ parameter, reason: 'answered_twice' })
    answers.set(question, one.answer)
  }
  return asked.flatMap((question) => {
    const answer = answers.get(question)?.trim() ?? ''
    if (answer !== '')
      return [{ question: question.name, answer: checked(question, answer), position: question.position }]
    if (question.required) throw invalid({ parameter: 'questions_and_answers', reason: 'answers_missing' })
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
  const wrong = (reason: ReasonCode) =>
    invalid({ parameter: 'questions_and_answers', reason, values: { question: name } })
  switch (type) {
    case 'phone_number':
      if (!isPhoneNumber(answer)) throw wrong('answer_phone_number')
      return answer
    case 'single_select':
      if (!include_other && !answer_choices.includes(answer)) throw wrong('choice_not_offered')
      return answer
    case 'multi_select': {
      const chosen = answer.split('\n').map((choice) => choice.trim())
      const others = chosen.filter((choice) => !answer_choices.includes(choice))
      if (others.length > (include_other ? 1 : 0)) throw wrong('answer_is_no_choice')
      if (new Set(chosen).size < chosen.length) throw wrong('answer_repeated')
      return chosen.join('\n')
    }
    case 'string':
      return inOneLine(answer)
    case 'text':
      return answer
  }
}
