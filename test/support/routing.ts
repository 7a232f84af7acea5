import { randomUUID } from 'node:crypto'
import { createRoutingForm, publishRoutingForm, submitRoutingForm } from '#routing/index.ts'
import type { TestApp } from './app.ts'
import { lastPart, type Made, type Person } from './cast.ts'

export interface MadeForm extends Made {
  /** The ids of its questions, by their texts. */
  readonly questions: Readonly<Record<string, string>>
}

/** Who it is, and how many they are. */
const usualQuestions = [
  { name: 'Your name', type: 'name', required: true },
  { name: 'Your e-mail', type: 'email', required: true },
  { name: 'Company size', type: 'select', answer_choices: ['1-10', '11-100', '100+'] },
] as const

/** A draft that asks the usual questions, unless it is said otherwise. */
export const aForm = async (
  app: TestApp,
  owner: Person,
  traits: Readonly<Record<string, unknown>> = {},
): Promise<MadeForm> => {
  const form = await app.run(createRoutingForm, owner.principal, {
    name: 'Contact sales',
    questions: usualQuestions,
    ...traits,
  })
  const questions = Object.fromEntries(
    form.questions.map(({ name, uuid }: { name: string; uuid: string }) => [name, uuid]),
  )
  return { uri: form.uri, id: lastPart(form.uri), questions }
}

export const aPublishedForm = async (
  app: TestApp,
  owner: Person,
  traits: Readonly<Record<string, unknown>> = {},
): Promise<MadeForm> => {
  const form = await aForm(app, owner, traits)
  await app.run(publishRoutingForm, owner.principal, { uuid: form.id })
  return form
}

export interface MadeSubmission extends Made {
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a resource.
  readonly resource: any
  readonly leadsTo: string | null
}

/** What a visitor sends, by the texts of the questions. */
export const aSubmission = async (
  app: TestApp,
  form: MadeForm,
  answers: Readonly<Record<string, string>> = {
    'Your name': 'Demo Invitee',
    'Your e-mail': `invitee.${randomUUID().slice(0, 8)}@client.test`,
  },
  more: Readonly<Record<string, unknown>> = {},
): Promise<MadeSubmission> => {
  const byId = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [form.questions[name] ?? name, answer]),
  )
  const { submission, leads_to } = await app.runOpen(submitRoutingForm, {
    uuid: form.id,
    page_key: randomUUID(),
    answers: byId,
    ...more,
  })
  return { uri: submission.uri, id: lastPart(submission.uri), resource: submission, leadsTo: leads_to }
}
