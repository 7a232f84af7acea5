// on: embedded
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { raw } from '../../support/raw.ts'
import { aSubscription } from '../../support/webhooks.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)

test('200: a disabled subscription is active again, with a new key; 400 for one that is active, 403 and 404 for those who may not change it', async () => {
  const { id } = await aSubscription(app, owner, 'https://hooks.client.test/openslot')
  const activate = (token: string) =>
    app.ask(`POST /webhook_subscriptions/${id}/activate`, {
      token,
      body: { signing_key: 'a key of at least 32 characters' },
    })
  const early = await activate(owner.token)
  assert.equal(early.status, 400)
  assert.deepEqual(early.body.details, [{ parameter: 'base', message: 'is already active' }])
  await app.context.database.write((tx) =>
    raw(tx, sql`update webhook_subscriptions set state = 'disabled' where id = ${id}`),
  )
  assert.deepEqual([(await activate(colleague.token)).status, (await activate(outsider.token)).status], [403, 404])
  const done = await activate(owner.token)
  assert.deepEqual([done.status, done.body.resource.state], [200, 'active'])
})
