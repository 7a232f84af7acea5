import { z } from 'zod'
import { recordFact } from '#activity/index.ts'
import { existing } from '#contract/problem.ts'
import { uri } from '#contract/wire.ts'
import { findEventTypes } from '#event-types/index.ts'
import { open } from '#execution/operation.ts'
import { addressIn, answersFrom, givenAnswers } from '../answers.ts'
import { decide } from '../decision.ts'
import { bookingAddress } from '../prefill.ts'
import { SubmitRoutingFormRequest } from '../requests.ts'
import { SubmissionResource, toSubmissionResource } from '../resources.ts'
import { eventTypesIn } from '../rule.ts'
import { canBeBooked } from '../setup.ts'
import { findOpenForm } from '../store/forms.ts'
import { findSentBefore, insertSubmission } from '../store/submissions.ts'
import { sentKey } from '../submission.ts'

/** Open to anybody: a page runs it. The same page sent twice is one submission. */
export const submitRoutingForm = open({
  name: 'submit_routing_form',
  summary: 'Answer a routing form, and learn where it leads',
  input: SubmitRoutingFormRequest,
  output: z.object({ submission: SubmissionResource, leads_to: uri.nullable() }),
  concurrencyKey: ({ formId }) => formId,

  async run({ tx, links, persons, now }, { formId, pageKey, sent, tracking }) {
    const form = existing(await findOpenForm(tx, formId))
    const { organizationId, questions } = form
    const answers = answersFrom(sent, questions)
    const eventTypes = await findEventTypes(tx, organizationId, [...eventTypesIn(form).keys()])

    const result = decide(form, givenAnswers(answers), (id) =>
      eventTypes.some((eventType) => eventType.id === id && canBeBooked(eventType)),
    )

    const address = addressIn(answers, questions)
    const person = address === undefined ? undefined : persons.of(organizationId, address)
    const key = sentKey(pageKey, answers)
    const made = await insertSubmission(
      tx,
      organizationId,
      { formId, answers, tracking, result, person, sentKey: key },
      now,
    )
    const submission = made ?? (await findSentBefore(tx, organizationId, formId, key))
    if (!submission) throw new Error('A submission is neither new nor old.')
    const resource = toSubmissionResource(links, submission)
    if (made)
      await recordFact(tx, {
        name: 'routing_form_submission.created',
        organizationId,
        actor: { type: 'invitee' },
        subject: resource,
        person,
        occurredAt: now,
      })
    return { submission: resource, leads_to: addressOf(submission.result, submission.id) }

    function addressOf({ type, value }: typeof result, submissionId: string): string | null {
      if (type === 'custom_message') return null
      if (type === 'external_url') return value
      const eventType = eventTypes.find(({ id }) => id === value)
      return eventType ? bookingAddress(links.site, eventType, { answers, questions, submissionId }) : null
    }
  },
})
