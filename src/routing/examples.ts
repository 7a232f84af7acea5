import { exampleId, exampleUri } from '#contract/wire.ts'

const created_at = '2026-02-02T09:00:00.000000Z'
const name = {
  uuid: exampleId('the question for a name'),
  name: 'Your name',
  type: 'name',
  required: true,
  answer_choices: [],
}
const size = {
  uuid: exampleId('the question for a size'),
  name: 'Company size',
  type: 'select',
  required: true,
  answer_choices: ['1-10', '11-100', '100+'],
}

/** One whole resource of each kind, as the reference shows it. */
export const routingFormExample = {
  uri: exampleUri('routing_forms'),
  organization: exampleUri('organizations'),
  name: 'Contact sales',
  status: 'published',
  questions: [name, size],
  created_at,
  updated_at: '2026-02-20T09:00:00.000000Z',
}

export const submissionExample = {
  uri: exampleUri('routing_form_submissions'),
  routing_form: exampleUri('routing_forms'),
  questions_and_answers: [
    { question_uuid: name.uuid, question: name.name, answer: 'Demo Invitee' },
    { question_uuid: size.uuid, question: size.name, answer: '11-100' },
  ],
  tracking: {
    utm_campaign: null,
    utm_source: null,
    utm_medium: null,
    utm_content: null,
    utm_term: null,
    salesforce_uuid: null,
    crm_uuid: null,
  },
  result: { type: 'event_type', value: exampleUri('event_types') },
  submitter: exampleUri('scheduled_events', 'invitees'),
  submitter_type: 'Invitee',
  created_at: '2026-03-30T08:13:00.000000Z',
  updated_at: '2026-03-30T08:15:01.200000Z',
}
