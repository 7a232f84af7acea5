import {
  acceptBookingRequest,
  cancelInvitee,
  cancelScheduledEvent,
  createInvitee,
  declineBookingRequest,
  listBookingRequests,
  listScheduledEvents,
  listWaitingListEntries,
  removeWaitingListEntry,
  rescheduleInvitee,
  rescheduleScheduledEvent,
} from '#bookings/index.ts'
import { idOf } from '#contract/wire.ts'
import { listEventTypeAvailableTimes, locationKinds } from '#event-types/index.ts'
import { day } from '#platform/time/durations.ts'
import { readInstant, writeInstant } from '#platform/time/instant.ts'
import { OperatorError, UsageError } from '#process/operator-error.ts'
import { minuteOf } from '../columns.ts'
import { eventTypeNamed, eventTypeOption } from '../naming.ts'
import type { Tenant } from '../tenant.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const list = listCommand({
  name: 'booking list',
  summary: 'List meetings',
  description: 'Lists upcoming meetings unless --from is given. Times are in UTC.',
  options: {
    host: { value: 'EMAIL', of: 'member', summary: 'Only meetings of this host, by email address' },
    'invitee-email': { value: 'EMAIL', summary: 'Only meetings booked with this email address' },
    status: { value: 'STATUS', summary: 'Only meetings with this status', choices: ['active', 'canceled'] as const },
    from: { value: 'TIME', summary: 'Only meetings that start at this time or later, such as 2027-03-01T09:00:00Z' },
    to: { value: 'TIME', summary: 'Only meetings that start at this time or earlier' },
  },
  example: '--host user@demo.test --status active',
  list: async (tenant, { host, 'invitee-email': invitee, status, from, to }) => {
    const { organization, context } = tenant
    const user = host === undefined ? undefined : await tenant.userUri(host)
    const range = { min_start_time: from ?? writeInstant(context.clock.now()), max_start_time: to }
    const order = { sort: 'start_time:asc' }
    return tenant.collect(listScheduledEvents, {
      organization: organization.id,
      user,
      invitee_email: invitee,
      status,
      ...range,
      ...order,
    })
  },
  none: 'No meetings.',
  headings: ['id', 'starts', 'ends', 'name', 'held by', 'come', 'status'],
  row: (event) => [
    idOf(event),
    minuteOf(event.start_time),
    minuteOf(event.end_time),
    event.name ?? '',
    event.event_memberships.map((host) => host.user_name).join(', '),
    `${event.invitees_counter.active} of ${event.invitees_counter.limit}`,
    event.status,
  ],
})

const times = listCommand({
  name: 'booking times',
  summary: 'List the available times of an event type',
  description: 'Lists the next seven days unless --days is given. Times are in UTC.',
  options: {
    ...eventTypeOption,
    from: { value: 'TIME', summary: 'The start of the period, such as 2027-03-01T09:00:00Z; by default now' },
    days: { value: 'NUMBER', summary: 'The number of days, up to 31', json: { advice: '' } },
  },
  example: '--event-type intro-call --days 14',
  list: async (tenant, { 'event-type': wanted, from, days = 7 }) =>
    openTimes(tenant, (await eventTypeNamed(tenant, wanted)).uri, from, days),
  none: 'No available times.',
  headings: ['start', 'seats'],
  row: ({ start_time, invitees_remaining }) => [start_time, String(invitees_remaining)],
})

const openTimes = async (tenant: Tenant, eventType: string, from?: string, days = 31) => {
  // The list begins after now.
  const start = from === undefined ? new Date(tenant.context.clock.now().getTime() + 1000) : readInstant(from)
  if (!start) throw new UsageError(`--from must be a time such as 2027-03-01T09:00:00Z, not "${from}".`)
  const end = new Date(start.getTime() + Number(days) * day)
  return tenant.gather(listEventTypeAvailableTimes, {
    event_type: eventType,
    start_time: writeInstant(start),
    end_time: writeInstant(end),
  })
}

