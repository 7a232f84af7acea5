import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { createSchedulingLink } from '#event-types/index.ts'
import { addTeamMember } from '#organizations/index.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, hours } from '../../support/bookings.ts'
import { aFounder, aTeam, type Made } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { rowCounts } from '../../support/inventory.ts'
import { aPublishedForm } from '../../support/routing.ts'
import { type Shown, Visitor } from '../../support/visitor.ts'

const app = await testApp()
after(() => app.server.close())
const host = await aFounder(app)
const nextHour = hours()
const pathOf = async ({ uri }: Made): Promise<string> =>
  new URL((await app.ask(`GET ${uri}`, { token: host.token })).body.resource.scheduling_url).pathname

const type = await anEventType(app, host, { active: true })
const page = await pathOf(type)
const waitedFor = await anEventType(app, host, { active: true, booking_rules: { waiting_list: {} } })
const profile = page.slice(0, page.lastIndexOf('/'))
const team = await aTeam(app, host)
await app.run(addTeamMember, host.principal, { team: team.uri, membership: host.membershipUri })
const link = async (): Promise<string> =>
  new URL(
    (
      await app.run(createSchedulingLink, host.principal, {
        owner: type.uri,
        owner_type: 'EventType',
        max_event_count: 1,
      })
    ).booking_url,
  ).pathname
const booked = async (): Promise<string> => (await aBooking(app, host, type, { start_time: nextHour() })).token
const code = (await link()).split('/')[2]
const invitee = await booked()
const form = await aPublishedForm(app, host)

/**
 * Open to be found; a secret that opens something; and one that changes something, which nobody may put into a frame.
 */
type Kind = 'open' | 'capability' | 'apart' | 'data' | 'file'

/** Every public address, with an example of it and what it is. */
const shown: Readonly<Record<string, readonly [path: string, kind: Kind]>> = {
  'GET /:user': [profile, 'open'],
  'GET /:user/:type': [page, 'open'],
  'GET /:user/:type/:start': [`${page}/${nextHour()}`, 'open'],
  'GET /:user/:type/waiting_list': [`${await pathOf(waitedFor)}/waiting_list`, 'open'],
  'GET /team/:team': [await pathOf(team), 'open'],
  'GET /s/:code': [`/s/${code}`, 'capability'],
  'GET /d/:code/:name': [`/d/${code}/x`, 'capability'],
  'GET /d/:code/:name/:start': [`/d/${code}/x/${nextHour()}`, 'capability'],
  'GET /:user/:type/invitees/:invitee': [`${page}/invitees/${invitee}`, 'capability'],
  'GET /reschedulings/:invitee': [`/reschedulings/${invitee}`, 'apart'],
  'GET /reschedulings/:invitee/:start': [`/reschedulings/${invitee}/${nextHour()}`, 'apart'],
  'GET /cancellations/:invitee': [`/cancellations/${invitee}`, 'apart'],
  'GET /notification_subscriptions/:invitee/opt_out': [`/notification_subscriptions/${invitee}/opt_out`, 'apart'],
  'GET /invitees/:invitee/ics': [`/invitees/${invitee}/ics`, 'file'],
  'GET /api/booking/event_types/:uuid/months/:month': [
    `/api/booking/event_types/${type.id}/months/2026-03?timezone=UTC`,
    'data',
  ],
  'GET /api/booking/time_zones': ['/api/booking/time_zones', 'data'],
  'GET /api/booking/event_types/lookup': [
    `/api/booking/event_types/lookup?profile_slug=${profile.slice(1)}&event_type_slug=${page.slice(profile.length + 1)}`,
    'data',
  ],
  'GET /api/booking/event_types/:uuid/calendar/range': [
    `/api/booking/event_types/${type.id}/calendar/range?timezone=UTC&range_start=2026-03-03&range_end=2026-03-03`,
    'data',
  ],
  'GET /forms/:uuid': [`/forms/${form.id}`, 'open'],
}

const policyOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => directive.split(/ (.*)/).slice(0, 2) as [string, string]),
  )

