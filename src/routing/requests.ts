import { z } from 'zod'
import { trackingFields, trackingFrom } from '#bookings/index.ts'
import { line, pathId } from '#contract/wire.ts'
import { plainThanks, SentDestination } from './destination.ts'
import { FormQuestions } from './question.ts'
import { RoutingRules } from './rule.ts'

const formName = line(255)

export const CreateRoutingFormRequest = z.object({
  name: formName,
  questions: FormQuestions.default([]),
  rules: RoutingRules.default([]),
  fallback: SentDestination.default(plainThanks),
})

/** What is omitted stays as it is. */
export const UpdateRoutingFormRequest = z
  .object({
    uuid: pathId,
    name: formName.optional(),
    questions: FormQuestions.optional(),
    rules: RoutingRules.optional(),
    fallback: SentDestination.optional(),
  })
  .transform(({ uuid, ...changes }) => ({ formId: uuid, changes }))

export const OneFormRequest = z.object({ uuid: pathId }).transform(({ uuid }) => ({ formId: uuid }))

/** From an address: values that are empty or too long are ignored rather than refused. */
const TrackingParameters = trackingFields(z.string().min(1).max(255).optional().catch(undefined))

export const SubmitRoutingFormRequest = z
  .object({
    uuid: pathId,
    page_key: z.string().min(1).max(100),
    answers: z.record(z.string(), z.string()),
    tracking: TrackingParameters.prefault({}),
  })
  .transform(({ uuid, page_key, answers, tracking }) => ({
    formId: uuid,
    pageKey: page_key,
    sent: answers,
    tracking: trackingFrom(tracking),
  }))
