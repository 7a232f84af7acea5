import type { ForeignForm, ForeignSubmission, ForeignSubscription } from '../calendly/foreign.ts'
import { teamRef, userRef } from './event-type.ts'
import { instantIn, numberIn, type Row, rowIn, rowsIn, textIn } from './values.ts'

const kinds: Readonly<Record<string, string>> = {
  email: 'email',
  phone: 'phone',
  textarea: 'textarea',
  select: 'select',
  multiselect: 'select',
  radio: 'radios',
}

/** A row of `App_RoutingForms_Form`. */
export const readForm = (row: Row, at: Date): ForeignForm => ({
  uri: `form-${textIn(row.id) ?? ''}`,
  name: textIn(row.name) ?? 'Form',
  status: row.disabled === true ? 'draft' : 'published',
  questions: rowsIn(row.fields)
    .filter((field) => field.deleted !== true)
    .map((field) => ({
      uuid: textIn(field.id) ?? '',
      name: textIn(field.label) ?? 'Question',
      type: kinds[textIn(field.type) ?? ''] ?? 'text',
      required: field.required === true,
      answer_choices: choicesOf(field),
    })),
  created_at: instantIn(row.createdAt) ?? at,
  updated_at: instantIn(row.updatedAt) ?? at,
})

const choicesOf = ({ options, selectText }: Row): string[] => {
  const listed = rowsIn(options).flatMap(({ label }) => textIn(label) ?? [])
  return listed.length > 0 ? listed : (textIn(selectText)?.split('\n').filter(Boolean) ?? [])
}

/** A row of `App_RoutingForms_FormResponse`. Newer versions keep the id of an option that was chosen. */
export const readSubmission = (row: Row, at: Date, form: Row = {}): ForeignSubmission => {
  const created = instantIn(row.createdAt) ?? at
  const fields = new Map(rowsIn(form.fields).map((field) => [field.id, field]))
  return {
    uri: `submission-${numberIn(row.id) ?? 0}`,
    routing_form: `form-${textIn(row.formId) ?? ''}`,
    questions_and_answers: Object.entries(rowIn(row.response)).map(([id, given]) => {
      const { label, value } = rowIn(given)
      const field = fields.get(id) ?? {}
      const labels = new Map(rowsIn(field.options).map((option) => [option.id, textIn(option.label)]))
      const textOf = (one: unknown): string => labels.get(one) ?? String(one)
      return {
        question_uuid: id,
        question: textIn(label) ?? textIn(field.label) ?? 'Question',
        answer: Array.isArray(value) ? value.map(textOf).join(', ') : value == null ? null : textOf(value),
      }
    }),
    tracking: null,
    result: null,
    created_at: created,
    updated_at: created,
  }
}

const events: Readonly<Record<string, readonly string[]>> = {
  BOOKING_CREATED: ['invitee.created'],
  BOOKING_RESCHEDULED: ['invitee.created', 'invitee.canceled'],
  BOOKING_CANCELLED: ['invitee.canceled'],
  BOOKING_NO_SHOW_UPDATED: ['invitee_no_show.created'],
  FORM_SUBMITTED: ['routing_form_submission.created'],
}

/** A row of `Webhook`, or one of the API. One of a team whose organization it is belongs to the whole organization. */
export const readWebhook = (row: Row, organizationTeams: readonly number[], at: Date): ForeignSubscription => {
  const userId = numberIn(row.userId)
  const teamId = numberIn(row.teamId)
  const isOfAll = teamId !== null && organizationTeams.includes(teamId)
  const triggers = row.eventTriggers ?? row.triggers
  const created = instantIn(row.createdAt) ?? at
  return {
    uri: textIn(row.id) ?? '',
    callback_url: textIn(row.subscriberUrl) ?? '',
    events: [...new Set((Array.isArray(triggers) ? triggers : []).flatMap((trigger) => events[String(trigger)] ?? []))],
    scope: userId !== null ? 'user' : teamId !== null && !isOfAll ? 'group' : 'organization',
    user: userId === null ? null : userRef(userId),
    group: userId === null && teamId !== null && !isOfAll ? teamRef(teamId) : null,
    creator: userId === null ? null : userRef(userId),
    created_at: created,
    updated_at: created,
  }
}
