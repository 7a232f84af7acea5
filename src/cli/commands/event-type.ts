import type { z } from 'zod'
import { listUserAvailabilitySchedules } from '#availability/index.ts'
import { idOf } from '#contract/wire.ts'
import {
  configureEventType,
  createEventType,
  createSharedEventType,
  deleteEventType,
  getEventTypeSetup,
  grantEventTypePermission,
  listEventTypes,
  setEventTypeHosts,
  useAvailabilitySchedule,
  withdrawEventTypePermission,
} from '#event-types/index.ts'
import { act } from '#execution/act.ts'
import { performTogether } from '#execution/perform-together.ts'
import { OperatorError, UsageError } from '#process/operator-error.ts'
import type { Options, Values } from '../command.ts'
import { eventTypeSettings, settingsOfApi, settingsOfConsole } from '../event-type-settings.ts'
import { eventTypeNamed, eventTypeOption } from '../naming.ts'
import { wordsIn } from '../scope-words.ts'
import type { Tenant } from '../tenant.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const sharings = ['solo', 'group', 'collective', 'round_robin'] as const

const hostsOption = {
  hosts: {
    value: 'EMAILS',
    summary:
      'Who holds it too, separated by commas; for collective and round_robin. In a round robin a priority may be given, like user@demo.test:2; the higher one is asked first',
  },
} as const satisfies Options

const hostsIn = (tenant: Tenant, text: string | undefined) =>
  Promise.all(
    wordsIn(text).map(async (word) => {
      const [, email = word, priority = '0'] = /^(.+):(\d+)$/.exec(word) ?? []
      return { user: await tenant.userUri(email), priority }
    }),
  )

/** The owner is always a host, and keeps their priority where none is given. */
const allHosts = async (
  tenant: Tenant,
  { name, pooling_type, ...found }: Awaited<ReturnType<typeof eventTypeNamed>>,
  text: string,
) => {
  if (pooling_type === null)
    throw new OperatorError(`--hosts is for collective and round_robin types; "${name}" has one host, its owner.`)
  const { hosts } = await tenant.act(getEventTypeSetup, { uuid: idOf(found) })
  const named = await hostsIn(tenant, text)
  const owner = hosts.find(({ user }) => user === found.profile.owner)
  return owner && !named.some(({ user }) => owner.user.endsWith(user))
    ? [{ user: owner.user, priority: owner.priority }, ...named]
    : named
}

const create = tenantCommand({
  name: 'event-type create',
  summary: 'Create an event type of any kind',
  description:
    'The API makes one-on-one types only; here all kinds can be made. A type can be booked once it is active. --hosts are members beside the owner, by address; the owner is named only to be given a priority.',
  options: {
    email: { value: 'EMAIL', of: 'member', summary: "Whose type; the owner's if left out" },
    name: { value: 'NAME', summary: 'What it is called', required: true },
    kind: {
      value: 'KIND',
      summary: 'How people meet: solo, group, collective or round_robin; solo if left out',
      choices: sharings,
    },
    ...hostsOption,
    ...eventTypeSettings,
  },
  example: '--name "Team interview" --kind collective --hosts user@demo.test --active yes',
  check: ({ kind = 'solo', seats, hosts }) => {
    if (seats !== undefined && kind !== 'group') throw new UsageError('--seats is for --kind group.')
    if (hosts !== undefined && kind !== 'collective' && kind !== 'round_robin')
      throw new UsageError('--hosts is for --kind collective and round_robin.')
  },
  run: async (tenant, { email, name, kind = 'solo', hosts, ...given }) => {
    const owner = await tenant.userUri(email)
    const own = settingsOfConsole(given)
    const traits = { owner, name, ...settingsOfApi(given) }
    if (kind === 'solo') return { resource: await createSolo(tenant, traits, own) }
    return {
      resource: await tenant.act(createSharedEventType, {
        ...traits,
        ...own,
        sharing: kind,
        hosts: await hostsIn(tenant, hosts),
      }),
    }
  },
  show: ({ resource }) =>
    `There is an event type "${resource.name}" now${resource.active ? '' : ', not yet active'}. Its page: ${resource.scheduling_url}`,
})

/** Together, so that a type whose questions are refused is not left behind. */
const createSolo = (
  { context, owner }: Tenant,
  traits: z.input<typeof createEventType.input>,
  own: ReturnType<typeof settingsOfConsole>,
): Promise<z.output<typeof createEventType.output>> =>
  performTogether(context, async (together) => {
    const made = await act(together, createEventType, owner, traits)
    const hasMore = Object.values(own).some((value) => value !== undefined)
    return hasMore ? act(together, configureEventType, owner, { uuid: idOf(made), ...own }) : made
  })

