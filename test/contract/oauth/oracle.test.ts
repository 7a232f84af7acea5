// seconds: 4
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { type Application, pkce } from '../../support/application.ts'
import { aCast } from '../../support/cast.ts'
import { anotherDoor, type Door, type Fields, ourDoor, type Reply } from '../../support/door.ts'
import { signedInAs } from '../../support/visitor.ts'

// The same requests to our authorization server and to another one, oidc-provider. What they answer differently is
// listed here, with its reason; any other difference is a mistake of ours, or of theirs.

const app = await testApp()
const { owner, colleague } = await aCast(app)
const ours = await ourDoor(app, owner, await signedInAs(app, colleague))
const theirs = await anotherDoor()
after(() => theirs.close())

const secretOf = ({ clientId, secret }: Application): Fields => ({
  client_id: clientId,
  client_secret: secret ?? undefined,
})

const codeAt = async (door: Door, application: Application, challenge = pkce()) => {
  const { parameters } = await door.authorize(application, challenge)
  assert.ok(parameters.code, JSON.stringify(parameters))
  return { code: parameters.code, challenge }
}

const redeem = async (door: Door, application: Application, more: Fields = {}, challenge = pkce()): Promise<Reply> => {
  const { code } = await codeAt(door, application, challenge)
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: application.redirectUri,
    code_verifier: challenge.verifier,
  }
  return door.post('token', { ...secretOf(application), ...fields, ...more })
}

const refresh = (door: Door, application: Application, refreshToken: string, more: Fields = {}) =>
  door.post('token', { ...secretOf(application), grant_type: 'refresh_token', refresh_token: refreshToken, ...more })

/** What is compared of an answer. */
const gist = ({ status, body }: Reply): string => [status, body?.error].filter((word) => word !== undefined).join(' ')

/** The second use, and what it did to what the first one gave. */
const reusing = async (door: Door, application: Application): Promise<string> => {
  const { body } = await redeem(door, application)
  const next = await refresh(door, application, body.refresh_token)
  const again = await refresh(door, application, body.refresh_token)
  return `${gist(again)}; then ${gist(await refresh(door, application, next.body.refresh_token))}`
}

const isActive = async (door: Door, token: string): Promise<boolean> =>
  (await door.post('introspect', { ...secretOf(door.confidential), token })).body.active

const authorizing =
  (more: Fields, application: (door: Door) => Application = (door) => door.confidential) =>
  async (door: Door): Promise<string> => {
    const { isAtClient, parameters } = await door.authorize(application(door), pkce(), more)
    return isAtClient
      ? `sent to the client: ${parameters.error ?? Object.keys(parameters).sort().join(' ')}`
      : 'sent nowhere'
  }

const redeeming =
  (more: Fields, application: (door: Door) => Application = (door) => door.confidential) =>
  async (door: Door): Promise<string> =>
    gist(await redeem(door, application(door), more))

