import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import calendly from './published/calendly.json' with { type: 'json' }

// A Calendly as its published description has it, and not as our own API is. What it answers is held to the
// description: a field that is missing there, or that is not in it, fails the test.

// biome-ignore lint/suspicious/noExplicitAny: rows of a stand-in.
type Json = any

export const calendlyBase = 'https://api.calendly.com'

export interface CalendlyContent {
  organization: Json
  /** The first is the owner, and whose token it is. */
  memberships: Json[]
  groups: Json[]
  relationships: Json[]
  schedules: Json[]
  eventTypes: Json[]
  /** Types that no list has any more, and that are readable one by one. */
  hiddenTypes: Json[]
  hosts: Json[]
  hours: Json[]
  forms: Json[]
  submissions: Json[]
  events: Json[]
  invitees: Json[]
  webhooks: Json[]
}

export interface CalendlyStandIn {
  readonly address: string
  readonly token: string
  readonly content: CalendlyContent
  readonly requests: string[]
  /** An answer in place of the described one: of hostile services. Undefined: the described one. */
  instead: (
    path: string,
    query: URLSearchParams,
  ) => { readonly status: number; readonly body: string | Buffer } | undefined
  close(): Promise<void>
}

const at = '2026-01-14T09:12:44.018233Z'
const stamps = { created_at: at, updated_at: at }

export const uriAt = (...path: readonly string[]): string => [calendlyBase, ...path].join('/')

