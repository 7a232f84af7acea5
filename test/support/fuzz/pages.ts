import { Agent, type IncomingHttpHeaders, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { configureEventType, createSchedulingLink } from '#event-types/index.ts'
import { anEmailLink, aPasswordLink } from '../account-links.ts'
import type { TestApp } from '../app.ts'
import { anApplication, authorizePath, pkce } from '../application.ts'
import { aBooking, hours } from '../bookings.ts'
import { aFounder, anInvitation } from '../cast.ts'
import { anEventType } from '../event-types.ts'
import { aPublishedForm, aSubmission } from '../routing.ts'
import { rightPassword, signedInAs, type Visitor } from '../visitor.ts'
import { nastyText } from './values.ts'

export interface PageFuzzReport {
  readonly seconds: number
  readonly statuses: ReadonlyMap<number, number>
  readonly errors: readonly string[]
  readonly slowest: string
}

/** Stands in what strangers send: in a page it is text, and in the log it is not. */
const canary = 'canary-7f3a@hostile.test'
const markup = `"'><x-hostile>${canary}`

interface World {
  readonly visitor: Visitor
  /** Good values of what stands in addresses, by their names. */
  readonly params: Readonly<Record<string, readonly string[]>>
  readonly secrets: readonly string[]
}

const question = (position: number, type: string, more: object = {}) => ({
  ...{
    name: `Question ${position}`,
    type,
    position,
    enabled: true,
    required: false,
    answer_choices: [],
    include_other: false,
  },
  ...more,
})

const buildWorld = async (app: TestApp): Promise<World> => {
  const host = await aFounder(app)
  const type = await anEventType(app, host, { active: true, name: 'Fuzzed' })
  await app.run(configureEventType, host.principal, {
    uuid: type.id,
    locations: [{ kind: 'ask_invitee' }, { kind: 'outbound_call' }, { kind: 'custom', location: 'Here' }],
    custom_questions: [
      question(0, 'single_select', { answer_choices: ['a', 'b'], include_other: true }),
      question(1, 'multi_select', { answer_choices: ['a', 'b, c'], include_other: true }),
      question(2, 'phone_number'),
      question(3, 'text'),
    ],
  })
  const url = new URL((await app.ask(`GET ${type.uri}`, { token: host.token })).body.resource.scheduling_url)
  const [, user = '', slug = ''] = url.pathname.split('/')
  const next = hours()
  const links = await Promise.all(
    Array.from({ length: 3 }, () =>
      app.run(createSchedulingLink, host.principal, { owner: type.uri, owner_type: 'EventType', max_event_count: 1 }),
    ),
  )
  const codes = links.map(
    ({ booking_url }: { booking_url: string }) => new URL(booking_url).pathname.split('/')[2] ?? '',
  )
  const invitees: string[] = []
  for (let count = 0; count < 3; count += 1)
    invitees.push(
      (await aBooking(app, host, type, { start_time: next(), location: { kind: 'custom', location: 'Here' } })).token,
    )
  const form = await aPublishedForm(app, host)
  const submission = await aSubmission(app, form)
  const lastOf = (path: string): string => path.split('/').at(-1) ?? ''
  const account = [
    lastOf(await aPasswordLink(app, host.email)),
    lastOf(await anEmailLink(app, host, `new.${host.email}`)),
    (await anInvitation(app, host)).code,
  ]
  const visitor = await signedInAs(app, host)
  return {
    visitor,
    params: {
      ...{
        user: [user],
        type: [slug],
        start: Array.from({ length: 30 }, () => next()),
        invitee: invitees,
        name: [slug],
        team: ['none'],
      },
      ...{
        code: [...codes, ...account],
        uuid: [type.id, form.id],
        submission: [submission.id],
        month: ['2026-03', '2026-12'],
        file: ['none.js'],
      },
      ...{
        id: [type.id, form.id],
        guest: invitees,
        schedule: [type.id],
        question: ['0'],
        at: ['0', '1'],
        kind: ['google', 'microsoft'],
      },
      request: [authorizePath(await anApplication(app, host), pkce()).split('?')[1] ?? ''],
    },
    secrets: [...codes, ...account, ...invitees],
  }
}

const isPage =
  /^(GET|POST) \/(:user|team\/|[sd]\/|reschedulings|cancellations|invitees\/:invitee\/ics|api\/booking|forms\/|assets\/|favicon|login|logout|password|email|invitations|account|oauth\/authorize|app(?!\/meetings\/changes))/

const instants = [
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '99999-01-01T00:00:00Z',
  '2026-02-30T09:00:00Z',
  '2026-13-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
]
const days = ['0000-00', '2026-13', '99999-01', '9999-12', '2026-02-30', '0000-01-01', '9999-12-31']
const zones = ['UTC', 'Europe/Berlin', 'Mars/Olympus', 'europe/berlin', '../etc/passwd', 'Etc/GMT+99', 'Asia/Kathmandu']
const hostile: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      markup,
      canary,
      '\u202e\u2066x',
      'x'.repeat(8000),
      '//evil.test',
      '/\\evil.test',
      'javascript:alert(1)',
      '\t//evil.test',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...instants, ...days, ...zones) },
)

