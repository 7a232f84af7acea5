import { z } from 'zod'
import type { Tracking } from '#bookings/index.ts'
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

/** As it stands in an address: what is too long is dropped, and nothing else is looked at. */
const tracked = z.string().optional().catch(undefined)

const TrackingParameters = z
  .object({
    utm_campaign: tracked,
    utm_source: tracked,
    utm_medium: tracked,
    utm_content: tracked,
    utm_term: tracked,
    salesforce_uuid: tracked,
    crm_uuid: tracked,
  })
  .transform((sent): Tracking => {
    const kept = (text: string | undefined): string | null => (text !== undefined && text !== '' && text.length <= 255 ? text : null)
    return {
      utm_campaign: kept(sent.utm_campaign),
      utm_source: kept(sent.utm_source),
      utm_medium: kept(sent.utm_medium),
      utm_content: kept(sent.utm_content),
      utm_term: kept(sent.utm_term),
      crm_uuid: kept(sent.crm_uuid) ?? kept(sent.salesforce_uuid),
    }
  })

export const SubmitRoutingFormRequest = z
  .object({
    uuid: pathId,
    page_key: z.string().min(1).max(100),
    answers: z.record(z.string(), z.string()),
    tracking: TrackingParameters.prefault({}),
  })
  .transform(({ uuid, page_key, answers, tracking }) => ({ formId: uuid, pageKey: page_key, sent: answers, tracking }))
