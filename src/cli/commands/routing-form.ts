import { idOf, uuidForm } from '#contract/wire.ts'
import { OperatorError } from '#process/operator-error.ts'
import {
  createRoutingForm,
  deleteRoutingForm,
  getRoutingFormSetup,
  listRoutingFormSubmissions,
  listRoutingForms,
  publishRoutingForm,
  unpublishRoutingForm,
  updateRoutingForm,
} from '#routing/index.ts'
import { facts, minuteOf, table } from '../columns.ts'
import type { OptionValues } from '../command.ts'
import { eventTypeNamed } from '../naming.ts'
import type { Tenant } from '../tenant.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const formOption = {
  form: { value: 'FORM', summary: 'The ID of the form, or its name if it is unique', required: true },
} as const

const examples = {
  questions: '[{"name": "Company size", "type": "select", "required": true, "answer_choices": ["1-10", "11-100"]}]',
  rules:
    '[{"conditions": [{"question": "Company size", "operator": "is", "values": ["1-10"]}], "destination": {"type": "event_type", "value": "intro-call"}}]',
  fallback: '{"type": "custom_message", "value": {"headline": "Thank you", "body": "We will write to you."}}',
} as const

const json = (part: keyof typeof examples) => ({ advice: `, like '${examples[part]}'` })

const setupOptions = {
  questions: {
    value: 'JSON',
    json: json('questions'),
    summary: 'The questions in order: a list of {name, type, required, answer_choices}',
  },
  rules: {
    value: 'JSON',
    json: json('rules'),
    summary: 'The rules in order: a list of {match, conditions, destination}',
  },
  fallback: { value: 'JSON', json: json('fallback'), summary: 'The destination when no rule matches: {type, value}' },
} as const

const setupHelp =
  'The types of questions are name, text, email, phone, textarea, select, and radios. A condition is {question, operator, values}, with the text or ID of a question; the operators are is, is_not, contains, does_not_contain, starts_with, ends_with, is_answered, and is_not_answered. The first rule whose conditions are all met applies, or with "match": "any" the first with one condition met. A destination is {"type": "event_type", "value": an ID or a slug}, {"type": "external_url", "value": a URL}, or {"type": "custom_message", "value": {"headline", "body"}}.'

const formNamed = async ({ organization, collect }: Tenant, wanted: string) => {
  const all = await collect(listRoutingForms, {})
  const [found, second] = all.filter(
    (form) => idOf(form) === wanted.toLowerCase() || form.name.toLowerCase() === wanted.toLowerCase(),
  )
  if (found && !second) return found
  throw new OperatorError(
    `${second ? 'Several routing forms have' : 'No routing form has'} the name or id "${wanted}" in "${organization.name}". See: openslot routing-form list`,
  )
}

const parts = ['questions', 'rules', 'fallback'] as const

type Given = OptionValues<typeof setupOptions>

/** What was said of a form, as the operations take it. An event type may be named by its slug. */
const setupFrom = async (tenant: Tenant, given: Given) => {
  const setup: { [Part in (typeof parts)[number]]?: never } = {}
  for (const part of parts) if (given[part] !== undefined) setup[part] = (await withIds(tenant, given[part])) as never
  return setup
}

const withIds = async (tenant: Tenant, sent: unknown): Promise<unknown> => {
  if (Array.isArray(sent)) return Promise.all(sent.map((item) => withIds(tenant, item)))
  if (typeof sent !== 'object' || sent === null) return sent
  const { type, value, destination } = sent as Readonly<Record<string, unknown>>
  if (destination !== undefined) return { ...sent, destination: await withIds(tenant, destination) }
  const isSlug =
    type === 'event_type' && typeof value === 'string' && /^[\w-]+$/.test(value) && !uuidForm.test(value.toLowerCase())
  return isSlug ? { ...sent, value: idOf(await eventTypeNamed(tenant, value)) } : sent
}

const create = tenantCommand({
  name: 'routing-form create',
  summary: 'Create a routing form',
  description: `The form is a draft until you publish it. ${setupHelp}`,
  options: {
    name: { value: 'NAME', summary: 'The name, as invitees see it', required: true },
    ...setupOptions,
    publish: { summary: 'Publish the form immediately' },
  },
  example: `--name "Contact support" --questions '${examples.questions}' --rules '${examples.rules}'`,
  run: async (tenant, { name, publish, ...given }) => {
    const made = await tenant.act(createRoutingForm, { name, ...(await setupFrom(tenant, given)) })
    return { resource: publish ? await tenant.act(publishRoutingForm, { uuid: idOf(made) }) : made }
  },
  show: ({ resource }) =>
    `Routing form "${resource.name}" created${resource.status === 'draft' ? ', not published yet' : ''}: ${resource.form_url}`,
})

const list = listCommand({
  name: 'routing-form list',
  summary: 'List the routing forms of an organization',
  list: (tenant) => tenant.collect(listRoutingForms, {}),
  none: 'No routing forms.',
  headings: ['id', 'name', 'status', 'questions', 'created'],
  row: (form) => [idOf(form), form.name, form.status, String(form.questions.length), minuteOf(form.created_at)],
})

