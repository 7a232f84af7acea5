import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addTeamMember } from '#organizations/index.ts'
import { assertStatus, collectionOf, notFound, resourceOf, sixDigits } from '../../support/answers.ts'
import { type Answer, testApp } from '../../support/app.ts'
import { aCast, aGroup, anInvitation, aTeam, inGroup } from '../../support/cast.ts'
import { accepted } from '../../support/invited.ts'

const app = await testApp({
  settings: { OPENSLOT_BASE_URL: 'https://api.acme.test', OPENSLOT_SITE_URL: 'https://book.acme.test' },
})
const cast = await aCast(app)
const { owner, colleague, organization } = cast
const group = await aGroup(app, owner)
const team = await aTeam(app, owner)
await app.run(addTeamMember, owner.principal, { team: team.uri, membership: colleague.membershipUri })
await inGroup(app, owner, group, { membership: colleague.membershipUri })
await inGroup(app, owner, group, { invitation: (await anInvitation(app, owner)).uri })
await accepted(app, await anInvitation(app, owner))

/** Everything an owner can read. */
const everything = async (): Promise<Answer[]> => {
  const lists = await Promise.all(
    [
      '/organization_memberships?count=1',
      `/organization_invitations?count=1&organization=${organization}`,
      `${organization}/invitations`,
      '/organization_memberships',
      '/groups',
      '/group_relationships',
      '/teams',
    ].map((path) => app.ask(`GET ${path}`, { token: owner.token })),
  )
  const singles = lists
    .flatMap((list) => collectionOf(list))
    .map(({ uri }) => app.ask(`GET ${uri}`, { token: owner.token }))
  return [
    ...lists,
    ...(await Promise.all([
      ...singles,
      app.ask('GET /users/me', { token: owner.token }),
      app.ask(`GET ${organization}`, { token: owner.token }),
    ])),
  ]
}

/** Every value in some JSON, with its name. */
const valuesIn = (json: unknown, name = ''): [string, unknown][] => {
  if (Array.isArray(json)) return json.flatMap((item) => valuesIn(item, name))
  if (json !== null && typeof json === 'object')
    return Object.entries(json).flatMap(([key, value]) => valuesIn(value, key))
  return [[name, json]]
}

describe('every answer', () => {
  test('writes instants with six digits, all of them', async () => {
    let seen = 0
    for (const { body } of await everything()) {
      for (const [name, value] of valuesIn(body)) {
        const isInstant = name.endsWith('_at') || (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value))
        if (!isInstant || value === null) continue
        assert.match(String(value), sixDigits, name)
        seen += 1
      }
    }
    assert.ok(seen > 50, `only ${seen} instants seen`)
  })

  test('has only URIs that the same token can read, each returning itself', async () => {
    const uris = new Set<string>()
    for (const { body } of await everything()) {
      for (const [, value] of valuesIn(body))
        if (typeof value === 'string' && value.startsWith('https://api.acme.test/')) uris.add(value)
    }
    assert.ok(uris.size > 15, `only ${uris.size} URIs seen`)
    for (const uri of uris) {
      const answer = await app.ask(`GET ${uri}`, { token: owner.token })
      assertStatus(answer, 200)
      if (!uri.includes('?')) assert.equal(resourceOf(answer).uri, uri)
    }
  })

  test('has ids at the end of its URIs: no slash, no query', async () => {
    for (const { body } of await everything()) {
      for (const [name, value] of valuesIn(body))
        if (name === 'uri')
          assert.match(
            String(value),
            /^https:\/\/api\.acme\.test\/[a-z_/0-9-]+\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
          )
    }
  })

  test('points to the configured public addresses, whatever the Host header', async () => {
    const answer = await app.ask('GET /users/me', {
      token: owner.token,
      headers: { host: 'inner.local:3000', 'x-forwarded-host': 'evil.test' },
    })
    const { uri, scheduling_url } = resourceOf(answer)
    assert.ok(uri.startsWith('https://api.acme.test/users/'))
    assert.ok(scheduling_url.startsWith('https://book.acme.test/'))
    const list = await app.ask('GET /organization_memberships?count=1', {
      token: owner.token,
      headers: { host: 'inner.local:3000' },
    })
    assert.ok(list.body.pagination.next_page.startsWith('https://api.acme.test/organization_memberships?'))
  })

  test('is JSON in UTF-8, with its content type and a request id that is also in the log', async () => {
    const answers = [
      await app.ask('GET /users/me', { token: owner.token }),
      await app.ask('GET /users/me'),
      await app.ask('GET /nowhere'),
      await app.ask('GET /users/me', { headers: { 'x-request-id': 'mine' } }),
    ]
    for (const { headers } of answers) {
      assert.equal(headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/)
    }
    assert.equal(new Set(answers.map(({ headers }) => headers['x-request-id'])).size, answers.length)
    const logged = app.logged as { request_id?: string }[]
    for (const { headers } of answers)
      assert.equal(logged.filter(({ request_id }) => request_id === headers['x-request-id']).length, 1)
  })

  test('the log has the trace of a caller who names one, and nothing of what is none', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c'
    for (const [traceparent, expected] of [
      [`00-${trace}-b7ad6b7169203331-01`, trace],
      [`${'x'.repeat(500)}`, undefined],
    ] as const) {
      const { headers } = await app.ask('GET /health/live', { headers: { traceparent } })
      const logged = app.logged as { request_id?: string; trace_id?: string }[]
      assert.equal(logged.find(({ request_id }) => request_id === headers['x-request-id'])?.trace_id, expected)
    }
  })
})

