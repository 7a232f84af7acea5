import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kysely } from 'kysely'
import { listEntries } from '#activity/store/entries.ts'
import type { Tables } from '#schema/tables.ts'
import { aCast, aGroup } from '../support/cast.ts'
import { webhookApp } from '../support/webhooks.ts'

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
