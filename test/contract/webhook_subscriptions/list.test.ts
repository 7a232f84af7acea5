// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { deleteGroup, removeOrganizationMember } from '#organizations/index.ts'
import { assertAnswer, collectionOf, denied, invalidArgument, notFound, urisOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aGroup, aMember, inGroup, type Person } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'
import { aSubscription } from '../../support/webhooks.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organization, outsiderOrganization } = await aCast(app)
const group = await aGroup(app, owner)
const groupAdmin = await aMember(app, owner)
await inGroup(app, owner, group, { membership: groupAdmin.membershipUri }, 'admin')

const newUrl = (): string => `https://hooks.client.test/${randomUUID()}`
const first = await aSubscription(app, owner, newUrl())
app.clock.advance(1000)
const second = await aSubscription(app, admin, newUrl())
const ofUser = await aSubscription(app, colleague, newUrl(), { scope: 'user', user: colleague.uri })
const ofGroup = await aSubscription(app, groupAdmin, newUrl(), { scope: 'group', group: group.uri })
await aSubscription(app, outsider, newUrl())

const list = (query: Readonly<Record<string, string>>, { token }: Pick<Person, 'token'> = owner) =>
  app.ask('GET /webhook_subscriptions', { token, query })

describe('GET /webhook_subscriptions', () => {
  test('200: those of the scope that is named, oldest first, and no others', async () => {
    assert.deepEqual(urisOf(collectionOf(await list({ organization, scope: 'organization' }))), [first.uri, second.uri])
    assert.deepEqual(urisOf(collectionOf(await list({ organization, scope: 'user', user: colleague.uri }))), [
      ofUser.uri,
    ])
    assert.deepEqual(urisOf(collectionOf(await list({ organization, scope: 'user', user: owner.uri }))), [])
    assert.deepEqual(urisOf(collectionOf(await list({ organization, scope: 'group', group: group.uri }))), [
      ofGroup.uri,
    ])
  })

  test('200: in the other order, page by page, as each one is alone', async () => {
    const answer = await list({ organization, scope: 'organization', sort: 'created_at:desc', count: '1' })
    assert.deepEqual(urisOf(answer.body.collection), [second.uri])
    const next = await app.ask(`GET ${answer.body.pagination.next_page}`, { token: owner.token })
    assert.deepEqual(urisOf(next.body.collection), [first.uri])
    assertAnswer(await app.ask(`GET ${first.uri}`, { token: owner.token }), 200, { resource: next.body.collection[0] })
  })

  test('200: for oneself, and for admins of the group', async () => {
    assert.deepEqual(
      urisOf(collectionOf(await list({ organization, scope: 'user', user: colleague.uri }, colleague))),
      [ofUser.uri],
    )
    assert.deepEqual(urisOf(collectionOf(await list({ organization, scope: 'group', group: group.uri }, groupAdmin))), [
      ofGroup.uri,
    ])
  })

  test('gone: those of a former member, and of a deleted group', async () => {
    const leaver = await aMember(app, owner)
    const hook = await aSubscription(app, leaver, newUrl(), { scope: 'user', user: leaver.uri })
    await app.run(removeOrganizationMember, owner.principal, { uuid: leaver.membershipId })
    assertAnswer(await app.ask(`GET ${hook.uri}`, { token: owner.token }), 404, notFound)
    const shortLived = await aGroup(app, owner)
    const other = await aSubscription(app, owner, newUrl(), { scope: 'group', group: shortLived.uri })
    await app.run(deleteGroup, owner.principal, { uuid: shortLived.id })
    assertAnswer(await app.ask(`GET ${other.uri}`, { token: owner.token }), 404, notFound)
  })

  const wrong: readonly (readonly [query: Readonly<Record<string, string>>, ...details: [string, string][]])[] = [
    [{}, ['organization', 'is missing'], ['scope', 'is missing']],
    [{ organization }, ['scope', 'is missing']],
    [{ organization, scope: 'everybody' }, ['scope', 'must be one of: organization, user, group']],
    [{ organization, scope: 'user' }, ['user', 'is missing']],
    [{ organization, scope: 'group' }, ['group', 'is missing']],
    [{ organization, scope: 'organization', sort: 'url:asc' }, ['sort', 'invalid']],
  ]
  for (const [query, ...details] of wrong)
    test(`400: ${JSON.stringify(query).slice(0, 60)}`, async () =>
      assertAnswer(await list(query), 400, invalidArgument(...details)))

  test('403: without permission', async () => {
    for (const query of [
      { organization, scope: 'organization' },
      { organization, scope: 'user', user: owner.uri },
      { organization, scope: 'group', group: group.uri },
    ])
      assertAnswer(await list(query, colleague), 403, denied('You do not have permission'))
  })

  test("404: another organization's things look nonexistent", async () => {
    for (const query of [
      { organization: outsiderOrganization, scope: 'organization' },
      { organization, scope: 'user', user: outsider.uri },
      { organization, scope: 'group', group: randomUUID() },
    ])
      assertAnswer(await list(query), 404, notFound)
  })

  guardTests(app, owner, 'webhooks:read', 200, (asked) =>
    app.ask('GET /webhook_subscriptions', { ...asked, query: { organization, scope: 'organization' } }),
  )
})
