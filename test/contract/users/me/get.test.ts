// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { legacyScope } from '#contract/scopes.ts'
import { assertStatus, resourceOf, sixDigits } from '../../../support/answers.ts'
import { testApp } from '../../../support/app.ts'
import { aCast, aToken } from '../../../support/cast.ts'
import { guardTests } from '../../../support/guards.ts'

const app = await testApp()
const { owner, colleague, organization, tag } = await aCast(app)

describe('GET /users/me', () => {
  test('200: the whole user the token belongs to, every key and no other', async () => {
    const user = resourceOf(await app.ask('GET /users/me', { token: owner.token }))
    assert.match(user.created_at, sixDigits)
    assert.deepEqual(user, {
      uri: owner.uri,
      name: `owner ${tag}`,
      slug: `owner-${tag}`,
      email: `owner.${tag}@acme.test`,
      scheduling_url: `${app.context.links.site}/owner-${tag}`,
      timezone: 'Europe/Lisbon',
      time_notation: '12h',
      avatar_url: null,
      locale: 'en',
      created_at: '2026-03-02T10:00:00.000000Z',
      updated_at: '2026-03-02T10:00:00.000000Z',
      current_organization: organization,
      resource_type: 'User',
    })
  })

  test('200: for every role', async () => {
    assert.equal(resourceOf(await app.ask('GET /users/me', { token: colleague.token })).uri, colleague.uri)
  })

  test('200: legacy tokens have every scope', async () => {
    assertStatus(await app.ask('GET /users/me', { token: await aToken(app, owner.principal, [legacyScope]) }), 200)
  })

  guardTests(app, colleague, 'users:read', 200, (asked) => app.ask('GET /users/me', asked))
})