type RoutingFormSetup = Awaited<ReturnType<typeof getRoutingFormSetup.run>>

const placeOf = ({ type, value }: RoutingFormSetup['fallback']): string =>
  type === 'custom_message' ? `the message "${value.headline}"` : value

const describeForm = (form: RoutingFormSetup): string => {
  const questionOf = (id: string): string => form.questions.find(({ uuid }) => uuid === id)?.name ?? id
  const rules = form.rules.map(({ match, conditions, destination }) => {
    const read = conditions.map(({ question, operator, values }) =>
      [`"${questionOf(question)}"`, operator.replaceAll('_', ' '), values.map((value) => `"${value}"`).join(' or ')]
        .filter(Boolean)
        .join(' '),
    )
    return `If ${read.join(match === 'all' ? ' and ' : ' or ')}: ${placeOf(destination)}`
  })
  const asked = table(
    ['question', 'type', 'required', 'choices'],
    form.questions.map(({ name, type, required, answer_choices }) => [
      name,
      type,
      required ? 'yes' : 'no',
      answer_choices.join(', '),
    ]),
  )
  return [
    facts({ Name: form.name, Status: form.status, Page: form.form_url }),
    ...(form.questions.length === 0 ? [] : [asked]),
    [...rules, `${rules.length === 0 ? 'Everyone' : 'Otherwise'}: ${placeOf(form.fallback)}`].join('\n'),
  ].join('\n\n')
}

const show = tenantCommand({
  name: 'routing-form show',
  summary: 'Show a routing form with its rules and URL',
  options: { ...formOption },
  example: '--form "Contact support"',
  run: async (tenant, { form }) => ({
    resource: await tenant.act(getRoutingFormSetup, { uuid: idOf(await formNamed(tenant, form)) }),
  }),
  show: ({ resource }) => describeForm(resource),
})

const set = tenantCommand({
  name: 'routing-form set',
  summary: 'Edit a routing form; options that you leave out keep their values',
  description: `A question that keeps its uuid stays the same question even if its text changes. ${setupHelp}`,
  options: { ...formOption, name: { value: 'NAME', summary: 'The name' }, ...setupOptions },
  example: `--form "Contact support" --fallback '${examples.fallback}'`,
  run: async (tenant, { form, name, ...given }) => {
    const uuid = idOf(await formNamed(tenant, form))
    return { resource: await tenant.act(updateRoutingForm, { uuid, name, ...(await setupFrom(tenant, given)) }) }
  },
  show: ({ resource }) => `Routing form "${resource.name}" updated.`,
})

const publish = tenantCommand({
  name: 'routing-form publish',
  summary: 'Publish a routing form',
  options: { ...formOption },
  example: '--form "Contact support"',
  run: async (tenant, { form }) => ({
    resource: await tenant.act(publishRoutingForm, { uuid: idOf(await formNamed(tenant, form)) }),
  }),
  show: ({ resource }) => `Routing form "${resource.name}" published: ${resource.form_url}`,
})

const unpublish = tenantCommand({
  name: 'routing-form unpublish',
  summary: 'Unpublish a routing form',
  options: { ...formOption },
  example: '--form "Contact support"',
  run: async (tenant, { form }) => ({
    resource: await tenant.act(unpublishRoutingForm, { uuid: idOf(await formNamed(tenant, form)) }),
  }),
  show: ({ resource }) => `Routing form "${resource.name}" unpublished. It's a draft again.`,
})

const remove = tenantCommand({
  name: 'routing-form delete',
  summary: 'Delete a routing form; its submissions stay',
  options: { ...formOption },
  example: '--form "Contact support"',
  run: async (tenant, { form }) => {
    const { name, ...found } = await formNamed(tenant, form)
    await tenant.act(deleteRoutingForm, { uuid: idOf(found) })
    return { deleted: name }
  },
  show: ({ deleted }) => `Routing form "${deleted}" deleted.`,
})

const submissions = listCommand({
  name: 'routing-form submissions',
  summary: 'List submissions and their results, newest first',
  description: 'Lists up to 100 submissions. --json includes all answers.',
  options: { form: { value: 'FORM', summary: 'Only submissions of this form, by its ID or name' } },
  example: '--form "Contact sales"',
  list: async (tenant, { form }) => {
    // How a list is ordered is said beside its filters.
    const newestFirst = {
      sort: 'created_at:desc',
      ...(form === undefined ? {} : { form: idOf(await formNamed(tenant, form)) }),
    }
    return tenant.gather(listRoutingFormSubmissions, newestFirst)
  },
  none: 'No submissions.',
  headings: ['id', 'sent', 'first answers', 'led to', 'booked'],
  row: ({ uri, created_at, questions_and_answers, result, submitter }) => [
    idOf({ uri }),
    minuteOf(created_at),
    questions_and_answers
      .flatMap(({ answer }) => (answer === null ? [] : [answer.replaceAll('\n', ' ').slice(0, 30)]))
      .slice(0, 2)
      .join(', '),
    placeOf(result),
    submitter === null ? 'no' : 'yes',
  ],
})

export const commands = [create, list, show, set, publish, unpublish, remove, submissions]
