// on: embedded
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { after, before, describe, test } from 'node:test'
import { mcpScopes } from '#contract/scopes.ts'
import { readNetwork } from '#platform/net/address.ts'
import { Destinations } from '#platform/net/destinations.ts'
import { Outgoing } from '#platform/net/outgoing.ts'
import { testApp } from '../../support/app.ts'
import { type Application, allow, answerAt, authorizePath, pkce, redeem, refresh } from '../../support/application.ts'
import { aCast } from '../../support/cast.ts'
import { aCertificate } from '../../support/certificate.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

// Clients that are described by a document at their own address, fetched by the real way out from a server with TLS.

const app = await testApp()
const { colleague } = await aCast(app)
const visitor = await signedInAs(app, colleague)

interface Served {
  readonly status?: number
  readonly type?: string
  readonly cache?: string
  readonly body: unknown
}

const { key, cert } = aCertificate('tool.test')
const documents = new Map<string, Served>()
const fetched: string[] = []
const server = createServer({ key, cert }, (request, response) => {
  fetched.push(request.url ?? '')
  const {
    status = 200,
    type = 'application/json',
    cache,
    body,
  } = documents.get(request.url ?? '') ?? { status: 404, body: {} }
  response.writeHead(status, {
    'content-type': type,
    ...(cache ? { 'cache-control': cache } : {}),
    ...(status === 302 ? { location: '/elsewhere.json' } : {}),
  })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
})
let origin = ''
const resolve = async (): Promise<readonly string[]> => ['127.0.0.1']

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `https://tool.test:${(server.address() as { port: number }).port}`
  // As an operator has it who allows this machine itself: the address is judged as everywhere else.
  const loopback = readNetwork('127.0.0.0/8') ?? assert.fail()
  Object.assign(app.context, { outgoing: new Outgoing(new Destinations([loopback]), { resolve, ca: cert }) })
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const redirectUri = 'http://127.0.0.1/callback'
let made = 0
/** A document at an address of its own; what it says of itself may be changed. */
const aTool = (served: Partial<Served> & { readonly says?: object } = {}): Application => {
  const path = `/tools/${++made}.json`
  const clientId = origin + path
  documents.set(path, {
    body: { client_id: clientId, client_name: 'A tool', redirect_uris: [redirectUri], ...served.says },
    ...served,
  })
  return { clientId, secret: null, redirectUri, webhookKey: '' }
}
const fetchesOf = ({ clientId }: Application): number => fetched.filter((path) => origin + path === clientId).length