const queryNames = [
  ...[
    'name',
    'first_name',
    'last_name',
    'email',
    'guests',
    'location',
    'text_reminder_number',
    'a1',
    'a2',
    'a10',
    'month',
    'date',
    'duration',
    'timezone',
  ],
  ...[
    'invitee',
    'code',
    'utm_source',
    'salesforce_uuid',
    'routing_form_submission',
    'embed_domain',
    'background_color',
    'text_color',
    'primary_color',
    'locale',
  ],
  ...['profile_slug', 'event_type_slug', 'range_start', 'range_end', 'single_use_link_uuid'],
  ...[
    'hide_event_type_details',
    'return_to',
    'note',
    'client_id',
    'redirect_uri',
    'response_type',
    'state',
    'scope',
    'code_challenge',
    'name[]',
    '__proto__',
  ],
]
const formNames = [
  ...[
    'name',
    'email',
    'guests',
    'timezone',
    'duration',
    'text_reminder_number',
    'place',
    'place_0',
    'place_1',
    'answer_0',
    'answer_0_other',
    'answer_1',
    'answer_2',
  ],
  ...[
    'answer_3',
    'reason',
    'form_token',
    'password',
    'current_password',
    'email_password',
    'session',
    'token',
    'scope',
    'decision',
    'request',
    'client_id',
    'return_to',
  ],
  ...['q-x', 'email[]', '__proto__', ''],
]

const pairs = (names: readonly string[], max: number): fc.Arbitrary<[string, string][]> =>
  fc.array(fc.tuple(fc.constantFrom(...names), hostile), { maxLength: max })

const headerValues = fc.record(
  {
    accept: fc.constantFrom(
      'text/html',
      'text/html;q=abc',
      'text/html;q=0.9,application/json;q=0.1',
      'application/json',
      '*/*',
      ',;,',
      'x'.repeat(5000),
    ),
    'accept-language': fc.constantFrom('de', 'uk;q=0.5, fr', ';q=1,,', 'x'.repeat(5000), 'pt-BR;q=NaN', '*'),
    'content-type': fc.constantFrom(
      'application/x-www-form-urlencoded; charset=utf-8',
      'application/json',
      'text/plain',
      'multipart/form-data',
      'application/x-www-form-urlencoded;;',
    ),
    origin: fc.constantFrom('https://evil.test', 'null', 'nonsense', '//'),
    'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'none'),
    'if-none-match': fc.constantFrom('*', '"x"', ','),
    'x-forwarded-for': fc.constantFrom('1.2.3.4', 'nonsense, ::1'),
  },
  { requiredKeys: [] },
)

interface PageRequest {
  readonly address: string
  readonly method: string
  /** By place in the address: a good value, or this. */
  readonly params: readonly (string | undefined)[]
  readonly pick: number
  readonly query: readonly [string, string][]
  readonly form: readonly [string, string][]
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body as it is, instead of a form. */
  readonly body: string | undefined
  readonly hasCookie: boolean
}

