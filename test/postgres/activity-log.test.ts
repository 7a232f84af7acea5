import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { listEntries } from '#activity/store/entries.ts'
import type { Tables } from '#schema/tables.ts'
import { aBooking } from '../support/bookings.ts'
import { aCast, aGroup } from '../support/cast.ts'
import { anEventType } from '../support/event-types.ts'
import { raw } from '../support/raw.ts'
import { aReceiver } from '../support/receiver.ts'
import { aSubscription, webhookApp } from '../support/webhooks.ts'

const app = await webhookApp()
const { owner, organizationId } = await aCast(app)

test('an entry that is logged while a page is read is on it once', async () => {
  await app.work()
  await aGroup(app, owner)
  const found = { size: 3, order: [], from: undefined }
  const before = await listEntries(app.context.database.reader, organizationId, {}, found)

  let statements = 0
  const interrupted = (app.context.database.reader as Kysely<Tables>).withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1
      if (statements === 1) await app.work()
      return result
    },
  })
  assert.deepEqual(await listEntries(interrupted, organizationId, {}, found), before)
  assert.ok(statements > 1)
})

test('webhooks do not wait for the activity log: another transaction holds its chain, and the entry follows when it lets go', async () => {
  const receiver = await aReceiver()
  await aSubscription(app, owner, receiver.url)
  const type = await anEventType(app, owner, { active: true })
  await app.work()
  const { database } = app.context
  const positionOf = async (): Promise<number> =>
    (
      await raw(
        database.reader,
        sql<{ position: number }>`select position from activity_chains where organization_id = ${organizationId}`,
      )
    )[0]?.position ?? 0
  const before = await positionOf()
  await database.write(async (tx) => {
    await raw(tx, sql`select position from activity_chains where organization_id = ${organizationId} for update`)
    await aBooking(app, owner, type)
    await app.work()
    assert.deepEqual(
      receiver.received.map(({ body }) => body.event),
      ['invitee.created'],
    )
    assert.equal(await positionOf(), before)
  })
  await app.work()
  assert.equal(await positionOf(), before + 1)
  assert.equal(receiver.received.length, 1)
})