describe('a client with a document', () => {
  test('is allowed like any other, for MCP, and its host is shown', async () => {
    const tool = { ...aTool(), redirectUri: 'http://127.0.0.1:50123/callback' }
    const challenge = pkce()
    const page = await visitor.get(authorizePath(tool, challenge))
    assert.equal(page.status, 200, page.text)
    assert.match(page.text, /<h1><strong>A tool<\/strong> wants to access your account/)
    assert.match(page.text, /identifies itself as <strong>tool\.test:\d+<\/strong>/)
    assert.match(page.text, /redirected to <strong>127\.0\.0\.1:50123<\/strong>/)
    assert.match(page.text, /Continue only if you just started this yourself/)
    const { code = '' } = answerAt(await allow(visitor, authorizePath(tool, challenge)))
    const { body } = await redeem(app, tool, code, challenge)
    assert.equal(body.scope, mcpScopes.join(' '))
    assert.equal((await refresh(app, tool, body.refresh_token)).status, 200)
    assert.equal(fetchesOf(tool), 1, 'fetched once, and then known')
  })

  test('is fetched again when it is no longer fresh, and stays the same client', async () => {
    const tool = aTool({ cache: 'max-age=600' })
    const challenge = pkce()
    const { code = '' } = answerAt(await allow(visitor, authorizePath(tool, challenge)))
    const { body } = await redeem(app, tool, code, challenge)
    app.clock.advance(599_000)
    await visitor.get(authorizePath(tool, pkce()))
    assert.equal(fetchesOf(tool), 1)
    const path = tool.clientId.slice(origin.length)
    documents.set(path, {
      body: { client_id: tool.clientId, client_name: 'Another name', redirect_uris: ['https://tool.test/callback'] },
    })
    app.clock.advance(1_000)
    assert.equal(
      (await visitor.get(authorizePath(tool, pkce()))).status,
      400,
      'the redirect address is not registered any more',
    )
    assert.match(
      (await visitor.get(authorizePath({ ...tool, redirectUri: 'https://tool.test/callback' }, pkce()))).text,
      /Another name/,
    )
    assert.equal(fetchesOf(tool), 2)
    assert.equal((await refresh(app, tool, body.refresh_token)).status, 200)
  })

  test('is not fetched for visitors who are not signed in', async () => {
    const tool = aTool()
    const shown = await new Visitor(app).get(authorizePath(tool, pkce()))
    assert.deepEqual([shown.status, shown.location?.startsWith('/login?'), fetchesOf(tool)], [303, true, 0])
  })

  const refused = (what: string, served: () => Application, words?: RegExp): void => {
    test(`400: ${what}`, async () => {
      const shown = await visitor.get(authorizePath(served(), pkce()))
      assert.deepEqual([shown.status, shown.location], [400, undefined])
      if (words) assert.match(shown.text, words)
    })
  }
  refused(
    'its document names another client',
    () => aTool({ says: { client_id: 'https://tool.test/another.json' } }),
    /must be the URL of the document/,
  )
  refused('its document has no name', () => aTool({ says: { client_name: undefined } }), /no client_name/)
  refused('its document has no redirect address', () => aTool({ says: { redirect_uris: undefined } }))
  refused('its redirect address is not encrypted', () =>
    aTool({ says: { redirect_uris: ['http://tool.test/callback'] } }),
  )
  refused(
    'it would prove itself with a secret',
    () => aTool({ says: { token_endpoint_auth_method: 'client_secret_basic' } }),
    /must be public/,
  )
  refused(
    'its document shows a secret',
    () => aTool({ says: { client_secret: 'oh' } }),
    /must not contain a client_secret/,
  )
  refused('its document is no JSON', () => aTool({ body: '<html>' }), /is not JSON/)
  refused('its document is JSON of another kind', () => aTool({ body: 'null' }))
  refused('its document says that it is something else', () => aTool({ type: 'text/html' }), /is not JSON/)
  refused('there is no document', () => ({ ...aTool(), clientId: `${origin}/nowhere.json` }), /could not be loaded/)
  refused('its document is elsewhere: nobody follows', () => aTool({ status: 302 }), /could not be loaded/)
  refused('its document is too large', () => aTool({ says: { filler: 'x'.repeat(9_000) } }), /could not be loaded/)
  refused('a redirect address that is not in the document', () => ({
    ...aTool(),
    redirectUri: 'https://evil.test/callback',
  }))
  refused('an address without a path', () => ({ ...aTool(), clientId: `${origin}/` }), /No app is registered/)
  refused(
    'an address without encryption',
    () => ({ ...aTool(), clientId: 'http://tool.test/client.json' }),
    /No app is registered/,
  )
  refused(
    'an address with a fragment',
    () => ({ ...aTool(), clientId: `${origin}/client.json#x` }),
    /No app is registered/,
  )
  refused(
    'an address that climbs',
    () => ({ ...aTool(), clientId: `${origin}/a/../client.json` }),
    /No app is registered/,
  )

  test('400: what went wrong is not remembered', async () => {
    const tool = aTool({ status: 500 })
    const path = tool.clientId.slice(origin.length)
    assert.equal((await visitor.get(authorizePath(tool, pkce()))).status, 400)
    documents.set(path, { body: { client_id: tool.clientId, client_name: 'A tool', redirect_uris: [redirectUri] } })
    assert.equal((await visitor.get(authorizePath(tool, pkce()))).status, 200)
  })

  test('400: nothing is fetched from a private address unless the operator allows it', async () => {
    const strict = await testApp()
    Object.assign(strict.context, { outgoing: new Outgoing(new Destinations(), { resolve, ca: cert }) })
    const person = await signedInAs(strict, colleague)
    const tool = aTool()
    const shown = await person.get(authorizePath(tool, pkce()))
    assert.deepEqual([shown.status, fetchesOf(tool)], [400, 0])
    assert.match(shown.text, /could not be loaded/)
  })
})