describe('every address', () => {
  test('answers HEAD as it answers GET, without the body', async () => {
    for (const path of ['/users/me', '/organization_memberships', organization.replace('https://api.acme.test', '')]) {
      const get = await app.ask(`GET ${path}`, { token: owner.token })
      const head = await app.ask(`HEAD ${path}`, { token: owner.token })
      assert.deepEqual(
        [head.status, head.text, head.headers['content-type'], head.headers['content-length']],
        [200, '', get.headers['content-type'], get.headers['content-length']],
      )
    }
    assert.equal((await app.ask('HEAD /users/me')).status, 401)
    assert.equal((await app.ask('HEAD /nowhere')).status, 404)
  })

  test('takes a slash at its end', async () => {
    for (const path of ['/users/me/', '/organization_memberships/', `${owner.uri}/`])
      assertStatus(await app.ask(`GET ${path}`, { token: owner.token }), 200)
  })

  test('404: another method on a known path, an unknown path, another case', async () => {
    for (const address of [
      'DELETE /users/me',
      'PATCH /organizations/x',
      'POST /groups',
      'PUT /users/me',
      'GET /nowhere',
      'GET /Users/me',
      'GET /users/me/more',
      'GET //users/me',
      'GET /users/%6d%65/x',
      `DELETE ${organization}`,
    ]) {
      const answer = await app.ask(address, { token: owner.token })
      assert.deepEqual([answer.status, answer.body], [404, notFound], address)
    }
  })

  test('404: at every address there is, another method than it has', async () => {
    const known = app.server.routeAddresses
      .map((address) => address.replaceAll(/:\w+/g, 'none'))
      .filter((address) => !/^OPTIONS|[*]/.test(address))
    const paths = [...new Set(known.map((address) => address.slice(address.indexOf(' ') + 1)))]
    // A page such as `new` stands among those of an id, which may have the method.
    const patterns = app.server.routeAddresses
      .filter((address) => !address.includes('*'))
      .map((address) => new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}$`))
    const others = paths
      .flatMap((path) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} ${path}`))
      .filter((one) => !patterns.some((pattern) => pattern.test(one)))
    assert.ok(others.length > 200, String(others.length))
    for (const address of others) {
      const answer = await app.ask(address, { token: owner.token })
      assert.deepEqual([answer.status, answer.body], [404, notFound], address)
    }
  })

  test('lets browsers in: the preflight needs no token and allows what the API needs', async () => {
    for (const path of ['/users/me', '/organization_invitations', '/nowhere']) {
      const answer = await app.ask(`OPTIONS ${path}`, {
        headers: {
          origin: 'https://client.test',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      })
      assert.equal(answer.status, 204)
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
        assert.ok(String(answer.headers['access-control-allow-methods']).includes(method))
      for (const header of ['authorization', 'content-type'])
        assert.ok(String(answer.headers['access-control-allow-headers']).includes(header))
    }
    for (const answer of [
      await app.ask('GET /users/me', { token: owner.token }),
      await app.ask('GET /users/me'),
      await app.ask('GET /nowhere'),
    ]) {
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      assert.equal(answer.headers['access-control-allow-credentials'], undefined)
      for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'])
        assert.ok(String(answer.headers['access-control-expose-headers']).includes(name))
    }
  })

  test('needs neither Accept nor User-Agent', async () => {
    assertStatus(
      await app.ask('GET /users/me', { token: owner.token, headers: { accept: 'text/html', 'user-agent': '' } }),
      200,
    )
  })
})
