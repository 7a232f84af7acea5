import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { detailBody, Problem } from '#contract/problem.ts'
import type { Question } from '#event-types/index.ts'
import { type AnswerForm, answersFrom, type SentAnswer } from './answers.ts'

const asking = (name: string, settings: Partial<Question> = {}): Question => ({
  name,
  type: 'string',
  position: 0,
  enabled: true,
  required: false,
  answer_choices: [],
  include_other: false,
  ...settings,
})

const refusal = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Problem) return error.details.map(detailBody)[0]
    throw error
  }
}

const answered = (question: Question, answer: string) => {
  const result = refusal(() => answersFrom([{ question: question.name, answer }], [question], 'questions_and_answers'))
  return Array.isArray(result) ? (result[0]?.answer ?? null) : (result as { message: string }).message
}

const one = asking('One', { type: 'single_select', answer_choices: ['a', 'b'] })
const some = asking('Some', { type: 'multi_select', answer_choices: ['a', 'b', 'c'] })
const phone = asking('Phone', { type: 'phone_number' })

describe('an answer, checked by the type of its question', () => {
  const cases: readonly (readonly [Question, string, string | null])[] = [
    [asking('Line'), ' Client  AB ', 'Client  AB'],
    [asking('Line'), 'two\n lines', 'two lines'],
    [asking('Line'), '   ', null],
    [asking('Text', { type: 'text' }), ' two\nlines ', 'two\nlines'],
    [phone, ' +46 (70) 123-45 67 ', '+46 (70) 123-45 67'],
    [phone, 'twelve', 'Phone is not a valid phone number'],
    [one, 'b', 'b'],
    [one, 'B', 'One is not one of the answer choices'],
    [one, 'c', 'One is not one of the answer choices'],
    [{ ...one, include_other: true }, 'c', 'c'],
    [some, 'c\na', 'c\na'],
    [some, ' c \n a', 'c\na'],
    [some, 'a', 'a'],
    [some, 'a\nz', 'Some has an answer that is not one of the answer choices'],
    [some, 'a\na', 'Some has the same answer twice'],
    [{ ...some, include_other: true }, 'a\nz', 'a\nz'],
    [{ ...some, include_other: true }, 'y\nz', 'Some has an answer that is not one of the answer choices'],
  ]
  for (const [question, answer, expected] of cases)
    test(`${question.type}${question.include_other ? ' or other' : ''}: ${JSON.stringify(answer)}`, () => {
      assert.equal(answered(question, answer), expected)
    })
})

describe('which question an answer is for', () => {
  const [first, second, off] = [
    asking('First'),
    asking('Second', { position: 1 }),
    asking('Off', { position: 2, enabled: false }),
  ]
  const given = (
    sent: readonly SentAnswer[],
    form: AnswerForm,
    questions: readonly Question[] = [first, second, off],
  ) => refusal(() => answersFrom(sent, questions, form))

  test('the question with exactly that text; answers are returned in the order of the questions', () => {
    assert.deepEqual(
      given(
        [
          { question: 'Second', answer: '2', position: 0 },
          { question: 'First', answer: '1', position: 1 },
        ],
        'questions_and_answers',
      ),
      [
        { question: 'First', answer: '1', position: 0 },
        { question: 'Second', answer: '2', position: 1 },
      ],
    )
    assert.deepEqual(given([{ question: 'first', answer: '1' }], 'questions_and_answers'), {
      parameter: 'questions_and_answers[0].question',
      message: 'is not a question of this event type',
    })
  })

  test("by its position only in the specification's form, and only when the text is missing", () => {
    assert.deepEqual(given([{ answer: '2', position: 1 }], 'custom_questions'), [
      { question: 'Second', answer: '2', position: 1 },
    ])
    assert.deepEqual(given([{ question: 'First', answer: '1', position: 1 }], 'custom_questions'), [
      { question: 'First', answer: '1', position: 0 },
    ])
    assert.deepEqual(given([{ question: 'Other', answer: '2', position: 1 }], 'questions_and_answers'), {
      parameter: 'questions_and_answers[0].question',
      message: 'is not a question of this event type',
    })
    assert.deepEqual(given([{ answer: '2' }], 'custom_questions'), {
      parameter: 'custom_questions[0].question',
      message: 'is not a question of this event type',
    })
  })

  test('an answer to an unknown question is refused, a blank one is ignored', () => {
    assert.deepEqual(given([{ question: 'Off', answer: 'x' }], 'questions_and_answers'), {
      parameter: 'questions_and_answers[0].question',
      message: 'is not a question of this event type',
    })
    assert.deepEqual(given([{ question: 'Off', answer: ' ' }], 'questions_and_answers'), [])
  })

  test('two answers to one question are refused', () => {
    assert.deepEqual(
      given(
        [
          { question: 'First', answer: '1' },
          { answer: '1', position: 0 },
        ],
        'custom_questions',
      ),
      { parameter: 'custom_questions[1].question', message: 'is answered twice' },
    )
  })

  test('a required question must be answered, unless it is disabled', () => {
    const blank = { parameter: 'questions_and_answers', message: 'Required Questions and Answers cannot be blank.' }
    const required = asking('Must', { required: true })
    assert.deepEqual(given([], 'questions_and_answers', [required]), blank)
    assert.deepEqual(given([{ question: 'Must', answer: ' ' }], 'custom_questions', [required]), blank)
    assert.deepEqual(given([], 'questions_and_answers', [{ ...required, enabled: false }]), [])
  })
})
