import { z } from 'zod'
import { trackingFields, trackingFrom } from '#bookings/index.ts'
import { line, pathId } from '#contract/wire.ts'
import { plainThanks, SentDestination } from './destination.ts'
import { FormQuestions } from './question.ts'
import { Rules } from './rule.ts'

const formName = line(255)

export const CreateRoutingFormRequest = z.object({
  name: formName,
  questions: FormQuestions.default([]),
  rules: Rules.default([]),
  fallback: SentDestination.default(plainThanks),
})

/** What is left out stays as it is. */
export const UpdateRoutingFormRequest = z
  .object({ uuid: pathId, name: formName.optional(), questions: FormQuestions.optional(), rules: Rules.optional(), fallback: SentDestination.optional() })
  .transform(({ uuid, ...changes }) => ({ formId: uuid, changes }))

export const OneFormRequest = z.object({ uuid: pathId }).transform(({ uuid }) => ({ formId: uuid }))

/** As it stands in an address: what is empty or too long counts as not said, and nobody is refused for it. */
const TrackingParameters = trackingFields(z.string().min(1).max(255).optional().catch(undefined))

export const SubmitRoutingFormRequest = z
  .object({
    uuid: pathId,
    page_key: z.string().min(1).max(100),
    answers: z.record(z.string(), z.string()),
    tracking: TrackingParameters.prefault({}),
  })
  .transform(({ uuid, page_key, answers, tracking }) => ({ formId: uuid, pageKey: page_key, sent: answers, tracking: trackingFrom(tracking) }))