/** An id in the form that Calendly uses, from a name. */
export const idOf = (name: string): string => {
  const hash = createHash('sha256').update(name).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

export const aMembership = (name: string, given: Json = {}): Json => {
  const user = {
    ...{
      uri: uriAt('users', idOf(`user ${name}`)),
      name: `Demo ${name}`,
      slug: name,
      email: `${name}@moved.test`,
      scheduling_url: `https://calendly.com/${name}`,
    },
    ...{ timezone: 'Europe/Lisbon', avatar_url: null, locale: 'en', ...stamps },
  }
  const { user: changed = {}, ...rest } = given
  return {
    ...{
      uri: uriAt('organization_memberships', idOf(`membership ${name}`)),
      role: 'user',
      user: { ...user, ...changed },
    },
    ...{ organization: uriAt('organizations', idOf('organization')), ...stamps, ...rest },
  }
}

const week = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((wday, index) => ({
  ...{ type: 'wday', wday, intervals: index === 0 || index === 6 ? [] : [{ from: '09:00', to: '17:00' }] },
}))

export const aSchedule = (name: string, user: Json, given: Json = {}): Json => ({
  ...{
    uri: uriAt('user_availability_schedules', idOf(`schedule ${name}`)),
    default: true,
    name: 'Working hours',
    user: user.uri,
    timezone: 'Europe/Lisbon',
  },
  ...{ rules: week, ...given },
})

export const aType = (name: string, owner: Json | null, given: Json = {}): Json => ({
  ...{
    uri: uriAt('event_types', idOf(`type ${name}`)),
    name: `Type ${name}`,
    active: true,
    booking_method: 'instant',
    slug: `type-${name}`,
  },
  ...{
    scheduling_url: `https://calendly.com/${owner?.slug ?? 'd/abc'}/type-${name}`,
    duration: 30,
    duration_options: null,
    kind: 'solo',
    pooling_type: null,
  },
  ...{
    type: 'StandardEventType',
    color: '#0069ff',
    ...stamps,
    internal_note: null,
    is_paid: false,
    description_plain: null,
    description_html: null,
  },
  ...{
    profile: owner && { type: 'User', name: owner.name, owner: owner.uri },
    secret: false,
    deleted_at: null,
    admin_managed: false,
  },
  ...{ custom_questions: [], locations: null, position: 0, locale: 'en', ...given },
})

export const aHost = (type: Json, member: Json): Json => ({
  ...{
    uri: uriAt('event_type_memberships', idOf(`host ${type.uri} ${member.slug}`)),
    event_type: type,
    member,
    ...stamps,
  },
})

export const hoursOf = (type: Json, user: Json, schedule: Json): Json => ({
  ...{ event_type: type.uri, availability_setting: 'host' },
  availability_rule: {
    timezone: schedule.timezone,
    uri: schedule.uri,
    name: schedule.name,
    user: user.uri,
    rules: schedule.rules,
  },
})

export const anEvent = (name: string, type: Json, host: Json, start: string, given: Json = {}): Json => {
  const end = new Date(Date.parse(start) + 30 * 60_000).toISOString()
  return {
    ...{
      uri: uriAt('scheduled_events', idOf(`event ${name}`)),
      name: type.name,
      meeting_notes_plain: null,
      meeting_notes_html: null,
      status: 'active',
    },
    ...{
      start_time: start,
      end_time: end,
      event_type: type.uri,
      location: null,
      invitees_counter: { total: 1, active: 1, limit: 1 },
      ...stamps,
    },
    event_memberships: [
      {
        user: host.uri,
        user_email: host.email,
        user_name: host.name,
        buffered_start_time: start,
        buffered_end_time: end,
      },
    ],
    ...{ event_guests: [], calendar_event: null, ...given },
  }
}

const noTracking = {
  utm_campaign: null,
  utm_source: null,
  utm_medium: null,
  utm_content: null,
  utm_term: null,
  salesforce_uuid: null,
}

export const anInvitee = (name: string, event: Json, given: Json = {}): Json => {
  const id = idOf(`invitee ${name}`)
  return {
    ...{
      uri: `${event.uri}/invitees/${id}`,
      email: `${name}@client.test`,
      first_name: null,
      last_name: null,
      name: `Invitee ${name}`,
    },
    ...{
      status: event.status,
      questions_and_answers: [],
      timezone: 'Europe/Paris',
      event: event.uri,
      ...stamps,
      tracking: noTracking,
    },
    ...{ text_reminder_number: null, rescheduled: false, old_invitee: null, new_invitee: null },
    ...{
      cancel_url: `https://calendly.com/cancellations/${id}`,
      reschedule_url: `https://calendly.com/reschedulings/${id}`,
    },
    ...{
      routing_form_submission: null,
      payment: null,
      no_show: null,
      reconfirmation: null,
      scheduling_method: null,
      invitee_scheduled_by: null,
      ...given,
    },
  }
}

/** An owner and a host with a type and a meeting each. Every name ends with the tag, and is no other content's. */
export const calendlyContent = (tag = randomUUID().slice(0, 8)): CalendlyContent => {
  const memberships = [aMembership(`owner-${tag}`, { role: 'owner' }), aMembership(`host-${tag}`)]
  const [owner, host] = memberships.map(({ user }) => user)
  const schedules = [aSchedule(`owner ${tag}`, owner), aSchedule(`host ${tag}`, host)]
  const eventTypes = [aType(`1-${tag}`, owner), aType(`2-${tag}`, host)]
  const events = [
    anEvent(`1 ${tag}`, eventTypes[0], owner, '2026-03-03T09:00:00.000000Z'),
    anEvent(`2 ${tag}`, eventTypes[1], host, '2026-03-04T09:00:00.000000Z'),
  ]
  return {
    organization: { uri: uriAt('organizations', idOf('organization')), plan: 'teams', stage: 'paid', ...stamps },
    ...{ memberships, groups: [], relationships: [], schedules, eventTypes, hiddenTypes: [] },
    hosts: [aHost(eventTypes[0], owner), aHost(eventTypes[1], host)],
    hours: [hoursOf(eventTypes[0], owner, schedules[0]), hoursOf(eventTypes[1], host, schedules[1])],
    ...{
      forms: [],
      submissions: [],
      events,
      invitees: [anInvitee(`1.${tag}`, events[0]), anInvitee(`2.${tag}`, events[1])],
      webhooks: [],
    },
  }
}

const operations = calendly.operations as Readonly<
  Record<string, { readonly query: Readonly<Record<string, string>>; readonly answer: string }>
>
const shapes = calendly.shapes as unknown as Readonly<Record<string, Readonly<Record<string, Json>>>>

/** What is not as the description has it. */
const wrongIn = (name: string, given: Json, path = name): string | undefined => {
  const shape = shapes[name] ?? {}
  for (const key of Object.keys(given))
    if (!(key in shape) && !(`${key}?` in shape)) return `${path}.${key} is not described`
  for (const [field, type] of Object.entries(shape)) {
    const key = field.replace(/\?$/, '')
    if (!(key in given)) {
      if (field === key) return `${path}.${key} is missing`
      continue
    }
    const wrong = wrongValue(type, given[key], `${path}.${key}`)
    if (wrong) return wrong
  }
  return undefined
}

const wrongValue = (type: Json, value: Json, path: string): string | undefined => {
  if (Array.isArray(type)) {
    if (value === null) return type.includes('null') ? undefined : `${path} is null`
    return value
      .map((one: Json, index: number) => wrongValue(type[0], one, `${path}.${index}`))
      .find((wrong: string | undefined) => wrong !== undefined)
  }
  const plain = String(type).replace(/\?$/, '')
  if (value === null) return plain === type ? `${path} is null` : undefined
  if (plain.startsWith('#')) return wrongIn(plain.slice(1), value, path)
  const isFit =
    plain === 'integer'
      ? Number.isInteger(value)
      : plain === 'instant'
        ? !Number.isNaN(Date.parse(value))
        : plain === 'object'
          ? typeof value === 'object'
          : typeof value === plain
  return isFit ? undefined : `${path} is no ${plain}`
}

const error = (status: number, title: string, message: string) => ({ status, body: JSON.stringify({ title, message }) })

/** Answers as described, a page of 100 at most. */
export const calendlyStandIn = async (content: CalendlyContent = calendlyContent()): Promise<CalendlyStandIn> => {
  const of = (query: URLSearchParams, name: string) => (value: string | null) =>
    !query.has(name) || value === query.get(name)
  const me = (): Json => ({
    ...content.memberships[0].user,
    current_organization: content.organization.uri,
    resource_type: 'User',
  })
  const lists: Readonly<Record<string, (query: URLSearchParams, id: string) => Json[]>> = {
    '/organization_memberships': (query) =>
      content.memberships.filter(
        ({ user, role }) => of(query, 'user')(user.uri) && of(query, 'role')(role) && of(query, 'email')(user.email),
      ),
    '/groups': () => content.groups,
    '/group_relationships': () => content.relationships,
    '/user_availability_schedules': (query) => content.schedules.filter(({ user }) => user === query.get('user')),
    '/event_types': (query) =>
      content.eventTypes.filter(({ profile }) => !query.has('user') || profile?.owner === query.get('user')),
    '/event_type_memberships': (query) =>
      content.hosts.filter(({ event_type }) => event_type.uri === query.get('event_type')),
    '/event_type_availability_schedules': (query) =>
      content.hours.filter(({ event_type }) => event_type === query.get('event_type')),
    '/routing_forms': () => content.forms,
    '/routing_form_submissions': (query) =>
      content.submissions.filter(({ routing_form }) => routing_form === query.get('form')),
    '/scheduled_events': (query) =>
      content.events.filter(
        ({ event_memberships: held }) =>
          query.has('organization') || held.some(({ user }: { user: string }) => user === query.get('user')),
      ),
    '/scheduled_events/{uuid}/invitees': (_, id) =>
      content.invitees.filter(({ event }) => event === uriAt('scheduled_events', id)),
    '/webhook_subscriptions': (query) =>
      content.webhooks.filter(
        ({ scope, user, group }) =>
          of(query, 'scope')(scope) && of(query, 'user')(user) && of(query, 'group')(group ?? null),
      ),
  }
  const single = (path: string): Json | undefined => {
    if (path === '/users/me') return me()
    if (path.startsWith('/organizations/'))
      return uriAt(path.slice(1)) === content.organization.uri ? content.organization : undefined
    return [...content.eventTypes, ...content.hiddenTypes].find(({ uri }) => uri === uriAt(path.slice(1)))
  }

  const answer = (
    address: string,
    authorization: string | undefined,
  ): { readonly status: number; readonly body: string | Buffer } => {
    const { pathname: path, searchParams: query } = new URL(address, 'http://x')
    standIn.requests.push(`${path}?${query}`)
    if (authorization !== `Bearer ${standIn.token}`) return error(401, 'Unauthenticated', 'The access token is invalid')
    const instead = standIn.instead(path, query)
    if (instead) return instead
    const template = path.replace(/^(\/scheduled_events|\/event_types|\/organizations)\/[^/]+/, '$1/{uuid}')
    const operation = operations[`GET ${template}`]
    if (!operation) return error(404, 'Resource Not Found', 'The server could not find the requested resource.')
    const unknown = [...query.keys()].find((name) => !(name in operation.query))
    if (unknown !== undefined) return error(400, 'Invalid Argument', `${unknown} is not described`)
    if (!operation.answer.endsWith('[]')) {
      const found = single(path)
      if (!found) return error(404, 'Resource Not Found', 'The server could not find the requested resource.')
      return shown({ resource: held(operation.answer, found) })
    }
    const rows = lists[template]?.(query, path.split('/')[2] ?? '') ?? []
    // The two lists of hours have no pages.
    if (!('count' in operation.query))
      return shown({ collection: rows.map((row) => held(operation.answer.slice(0, -2), row)) })
    const count = Number(query.get('count') ?? 20)
    if (!(count >= 1 && count <= 100)) return error(400, 'Invalid Argument', 'The supplied parameters are invalid.')
    const from = Number(query.get('page_token') ?? 0)
    const page = rows.slice(from, from + count).map((row) => held(operation.answer.slice(0, -2), row))
    const next = from + count < rows.length ? String(from + count) : null
    const pagination = {
      count: page.length,
      next_page: next && `${calendlyBase}${path}`,
      previous_page: null,
      next_page_token: next,
      previous_page_token: null,
    }
    return shown({ collection: page, pagination })
  }
  const held = (name: string, row: Json): Json => {
    const wrong = wrongIn(name, row)
    if (wrong) throw new Error(`The stand-in answers what is not described: ${wrong}`)
    return row
  }
  const shown = (body: Json) => ({ status: 200, body: JSON.stringify(body) })

  const server = createServer((incoming, outgoing) => {
    let said: { readonly status: number; readonly body: string | Buffer }
    try {
      said = answer(incoming.url ?? '', incoming.headers.authorization)
    } catch (fault) {
      said = error(599, 'Stand-in', String(fault))
    }
    outgoing.writeHead(said.status, { 'content-type': 'application/json' }).end(said.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const standIn: CalendlyStandIn = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'eyJ.calendly.stand-in',
    content,
    requests: [],
    instead: () => undefined,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return standIn
}