const list = listCommand({
  name: 'event-type list',
  summary: 'List the event types of an organization',
  list: (tenant) => tenant.collect(listEventTypes, { organization: tenant.organization.id }),
  none: 'There are no event types.',
  headings: ['id', 'name', 'slug', 'of', 'kind', 'minutes', 'active'],
  row: (one) => [
    idOf(one),
    one.name,
    one.slug ?? '',
    one.profile.name,
    one.pooling_type ?? one.kind,
    String(one.duration),
    one.active ? 'yes' : 'no',
  ],
})

const set = tenantCommand({
  name: 'event-type set',
  summary: 'Change an event type of any kind',
  description:
    'What is left out stays as it is. An empty description, note, redirect URL or list of lengths removes it. --hosts are all hosts from now on; the owner stays one, and those who stay keep their hours.',
  options: {
    ...eventTypeOption,
    name: { value: 'NAME', summary: 'What it is called' },
    slug: { value: 'SLUG', summary: 'The last part of the address of its page; links to the old one stop working' },
    ...hostsOption,
    ...eventTypeSettings,
  },
  example: '--event-type intro-call --color "#0b6b5d" --rules \'{"buffer_after": 10}\'',
  run: async (tenant, { 'event-type': wanted, name, slug, hosts, ...given }) => {
    const eventType = await eventTypeNamed(tenant, wanted)
    const uuid = idOf(eventType)
    const { context, owner } = tenant
    const all = hosts === undefined ? undefined : await allHosts(tenant, eventType, hosts)
    return performTogether(context, async (together) => {
      if (all) await act(together, setEventTypeHosts, owner, { uuid, hosts: all })
      return {
        resource: await act(together, configureEventType, owner, {
          uuid,
          name,
          slug,
          ...settingsOfApi(given),
          ...settingsOfConsole(given),
        }),
      }
    })
  },
  show: ({ resource }) => `The event type "${resource.name}" is changed.`,
})

const remove = tenantCommand({
  name: 'event-type delete',
  summary: 'Delete an event type; it stays readable, and what is booked stays booked',
  options: { ...eventTypeOption },
  example: '--event-type not-yet',
  run: async (tenant, { 'event-type': wanted }) => {
    const { name, ...found } = await eventTypeNamed(tenant, wanted)
    await tenant.act(deleteEventType, { uuid: idOf(found) })
    return { deleted: name }
  },
  show: ({ deleted }) => `The event type "${deleted}" is deleted.`,
})

const shareOptions = {
  ...eventTypeOption,
  email: { value: 'EMAIL', summary: 'With which member', required: true },
} as const

const settlePermission = async (
  tenant: Tenant,
  operation: typeof grantEventTypePermission,
  { 'event-type': wanted, email }: Values<typeof shareOptions>,
) => {
  const eventType = await eventTypeNamed(tenant, wanted)
  return {
    resource: await tenant.act(operation, { event_type: eventType.uri, user: await tenant.userUri(email) }),
    email,
  }
}

const share = tenantCommand({
  name: 'event-type share',
  summary: 'Let a member use an event type that is not their own',
  options: shareOptions,
  example: '--event-type product-demo --email user@demo.test',
  run: (tenant, values) => settlePermission(tenant, grantEventTypePermission, values),
  show: ({ resource, email }) => `${email} may use "${resource.name}" now.`,
})

const unshare = tenantCommand({
  name: 'event-type unshare',
  summary: "Take back a member's permission on an event type",
  options: shareOptions,
  example: '--event-type product-demo --email user@demo.test',
  run: (tenant, values) => settlePermission(tenant, withdrawEventTypePermission, values),
  show: ({ resource, email }) => `${email} may not use "${resource.name}" any more.`,
})

const hours = tenantCommand({
  name: 'event-type hours',
  summary: 'Let a host of an event type use one of their schedules for it',
  options: {
    ...eventTypeOption,
    email: { value: 'EMAIL', summary: 'Which host', required: true },
    schedule: { value: 'NAME', summary: 'Which of their schedules, by its name', required: true },
  },
  example: '--event-type intro-call --email owner@demo.test --schedule "Working hours"',
  run: async (tenant, { 'event-type': wanted, email, schedule: named }) => {
    const eventType = await eventTypeNamed(tenant, wanted)
    const schedules = await tenant.gather(listUserAvailabilitySchedules, { user: await tenant.userUri(email) })
    const schedule = schedules.find(({ name }) => name.toLowerCase() === named.toLowerCase())
    if (!schedule)
      throw new OperatorError(
        `${email} has no schedule "${named}". There are: ${schedules.map(({ name }) => `"${name}"`).join(', ')}.`,
      )
    return {
      resource: await tenant.act(useAvailabilitySchedule, { event_type: eventType.uri, schedule: schedule.uri }),
      email,
    }
  },
  show: ({ resource, email }) => `${email} uses "${resource.name}" for it now.`,
})

export const commands = [create, list, set, hours, remove, share, unshare]
