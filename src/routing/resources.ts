import { z } from 'zod'
import { inviteeUri, TrackingResource, toTrackingResource } from '#bookings/index.ts'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import type { Destination } from './destination.ts'
import { routingFormExample, submissionExample } from './examples.ts'
import { formAddress, type RoutingForm } from './form.ts'
import { questionKinds } from './question.ts'
import { operators } from './rule.ts'
import type { Submission } from './submission.ts'

const FormQuestionResource = z
  .object({
    uuid: z.string(),
    name: z.string(),
    type: z.enum(questionKinds),
    required: z.boolean(),
    answer_choices: z.array(z.string()),
  })
  .meta({ id: 'RoutingFormQuestion' })

const form = {
  uri,
  organization: uri,
  name: z.string(),
  status: z.enum(['draft', 'published']),
  questions: z.array(FormQuestionResource),
  created_at: timestamp,
  updated_at: timestamp,
}

export const RoutingFormResource = z.object(form).meta({ id: 'RoutingForm', examples: [routingFormExample] })

export const toRoutingFormResource = (links: Links, form: RoutingForm): z.output<typeof RoutingFormResource> => ({
  uri: uriOf(links, 'routing_forms', form.id),
  organization: uriOf(links, 'organizations', form.organizationId),
  name: form.name,
  status: form.status,
  questions: form.questions.map(({ uuid, name, type, required, answer_choices }) => ({
    uuid,
    name,
    type,
    required,
    answer_choices: [...answer_choices],
  })),
  created_at: writeInstant(form.createdAt),
  updated_at: writeInstant(form.updatedAt),
})

export const ResultResource = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('event_type'), value: uri }),
    z.object({ type: z.literal('external_url'), value: uri }),
    z.object({
      type: z.literal('custom_message'),
      value: z.object({ headline: z.string(), body: z.string().meta({ description: 'HTML' }) }),
    }),
  ])
  .meta({ id: 'RoutingFormResult' })

export const toResultResource = (links: Links, destination: Destination): z.output<typeof ResultResource> =>
  destination.type === 'event_type'
    ? { type: 'event_type', value: uriOf(links, 'event_types', destination.value) }
    : destination

/** With its rules and its address: for the authors of forms. */
export const FormSetupResource = z.object({
  ...form,
  form_url: uri,
  rules: z.array(
    z.object({
      match: z.enum(['all', 'any']),
      conditions: z.array(z.object({ question: z.string(), operator: z.enum(operators), values: z.array(z.string()) })),
      destination: ResultResource,
    }),
  ),
  fallback: ResultResource,
})

export const toFormSetupResource = (links: Links, form: RoutingForm): z.output<typeof FormSetupResource> => ({
  ...toRoutingFormResource(links, form),
  form_url: formAddress(links.site, form.id),
  rules: form.rules.map(({ match, conditions, destination }) => ({
    match,
    conditions: conditions.map(({ question, operator, values }) => ({ question, operator, values: [...values] })),
    destination: toResultResource(links, destination),
  })),
  fallback: toResultResource(links, form.fallback),
})

export const SubmissionResource = z
  .object({
    uri,
    routing_form: uri,
    questions_and_answers: z.array(
      z.object({ question_uuid: z.string().nullable(), question: z.string(), answer: z.string().nullable() }),
    ),
    tracking: TrackingResource,
    result: ResultResource,
    submitter: uri.nullable().meta({ description: 'The invitee, if the submission led to a booking' }),
    submitter_type: z.enum(['Invitee']).nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'RoutingFormSubmission', examples: [submissionExample] })

export const toSubmissionResource = (links: Links, submission: Submission): z.output<typeof SubmissionResource> => ({
  uri: uriOf(links, 'routing_form_submissions', submission.id),
  routing_form: uriOf(links, 'routing_forms', submission.formId),
  questions_and_answers: [...submission.answers],
  tracking: toTrackingResource(submission.tracking),
  result: toResultResource(links, submission.result),
  submitter: submission.invitee && inviteeUri(links, submission.invitee),
  submitter_type: submission.invitee && 'Invitee',
  created_at: writeInstant(submission.createdAt),
  updated_at: writeInstant(submission.updatedAt),
})
