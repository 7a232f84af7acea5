import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { recordFact, system } from '#activity/index.ts'
import { type WriteCall, write } from '#execution/operation.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aGroup } from '../../support/cast.ts'

// Every test that goes through the front door is watched (test/support/watched-database.ts). These show that it is.

const app = await testApp()
const { owner, organizationId } = await aCast(app)
const group = await aGroup(app, owner)

const operationThat = (run: (call: WriteCall) => Promise<void>) =>
  write({
    name: 'break_a_rule',
    summary: 'Break a rule',
    scopes: ['groups:write' as never],
    input: z.object({}),
    output: z.void(),
    run,
  })

const rename = async ({ tx, now }: WriteCall): Promise<void> => {
  await tx
    .updateTable('groups')
    .set({ name: `Renamed ${now.getTime()}` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', group.id)
    .execute()
}
const record = ({ tx, now }: WriteCall): Promise<void> =>
  recordFact(tx, { name: 'group.renamed', organizationId, actor: system, subject: { uri: group.uri }, occurredAt: now })

describe('over the whole contract suite (J7)', () => {
  test('a change without an entry is not committed', async () => {
    await assert.rejects(app.run(operationThat(rename), owner.principal), /J7: a change without an entry: groups/)
  })

  test('an entry without a change is not committed', async () => {
    await assert.rejects(
      app.run(operationThat(record), owner.principal),
      /J7: an entry without a change: .*group\.renamed/,
    )
  })

  test('two entries for one change are not committed', async () => {
    const twice = operationThat(async (call) => {
      await rename(call)
      await record(call)
      await record(call)
    })
    await assert.rejects(app.run(twice, owner.principal), /J7: more than one entry/)
  })

  test('of invitees who are moved together none has two', async () => {
    const moving = operationThat(async (call) => {
      await rename(call)
      for (const uri of ['one', 'other', 'one'])
        await recordFact(call.tx, {
          name: 'invitee.rescheduled',
          organizationId,
          actor: system,
          subject: { uri },
          occurredAt: call.now,
        })
    })
    await assert.rejects(app.run(moving, owner.principal), /J7: more than one entry/)
  })

  test('a change with its entry is', async () => {
    const once = operationThat(async (call) => {
      await rename(call)
      await record(call)
    })
    await app.run(once, owner.principal)
  })
})
