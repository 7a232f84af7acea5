import { listUserAvailabilitySchedules } from '#availability/index.ts'
import { idOf } from '#contract/wire.ts'
import {
  configureEventType,
  createEventType,
  createSharedEventType,
  deleteEventType,
  grantEventTypePermission,
  listEventTypes,
  useAvailabilitySchedule,
  withdrawEventTypePermission,
} from '#event-types/index.ts'
import { act, collect, gather } from '#execution/act.ts'
import type { AppContext } from '#execution/perform.ts'
import { OperatorError, UsageError } from '#process/operator-error.ts'
import { table } from '../columns.ts'
import { databaseCommand, type Values } from '../command.ts'
import { eventTypeNamed, userUriOf } from '../naming.ts'
import { enter, organizationOption } from '../tenant.ts'

const typeOption = { type: { value: 'TYPE', summary: 'Which event type: its id, or its slug if only one has it', required: true } } as const
const sharings = ['solo', 'group', 'collective', 'round_robin'] as const

const create = databaseCommand({
  name: 'event-type create',
  summary: 'Create an event type of any kind',
  description:
    'The API makes one-on-one types only; here all kinds can be made. A type can be booked once it is active. --hosts are members beside the owner, by address.',
  options: {
    email: { value: 'EMAIL', summary: "Whose type; the owner's if left out" },
    name: { value: 'NAME', summary: 'What it is called', required: true },
    kind: { value: 'KIND', summary: 'How people meet: solo, group, collective or round_robin; solo if left out', choices: sharings },
    duration: { value: 'MINUTES', summary: 'How long it takes; 30 if left out' },
    seats: { value: 'NUMBER', summary: 'How many can come; for groups' },
    hosts: { value: 'EMAILS', summary: 'Who holds it too, separated by commas; for collective and round_robin' },
    active: { summary: 'It can be booked at once' },
    ...organizationOption,
  },
  example: '--name "Panel interview" --kind collective --hosts admin@acme.test --active',
  check: ({ kind = 'solo', seats, hosts }) => {
    if (seats !== undefined && kind !== 'group') throw new UsageError('--seats is for --kind group.')
    if (hosts !== undefined && kind !== 'collective' && kind !== 'round_robin') throw new UsageError('--hosts is for --kind collective and round_robin.')
  },
  run: async (context, { email, name, kind = 'solo', duration, seats, hosts, active, organization: wanted }) => {
    const tenant = await enter(context, { organization: wanted, email })
    const owner = email === undefined ? `/users/${tenant.owner.userId}` : await userUriOf(context, tenant, email)
    const traits = { owner, name, active, ...(duration === undefined ? {} : { duration }) }
    if (kind === 'solo') return { resource: await act(context, createEventType, tenant.owner, traits) }
    const others = await Promise.all(
      (hosts ?? '')
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(async (host) => ({ user: await userUriOf(context, tenant, host) })),
    )
    const input = { ...traits, sharing: kind, hosts: others, ...(seats === undefined ? {} : { seats }) }
    return { resource: await act(context, createSharedEventType, tenant.owner, input) }
  },
  show: ({ resource }) => `There is an event type "${resource.name}" now${resource.active ? '' : ', not yet active'}. Its page: ${resource.scheduling_url}`,
})

const list = databaseCommand({
  name: 'event-type list',
  summary: 'List the event types of an organization',
  options: organizationOption,
  example: '',
  run: async (context, { organization: wanted }) => {
    const { organization, owner } = await enter(context, { organization: wanted })
    return { collection: await collect(context, listEventTypes, owner, { organization: organization.id }) }
  },
  show: ({ collection }) =>
    collection.length === 0
      ? 'There are no event types.'
      : table(
          ['id', 'name', 'slug', 'of', 'kind', 'minutes', 'active'],
          collection.map((one) => [
            idOf(one),
            one.name,
            one.slug ?? '',
            one.profile.name,
            one.pooling_type ?? one.kind,
            String(one.duration),
            one.active ? 'yes' : 'no',
          ]),
        ),
})