/** As it is on the wire: a request line does not always contain an address. */
const asBytes = (port: number, bytes: string): Promise<Pick<Shown, 'status' | 'headers' | 'text'>> =>
  new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let all = ''
    socket
      .setEncoding('utf8')
      .on('data', (part) => {
        all += part
      })
      .on('error', fail)
      .on('close', () => {
        const [head = '', ...rest] = all.split('\r\n\r\n')
        const [first = '', ...lines] = head.split('\r\n')
        const headers = Object.fromEntries(
          lines.map((line) => [
            line.slice(0, line.indexOf(':')).toLowerCase(),
            line.slice(line.indexOf(':') + 1).trim(),
          ]),
        )
        done({ status: Number(first.split(' ')[1]), headers, text: rest.join('\r\n\r\n') })
      })
  })

const assertPage = ({ headers, text }: Pick<Shown, 'headers' | 'text'>, kind: Kind): void => {
  const policy = policyOf(headers)
  const nonce = /^'nonce-([\w+/=-]{20,})'$/.exec(policy['style-src'] ?? '')?.[1] ?? 'none'
  assert.equal(policy['default-src'], "'none'")
  assert.ok([undefined, `'nonce-${nonce}'`].includes(policy['script-src']), policy['script-src'])
  assert.equal(policy['base-uri'], "'none'")
  assert.match(policy['form-action'] ?? '', /^'self'( https?:\/\/[^ ]+)*$/)
  assert.equal(policy['frame-ancestors'], kind === 'apart' ? "'none'" : '*')
  assert.equal(headers['x-frame-options'], kind === 'apart' ? 'DENY' : undefined)
  assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|data:|\*(?!$)/)
  // Everything that runs or paints carries the nonce; no attribute does either.
  for (const [tag] of text.matchAll(/<(?:script|style)\b[^>]*>/g))
    assert.ok(tag.includes(`nonce="${nonce}"`) || tag.includes('type="application/json"'), tag)
  assert.doesNotMatch(text, /<[^>]+\s(?:style|on\w+)=/)
}

