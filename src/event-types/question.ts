import { z } from 'zod'
import { says } from '#contract/reasons.ts'
import { line } from '#contract/wire.ts'

const questionTypes = ['string', 'text', 'phone_number', 'single_select', 'multi_select'] as const

export const maxQuestions = 10
const maxChoices = 100

/** A question that an invitee answers when booking, besides name and e-mail address. */
export const Question = z
  .object({
    name: line(255),
    type: z.enum(questionTypes),
    position: z.number().int().min(0).max(1000),
    enabled: z.boolean().default(true),
    required: z.boolean().default(false),
    answer_choices: z.array(line(255)).max(maxChoices).default([]),
    include_other: z.boolean().default(false),
  })
  .superRefine(({ type, answer_choices }, context) => {
    const isSelect = type === 'single_select' || type === 'multi_select'
    if (isSelect && answer_choices.length === 0)
      context.addIssue({ code: 'custom', path: ['answer_choices'], message: says('blank') })
    if (!isSelect && answer_choices.length > 0)
      context.addIssue({
        code: 'custom',
        path: ['answer_choices'],
        message: says('only_for_choices'),
      })
    if (new Set(answer_choices).size < answer_choices.length)
      context.addIssue({ code: 'custom', path: ['answer_choices'], message: says('not_unique') })
  })
  .meta({ id: 'CustomQuestion' })
export type Question = z.output<typeof Question>

/** Answers name their question by its text, so no two may be equal. */
export const Questions = z
  .array(Question)
  .max(maxQuestions)
  .superRefine((questions, context) => {
    const seen = new Set<string>()
    for (const [index, { name }] of questions.entries()) {
      if (seen.has(name)) context.addIssue({ code: 'custom', path: [index, 'name'], message: says('duplicate') })
      seen.add(name)
    }
  })
  .transform((questions) =>
    [...questions].sort((a, b) => a.position - b.position).map((question, position) => ({ ...question, position })),
  )

/** The question of every new type. */
export const firstQuestion: Question = {
  name: 'Please share anything that will help prepare for our meeting.',
  type: 'text',
  position: 0,
  enabled: true,
  required: false,
  answer_choices: [],
  include_other: false,
}
