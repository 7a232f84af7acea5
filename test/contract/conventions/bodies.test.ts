import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertAnswer, invalidArgument } from '../../support/answers.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { aCast, type Cast } from '../../support/cast.ts'

const maxBytes = 64 * 1024

let app: TestApp
let cast: Cast

before(async () => {
  app = await testApp()
  cast = await aCast(app)
})

/** An invitation whose body and headers are exactly these. */
const send = (payload: string | Buffer | undefined, headers: Readonly<Record<string, string>>) =>
  app.server.inject({
    method: 'POST',
    url: `/organizations/${cast.organizationId}/invitations`,
    headers: { authorization: `Bearer ${cast.owner.token}`, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })

const json = { 'content-type': 'application/json' }

describe('a body', () => {
  const refused: readonly (readonly [what: string, body: string | Buffer, message: string])[] = [
    ['that is not JSON', '{"email":', 'is not valid JSON'],
    ['that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'is not valid UTF-8'],
    ['that is a list', '[]', 'must be an object'],
    ['that is a text', '"email"', 'must be an object'],
    ['with a key twice', '{"email":"one@new.test","email":"two@new.test"}', 'contains the same key twice'],
    ['nested without end', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'is nested deeper than 32 levels'],
    [
      'with a key that touches prototypes',
      '{"__proto__":{"email":"a@new.test"}}',
      'contains a key that is not allowed',
    ],
    ['with NUL in a text', '{"email":"a\\u0000@new.test"}', 'contains text with a NUL character or a lone surrogate'],
  ]
  for (const [what, body, message] of refused) {
    test(`400: ${what}`, async () => {
      const answer = await send(body, json)
      assertAnswer(
        { status: answer.statusCode, headers: answer.headers, text: answer.body, body: answer.json() },
        400,
        invalidArgument(['base', message]),
      )
    })
  }

  test('that is empty is an empty object, with a JSON content type and without one', async () => {
    for (const headers of [json, {}]) {
      const answer = await send(undefined, headers)
      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json().details, [{ parameter: 'email', message: 'is missing' }])
    }
  })

  test('of any JSON type is taken: with a charset, in capitals, with a suffix', async () => {
    for (const [index, type] of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/merge-patch+json',
    ].entries()) {
      assert.equal(
        (await send(JSON.stringify({ email: `type${index}@new.test` }), { 'content-type': type })).statusCode,
        201,
        type,
      )
    }
  })

  test('415: of another type, of none, or compressed', async () => {
    const body = JSON.stringify({ email: 'typed@new.test' })
    const others = [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      {},
      { ...json, 'content-encoding': 'gzip' },
    ]
    for (const headers of others) {
      const { statusCode, body: text } = await send(body, headers)
      assert.deepEqual(
        [statusCode, JSON.parse(text)],
        [
          415,
          {
            title: 'Unsupported Media Type',
            message: 'Send the body as JSON, with the header Content-Type: application/json.',
          },
        ],
      )
    }
  })

  test('413: of more than 64 KiB, and the connection is closed; one of exactly that many is read', async () => {
    const ofSize = (bytes: number): string =>
      JSON.stringify({ email: 'large@new.test', filling: 'x'.repeat(bytes - 40) }).padEnd(bytes)
    const full = ofSize(maxBytes)
    assert.equal(Buffer.byteLength(full), maxBytes)
    assert.equal((await send(full, json)).statusCode, 201)
    const tooLarge = await send(ofSize(maxBytes + 1), json)
    assert.deepEqual(
      [tooLarge.statusCode, tooLarge.headers.connection, tooLarge.json()],
      [413, 'close', { title: 'Payload Too Large', message: 'The request body is larger than 64 KiB.' }],
    )
  })
})

describe('the body of a GET', () => {
  const get = async (
    payload: string | undefined,
    { query = '', ...headers }: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await app.server.inject({
      method: 'GET',
      url: `/organization_memberships${query}`,
      headers: { authorization: `Bearer ${cast.owner.token}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: answer.json() }
  }
  const emails = ({ body }: Awaited<ReturnType<typeof get>>) =>
    body.collection.map(({ user }: { user: { email: string } }) => user.email)

  test('is a JSON object whose members count as query parameters; the query string wins', async () => {
    for (const headers of [json, {}])
      assert.deepEqual(emails(await get(JSON.stringify({ email: cast.admin.email, count: 5 }), headers)), [
        cast.admin.email,
      ])
    assert.deepEqual(emails(await get(JSON.stringify({ role: 'admin' }), { ...json, query: '?role=owner' })), [
      cast.owner.email,
    ])
    const page = await get(JSON.stringify({ count: 1, role: null }), json)
    assert.equal(emails(page).length, 1)
    const next = await app.ask(`GET ${page.body.pagination.next_page}`, { token: cast.owner.token })
    assert.equal(next.body.collection.length, 1)
  })

  test('400: members that are no parameters of that kind, and anything but an object', async () => {
    assertAnswer(
      await get(JSON.stringify({ count: 101 }), json),
      400,
      invalidArgument(['count', 'must be less than or equal to 100']),
    )
    for (const [body, message] of [
      ['[]', 'must be an object'],
      ['"role"', 'must be an object'],
      ['role=admin', 'is not valid JSON'],
    ] as const)
      assertAnswer(await get(body, json), 400, invalidArgument(['base', message]))
  })

  test('413: larger than other bodies may be', async () => {
    assert.equal((await get(JSON.stringify({ email: 'x'.repeat(maxBytes) }), json)).status, 413)
  })

  test('that is empty is none, of whatever type', async () => {
    for (const headers of [
      json,
      { 'content-type': 'text/plain' },
      { 'content-length': '0', 'content-type': 'application/x-www-form-urlencoded' },
    ])
      assert.equal((await get(undefined, headers)).status, 200)
  })
})
