import { z } from 'zod'
import { isPhoneNumber } from '#bookings/index.ts'
import { inOneLine, isEmail, isVisible } from '#contract/wire.ts'
import type { Location, Question } from '#event-types/index.ts'
import { filled } from '#ui/format.ts'
import type { PageLanguage } from '#ui/page-language.ts'

// A schema for each kind of field. Of several errors in one field the last is shown.

type Texts = PageLanguage['texts']

export const maxLine = 255
export const maxText = 10_000
const maxGuests = 10

const text = z.string().trim()

/** A required line of text. */
export const lineField = (texts: Texts) =>
  text
    .overwrite((line) => line.replace(/[\p{Cc}\s]+/gu, ' '))
    .refine(isVisible, texts.missing)
    .max(maxLine, filled(texts.tooLong, { count: String(maxLine) }))

/**
 * The API takes a host without a dot, which a private network may have. A visitor who types one has forgotten the rest.
 */
const isPublicEmail = (address: string): boolean =>
  isEmail(address) && address.slice(address.lastIndexOf('@')).includes('.')

export const emailField = (texts: Texts) => text.refine(isPublicEmail, texts.wrongEmail).min(1, texts.missing)

export const guestsField = (texts: Texts) =>
  z
    .array(z.string())
    .max(maxGuests, texts.tooManyGuests)
    .superRefine((guests, context) => {
      const wrong = guests.find((address) => !isPublicEmail(address))
      if (wrong !== undefined)
        context.addIssue({ code: 'custom', message: filled(texts.wrongGuest, { address: wrong.slice(0, 100) }) })
    })

/** One of the locations, if there are any. */
export const placeField = (texts: Texts, locations: readonly Location[]) =>
  z.custom<Location | undefined>((chosen) => chosen !== undefined || locations.length === 0, texts.wrongChoice)

/** What the invitee must provide about the chosen location. */
export const inviteeInputField = (texts: Texts, { kind }: Location) =>
  kind === 'outbound_call'
    ? lineField(texts).refine((said) => said === '' || isPhoneNumber(said), texts.wrongNumber)
    : lineField(texts)

const isSelect = ({ type }: Question): boolean => type === 'single_select' || type === 'multi_select'

/** An answer as text; empty for none. */
export const answerField = (texts: Texts, question: Question) =>
  (isSelect(question) ? choiceField(texts, question) : typedField)
    .refine((answer) => answer !== '' || !question.required, isSelect(question) ? texts.wrongChoice : texts.missing)
    .refine((answer) => answer.length <= maxText, filled(texts.tooLong, { count: String(maxText) }))
    .refine((answer) => answer === '' || question.type !== 'phone_number' || isPhoneNumber(answer), texts.wrongNumber)

/** All values of a field, and the text written beside the choice `other`. */
const sent = z.object({ values: z.array(z.string()), other: z.string() })

const typedField = sent.transform(({ values: [first = ''] }) => first.trim())

/** Choices are numbered in the form; `other` means the text beside it. */
const choiceField = (texts: Texts, { type, answer_choices, include_other }: Question) =>
  sent.transform(({ values, other }, context) => {
    const chosen = [...new Set(values)].slice(0, type === 'single_select' ? 1 : undefined)
    const answers = chosen.map((value) =>
      value === 'other' && include_other ? inOneLine(other.trim()) : answer_choices[Number(value)],
    )
    if (answers.includes(undefined)) context.addIssue({ code: 'custom', message: texts.wrongChoice })
    if (chosen.includes('other') && answers.includes(''))
      context.addIssue({ code: 'custom', message: texts.missingOther, path: ['other'] })
    return answers.filter(Boolean).join('\n')
  })