const requestsTo = (addresses: readonly string[]): fc.Arbitrary<PageRequest> =>
  fc.record({
    address: fc.constantFrom(...addresses),
    method: fc.constantFrom('', '', '', '', '', '', 'HEAD', 'PUT', 'OPTIONS', 'PROPFIND'),
    params: fc
      .array(fc.option(hostile, { nil: undefined, freq: 5 }), { minLength: 4, maxLength: 4 })
      .map((all) => all.map((one, at) => (at % 2 === 0 ? one : undefined))),
    pick: fc.nat(10_000),
    query: fc.oneof(fc.constant([]), pairs(queryNames, 4)),
    form: fc.oneof(fc.constant([]), pairs(formNames, 3)),
    headers: fc.oneof(fc.constant({}), headerValues) as fc.Arbitrary<PageRequest['headers']>,
    body: fc.option(fc.constantFrom('\xff\xfe', '%', '{"name":["x"]}', '&&&===', 'a='.repeat(500), '{'), {
      nil: undefined,
      freq: 8,
    }),
    hasCookie: fc.boolean(),
  })

/** As it would stand in a first line: what cannot stand there is encoded, and some of what can be is left as it is. */
const partOf = (text: string): string =>
  /^[\x21-\x7e]*$/.test(text) && /%|\.\.|\/\//.test(text)
    ? text.replaceAll('#', '')
    : encodeURIComponent(text.toWellFormed())

const queryText = (fields: readonly [string, string][]): string =>
  fields.map(([name, value]) => `${partOf(name)}=${partOf(value).replaceAll('&', '%26')}`).join('&')

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

const askOnce = (
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer | undefined,
): Promise<Answer> =>
  new Promise((done, fail) => {
    const sending = send({ port, host: '127.0.0.1', method, path, agent, headers }, (response) => {
      const parts: Buffer[] = []
      response
        .on('data', (part) => parts.push(part))
        .on('end', () =>
          done({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() }),
        )
    })
    sending.on('error', fail).end(body)
  })

/**
 * What is too long is answered before all of it was sent, and then the connection may be gone before the answer was
 * read: it is asked again.
 */
const ask = async (...asked: Parameters<typeof askOnce>): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askOnce(...asked)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (attempt === 5 || (code !== 'ECONNRESET' && code !== 'EPIPE')) throw error
    }
  }
}

const maxComplaints = 10

