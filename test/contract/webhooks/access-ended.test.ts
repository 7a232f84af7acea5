// seconds: 5
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { changePassword } from '#accounts/index.ts'
import { deleteApp, deleteExpired, withdrawFromApp } from '#oauth/index.ts'
import {
  changeMemberRole,
  handOverOwnership,
  removeGroupMember,
  removeOrganizationMember,
} from '#organizations/index.ts'
import { activateWebhookSubscription, clearHistory, listWebhookDeliveries } from '#webhooks/index.ts'
import { loadPending } from '#webhooks/store/deliveries.ts'
import { listRecipients } from '#webhooks/store/subscriptions.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { anApplication, call, tokensOf } from '../../support/application.ts'
import { aFounder, aGroup, aMember, inGroup, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { factsOf } from '../../support/inventory.ts'
import { raw } from '../../support/raw.ts'
import { aReceiver } from '../../support/receiver.ts'
import { aSubscription, webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const day = 86_400_000

const events = ['event_type.created']

/** An organization with a webhook, and the owner, who outlives everybody else. */
const aScene = async () => {
  const owner = await aFounder(app)
  const receiver = await aReceiver()
  const happen = () => anEventType(app, owner)
  const arrived = async (): Promise<number> => {
    await app.work()
    return receiver.received.length
  }
  return { owner, receiver, happen, arrived, url: `${receiver.url}/${randomUUID()}` }
}

/** A webhook that an application made with the token of a person. */
const aHookOfApp = async () => {
  const scene = await aScene()
  const developer = await aFounder(app)
  const application = await anApplication(app, developer)
  const tokens = await tokensOf(app, scene.owner, application)
  const hook = await aSubscription(app, { ...scene.owner, token: tokens.access_token }, scene.url, { events })
  return { ...scene, developer, application, tokens, hook }
}

type Ending = (scene: Awaited<ReturnType<typeof aHookOfApp>>) => Promise<unknown>

const endingsOfApps: readonly (readonly [string, Ending])[] = [
  [
    'was withdrawn',
    ({ owner, application }) => app.run(withdrawFromApp, owner.principal, { client_id: application.clientId }),
  ],
  [
    'ended because the application was deleted',
    ({ developer, application }) => app.run(deleteApp, developer.principal, { client_id: application.clientId }),
  ],
  ['was given back', ({ application, tokens }) => call(app, 'revoke', application, { token: tokens.refresh_token })],
  [
    'ended with a new password',
    ({ owner }) => app.run(changePassword, owner.principal, { password_hash: `hash ${randomUUID()}` }),
  ],
]

describe('an application', () => {
  for (const [ending, end] of endingsOfApps) {
    test(`receives nothing once its access ${ending}, not even what was queued`, async () => {
      const scene = await aHookOfApp()
      const { owner, happen, arrived, receiver, hook } = scene
      await happen()
      assert.equal(await arrived(), 1)
      receiver.behave(() => 500)
      await happen()
      assert.equal(await arrived(), 2)
      receiver.behave(() => 200)

      await end(scene)
      await happen()
      app.clock.advance(day / 2)
      assert.equal(await arrived(), 2)
      assertStatus(await app.ask(`GET ${hook.uri}`, { token: owner.token }), ending.includes('password') ? 401 : 404)
      assert.equal(
        (await factsOf(app, owner.principal.organizationId)).filter((name) => name === 'webhook_subscription.deleted')
          .length,
        1,
      )
    })
  }

  test('receives nothing from the moment on in which its access ended: what waits is not loaded, nothing more is queued', async () => {
    const { owner, application, happen, arrived, receiver } = await aHookOfApp()
    receiver.behave(() => 500)
    await happen()
    assert.equal(await arrived(), 1)
    const { organizationId } = owner.principal
    const waiting = await app.context.database.reader
      .selectFrom('webhook_deliveries')
      .select('id')
      .where(({ and }) => and({ organization_id: organizationId, status: 'pending' }))
      .execute()
    assert.equal(waiting.length, 1)
    const { database } = app.context
    const recipients = () => listRecipients(database.reader, [organizationId], ['event_type.created'])
    assert.equal((await recipients()).length, 1)
    // Nobody has been told of it yet.
    await app.run(withdrawFromApp, owner.principal, { client_id: application.clientId })
    assert.deepEqual(await recipients(), [])
    assert.deepEqual(
      await database.write((tx) =>
        loadPending(
          tx,
          waiting.map(({ id }) => id),
        ),
      ),
      [],
    )
  })

  test('that registered itself is cleared away with its webhooks, and does not keep the others from being cleared', async () => {
    const { owner, url, happen, arrived } = await aScene()
    const register = async (name: string) => {
      const body = { client_name: name, redirect_uris: ['https://tool.test/callback'] }
      const { client_id: clientId } = (await app.ask('POST /oauth/register', { body })).body
      return { clientId, secret: null, redirectUri: 'https://tool.test/callback', webhookKey: '' }
    }
    const [tool, other] = [await register('Tool'), await register('Other')]
    await tokensOf(app, owner, tool, { audience: 'mcp', scopes: ['mcp:scheduling:read'] })
    const hook = await aSubscription(app, owner, url, { events })
    // What an earlier release, or a document that once asked for more, has left.
    await app.context.database.write(
      async (tx) =>
        void (await sql`update webhook_subscriptions set client_id = ${tool.clientId}::uuid where id = ${hook.id}::uuid`.execute(
          tx,
        )),
    )
    await app.run(withdrawFromApp, owner.principal, { client_id: tool.clientId })
    const { database, links } = app.context
    const later = new Date(app.clock.now().getTime() + 90 * day)
    while ((await deleteExpired(database, later)) > 0);
    while ((await clearHistory({ database, links }, later)).more);
    while ((await deleteExpired(database, later)) > 0);
    const left = await raw(
      database.reader,
      sql<{ id: string }>`select id from oauth_clients where id in (${tool.clientId}::uuid, ${other.clientId}::uuid)`,
    )
    assert.deepEqual(left, [])
    await happen()
    assert.equal(await arrived(), 0)
  })
})

interface OfPerson {
  readonly owner: Person
  readonly maker: Person
}

const endingsOfPeople: readonly (readonly [
  string,
  'organization' | 'group' | 'user',
  (scene: OfPerson) => Promise<unknown>,
])[] = [
  [
    'was removed',
    'organization',
    ({ owner, maker }) => app.run(removeOrganizationMember, owner.principal, { uuid: maker.membershipId }),
  ],
  [
    'is no admin any more',
    'organization',
    ({ owner, maker }) => app.run(changeMemberRole, owner.principal, { uuid: maker.membershipId, role: 'user' }),
  ],
  [
    'is no admin any more, and made it for another member',
    'user',
    ({ owner, maker }) => app.run(changeMemberRole, owner.principal, { uuid: maker.membershipId, role: 'user' }),
  ],
]

describe('a webhook', () => {
  for (const [ending, scope, end] of endingsOfPeople) {
    test(`of somebody who ${ending} is disabled, sends nothing that waits, and the owner may take it over`, async () => {
      const { owner, receiver, happen, arrived, url } = await aScene()
      const maker = await aMember(app, owner, { role: 'admin' })
      const hook = await aSubscription(app, maker, url, {
        events,
        scope,
        ...(scope === 'user' ? { user: owner.uri } : {}),
      })
      receiver.behave(() => 500)
      await happen()
      assert.equal(await arrived(), 1)
      receiver.behave(() => 200)

      await end({ owner, maker })
      await happen()
      app.clock.advance(day / 2)
      assert.equal(await arrived(), 1)
      const { state } = resourceOf(await app.ask(`GET ${hook.uri}`, { token: owner.token }))
      assert.equal(state, 'disabled')
      const waiting = await app.run(listWebhookDeliveries, owner.principal, { count: 100, status: 'pending' })
      assert.deepEqual(waiting, [])

      await app.run(activateWebhookSubscription, owner.principal, { uuid: hook.id, signing_key: 'a new key' })
      await happen()
      assert.equal(await arrived(), 2)
      assert.equal(resourceOf(await app.ask(`GET ${hook.uri}`, { token: owner.token })).creator, owner.uri)
    })
  }

  test('of a group ends with the part in the group that its maker had, and not before', async () => {
    const { owner, arrived, url } = await aScene()
    const maker = await aMember(app, owner)
    const group = await aGroup(app, owner)
    const member = await aMember(app, owner)
    await inGroup(app, owner, group, { membership: member.membershipUri })
    const relation = await inGroup(app, owner, group, { membership: maker.membershipUri }, 'admin')
    const hook = await aSubscription(app, maker, url, { events, scope: 'group', group: group.uri })
    await anEventType(app, member)
    assert.equal(await arrived(), 1)
    await app.run(removeGroupMember, owner.principal, { uuid: relation.id })
    await anEventType(app, member)
    assert.equal(await arrived(), 1)
    assert.equal(resourceOf(await app.ask(`GET ${hook.uri}`, { token: owner.token })).state, 'disabled')
  })

  test('of somebody whose rights are still enough goes on', async () => {
    const { owner, arrived, url } = await aScene()
    const admin = await aMember(app, owner, { role: 'admin' })
    await aSubscription(app, owner, url, { events })
    await aSubscription(app, admin, `${url}/own`, { events, scope: 'user', user: admin.uri })
    await app.run(changeMemberRole, owner.principal, { uuid: admin.membershipId, role: 'user' })
    await anEventType(app, admin)
    assert.equal(await arrived(), 2)
    const next = await aMember(app, owner, { role: 'admin' })
    await app.run(handOverOwnership, owner.principal, { uuid: next.membershipId })
    await anEventType(app, next)
    assert.equal(await arrived(), 3)
  })
})
