import { idOf } from '#contract/wire.ts'
import {
  createOneOffEventType,
  createSchedulingLink,
  createShare,
  deleteShare,
  listShares,
  updateShare,
} from '#event-types/index.ts'
import { minuteOf } from '../columns.ts'
import { eventTypeNamed, eventTypeOption } from '../naming.ts'
import { wordsIn } from '../scope-words.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const create = tenantCommand({
  name: 'link create',
  summary: 'Create a link through which an event type can be booked once',
  options: { ...eventTypeOption },
  example: '--event-type intro-call',
  run: async (tenant, { 'event-type': type }) => {
    const eventType = await eventTypeNamed(tenant, type)
    return {
      resource: await tenant.act(createSchedulingLink, {
        max_event_count: 1,
        owner: eventType.uri,
        owner_type: 'EventType',
      }),
    }
  },
  show: ({ resource }) => `Whoever has this link can book, once: ${resource.booking_url}`,
})

const share = tenantCommand({
  name: 'link share',
  summary: 'Create a single-use link that offers an event type on other terms',
  description: 'What is left out is as the event type has it now. --terms takes everything that POST /shares does.',
  options: {
    ...eventTypeOption,
    name: { value: 'NAME', summary: 'What it is called there' },
    duration: { value: 'MINUTES', summary: 'How long it takes there' },
    terms: { value: 'JSON', json: 'object', summary: 'More of what is different, as in the body of POST /shares' },
  },
  example:
    '--event-type intro-call --duration 15 --terms \'{"duration_options": [15, 30], "period_type": "moving", "max_booking_time": 10080}\'',
  run: async (tenant, { 'event-type': type, name, duration, terms }) => {
    const eventType = await eventTypeNamed(tenant, type)
    const wanted = {
      ...terms,
      ...(name === undefined ? {} : { name }),
      ...(duration === undefined ? {} : { duration }),
    }
    return { resource: await tenant.act(createShare, { ...wanted, event_type: eventType.uri }) }
  },
  show: ({ resource }) => `Whoever has this link can book, once: ${resource.scheduling_links[0]?.booking_url}`,
})

const shares = listCommand({
  name: 'link shares',
  summary: 'List the shares that a member has made, or that others made of their event types; the newest first',
  options: { email: { value: 'EMAIL', of: 'member', summary: "Whose; the organization's owner if left out" } },
  example: '--email user@demo.test',
  list: async (tenant, { email }) => {
    const user = await tenant.userUri(email)
    return tenant.collect(listShares, { user })
  },
  none: 'There are no shares.',
  headings: ['id', 'created', 'status', 'name', 'minutes', 'link'],
  row: (one) => [
    idOf(one),
    minuteOf(one.created_at),
    one.status,
    one.share_override.name,
    String(one.share_override.duration),
    one.scheduling_links[0]?.booking_url ?? '',
  ],
})

const shareOption = {
  share: { value: 'ID', summary: 'Which share, as `link shares` shows it', required: true },
} as const

const changeShare = tenantCommand({
  name: 'link change-share',
  summary: 'Change what a share offers, until it is booked',
  options: {
    ...shareOption,
    terms: {
      value: 'JSON',
      json: 'object',
      summary: 'What is different from now on, as in the body of PATCH /shares',
      required: true,
    },
  },
  example: '--share ID --terms \'{"min_booking_time": 60}\'',
  run: async (tenant, { share: id, terms }) => ({ resource: await tenant.act(updateShare, { ...terms, uuid: id }) }),
  show: ({ resource }) =>
    `The share "${resource.share_override.name}" is changed: ${resource.scheduling_links[0]?.booking_url}`,
})

const removeShare = tenantCommand({
  name: 'link delete-share',
  summary: 'Delete a share that is not booked; its link stops working',
  options: { ...shareOption },
  example: '--share ID',
  run: async (tenant, { share: id }) => {
    await tenant.act(deleteShare, { uuid: id })
    return { deleted: id }
  },
  show: ({ deleted }) => `The share ${deleted} is deleted.`,
})

const oneOff = tenantCommand({
  name: 'link one-off',
  summary: 'Create an event type for one meeting, with its link',
  options: {
    email: { value: 'EMAIL', of: 'member', summary: "Who holds it; the organization's owner if left out" },
    hosts: { value: 'EMAILS', summary: 'Who holds it too, separated by commas' },
    name: { value: 'NAME', summary: 'What it is called', required: true },
    duration: { value: 'MINUTES', summary: 'How long it takes; 30 if left out' },
    dates: {
      value: 'JSON',
      json: 'object',
      summary: 'When it can take place, as date_setting in the body of POST /one_off_event_types',
      required: true,
    },
  },
  example:
    '--name "Interview" --hosts user@demo.test --dates \'{"type": "days_in_future", "days": 10, "only_weekdays": true}\'',
  run: async (tenant, { email, hosts, name, duration = '30', dates }) => {
    const host = await tenant.userUri(email)
    const co_hosts = await Promise.all(wordsIn(hosts).map((other) => tenant.userUri(other)))
    return {
      resource: await tenant.act(createOneOffEventType, { name, duration, host, co_hosts, date_setting: dates }),
    }
  },
  show: ({ resource }) =>
    `There is "${resource.name}" now, for one meeting. Whoever has this link can book it: ${resource.scheduling_url}`,
})

export const commands = [create, share, shares, changeShare, removeShare, oneOff]