/** Sends that many requests to the pages that people see, good and bad ones, and looks at every answer. */
export const fuzzPages = async (
  app: TestApp,
  { requests, seed }: { requests: number; seed: number },
): Promise<PageFuzzReport> => {
  const addresses = app.server.routeAddresses.filter((address) => isPage.test(address))
  const world = await buildWorld(app)
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as AddressInfo
  const statuses = new Map<number, number>()
  const errors: string[] = []
  let slowest = { milliseconds: 0, what: '' }

  const tokens = new Map<string, string>()
  const carryOut = async (one: PageRequest): Promise<void> => {
    const [verb = '', template = ''] = one.address.split(' ')
    const method = one.method === '' ? verb : one.method
    let place = 0
    const path = template.replaceAll(/:(\w+)/g, (_, name: string) => {
      const bad = one.params[place]
      place += 1
      const known = world.params[name] ?? ['x']
      return bad === undefined ? (known[one.pick % known.length] ?? 'x') : partOf(bad)
    })
    const target = one.query.length > 0 ? `${path}?${queryText(one.query)}` : path
    const cookie = one.hasCookie ? { cookie: `__Host-openslot=${world.visitor.cookie}` } : {}
    const origin = `http://127.0.0.1:${port}`
    let body: Buffer | undefined
    if (method === 'POST') {
      const page = template.replace(/\/(accept|decline)$/, '')
      const key = `${page} ${one.hasCookie} ${path}`
      if (!tokens.has(key)) {
        const looked = await ask(
          port,
          'GET',
          template.startsWith('/account') ? '/account' : path.replace(/\/(accept|decline)$/, ''),
          { accept: 'text/html', ...cookie },
          undefined,
        )
        tokens.set(key, /name="form_token" value="([^"]+)"/.exec(looked.text)?.[1] ?? '')
      }
      const right = {
        form_token: tokens.get(key) ?? '',
        name: 'A Visitor',
        email: 'visitor@x.test',
        timezone: 'UTC',
        place: '2',
        current_password: rightPassword,
        password: '',
      }
      const fields = new URLSearchParams(right)
      for (const [name, value] of one.form) {
        if (one.pick % 3 !== 0) fields.delete(name)
        fields.append(name, value)
      }
      body = one.body === undefined ? Buffer.from(fields.toString()) : Buffer.from(one.body, 'latin1')
    }
    const sent = Object.fromEntries(
      Object.entries(one.headers).filter((pair): pair is [string, string] => pair[1] !== undefined),
    )
    const form =
      body === undefined
        ? {}
        : { 'content-type': 'application/x-www-form-urlencoded', origin, 'sec-fetch-site': 'same-origin' }
    const headers = { accept: 'text/html', ...cookie, ...form, ...sent }
    const began = performance.now()
    const answer = await ask(port, method, target, headers, body)
    const milliseconds = performance.now() - began
    const what = `${method} ${target.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${body?.toString('latin1').slice(0, 400) ?? ''}`
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, what: what.slice(0, 120) }
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const error = complaintAbout(answer, method, headers.accept)
    if (error && errors.length < maxComplaints)
      errors.push(`${error}\n    ${what}\n    ${answer.status} ${answer.text.slice(0, 300)}`)
  }

  const began = performance.now()
  try {
    const waiting = fc.sample(requestsTo(addresses), { seed, numRuns: requests })
    const worker = async (): Promise<void> => {
      for (let one = waiting.pop(); one; one = waiting.pop()) await carryOut(one)
    }
    await Promise.all(Array.from({ length: 4 }, worker))
    const log = JSON.stringify(app.logged)
    const leaked = [canary, 'visitor@x.test', ...world.secrets].filter((secret) => log.includes(secret))
    if (leaked.length > 0) errors.push(`in the log: ${leaked.join(' ')}`)
  } finally {
    agent.destroy()
    await app.server.close()
  }
  return {
    seconds: (performance.now() - began) / 1000,
    statuses,
    errors,
    slowest: `${Math.round(slowest.milliseconds)} ms, ${slowest.what}`,
  }
}

const complaintAbout = ({ status, headers, text }: Answer, method: string, accept: string): string | undefined => {
  if (status >= 500) return 'a fault of ours'
  if (headers['x-content-type-options'] !== 'nosniff') return 'its type may be guessed'
  // What is too long to be read has not become a request.
  if (headers['x-request-id'] === undefined && status !== 431) return 'it has no id'
  if (/\n\s+at \S+ \(|node_modules|(?:Type|Range|Reference)Error/.test(text)) return 'it shows something of the inside'
  // In a table or a calendar it is text: no browser reads markup there, because the type may not be guessed.
  if (text.includes('<x-hostile') && !/^text\/(?:csv|calendar)\b/.test(String(headers['content-type'])))
    return 'what was sent has become a part of the page'
  const { location } = headers
  if (location !== undefined && !/^(\/(?![/\\])|https?:\/\/(127\.0\.0\.1|app\.test)[:/])/.test(location))
    return `it leads elsewhere: ${location}`
  const isHtml = String(headers['content-type']).startsWith('text/html')
  if (
    status >= 400 &&
    accept === 'text/html' &&
    method !== 'HEAD' &&
    method !== 'OPTIONS' &&
    !isHtml &&
    !text.includes('Resource Not Found')
  )
    return 'no page for somebody with a browser'
  if (!isHtml) return undefined
  const policy = String(headers['content-security-policy'])
  if (
    !policy.startsWith("default-src 'none'; ") ||
    /unsafe/.test(policy) ||
    !/frame-ancestors ('none'|\*)$/.test(policy)
  )
    return `its policy is ${policy}`
  if (headers['cache-control'] !== 'no-store') return 'it may be kept'
  if (headers['referrer-policy'] === undefined) return 'it says where somebody came from'
  if (method !== 'HEAD' && !/<html lang="(?:en|fr|es|de|nl|pt|it|uk)">.*<h[12]\b/s.test(text))
    return 'it is blank, or in no language'
  return undefined
}
