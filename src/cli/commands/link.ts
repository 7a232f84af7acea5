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
  summary: 'Create a single-use link for an event type',
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
  show: ({ resource }) => `Single-use link: ${resource.booking_url}`,
})

const share = tenantCommand({
  name: 'link share',
  summary: 'Create a customized single-use link',
  description:
    'Options that you leave out have the values of the event type. --terms takes every field of POST /shares.',
  options: {
    ...eventTypeOption,
    name: { value: 'NAME', summary: 'The name on this link' },
    duration: { value: 'MINUTES', summary: 'The duration on this link, in minutes' },
    terms: { value: 'JSON', json: 'object', summary: 'Other fields, as in the body of POST /shares' },
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
  show: ({ resource }) => `Single-use link: ${resource.scheduling_links[0]?.booking_url}`,
})

const shares = listCommand({
  name: 'link shares',
  summary: 'List the customized single-use links (shares) of a member and of their event types, newest first',
  options: {
    email: {
      value: 'EMAIL',
      of: 'member',
      summary: "The member, by email address; by default the organization's owner",
    },
  },
  example: '--email user@demo.test',
  list: async (tenant, { email }) => {
    const user = await tenant.userUri(email)
    return tenant.collect(listShares, { user })
  },
  none: 'No shares.',
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
  share: { value: 'ID', summary: 'The ID of the share, as shown by `link shares`', required: true },
} as const

const changeShare = tenantCommand({
  name: 'link change-share',
  summary: 'Edit a share that has not been booked',
  options: {
    ...shareOption,
    terms: {
      value: 'JSON',
      json: 'object',
      summary: 'The fields to change, as in the body of PATCH /shares',
      required: true,
    },
  },
  example: '--share ID --terms \'{"min_booking_time": 60}\'',
  run: async (tenant, { share: id, terms }) => ({ resource: await tenant.act(updateShare, { ...terms, uuid: id }) }),
  show: ({ resource }) =>
    `Share "${resource.share_override.name}" updated: ${resource.scheduling_links[0]?.booking_url}`,
})

const removeShare = tenantCommand({
  name: 'link delete-share',
  summary: 'Delete a share that has not been booked; its link stops working',
  options: { ...shareOption },
  example: '--share ID',
  run: async (tenant, { share: id }) => {
    await tenant.act(deleteShare, { uuid: id })
    return { deleted: id }
  },
  show: ({ deleted }) => `Share ${deleted} deleted.`,
})

const oneOff = tenantCommand({
  name: 'link one-off',
  summary: 'Create a one-off meeting with its link',
  options: {
    email: { value: 'EMAIL', of: 'member', summary: "The host, by email address; by default the organization's owner" },
    hosts: { value: 'EMAILS', summary: 'The other hosts by email address, separated by commas' },
    name: { value: 'NAME', summary: 'The name', required: true },
    duration: { value: 'MINUTES', summary: 'The duration in minutes; by default 30' },
    dates: {
      value: 'JSON',
      json: 'object',
      summary: 'The possible dates, as date_setting in the body of POST /one_off_event_types',
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
  show: ({ resource }) => `One-off meeting "${resource.name}" created: ${resource.scheduling_url}`,
})

export const commands = [create, share, shares, changeShare, removeShare, oneOff]
