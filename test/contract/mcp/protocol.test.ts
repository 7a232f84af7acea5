// seconds: 3
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../support/app.ts'
import { aBooking, anInviteeNamed, bookingOf, hours } from '../../support/bookings.ts'
import { aCast, aToken, type Cast, type Made, putOnPlan } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { envelopeOf, eventsIn, mcpTokenOf, modernVersion, resultIn, say, useTool } from '../../support/mcp.ts'
import { raw } from '../../support/raw.ts'

const time = hours(30)
const me = { name: 'users-get_current_user', arguments: {} }
const metadata = 'http://127.0.0.1:3000/mcp/.well-known/oauth-protected-resource'

describe('the MCP server', () => {
  let app: TestApp
  let cast: Cast
  let token: string
  let eventType: Made
  before(async () => {
    app = await testApp()
    cast = await aCast(app)
    token = await mcpTokenOf(app, cast.owner)
    eventType = await anEventType(app, cast.owner, { active: true })
  })
  const ask = (body: string | object, headers: Record<string, string> = {}, as: string | undefined = token) =>
    app.ask('POST /mcp', {
      token: as,
      body,
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    })

  test('401: no token, nonsense, a token for the API, a personal one; each answer says where to authorize', async () => {
    const rest = await aToken(app, cast.owner.principal, ['users:read'])
    for (const bad of [undefined, 'nonsense', rest]) {
      const answer = await say(app, bad, 'tools/call', me)
      assert.equal(answer.status, 401)
      assert.equal(answer.body.error, 'invalid_token')
      const challenge = String(answer.headers['www-authenticate'])
      assert.match(challenge, /^Bearer error="invalid_token", error_description="[^"]+"/)
      assert.ok(challenge.includes(`resource_metadata="${metadata}"`), challenge)
      assert.ok(challenge.includes('scope="mcp:scheduling:read mcp:scheduling:write"'), challenge)
    }
    const described = await app.ask('GET /mcp/.well-known/oauth-protected-resource')
    assert.equal(described.body.resource, 'http://127.0.0.1:3000/mcp')
    // And the other way round: a token for tools is nothing to the API.
    assert.equal((await app.ask('GET /users/me', { token })).status, 401)
  })

  test('personal access tokens: only where the operator allows it, and with the scopes they have', async () => {
    const open = await testApp({ settings: { OPENSLOT_MCP_ALLOW_PAT: 'on' } })
    const narrow = await aToken(open, cast.owner.principal, ['users:read'])
    assert.equal((await useTool(open, narrow, me.name)).body.resource.uri, cast.owner.uri)
    const refused = await useTool(open, narrow, 'event_types-get_event_type', { uri: eventType.uri })
    assert.deepEqual(refused.body.required_scopes, ['event_types:read'])
    assert.equal((await useTool(open, token, me.name)).isError, false)
  })

  test('403: a Host or an Origin that is not ours, even with a token', async () => {
    for (const [headers, expected] of [
      [{ host: 'evil.example.com' }, 403],
      [{ origin: 'https://evil.example.com' }, 403],
      [{ origin: 'null' }, 403],
      [{ host: 'localhost:3000', origin: 'http://localhost:6274' }, 200],
      [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }, 200],
    ] as const) {
      const answer = await say(app, token, 'tools/call', me, { headers })
      assert.equal(answer.status, expected, JSON.stringify(headers))
      if (expected === 403) assert.equal(answer.body.error.code, -32_000)
    }
    const hosted = await testApp({
      settings: {
        OPENSLOT_BASE_URL: 'https://api.acme.test',
        OPENSLOT_MCP_URL: 'https://mcp.acme.test',
        OPENSLOT_MCP_ORIGINS: 'https://tool.test',
      },
    })
    const own = await mcpTokenOf(hosted, cast.owner)
    for (const [path, headers, expected] of [
      ['/', { host: 'mcp.acme.test' }, 200],
      ['/mcp', { host: 'mcp.acme.test' }, 200],
      ['/', { host: 'mcp.acme.test', origin: 'https://tool.test' }, 200],
      ['/', { host: 'mcp.acme.test', origin: 'http://localhost:6274' }, 403],
      ['/mcp', { host: 'localhost' }, 403],
      ['/', { host: 'api.acme.test' }, 404],
    ] as const) {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: me }
      const answer = await hosted.ask(`POST ${path}`, {
        token: own,
        body,
        headers: { accept: 'application/json, text/event-stream', ...headers },
      })
      assert.equal(answer.status, expected, `${path} ${JSON.stringify(headers)} ${answer.text}`)
    }
    const challenged = await hosted.ask('POST /', { body: {}, headers: { host: 'mcp.acme.test' } })
    assert.match(
      String(challenged.headers['www-authenticate']),
      /resource_metadata="https:\/\/mcp\.acme\.test\/\.well-known\/oauth-protected-resource"/,
    )
  })

  test('both eras begin: server/discover, and initialize in three revisions', async () => {
    const { result } = (await say(app, token, 'server/discover')).body
    assert.deepEqual(result.supportedVersions, [modernVersion])
    assert.deepEqual(Object.keys(result.capabilities).sort(), ['completions', 'prompts', 'resources', 'tools'])
    assert.match(result.instructions, /users-get_current_user/)
    for (const protocolVersion of ['2025-03-26', '2025-06-18', '2025-11-25']) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } }
      const answer = await say(app, token, 'initialize', params, {
        era: 'legacy',
        headers: { 'mcp-protocol-version': undefined },
      })
      assert.equal(answer.body.result.protocolVersion, protocolVersion)
      assert.equal(answer.headers['mcp-session-id'], undefined, 'who cannot be asked needs no session')
      assert.equal(
        (
          await say(app, token, 'tools/call', me, {
            era: 'legacy',
            headers: { 'mcp-protocol-version': protocolVersion },
          })
        ).status,
        200,
      )
    }
    assert.equal((await ask({ jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202)
    const both = await ask([
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: me },
      { jsonrpc: '2.0', id: 2, method: 'ping' },
    ])
    assert.deepEqual(both.body.map(({ id }: { id: number }) => id).sort(), [1, 2])
  })

  test('bad input gets the error that the protocol names', async () => {
    const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { ...me, _meta: envelopeOf() } }
    const modern = { 'mcp-protocol-version': modernVersion, 'mcp-method': 'tools/call', 'mcp-name': me.name }
    const cases: [string, string | object, Record<string, string>, number, number][] = [
      ['no JSON', '{', {}, 400, -32_700],
      ['a key twice', '{"jsonrpc":"2.0","jsonrpc":"2.0"}', {}, 400, -32_700],
      ['no message', '{}', {}, 400, -32_600],
      ['not JSON by name', 'x=1', { 'content-type': 'text/plain' }, 415, -32_000],
      ['too much', `{"a":"${'x'.repeat(70_000)}"}`, {}, 413, -32_000],
      ['not acceptable', { ...call, params: me }, { accept: 'text/html' }, 406, -32_000],
      ['a revision that nobody knows', { ...call, params: me }, { 'mcp-protocol-version': '1999-01-01' }, 400, -32_000],
      ['another tool in the header', call, { ...modern, 'mcp-name': 'meetings-cancel_event' }, 400, -32_020],
      ['another method in the header', call, { ...modern, 'mcp-method': 'tools/list' }, 400, -32_020],
      ['a body that is packed', call, { ...modern, 'content-encoding': 'gzip' }, 415, -32_000],
      ['a beginning that says nothing', { jsonrpc: '2.0', id: 7, method: 'initialize' }, {}, 400, -32_602],
      [
        'a beginning with null',
        { jsonrpc: '2.0', id: 7, method: 'initialize', params: { capabilities: null } },
        {},
        400,
        -32_602,
      ],
      ['no such method', { ...call, method: 'none/such' }, { ...modern, 'mcp-method': 'none/such' }, 404, -32_601],
      [
        'no such tool',
        { ...call, params: { ...call.params, name: 'none' } },
        { ...modern, 'mcp-name': 'none' },
        200,
        -32_602,
      ],
      [
        'no such prompt',
        { ...call, method: 'prompts/get', params: { ...call.params, name: 'none' } },
        { ...modern, 'mcp-method': 'prompts/get', 'mcp-name': 'none' },
        200,
        -32_602,
      ],
    ]
    for (const [what, body, headers, status, code] of cases) {
      const answer = await ask(body, headers)
      assert.equal(answer.status, status, `${what}: ${answer.text}`)
      assert.equal(answer.body.error.code, code, what)
      assert.ok(answer.body.error.message.length > 10, what)
    }
    for (const [method, content] of [
      ['GET'],
      ['DELETE'],
      ['PUT'],
      ['PATCH', 'application/json'],
      ['PUT', 'text/plain'],
    ] as const) {
      const sent = content ? { body: 'nonsense', headers: { 'content-type': content } } : {}
      const answer = await app.ask(`${method} /mcp`, { token, ...sent })
      assert.equal(answer.status, 405)
      assert.equal(answer.headers.allow, 'POST')
    }
  })

  test('cancelling asks first, where the client can be asked (2026): yes, no, and a yes for something else', async () => {
    const [first, second] = [
      await aBooking(app, cast.owner, eventType, { start_time: time() }),
      await aBooking(app, cast.owner, eventType, { start_time: time() }),
    ]
    const name = 'meetings-cancel_event'
    const capabilities = { elicitation: {} }
    const isCanceled = async (uri: string) =>
      (await app.ask(`GET ${uri}`, { token: cast.owner.token })).body.resource.status === 'canceled'
    const asked = (await say(app, token, 'tools/call', { name, arguments: { uri: first.event } }, { capabilities }))
      .body.result
    assert.equal(asked.resultType, 'input_required')
    const { params } = asked.inputRequests.confirm
    assert.match(params.message, /^Cancel the meeting "Intro call" at 2026-/)
    assert.equal(await isCanceled(first.event), false)

    const answer = (event: string, action: string, requestState = asked.requestState) =>
      say(
        app,
        token,
        'tools/call',
        {
          name,
          arguments: { uri: event },
          inputResponses: { confirm: { action, content: { confirm: true } } },
          requestState,
        },
        { capabilities },
      )
    assert.equal((await answer(second.event, 'accept')).body.error.code, -32_602)
    assert.equal(await isCanceled(second.event), false, 'a yes is for one meeting')
    const refused = resultIn(await answer(first.event, 'decline'))
    assert.equal(refused.isError, true)
    assert.equal(refused.body.title, 'Not Confirmed')
    assert.equal(await isCanceled(first.event), false)
    assert.equal(resultIn(await answer(first.event, 'accept')).isError, false)
    assert.equal(await isCanceled(first.event), true)
    // Who cannot be asked is not.
    assert.equal((await useTool(app, token, name, { uri: second.event })).isError, false)
    // A caller who may not see it is not asked about it.
    const stranger = await mcpTokenOf(app, cast.outsider)
    assert.equal(
      resultIn(await say(app, stranger, 'tools/call', { name, arguments: { uri: first.event } }, { capabilities })).body
        .title,
      'Resource Not Found',
    )
  })

  test("sessions of 2025: sealed for their member; another's, a made-up and an ended one are none", async () => {
    const begin = async (as: string) => {
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'old', version: '1' },
      }
      return String((await say(app, as, 'initialize', params, { era: 'legacy' })).headers['mcp-session-id'])
    }
    const session = await begin(token)
    const use = (as: string, id: string) =>
      say(app, as, 'tools/call', me, { era: 'legacy', headers: { 'mcp-session-id': id } })
    assert.equal((await use(token, session)).status, 200)
    assert.equal((await use(await mcpTokenOf(app, cast.colleague), session)).status, 404)
    assert.equal((await use(token, `${session}x`)).status, 404)
    assert.equal((await ask({ jsonrpc: '2.0', id: 'none', result: {} }, { 'mcp-session-id': session })).status, 400)
    assert.equal((await app.ask('DELETE /mcp', { token, headers: { 'mcp-session-id': session } })).status, 204)
    assert.equal((await use(token, session)).status, 404)
    assert.equal((await use(token, await begin(token))).status, 200)
  })

  test('the same limits as the API: the general one, and that of bookings', async () => {
    const limited = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_RATE_LIMIT: '12' } })
    const people = await aCast(limited)
    await putOnPlan(limited, people.organizationId, 'standard', 'active')
    const own = await mcpTokenOf(limited, people.owner)
    const type = await anEventType(limited, people.owner, { active: true })
    const next = hours(30)
    const book = () =>
      useTool(limited, own, 'meetings-create_invitee', {
        post_invitee_request: bookingOf(type, { start_time: next() }),
      })
    for (let number = 0; number < 10; number += 1) assert.equal((await book()).isError, false)
    const refused = await book()
    assert.equal(refused.isError, true)
    assert.match(refused.body.message, /^Rate limit exceeded\. Retry after \d+ seconds\.$/)
    await say(limited, own, 'tools/list')
    await say(limited, own, 'tools/list')
    const last = await say(limited, own, 'tools/list')
    assert.equal(last.status, 429)
    assert.ok(Number(last.headers['retry-after']) > 0)
    assert.equal(Number(last.headers['x-ratelimit-remaining']), 0)
  })

  test('with an idempotency key a repeated call is one booking; each change is one fact, announced like any other', async () => {
    const booking = {
      post_invitee_request: { event_type: eventType.uri, start_time: time(), invitee: anInviteeNamed() },
    }
    const headers = { 'idempotency-key': 'a key of a tool' }
    const counted = sql<{
      n: number
    }>`select count(*)::integer as n from facts where organization_id = ${cast.organizationId}`
    const factCount = async () => (await raw(app.context.database.reader, counted))[0]?.n ?? 0
    const before = await factCount()
    const once = await useTool(app, token, 'meetings-create_invitee', booking, { headers })
    const twice = await useTool(app, token, 'meetings-create_invitee', booking, { headers })
    assert.equal(once.isError, false, once.text)
    assert.deepEqual(twice, once)
    assert.equal((await factCount()) - before, 1)
  })

  test('resources: the own event types and meetings to come, by the URIs they have in the API', async () => {
    const booked = await aBooking(app, cast.owner, eventType, { start_time: time() })
    const listed: string[] = []
    for (let cursor: string | undefined; ; ) {
      const { result } = (await say(app, token, 'resources/list', cursor === undefined ? {} : { cursor })).body
      listed.push(...result.resources.map(({ uri }: { uri: string }) => uri))
      assert.equal(result.cacheScope, 'private')
      cursor = result.nextCursor
      if (cursor === undefined) break
    }
    assert.ok(listed.includes(eventType.uri) && listed.includes(booked.event))
    const { result } = (await say(app, token, 'resources/read', { uri: booked.event })).body
    assert.deepEqual(
      JSON.parse(result.contents[0].text),
      (await app.ask(`GET ${booked.event}`, { token: cast.owner.token })).body,
    )
    for (const uri of [
      booked.event.replace(/.{12}$/, '000000000000'),
      'https://elsewhere.test/event_types/1',
      eventType.uri.replace('event_types', 'users'),
    ]) {
      const { error } = (await say(app, token, 'resources/read', { uri })).body
      assert.equal(error.code, -32_602)
      assert.equal(error.data.uri, uri)
    }
    const stranger = await mcpTokenOf(app, cast.outsider)
    assert.equal((await say(app, stranger, 'resources/read', { uri: booked.event })).body.error.code, -32_602)
    const { result: templates } = (await say(app, token, 'resources/templates/list')).body
    assert.equal(templates.resourceTemplates.length, 2)
  })

  test('prompts lead to a playbook; an argument can be completed', async () => {
    const { result } = (await say(app, token, 'prompts/list')).body
    assert.deepEqual(
      result.prompts.map(({ name }: { name: string }) => name),
      ['book_meeting', 'weekly_digest', 'reschedule_meeting'],
    )
    const got = (
      await say(app, token, 'prompts/get', {
        name: 'book_meeting',
        arguments: { invitee: 'Demo Invitee', when: 'next week' },
      })
    ).body.result
    assert.match(got.messages[0].content.text, /Demo Invitee.*next week/)
    assert.match(got.messages[0].content.text, /availability-find_times/)
    assert.equal((await say(app, token, 'prompts/get', { name: 'book_meeting' })).body.error.code, -32_602)
    const argument = { name: 'event_type', value: 'int' }
    const completed = (
      await say(app, token, 'completion/complete', { ref: { type: 'ref/prompt', name: 'book_meeting' }, argument })
    ).body.result
    assert.deepEqual(completed.completion.values, ['Intro call'])
  })

  test('elicitation of 2025 uses the stream of the call, and reaches no other', async () => {
    // In full in embedded/mcp-clients.test.ts; here: without a session nobody is asked.
    const booked = await aBooking(app, cast.owner, eventType, { start_time: time() })
    const answer = await say(
      app,
      token,
      'tools/call',
      { name: 'meetings-cancel_event', arguments: { uri: booked.event } },
      { era: 'legacy' },
    )
    assert.equal(eventsIn(answer.text).length, 1)
    assert.equal(resultIn(answer).isError, false)
  })
})
