import { describe, test } from 'node:test'
import { scopes } from '#contract/scopes.ts'
import {
  assertAnswer,
  assertStatus,
  denied,
  insufficientScope,
  invalidArgument,
  notFound,
  unauthenticated,
} from '../../support/answers.ts'
import { type Asked, testApp } from '../../support/app.ts'
import { aCast, aToken } from '../../support/cast.ts'

// Route, token, limit, scope, syntax, plan, existence, role, rules: a request that fails twice is refused for the first
// reason.

const app = await testApp()
const { owner, colleague, organization, outsiderOrganization } = await aCast(app)
const unscoped = await aToken(
  app,
  owner.principal,
  scopes.filter((scope) => !scope.startsWith('organizations:')),
)

const post = (asked: Asked, to = '/organization_invitations') => app.ask(`POST ${to}`, asked)
const notJson = { headers: { 'content-type': 'application/json' }, body: '{"email": ' }
const tooLarge = {
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'x'.repeat(70_000) }),
}
const wrongType = { headers: { 'content-type': 'text/plain' }, body: 'email' }
const foreign = { organization: outsiderOrganization }

describe('the order of checks', () => {
  test('404 before 401: a path that does not exist needs no token', async () => {
    assertAnswer(await post({ ...notJson }, '/nowhere'), 404, notFound)
  })

  test('401 before everything about the body: not JSON, of another type, too large', async () => {
    for (const body of [notJson, tooLarge, wrongType, { body: {} }, { body: foreign }]) {
      assertAnswer(await post(body), 401, unauthenticated())
      assertAnswer(await post({ ...body, token: 'nonsense' }), 401, unauthenticated())
    }
  })

  test('403 of the scope before everything about the body', async () => {
    for (const body of [notJson, tooLarge, wrongType, { body: {} }, { body: foreign }])
      assertAnswer(await post({ ...body, token: unscoped }), 403, insufficientScope('organizations:write'))
  })

  test('413 and 415 come before validation of the body', async () => {
    assertStatus(await post({ ...tooLarge, token: owner.token }), 413)
    assertStatus(await post({ ...wrongType, token: owner.token }), 415)
  })

  test('400 of the syntax before existence, role and rules', async () => {
    assertAnswer(await post({ ...notJson, token: owner.token }), 400, invalidArgument(['base', 'is not valid JSON']))
    assertAnswer(await post({ token: owner.token, body: foreign }), 400, invalidArgument(['email', 'is missing']))
    assertAnswer(
      await post({ token: owner.token, body: { email: 7 } }, `${outsiderOrganization}/invitations`),
      400,
      invalidArgument(['email', 'must be a string']),
    )
    assertAnswer(
      await post({ token: colleague.token, body: {} }),
      400,
      invalidArgument(['organization', 'is missing'], ['email', 'is missing']),
    )
    assertAnswer(
      await app.ask('GET /organization_invitations', { token: colleague.token, query: { ...foreign, count: '0' } }),
      400,
      invalidArgument(['count', 'must be greater than or equal to 1']),
    )
    assertAnswer(
      await app.ask('GET /organization_invitations', { token: colleague.token, query: { ...foreign, status: 'x' } }),
      400,
      invalidArgument(['status', 'must be one of: pending, accepted, declined']),
    )
    assertAnswer(
      await app.ask('GET /organization_invitations', { token: colleague.token, query: { ...foreign, sort: 'x' } }),
      400,
      invalidArgument(['sort', 'invalid']),
    )
  })

  test('404 of what is not here before role and rules', async () => {
    assertAnswer(await post({ token: colleague.token, body: { ...foreign, email: 'nonsense' } }), 404, notFound)
    assertAnswer(await post({ token: owner.token, body: { ...foreign, email: owner.email } }), 404, notFound)
  })

  test('403 of the role before rules', async () => {
    assertAnswer(
      await post({ token: colleague.token, body: { organization, email: 'nonsense' } }),
      403,
      denied('You do not have permission'),
    )
    assertAnswer(
      await post({ token: colleague.token, body: { organization, email: owner.email } }),
      403,
      denied('You do not have permission'),
    )
  })

  test('400 of a rule at last', async () => {
    assertAnswer(await post({ token: owner.token, body: { organization, email: 'nonsense' } }), 400, {
      title: 'Invalid Email',
      message: 'nonsense is an invalid email format',
    })
  })
})
