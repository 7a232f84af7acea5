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
import type { Options, OptionValues } from '../command.ts'
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
      'The other hosts by email address, separated by commas; for collective and round_robin. A round robin host can have a priority, such as user@demo.test:2; higher priorities are booked first',
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
    'The API can create one-on-one event types only; this command can create all kinds. An event type can be booked once it is active. --hosts names members besides the owner; name the owner only to set a priority.',
  options: {
    email: {
      value: 'EMAIL',
      of: 'member',
      summary: "The owner of the event type, by email address; by default the organization's owner",
    },
    name: { value: 'NAME', summary: 'The name', required: true },
    kind: {
      value: 'KIND',
      summary: 'The kind: solo, group, collective, or round_robin; by default solo',
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
    `Event type "${resource.name}" created${resource.active ? '' : ', not active yet'}: ${resource.scheduling_url}`,
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
  none: 'No event types.',
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
  summary: 'Edit an event type of any kind',
  description:
    'Options that you leave out keep their values. An empty description, note, redirect URL, or list of durations removes it. --hosts replaces all hosts except the owner; remaining hosts keep their hours.',
  options: {
    ...eventTypeOption,
    name: { value: 'NAME', summary: 'The name' },
    slug: { value: 'SLUG', summary: 'The last part of the booking link; the old link stops working' },
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
  show: ({ resource }) => `Event type "${resource.name}" updated.`,
})

const remove = tenantCommand({
  name: 'event-type delete',
  summary: 'Delete an event type; existing meetings stay',
  options: { ...eventTypeOption },
  example: '--event-type not-yet',
  run: async (tenant, { 'event-type': wanted }) => {
    const { name, ...found } = await eventTypeNamed(tenant, wanted)
    await tenant.act(deleteEventType, { uuid: idOf(found) })
    return { deleted: name }
  },
  show: ({ deleted }) => `Event type "${deleted}" deleted.`,
})

const shareOptions = {
  ...eventTypeOption,
  email: { value: 'EMAIL', summary: 'The member, by email address', required: true },
} as const

const settlePermission = async (
  tenant: Tenant,
  operation: typeof grantEventTypePermission,
  { 'event-type': wanted, email }: OptionValues<typeof shareOptions>,
) => {
  const eventType = await eventTypeNamed(tenant, wanted)
  return {
    resource: await tenant.act(operation, { event_type: eventType.uri, user: await tenant.userUri(email) }),
    email,
  }
}

const share = tenantCommand({
  name: 'event-type share',
  summary: 'Share an event type with a member',
  options: shareOptions,
  example: '--event-type product-demo --email user@demo.test',
  run: (tenant, values) => settlePermission(tenant, grantEventTypePermission, values),
  show: ({ resource, email }) => `"${resource.name}" is now shared with ${email}.`,
})

const unshare = tenantCommand({
  name: 'event-type unshare',
  summary: 'Stop sharing an event type with a member',
  options: shareOptions,
  example: '--event-type product-demo --email user@demo.test',
  run: (tenant, values) => settlePermission(tenant, withdrawEventTypePermission, values),
  show: ({ resource, email }) => `"${resource.name}" is no longer shared with ${email}.`,
})

const hours = tenantCommand({
  name: 'event-type hours',
  summary: 'Set the schedule that a host uses for an event type',
  options: {
    ...eventTypeOption,
    email: { value: 'EMAIL', summary: 'The host, by email address', required: true },
    schedule: { value: 'NAME', summary: 'The name of one of their schedules', required: true },
  },
  example: '--event-type intro-call --email owner@demo.test --schedule "Working hours"',
  run: async (tenant, { 'event-type': wanted, email, schedule: named }) => {
    const eventType = await eventTypeNamed(tenant, wanted)
    const schedules = await tenant.gather(listUserAvailabilitySchedules, { user: await tenant.userUri(email) })
    const schedule = schedules.find(({ name }) => name.toLowerCase() === named.toLowerCase())
    if (!schedule)
      throw new OperatorError(
        `${email} has no schedule "${named}". The schedules are: ${schedules.map(({ name }) => `"${name}"`).join(', ')}.`,
      )
    return {
      resource: await tenant.act(useAvailabilitySchedule, { event_type: eventType.uri, schedule: schedule.uri }),
      email,
    }
  },
  show: ({ resource, email }) => `${email} now uses "${resource.name}" for this event type.`,
})

export const commands = [create, list, set, hours, remove, share, unshare]
