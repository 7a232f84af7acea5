import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CalcomContent } from './calcom-content.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of a generator.
type Json = any

export interface CalcomApiInTest {
  readonly address: string
  /** The key that is accepted. */
  key: string
  /** After so many requests the key is not accepted any more. */
  expiresAfter: number
  /** Answered with 429 before they are answered. */
  limits: number
  /** Whether the key may read the organization. */
  isAdmin: boolean
  requests: string[]
  close(): Promise<void>
}

const organization = '/organizations/9'
const needsVersion: Readonly<Record<string, string>> = {
  bookings: '2024-08-13',
  'event-types': '2024-06-14',
  schedules: '2024-06-11',
}

/** The API v2 of a Cal.com with an organization, as its documents describe it. */
export const calcomApi = async (content: CalcomContent): Promise<CalcomApiInTest> => {
  const rows = (table: string): Json[] => [...(content[table] ?? [])]
  const user = (id: number): Json => rows('users').find((one) => one.id === id)
  const typeOf = (row: Json): Json => ({
    ...{
      id: row.id,
      title: row.title,
      slug: row.slug,
      description: row.description,
      lengthInMinutes: row.length,
      hidden: row.hidden,
      ownerId: row.userId,
      teamId: row.teamId,
    },
    ...{
      beforeEventBuffer: row.beforeEventBuffer,
      afterEventBuffer: row.afterEventBuffer,
      minimumBookingNotice: row.minimumBookingNotice,
      slotInterval: row.slotInterval,
    },
    ...{
      seatsPerTimeSlot: row.seatsPerTimeSlot,
      schedulingType: row.schedulingType,
      bookingLimitsCount: { day: 3, week: 9 },
      bookingWindow: { type: 'businessDays', value: 20 },
    },
    locations: [
      { type: 'address', address: 'Rua Nova 1', public: true },
      { type: 'integration', integration: 'zoom' },
    ],
    bookingFields: [
      { type: 'name', slug: 'name', isDefault: true },
      { type: 'select', slug: 'topic', label: 'What about?', required: true, options: ['Rain', 'Sun'] },
    ],
    confirmationPolicy: row.requiresConfirmation ? { type: 'always' } : { disabled: true },
    hosts: rows('Host')
      .filter((one) => one.eventTypeId === row.id)
      .map(({ userId }) => ({ userId, mandatory: false })),
  })
  const bookingOf = (row: Json): Json => ({
    ...{
      id: row.id,
      uid: row.uid,
      title: row.title,
      status: row.status,
      start: `${row.startTime}Z`,
      end: `${row.endTime}Z`,
      eventType: { id: row.eventTypeId, slug: 'x' },
    },
    ...{
      hosts: [{ id: row.userId, name: 'x', email: user(row.userId).email, timeZone: 'UTC' }],
      location: row.location,
      createdAt: `${row.createdAt}Z`,
      icsUid: row.iCalUID,
    },
    ...{
      cancellationReason: row.cancellationReason ?? undefined,
      cancelledByEmail: row.cancelledBy ?? undefined,
      rescheduledFromUid: row.fromReschedule ?? undefined,
    },
    ...{ bookingFieldsResponses: row.responses, guests: row.responses?.guests },
    attendees: rows('Attendee')
      .filter((one) => one.bookingId === row.id)
      .map((one) => ({
        ...{
          name: one.name,
          email: one.email,
          timeZone: one.timeZone,
          language: one.locale ?? 'en',
          absent: one.noShow === true,
        },
        ...seatsOf(one.id),
      })),
  })
  const seatsOf = (attendeeId: number): object => {
    const seat = rows('BookingSeat').find((one) => one.attendeeId === attendeeId)
    return seat ? { seatUid: seat.referenceUid, bookingFieldsResponses: seat.data.responses } : {}
  }
  const scheduleOf = (row: Json): Json => ({
    ...{
      id: row.id,
      ownerId: row.userId,
      name: row.name,
      timeZone: row.timeZone ?? user(row.userId).timeZone,
      isDefault: true,
    },
    availability: [
      { days: ['Monday', 'Tuesday'], startTime: '09:00', endTime: '12:00' },
      { days: ['Monday'], startTime: '13:00', endTime: '17:30' },
    ],
    overrides: [{ date: '2026-12-24', startTime: '00:00', endTime: '00:00' }],
  })
  const lists: Readonly<Record<string, (id: string, query: URLSearchParams) => Json[]>> = {
    [`${organization}/users`]: () => rows('users'),
    [`${organization}/teams`]: () => rows('Team'),
    [`${organization}/teams/:id/memberships`]: (id) => rows('Membership').filter((one) => one.teamId === Number(id)),
    [`${organization}/teams/:id/event-types`]: (id) =>
      rows('EventType')
        .filter((one) => one.teamId === Number(id))
        .map(typeOf),
    [`${organization}/ooo`]: () => rows('OutOfOfficeEntry'),
    [`${organization}/schedules`]: () => rows('Schedule').map(scheduleOf),
    [`${organization}/bookings`]: () => rows('Booking').map(bookingOf),
    [`${organization}/routing-forms`]: () => rows('App_RoutingForms_Form'),
    [`${organization}/routing-forms/:id/responses`]: (id) =>
      rows('App_RoutingForms_FormResponse').filter((one) => one.formId === id),
    [`${organization}/webhooks`]: () =>
      rows('Webhook').map(({ eventTriggers, ...one }) => ({ ...one, triggers: eventTriggers })),
    // Members of an organization are found by their names in it alone.
    '/event-types': (_, query) =>
      rows('EventType')
        .filter(
          (one) =>
            query.get('orgId') === '9' && one.userId !== null && user(one.userId).username === query.get('username'),
        )
        .map(typeOf),
    '/bookings': () =>
      rows('Booking')
        .filter((one) => one.userId === 1)
        .map(bookingOf),
    '/schedules': () =>
      rows('Schedule')
        .filter((one) => one.userId === 1)
        .map(scheduleOf),
    '/webhooks': () => [],
    '/teams': () => [],
  }

  const api: CalcomApiInTest = {
    address: '',
    key: 'cal_test_1',
    expiresAfter: Number.POSITIVE_INFINITY,
    limits: 0,
    isAdmin: true,
    requests: [],
    close: async () => {},
  }
  const answer = (incoming: IncomingMessage): { readonly status: number; readonly data?: unknown } => {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://x')
    const path = pathname.replace(/^\/v2/, '')
    api.requests.push(path)
    if (incoming.headers.authorization !== `Bearer ${api.key}` || api.requests.length > api.expiresAfter)
      return { status: 401 }
    if (api.limits > 0) {
      api.limits -= 1
      return { status: 429 }
    }
    if (path === '/me')
      return { status: 200, data: { ...user(1), organizationId: 9, organization: { id: 9, isPlatform: false } } }
    if (path.startsWith('/organizations') && !api.isAdmin) return { status: 403 }
    const wanted = needsVersion[path.split('/').pop() ?? '']
    if (wanted !== undefined && incoming.headers['cal-api-version'] !== wanted) return { status: 404 }
    const id = /\/(?:teams|routing-forms)\/([^/]+)\//.exec(path)?.[1] ?? ''
    const list = lists[id === '' ? path : path.replace(/(\/(?:teams|routing-forms))\/[^/]+\//, '$1/:id/')]
    if (!list) return { status: 404 }
    const found = list(id, searchParams)
    const [skip, take] = [Number(searchParams.get('skip') ?? 0), Number(searchParams.get('take') ?? 250)]
    // Only lists of organizations and bookings are paged.
    return {
      status: 200,
      data: path.startsWith('/organizations') || path === '/bookings' ? found.slice(skip, skip + take) : found,
    }
  }
  const server = createServer((incoming, outgoing: ServerResponse) => {
    const { status, data } = answer(incoming)
    outgoing.writeHead(status, {
      'content-type': 'application/json',
      'x-ratelimit-limit-default': '120',
      ...(status === 429 ? { 'retry-after': '0' } : {}),
    })
    outgoing.end(JSON.stringify(status === 200 ? { status: 'success', data } : { status: 'error', error: {} }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(api, {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