const create = tenantCommand({
  name: 'booking create',
  summary: 'Book a meeting for an invitee',
  description:
    'Books an available time. --more takes every other field of POST /invitees, such as answers, guests, and tracking.',
  options: {
    ...eventTypeOption,
    start: {
      value: 'TIME',
      summary: 'The start time, such as 2027-03-01T09:00:00Z; "next" for the next available time',
      required: true,
    },
    name: { value: 'NAME', summary: "The invitee's name", required: true },
    email: { value: 'EMAIL', summary: "The invitee's email address", required: true },
    timezone: { value: 'ZONE', summary: "The invitee's time zone, such as Europe/Lisbon; by default UTC" },
    duration: { value: 'MINUTES', summary: 'One of the durations of the event type; by default its main one' },
    location: {
      value: 'KIND',
      summary: 'The kind of location; required if the event type has several',
      choices: locationKinds,
    },
    'location-details': {
      value: 'TEXT',
      summary: "The invitee's part of the location, such as a phone number or an address",
    },
    more: { value: 'JSON', json: 'object', summary: 'Other fields of the booking, as in the body of POST /invitees' },
  },
  example:
    '--event-type intro-call --start next --name "Demo Invitee" --email invitee@client.test --location zoom_conference',
  run: async (
    tenant,
    {
      'event-type': wanted,
      start,
      name,
      email,
      timezone = 'UTC',
      duration,
      location,
      'location-details': details,
      more,
    },
  ) => {
    const eventType = await eventTypeNamed(tenant, wanted)
    const kinds = (eventType.locations ?? []).map(({ kind }) => kind)
    if (
      location === undefined &&
      more?.location === undefined &&
      kinds.length > 1 &&
      eventType.pooling_type !== 'round_robin'
    )
      throw new UsageError(
        `"${eventType.name}" has several locations. Choose one with --location: ${kinds.join(', ')}.`,
      )
    const booking = {
      event_type: eventType.uri,
      start_time: start === 'next' ? await nextOpenTime(tenant, eventType) : start,
      invitee: { name, email, timezone },
      ...(duration === undefined ? {} : { duration }),
      ...(location === undefined
        ? {}
        : { location: { kind: location, ...(details === undefined ? {} : { location: details }) } }),
    }
    return { resource: await tenant.act(createInvitee, { ...more, ...booking }) }
  },
  show: ({ resource }) => `Booked for ${resource.name}. To cancel: ${resource.cancel_url}`,
})

const nextOpenTime = async (
  tenant: Tenant,
  { uri, name }: { readonly uri: string; readonly name: string },
): Promise<string> => {
  const [next] = await openTimes(tenant, uri)
  if (!next) throw new OperatorError(`"${name}" has no open time in the next 31 days. See: openslot schedule list`)
  return next.start_time
}

const which = {
  event: { value: 'ID', summary: 'The ID of the meeting' },
  invitee: { value: 'ID', summary: 'The ID of the invitee' },
} as const

const oneOf = ({
  event,
  invitee,
}: {
  readonly event: string | undefined
  readonly invitee: string | undefined
}): void => {
  if ((event === undefined) === (invitee === undefined)) throw new UsageError('Give --event or --invitee.')
}

const cancel = tenantCommand({
  name: 'booking cancel',
  summary: 'Cancel a meeting, or the booking of one invitee',
  options: { ...which, reason: { value: 'TEXT', summary: 'The reason, included in the email' } },
  example: '--event ID --reason "Travelling"',
  check: oneOf,
  run: async (tenant, { event, invitee, reason }) => {
    if (invitee !== undefined) return { resource: await tenant.act(cancelInvitee, { uuid: invitee, reason }) }
    return { resource: await tenant.act(cancelScheduledEvent, { uuid: event ?? '', reason }) }
  },
  show: ({ resource }) => `"${resource.name}" canceled.`,
})

