import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAnswer, assertStatus, collectionOf, invalidArgument, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, anInvitation } from '../../support/cast.ts'

const app = await testApp()
const { owner, organization, organizationId, outsiderOrganization } = await aCast(app)
const { token } = owner

// What both addresses of invitations have in common is in ../organizations/invitations; here the organization is a
// parameter.
describe('/organization_invitations', () => {
  test('400: a list needs its organization', async () => {
    assertAnswer(
      await app.ask('GET /organization_invitations', { token }),
      400,
      invalidArgument(['organization', 'is missing']),
    )
    assertAnswer(
      await app.ask('GET /organization_invitations', { token, query: { status: 'x' } }),
      400,
      invalidArgument(['organization', 'is missing'], ['status', 'must be one of: pending, accepted, declined']),
    )
  })

  test('400: so does a new one, also when it is the only thing missing', async () => {
    assertAnswer(
      await app.ask('POST /organization_invitations', { token, body: { email: 'a@new.test' } }),
      400,
      invalidArgument(['organization', 'is missing']),
    )
    assertAnswer(
      await app.ask('POST /organization_invitations', { token }),
      400,
      invalidArgument(['organization', 'is missing'], ['email', 'is missing']),
    )
    assertAnswer(
      await app.ask('POST /organization_invitations', { token, body: { email: 'a@new.test', organization: null } }),
      400,
      invalidArgument(['organization', 'must be a string']),
    )
  })

  test('400: a URI that cannot be read is `invalid`, in query and body', async () => {
    for (const uri of ['https://api.example.test/users/x', 'a b', '']) {
      assertAnswer(
        await app.ask('GET /organization_invitations', { token, query: { organization: uri } }),
        400,
        invalidArgument(['organization', 'invalid']),
      )
      assertAnswer(
        await app.ask('POST /organization_invitations', { token, body: { email: 'a@new.test', organization: uri } }),
        400,
        invalidArgument(['organization', 'invalid']),
      )
    }
  })

  test('200, 201: the host of the URI does not matter, and a bare id will do', async () => {
    for (const [index, uri] of [
      `https://api.calendly.com/organizations/${organizationId}`,
      organizationId,
      `${organization}/`,
    ].entries()) {
      assertStatus(await app.ask('GET /organization_invitations', { token, query: { organization: uri } }), 200)
      assert.equal(
        resourceOf(
          await app.ask('POST /organization_invitations', {
            token,
            body: { email: `host.${index}.${organizationId}@new.test`, organization: uri },
          }),
        ).organization,
        organization,
      )
    }
  })

  test('200, 204: one of them needs no organization; if it is given, it must be the right one', async () => {
    const { id } = await anInvitation(app, owner)
    assertStatus(await app.ask(`GET /organization_invitations/${id}`, { token, query: { organization } }), 200)
    assertStatus(
      await app.ask(`GET /organization_invitations/${id}`, { token, query: { organization: outsiderOrganization } }),
      404,
    )
    assertAnswer(
      await app.ask(`GET /organization_invitations/${id}`, { token, query: { organization: 'a b' } }),
      400,
      invalidArgument(['organization', 'invalid']),
    )
    assertStatus(await app.ask(`DELETE /organization_invitations/${id}`, { token, body: { organization } }), 204)
  })

  test('below the organization the path wins over query and body', async () => {
    assert.ok(
      Array.isArray(
        collectionOf(
          await app.ask(`GET ${organization}/invitations`, { token, query: { organization: outsiderOrganization } }),
        ),
      ),
    )
    const made = await app.ask(`POST ${organization}/invitations`, {
      token,
      body: { email: `path.${organizationId}@new.test`, organization: outsiderOrganization },
    })
    assert.equal(resourceOf(made).organization, organization)
  })
})
