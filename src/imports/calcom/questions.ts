import { type Row, rowsIn, textIn } from './values.ts'

/** Fields that every form of Cal.com has, and that are no questions here. */
const ownFields = [
  'name',
  'email',
  'title',
  'location',
  'guests',
  'rescheduleReason',
  'attendeePhoneNumber',
  'smsReminderNumber',
  'aiAgentCallPhoneNumber',
]

const maxQuestions = 10

const kinds: Readonly<Record<string, string>> = {
  textarea: 'text',
  textLong: 'text',
  multiemail: 'text',
  phone: 'phone_number',
  select: 'single_select',
  radio: 'single_select',
  boolean: 'single_select',
  bool: 'single_select',
  multiselect: 'multi_select',
  checkbox: 'multi_select',
}

/** A question of a booking form. Answers name it by its slug. */
export interface CalcomQuestion {
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly choices: readonly string[]
}

/** Those of a form that are not there in every form. */
export const questionsIn = (fields: unknown): readonly CalcomQuestion[] =>
  rowsIn(fields).flatMap((field) => {
    const slug = textIn(field.slug) ?? textIn(field.name) ?? textIn(field.label)
    if (slug === null || ownFields.includes(slug) || field.hidden === true) return []
    const type = kinds[textIn(field.type) ?? ''] ?? 'string'
    const named = textIn(field.label) ?? textIn(field.defaultLabel) ?? slug
    const choices = type.endsWith('_select') ? choicesOf(field) : []
    const isSelect = choices.length > 0
    return [
      {
        slug,
        name: (slug === 'notes' ? (textIn(field.label) ?? 'Additional notes') : named).trim().slice(0, 255),
        type: type.endsWith('_select') && !isSelect ? 'string' : type,
        required: field.required === true,
        choices,
      },
    ]
  })

const choicesOf = ({ type, options }: Row): readonly string[] => {
  if (type === 'boolean' || type === 'bool') return ['Yes', 'No']
  if (!Array.isArray(options)) return []
  const texts = options.map((option) =>
    typeof option === 'string'
      ? option
      : (textIn((option as Row | null)?.label) ?? textIn((option as Row | null)?.value)),
  )
  return [
    ...new Set(
      texts
        .filter((text): text is string => text !== null && text.trim() !== '')
        .map((text) => text.trim().slice(0, 255)),
    ),
  ].slice(0, 100)
}

/** As an event type has them here: no two of the same name, and no more than fit. */
export const customQuestions = (questions: readonly CalcomQuestion[]): readonly object[] =>
  [...new Map(questions.map((question) => [question.name, question])).values()]
    .slice(0, maxQuestions)
    .map(({ name, type, required, choices }, position) => ({ name, type, required, position, answer_choices: choices }))

export const hasTooManyQuestions = (questions: readonly CalcomQuestion[]): boolean =>
  new Set(questions.map(({ name }) => name)).size > maxQuestions

/** What was answered, in the words of the questions. What has no question here keeps its slug. */
export const answersIn = (
  responses: Row,
  questions: readonly CalcomQuestion[],
): readonly { readonly question: string; readonly answer: string; readonly position: number }[] =>
  Object.entries(responses)
    .filter(([slug]) => !ownFields.includes(slug))
    .flatMap(([slug, value]) => {
      const answer = answerText(value)
      const index = questions.findIndex((one) => one.slug === slug)
      return answer === ''
        ? []
        : [
            {
              index: index < 0 ? questions.length : index,
              question: questions[index]?.name ?? slug.slice(0, 255),
              answer,
            },
          ]
    })
    // The database does not keep the order of answers.
    .sort((one, other) => one.index - other.index)
    .map(({ question, answer }, position) => ({ question, answer, position }))

const answerText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(answerText).filter(Boolean).join(', ')
  if (typeof value === 'object') return answerText((value as Row).value ?? (value as Row).label)
  return String(value)
}
