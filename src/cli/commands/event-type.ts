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
import { OperatorError, UsageError } from '#process/operator-error.ts'
import type { Values } from '../command.ts'
import { eventTypeNamed } from '../naming.ts'
import { wordsIn } from '../scope-words.ts'
import type { Tenant } from '../tenant.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const json = { advice: `, like '[{"name": "Company", "type": "string", "position": 0}]'` }

const typeOption = { type: { value: 'TYPE', summary: 'Which event type: its id, or its slug if only one has it', required: true } } as const
const sharings = ['solo', 'group', 'collective', 'round_robin'] as const

const create = tenantCommand({
  name: 'event-type create',
  summary: 'Create an event type of any kind',
  description:
    'The API makes one-on-one types only; here all kinds can be made. A type can be booked once it is active. --hosts are members beside the owner, by address.',
  options: {
    email: { value: 'EMAIL', of: 'member', summary: "Whose type; the owner's if left out" },
    name: { value: 'NAME', summary: 'What it is called', required: true },
    kind: { value: 'KIND', summary: 'How people meet: solo, group, collective or round_robin; solo if left out', choices: sharings },
    duration: { value: 'MINUTES', summary: 'How long it takes; 30 if left out' },
    seats: { value: 'NUMBER', summary: 'How many can come; for groups' },
    hosts: { value: 'EMAILS', summary: 'Who holds it too, separated by commas; for collective and round_robin' },
    active: { summary: 'It can be booked at once' },
  },
  example: '--name "Panel interview" --kind collective --hosts admin@acme.test --active',
  check: ({ kind = 'solo', seats, hosts }) => {
    if (seats !== undefined && kind !== 'group') throw new UsageError('--seats is for --kind group.')
    if (hosts !== undefined && kind !== 'collective' && kind !== 'round_robin') throw new UsageError('--hosts is for --kind collective and round_robin.')
  },
  run: async (tenant, { email, name, kind = 'solo', duration, seats, hosts, active }) => {
    const owner = await tenant.userUri(email)
    const traits = { owner, name, active, ...(duration === undefined ? {} : { duration }) }
    if (kind === 'solo') return { resource: await tenant.act(createEventType, traits) }
    const others = await Promise.all(wordsIn(hosts).map(async (host) => ({ user: await tenant.userUri(host) })))
    const input = { ...traits, sharing: kind, hosts: others, ...(seats === undefined ? {} : { seats }) }
    return { resource: await tenant.act(createSharedEventType, input) }
  },
  show: ({ resource }) => `There is an event type "${resource.name}" now${resource.active ? '' : ', not yet active'}. Its page: ${resource.scheduling_url}`,
})

const list = listCommand({
  name: 'event-type list',
  summary: 'List the event types of an organization',
  list: (tenant) => tenant.collect(listEventTypes, { organization: tenant.organization.id }),
  none: 'There are no event types.',
  headings: ['id', 'name', 'slug', 'of', 'kind', 'minutes', 'active'],
  row: (one) => [idOf(one), one.name, one.slug ?? '', one.profile.name, one.pooling_type ?? one.kind, String(one.duration), one.active ? 'yes' : 'no'],
})

const set = tenantCommand({
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
    questions: { value: 'JSON', json, summary: 'What invitees are asked, as a list like custom_questions in the API' },
    rules: { value: 'JSON', json, summary: 'When it can be booked, as scheduling_rules in the API' },
  },
  example: '--type intro-call --active yes --rules \'{"buffer_after": 10}\'',
  run: async (tenant, { type, name, active, secret, 'admin-managed': adminManaged, duration, note, seats, questions, rules }) => {
    const yes = (answer: string | undefined): boolean | undefined => (answer === undefined ? undefined : answer === 'yes')
    const changes = {
      name,
      active: yes(active),
      secret: yes(secret),
      admin_managed: yes(adminManaged),
      duration,
      internal_note: note === '' ? null : note,
      seats,
      custom_questions: questions,
      scheduling_rules: rules,
    }
    return { resource: await tenant.act(configureEventType, { uuid: idOf(await eventTypeNamed(tenant, type)), ...changes }) }
  },
  show: ({ resource }) => `The event type "${resource.name}" is changed.`,
})

const remove = tenantCommand({
  name: 'event-type delete',
  summary: 'Delete an event type; it stays readable, and what is booked stays booked',
  options: { ...typeOption },
  example: '--type intro-call',
  run: async (tenant, { type }) => {
    const { name, ...found } = await eventTypeNamed(tenant, type)
    await tenant.act(deleteEventType, { uuid: idOf(found) })
    return { deleted: name }
  },
  show: ({ deleted }) => `The event type "${deleted}" is deleted.`,
})

const shareOptions = { ...typeOption, email: { value: 'EMAIL', summary: 'With which member', required: true } } as const

const settlePermission = async (tenant: Tenant, operation: typeof grantEventTypePermission, { type, email }: Values<typeof shareOptions>) => {
  const eventType = await eventTypeNamed(tenant, type)
  return { resource: await tenant.act(operation, { event_type: eventType.uri, user: await tenant.userUri(email) }), email }
}

const share = tenantCommand({
  name: 'event-type share',
  summary: 'Let a member use an event type that is not their own',
  options: shareOptions,
  example: '--type intro-call --email user@acme.test',
  run: (tenant, values) => settlePermission(tenant, grantEventTypePermission, values),
  show: ({ resource, email }) => `${email} may use "${resource.name}" now.`,
})

const unshare = tenantCommand({
  name: 'event-type unshare',
  summary: "Take back a member's permission on an event type",
  options: shareOptions,
  example: '--type intro-call --email user@acme.test',
  run: (tenant, values) => settlePermission(tenant, withdrawEventTypePermission, values),
  show: ({ resource, email }) => `${email} may not use "${resource.name}" any more.`,
})

const hours = tenantCommand({
  name: 'event-type hours',
  summary: 'Let a host of an event type use one of their schedules for it',
  options: {
    ...typeOption,
    email: { value: 'EMAIL', summary: 'Which host', required: true },
    schedule: { value: 'NAME', summary: 'Which of their schedules, by its name', required: true },
  },
  example: '--type intro-call --email user@acme.test --schedule "Evenings"',
  run: async (tenant, { type, email, schedule: wanted }) => {
    const eventType = await eventTypeNamed(tenant, type)
    const schedules = await tenant.gather(listUserAvailabilitySchedules, { user: await tenant.userUri(email) })
    const schedule = schedules.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
    if (!schedule) throw new OperatorError(`${email} has no schedule "${wanted}". There are: ${schedules.map(({ name }) => `"${name}"`).join(', ')}.`)
    return { resource: await tenant.act(useAvailabilitySchedule, { event_type: eventType.uri, schedule: schedule.uri }), email }
  },
  show: ({ resource, email }) => `${email} uses "${resource.name}" for it now.`,
})

export const commands = [create, list, set, hours, remove, share, unshare]