const set = databaseCommand({
  name: 'event-type set',
  summary: 'Change an event type of any kind',
  options: {
    ...typeOption,
    name: { value: 'NAME', summary: 'What it is called' },
    active: { value: 'YES', summary: 'Whether it can be booked', choices: ['yes', 'no'] as const },
    secret: { value: 'YES', summary: "Whether it is left out of its owner's page", choices: ['yes', 'no'] as const },
    'admin-managed': { value: 'YES', summary: 'Whether only admins may change it', choices: ['yes', 'no'] as const },
    duration: { value: 'MINUTES', summary: 'How long it takes' },
    note: { value: 'TEXT', summary: 'An internal note; empty to remove it' },
    seats: { value: 'NUMBER', summary: 'How many can come; for groups' },
    questions: { value: 'JSON', summary: 'What invitees are asked, as a list like custom_questions in the API' },
    rules: { value: 'JSON', summary: 'When it can be booked, as scheduling_rules in the API' },
    ...organizationOption,
  },
  example: '--type intro-call --active yes --rules \'{"buffer_after": 10}\'',
  check: ({ questions, rules }) => {
    for (const [option, text] of [
      ['questions', questions],
      ['rules', rules],
    ] as const)
      if (text !== undefined) readJson(option, text)
  },
  run: async (context, { type, name, active, secret, 'admin-managed': adminManaged, duration, note, seats, questions, rules, organization }) => {
    const tenant = await enter(context, { organization })
    const yes = (answer: string | undefined): boolean | undefined => (answer === undefined ? undefined : answer === 'yes')
    const changes = {
      name,
      active: yes(active),
      secret: yes(secret),
      admin_managed: yes(adminManaged),
      duration,
      internal_note: note === '' ? null : note,
      seats,
      ...(questions === undefined ? {} : { custom_questions: readJson('questions', questions) as never }),
      ...(rules === undefined ? {} : { scheduling_rules: readJson('rules', rules) as never }),
    }
    return { resource: await act(context, configureEventType, tenant.owner, { uuid: idOf(await eventTypeNamed(context, tenant, type)), ...changes }) }
  },
  show: ({ resource }) => `The event type "${resource.name}" is changed.`,
})

const readJson = (option: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`--${option} is no JSON. Put it into single quotes, like '[{"name": "Company", "type": "string", "position": 0}]'.`)
  }
}

const remove = databaseCommand({
  name: 'event-type delete',
  summary: 'Delete an event type; it stays readable, and what is booked stays booked',
  options: { ...typeOption, ...organizationOption },
  example: '--type intro-call',
  run: async (context, { type, organization }) => {
    const tenant = await enter(context, { organization })
    const { name, ...found } = await eventTypeNamed(context, tenant, type)
    await act(context, deleteEventType, tenant.owner, { uuid: idOf(found) })
    return { deleted: name }
  },
  show: ({ deleted }) => `The event type "${deleted}" is deleted.`,
})

const shareOptions = { ...typeOption, email: { value: 'EMAIL', summary: 'With which member', required: true }, ...organizationOption } as const

const settlePermission = async (
  context: AppContext,
  operation: typeof grantEventTypePermission,
  { type, email, organization }: Values<typeof shareOptions>,
) => {
  const tenant = await enter(context, { organization })
  const eventType = await eventTypeNamed(context, tenant, type)
  return { resource: await act(context, operation, tenant.owner, { event_type: eventType.uri, user: await userUriOf(context, tenant, email) }), email }
}

const share = databaseCommand({
  name: 'event-type share',
  summary: 'Let a member use an event type that is not their own',
  options: shareOptions,
  example: '--type intro-call --email user@acme.test',
  run: (context, values) => settlePermission(context, grantEventTypePermission, values),
  show: ({ resource, email }) => `${email} may use "${resource.name}" now.`,
})

const unshare = databaseCommand({
  name: 'event-type unshare',
  summary: "Take back a member's permission on an event type",
  options: shareOptions,
  example: '--type intro-call --email user@acme.test',
  run: (context, values) => settlePermission(context, withdrawEventTypePermission, values),
  show: ({ resource, email }) => `${email} may not use "${resource.name}" any more.`,
})

const hours = databaseCommand({
  name: 'event-type hours',
  summary: 'Let a host of an event type use one of their schedules for it',
  options: {
    ...typeOption,
    email: { value: 'EMAIL', summary: 'Which host', required: true },
    schedule: { value: 'NAME', summary: 'Which of their schedules, by its name', required: true },
    ...organizationOption,
  },
  example: '--type intro-call --email user@acme.test --schedule "Evenings"',
  run: async (context, { type, email, schedule: wanted, organization }) => {
    const tenant = await enter(context, { organization })
    const eventType = await eventTypeNamed(context, tenant, type)
    const schedules = await gather(context, listUserAvailabilitySchedules, tenant.owner, { user: await userUriOf(context, tenant, email) })
    const schedule = schedules.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
    if (!schedule) throw new OperatorError(`${email} has no schedule "${wanted}". There are: ${schedules.map(({ name }) => `"${name}"`).join(', ')}.`)
    return { resource: await act(context, useAvailabilitySchedule, tenant.owner, { event_type: eventType.uri, schedule: schedule.uri }), email }
  },
  show: ({ resource, email }) => `${email} uses "${resource.name}" for it now.`,
})

export const commands = [create, list, set, hours, remove, share, unshare]