describe('the headers of pages for strangers (G2)', () => {
  test('every public address is covered here', () => {
    const served = app.server.routeAddresses.filter((address) =>
      /^GET \/(:user|team\/:team$|[sd]\/|reschedulings|cancellations|notification_subscriptions|invitees\/:invitee\/ics|api\/booking|forms\/:uuid$)/.test(
        address,
      ),
    )
    assert.deepEqual(Object.keys(shown).sort(), served.sort())
  })

  for (const [address, [path, kind]] of Object.entries(shown)) {
    test(`${address}: ${kind}`, async () => {
      const answer = await new Visitor(app).get(
        path,
        kind === 'data' ? { headers: { accept: 'application/json' } } : {},
      )
      const { headers, status } = answer
      assert.equal(status, 200, answer.text)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['set-cookie'], undefined)
      assert.equal(headers['access-control-allow-origin'], undefined, 'no page elsewhere may read it')
      assert.equal(headers['cache-control'], 'no-store')
      if (kind !== 'open' && kind !== 'data') {
        assert.equal(headers['referrer-policy'], 'no-referrer')
        assert.match(String(headers['x-robots-tag']), /^noindex/)
      }
      if (kind !== 'data' && kind !== 'file') assertPage(answer, kind)
      if (kind === 'file') assert.match(String(headers['content-disposition']), /^attachment/)
    })
  }

  test('refusals have them too, and every answer at an address that changes a booking forbids framing', async () => {
    const over = await booked()
    await new Visitor(app).submit(`/cancellations/${over}`, {})
    const none = '00000000-0000-4000-8000-000000000000'
    for (const [path, status, kind] of [
      ['/nobody-at-all', 404, 'open'],
      [`${profile}/nothing`, 404, 'open'],
      [`${page}/not-a-time`, 404, 'open'],
      ['/d/aaaaaaaaaaaaaaaaaaaaaaaaaa/x', 404, 'capability'],
      [`/reschedulings/${none}`, 404, 'apart'],
      [`/reschedulings/${over}`, 410, 'apart'],
      [`/cancellations/${none}`, 404, 'apart'],
      [`/booking/${none}`, 404, 'capability'],
      [`/reschedule/${none}`, 404, 'capability'],
      [`/invitees/${none}/ics`, 404, 'apart'],
      [`/notification_subscriptions/${none}/opt_out`, 404, 'apart'],
      [`/cancellations/${over}`, 200, 'apart'],
      ['/cancellations/%00', 404, 'apart'],
    ] as const) {
      const answer = await new Visitor(app).get(path)
      assert.equal(answer.status, status, path)
      assertPage(answer, kind)
      assert.equal(answer.headers['set-cookie'], undefined)
    }
  })

  test('an unknown address gets a page in the language of the visitor, also in a frame', async () => {
    const unknownTargets: readonly (readonly [method: string, target: string, status: number])[] = [
      ['GET', '/one/two/three/four', 404],
      ['GET', '///', 404],
      ['PUT', page, 404],
      ['POST', page, 404],
      ['GET', `${page}/%E0%A4%A`, 400],
      ['GET', '/%ff', 400],
      ['GET', `/${'x'.repeat(3000)}`, 400],
      ['GET', `${page}?name=${'x'.repeat(20_000)}`, 431],
    ]
    await app.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.server.address() as AddressInfo
    for (const [method, target, status] of unknownTargets) {
      const answer = await asBytes(
        port,
        `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nAccept-Language: de\r\nConnection: close\r\n\r\n`,
      )
      const what = `${method} ${target.slice(0, 40)}`
      assert.equal(answer.status, status, what)
      assert.match(answer.text, /<html lang="de">.*<h1/s, what)
      assertPage(answer, 'open')
      assert.equal(answer.headers['cache-control'], 'no-store', what)
      assert.equal(answer.headers['x-content-type-options'], 'nosniff', what)
      const forProgram = await asBytes(
        port,
        `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
      )
      assert.deepEqual(
        [forProgram.status, Object.keys(JSON.parse(forProgram.text)).slice(0, 2)],
        [status, ['title', 'message']],
        what,
      )
    }
  })

  test('an address that a host gave adds nothing to a policy but itself', async () => {
    const odd = await anEventType(app, host, { active: true, name: 'Odd', redirect_url: 'https://a;sandbox/x' })
    const { headers } = await new Visitor(app).get(await pathOf(odd))
    assert.equal(policyOf(headers)['form-action'], "'self'")
    assert.doesNotMatch(String(headers['content-security-policy']), /sandbox/)
  })

  test('no link of a page leads to another site, whatever its own address is (G6)', async () => {
    for (const path of [
      '//evil.test',
      '//evil.test/x',
      '/\\evil.test',
      '/%5cevil.test',
      '/\\/evil.test/x',
      '//evil.test/%2f..',
      `${page}?locale=//evil.test`,
    ]) {
      const { text, status, location } = await new Visitor(app).get(path)
      assert.ok(status < 500, path)
      assert.equal(location, undefined)
      for (const [, to = ''] of text.matchAll(/(?:href|action|src|formaction)="([^"]*)"/gi)) {
        const { hostname } = new URL(
          to.replaceAll('&amp;', '&'),
          `http://127.0.0.1:3000${path.startsWith('//') ? '/x' : path}`,
        )
        assert.equal(hostname, '127.0.0.1', `${path}: ${to}`)
      }
    }
  })

  test('a scanner that opens every link we give changes nothing (G5)', async () => {
    const before = await rowCounts(app)
    const seen = new Set<string>()
    const open = async (path: string): Promise<string[]> => {
      // One time of a page represents all of them.
      const kind = path.replace(/\?.*/, '').replace(/\/\d{4}-.*/, '/time')
      if (seen.has(kind)) return []
      seen.add(kind)
      await new Visitor(app).ask('HEAD', path, undefined)
      const { text } = await new Visitor(app).get(path)
      return [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&'))
    }
    for (const [path] of Object.values(shown)) for (const to of await open(path)) await open(to)
    assert.ok(seen.size >= Object.keys(shown).length, [...seen].join(' '))
    assert.deepEqual(await rowCounts(app), before)
  })
})