const questions: Readonly<Record<string, (door: Door) => Promise<string>>> = {
  'a code, with state and issuer': authorizing({}),
  'the same for a native client': authorizing({}, (door) => door.native),
  'a native client listens at any port': authorizing(
    { redirect_uri: 'http://127.0.0.1:51234/callback' },
    (door) => door.native,
  ),
  'any other client has only the addresses it registered': authorizing({
    redirect_uri: 'https://app.test:444/callback',
  }),
  'an address that begins like a registered one': authorizing({ redirect_uri: 'https://app.test/callback/more' }),
  'an unknown client': authorizing({ client_id: 'nobody' }),
  'no client': authorizing({ client_id: undefined }),
  'a token instead of a code': authorizing({ response_type: 'token' }),
  'no response type': authorizing({ response_type: undefined }),
  'no challenge': authorizing({ code_challenge: undefined, code_challenge_method: undefined }),
  'a plain challenge': authorizing({ code_challenge_method: 'plain' }),
  'a challenge without a method is a plain one': authorizing({ code_challenge_method: undefined }),
  'a challenge that is too short': authorizing({ code_challenge: 'short' }),
  'a parameter twice': authorizing({ state: ['one', 'two'] }),

  'a code for tokens': redeeming({}),
  'the same for a native client ': redeeming({}, (door) => door.native),
  'another verifier': redeeming({ code_verifier: pkce().verifier }),
  'no verifier': redeeming({ code_verifier: undefined }),
  'a verifier that is too short': redeeming({ code_verifier: 'short' }),
  'another address': redeeming({ redirect_uri: 'https://app.test/other' }),
  'no address': redeeming({ redirect_uri: undefined }),
  'no such code': redeeming({ code: 'nothing' }),
  'no code': redeeming({ code: undefined }),
  'a wrong secret': redeeming({ client_secret: 'wrong' }),
  'no secret': redeeming({ client_secret: undefined }),
  'an unknown client at the token endpoint': redeeming({ client_id: 'nobody' }),
  'no client at the token endpoint': redeeming({ client_id: undefined, client_secret: undefined }),
  'no grant type': redeeming({ grant_type: undefined }),
  'an unknown grant type': redeeming({ grant_type: 'password', username: 'one', password: 'two' }),
  'a parameter twice at the token endpoint': redeeming({ code_verifier: ['one', 'two'] }),
  "another client's code": async (door) => {
    const { code, challenge } = await codeAt(door, door.another)
    return gist(await redeem(door, door.confidential, { code, code_verifier: challenge.verifier }))
  },
  'a code twice: the second time nothing, and what the first gave is gone': async (door) => {
    const { code, challenge } = await codeAt(door, door.confidential)
    const again = { code, code_verifier: challenge.verifier }
    const first = await redeem(door, door.confidential, again)
    const before = await isActive(door, first.body.access_token)
    return `${gist(first)}, ${before}; ${gist(await redeem(door, door.confidential, again))}, ${await isActive(door, first.body.access_token)}`
  },

  'a refresh token for another': async (door) => {
    const { body } = await redeem(door, door.confidential)
    const next = await refresh(door, door.confidential, body.refresh_token)
    return `${gist(next)}, ${next.body.refresh_token === body.refresh_token ? 'the same' : 'another'}`
  },
  'a refresh token twice, of a client without a secret: its whole family is gone': (door) => reusing(door, door.native),
  'a refresh token twice, of a client with a secret': (door) => reusing(door, door.confidential),
  "another client's refresh token": async (door) =>
    gist(await refresh(door, door.another, (await redeem(door, door.confidential)).body.refresh_token)),
  'more than was allowed': async (door) =>
    gist(
      await refresh(door, door.confidential, (await redeem(door, door.confidential)).body.refresh_token, {
        scope: 'users:read webhooks:write',
      }),
    ),
  'less than was allowed': async (door) => {
    const { status, body } = await refresh(
      door,
      door.confidential,
      (await redeem(door, door.confidential)).body.refresh_token,
      { scope: 'users:read' },
    )
    return `${status} ${body.scope}`
  },

  'a token is revoked': async (door) => {
    const { body } = await redeem(door, door.confidential)
    const revocation = await door.post('revoke', { ...secretOf(door.confidential), token: body.access_token })
    return `${gist(revocation)}, ${await isActive(door, body.access_token)}`
  },
  'what is no token is revoked too': async (door) =>
    gist(await door.post('revoke', { ...secretOf(door.confidential), token: 'nothing' })),
  'nothing is revoked': async (door) => gist(await door.post('revoke', secretOf(door.confidential))),
  'nothing is looked at': async (door) => gist(await door.post('introspect', secretOf(door.confidential))),
  'somebody without a name looks at a token': async (door) => gist(await door.post('introspect', { token: 'nothing' })),
  'what is no token is not active': async (door) => String(await isActive(door, 'nothing')),
}

/** Ours, theirs, and why. */
const differences: Readonly<Record<string, readonly [ours: string, theirs: string, because: string]>> = {
  'a token instead of a code': [
    'sent to the client: unsupported_response_type',
    'sent to the client: ',
    'they write the error behind a #, as the implicit grant did; we know no such grant',
  ],
  'no verifier': ['400 invalid_request', '400 invalid_grant', 'a required field is missing, and the answer names it'],
  'a verifier that is too short': [
    '400 invalid_grant',
    '400 invalid_request',
    'it does not fit the challenge, whatever its length',
  ],
  'no address': ['400 invalid_request', '200', 'the specification requires it in every exchange'],
  'a refresh token twice, of a client with a secret': [
    '400 invalid_grant; then 200',
    '400 invalid_grant; then 400 invalid_grant',
    'two workers of one client may race; who has stolen the token does not have the secret',
  ],
}

describe('our authorization server and another one', () => {
  for (const [question, ask] of Object.entries(questions))
    test(question.trim(), async () => {
      const [our, their] = await Promise.all([ask(ours), ask(theirs)])
      const [expected, other] = differences[question] ?? [their, their]
      assert.deepEqual({ ours: our, theirs: their }, { ours: expected, theirs: other })
    })
})
