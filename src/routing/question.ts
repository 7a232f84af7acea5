import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ReasonCode } from '#contract/reasons.ts'
import { line, uuidForm } from '#contract/wire.ts'

export const questionKinds = ['name', 'text', 'email', 'phone', 'textarea', 'select', 'radios'] as const
export type QuestionKind = (typeof questionKinds)[number]

export const maxQuestions = 30
const maxChoices = 100

export const isChoice = (type: QuestionKind): boolean => type === 'select' || type === 'radios'

/** A question that decides where a visitor is sent. */
export interface FormQuestion {
  readonly uuid: string
  readonly name: string
  readonly type: QuestionKind
  readonly required: boolean
  readonly answer_choices: readonly string[]
}

const SentQuestion = z
  .object({
    uuid: z.string().toLowerCase().regex(uuidForm).optional(),
    name: line(255),
    type: z.enum(questionKinds),
    required: z.boolean().default(false),
    answer_choices: z.array(line(255)).max(maxChoices).default([]),
  })
  .superRefine(({ type, answer_choices }, context) => {
    const wrong = (message: ReasonCode): void => context.addIssue({ code: 'custom', path: ['answer_choices'], message })
    if (isChoice(type) && answer_choices.length === 0) wrong('blank')
    if (!isChoice(type) && answer_choices.length > 0) wrong('only_for_select')
    if (new Set(answer_choices).size < answer_choices.length) wrong('not_unique')
  })

/** A form has at most one of each: they identify the visitor. */
const askedOnce: readonly QuestionKind[] = ['name', 'email']

/**
 * In the order in which they are asked. A question with an id keeps it, so that rules and answers still refer to it.
 */
export const FormQuestions = z
  .array(SentQuestion)
  .max(maxQuestions)
  .superRefine((questions, context) => {
    const seen = new Set<string>()
    for (const [index, { uuid, name, type }] of questions.entries()) {
      const refuseRepeated = (field: string, text: string, message: ReasonCode): void => {
        if (seen.has(`${field} ${text}`))
          context.addIssue({ code: 'custom', path: [index, field], message, params: { type } })
        seen.add(`${field} ${text}`)
      }
      refuseRepeated('name', name, 'duplicate_name')
      if (uuid !== undefined) refuseRepeated('uuid', uuid, 'duplicate')
      if (askedOnce.includes(type)) refuseRepeated('type', type, 'one_of_type')
    }
  })
  .transform((questions): FormQuestion[] =>
    questions.map(({ uuid = randomUUID(), ...question }) => ({ uuid, ...question })),
  )