const reschedule = tenantCommand({
  name: 'booking reschedule',
  summary: 'Reschedule a meeting',
  description: '--event reschedules all invitees of the meeting; --invitee reschedules one.',
  options: {
    ...which,
    start: { value: 'TIME', summary: 'The new start time, such as 2027-03-01T09:00:00Z', required: true },
    reason: { value: 'TEXT', summary: 'The reason, included in the email' },
  },
  example: '--event ID --start 2027-03-03T09:00:00Z',
  check: oneOf,
  run: async (tenant, { event, invitee, start, reason }) => {
    if (invitee !== undefined)
      return { collection: [await tenant.act(rescheduleInvitee, { uuid: invitee, start_time: start, reason })] }
    return {
      collection: (await tenant.act(rescheduleScheduledEvent, { uuid: event ?? '', start_time: start, reason }))
        .invitees,
    }
  },
  show: ({ collection }) =>
    collection.map(({ name, cancel_url }) => `Rescheduled for ${name}. To cancel: ${cancel_url}`).join('\n'),
})

const requests = listCommand({
  name: 'booking requests',
  summary: 'List the booking requests that wait for a decision',
  options: { host: { value: 'EMAIL', of: 'member', summary: 'Only requests to this host, by email address' } },
  example: '--host user@demo.test',
  list: async (tenant, { host }) =>
    tenant.collect(listBookingRequests, {
      ...(host === undefined ? { organization: tenant.organization.id } : { user: await tenant.userUri(host) }),
      state: 'open',
    }),
  none: 'No requests.',
  headings: ['id', 'starts', 'name', 'invitee', 'held by', 'expires'],
  row: (request) => [
    idOf(request),
    minuteOf(request.start_time),
    request.name,
    request.invitee.email,
    request.event_memberships.map((host) => host.user_name).join(', '),
    minuteOf(request.expires_at),
  ],
})

const ofRequest = { request: { value: 'ID', summary: 'The ID of the booking request', required: true } } as const

const accept = tenantCommand({
  name: 'booking accept',
  summary: 'Accept a booking request',
  options: ofRequest,
  example: '--request ID',
  run: async (tenant, { request }) => ({ resource: await tenant.act(acceptBookingRequest, { uuid: request }) }),
  show: ({ resource }) => `"${resource.name}" with ${resource.invitee.name} ${resource.state}.`,
})

const decline = tenantCommand({
  name: 'booking decline',
  summary: 'Decline a booking request',
  options: { ...ofRequest, reason: { value: 'TEXT', summary: 'What the invitee is told, included in the email' } },
  example: '--request ID --reason "Travelling"',
  run: async (tenant, { request, reason }) => ({
    resource: await tenant.act(declineBookingRequest, { uuid: request, reason }),
  }),
  show: ({ resource }) => `"${resource.name}" with ${resource.invitee.name} declined.`,
})

const waiting = listCommand({
  name: 'booking waiting',
  summary: 'List the people who wait for a time',
  options: {
    'event-type': { value: 'TYPE', summary: 'Only who waits for this event type, by its ID or slug' },
    host: { value: 'EMAIL', of: 'member', summary: 'Only who waits for event types of this host, by email address' },
  },
  example: '--host user@demo.test',
  list: async (tenant, { 'event-type': eventType, host }) => {
    const entries = await tenant.collect(listWaitingListEntries, {
      ...(host === undefined ? { organization: tenant.organization.id } : { user: await tenant.userUri(host) }),
      event_type: eventType === undefined ? undefined : (await eventTypeNamed(tenant, eventType)).uri,
    })
    return entries.filter(({ state }) => state === 'waiting' || state === 'offered')
  },
  none: 'Nobody waits.',
  headings: ['id', 'since', 'name', 'invitee', 'from', 'until', 'state'],
  row: (entry) => [
    idOf(entry),
    minuteOf(entry.created_at),
    entry.name,
    entry.invitee.email,
    minuteOf(entry.wanted_from),
    minuteOf(entry.wanted_until),
    entry.state,
  ],
})

const removeWaiting = tenantCommand({
  name: 'booking remove-waiting',
  summary: 'Remove someone from a waiting list',
  options: { entry: { value: 'ID', summary: 'The ID of the waiting list entry', required: true } },
  example: '--entry ID',
  run: async (tenant, { entry }) => {
    await tenant.act(removeWaitingListEntry, { uuid: entry })
    return { removed: entry }
  },
  show: () => 'Removed.',
})

export const commands = [list, times, create, cancel, reschedule, requests, accept, decline, waiting, removeWaiting]
