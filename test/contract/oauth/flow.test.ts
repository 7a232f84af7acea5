import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scopes } from '#contract/scopes.ts'
import { assertAnswer, assertStatus } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCode, allow, anApplication, answerAt, authorizePath, pkce, post, redeem, refresh, tokensFor } from '../../support/application.ts'
import { aCast } from '../../support/cast.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await testApp()
const { owner, colleague, organization } = await aCast(app)
const visitor = await signedInAs(app, colleague)
const application = await anApplication(app, owner)

describe('the authorization code flow', () => {
  test('a person allows, and the application gets the record of the specification', async () => {
    const challenge = pkce()
    const answered = await allow(visitor, authorizePath(application, challenge, { scope: 'users:read scheduled_events:write' }))
    assert.equal(answered.status, 302)
    const { code = '', ...rest } = answerAt(answered)
    assert.match(code, /^[0-9a-f]{64}$/)
    assert.deepEqual(rest, { state: 'a state', iss: 'http://127.0.0.1:3000' })
    const answer = await redeem(app, application, code, challenge)
    const { access_token, refresh_token, ...record } = answer.body
    assert.match(access_token, /^openslot_at_[0-9A-Za-z]{40}$/)
    assert.match(refresh_token, /^openslot_rt_[0-9A-Za-z]{40}$/)
    assertAnswer({ ...answer, body: record }, 200, {
      token_type: 'Bearer',
      expires_in: 7200,
      created_at: Math.floor(app.clock.now().getTime() / 1000),
      scope: 'users:read scheduled_events:write',
      owner: colleague.uri,
      organization,
    })
    assert.deepEqual([answer.headers['cache-control'], answer.headers.pragma], ['no-store', 'no-cache'])
    assertStatus(await app.ask('GET /users/me', { token: access_token }), 200)
    assertStatus(await app.ask('GET /scheduled_events', { token: access_token, query: { user: colleague.uri } }), 200)
    assertStatus(await app.ask('GET /groups', { token: access_token }), 403)
  })
})
