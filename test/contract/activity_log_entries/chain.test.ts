// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { verifyLog } from '#activity/index.ts'
import { aCast, aGroup } from '../../support/cast.ts'
import { webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const { database } = app.context
const { owner, organizationId } = await aCast(app)
for (let count = 0; count < 5; count += 1) await aGroup(app, owner)
await app.work()

const undo = new Error('undo')

/** What verification finds after these changes, which are rolled back. */
const findingsAfter = async (...changes: readonly RawBuilder<unknown>[]): Promise<string | undefined> => {
  let found: string | undefined
  await assert.rejects(
    database.write(async (tx) => {
      await sql`select set_config('openslot.rewriting', 'on', true)`.execute(tx)
      for (const change of changes)
        assert.ok(Number((await change.execute(tx)).numAffectedRows) > 0, 'something was changed')
      found = (await verifyLog(tx)).find((finding) => finding.organizationId === organizationId)?.trouble
      throw undo
    }),
    undo,
  )
  return found
}

const third = sql`organization_id = ${organizationId} and position = (select max(position) - 2 from activity_log where organization_id = ${organizationId})`
const fact = sql`id = (select fact_id from activity_log where ${third})`

describe('the chain of the activity log (J7)', () => {
  test('holds over the whole log', async () => {
    const findings = await verifyLog(database.reader)
    assert.deepEqual(
      findings.filter(({ trouble }) => trouble !== undefined),
      [],
    )
    assert.ok((findings.find((finding) => finding.organizationId === organizationId)?.entries ?? 0) >= 5)
  })

  const tampering: Readonly<Record<string, readonly RawBuilder<unknown>[]>> = {
    'a byte of what happened': [sql`update facts set subject = subject || '{"planted": 1}' where ${fact}`],
    'who did it': [sql`update facts set actor_type = 'invitee', actor_id = null where ${fact}`],
    'when it happened': [sql`update facts set occurred_at = occurred_at + interval '1 millisecond' where ${fact}`],
    'what was done': [sql`update facts set name = 'group.deleted' where ${fact}`],
    'how it is shown': [sql`update activity_log set action = 'Deleted' where ${third}`],
    'the name of who did it': [sql`update activity_log set actor_name = 'Somebody Else' where ${third}`],
    'the time in the log': [
      sql`update activity_log set occurred_at = occurred_at + interval '1 millisecond' where ${third}`,
    ],
    'a digest': [sql`update activity_log set subject_digest = sha256(subject_digest) where ${third}`],
    'a salt': [sql`update activity_log set salt = substring(sha256(salt) for 16) where ${third}`],
    'a hash': [sql`update activity_log set hash = sha256(hash) where ${third}`],
    'an entry that is gone': [sql`delete from activity_log where ${third}`],
    'a fact that is gone': [sql`delete from facts where ${fact}`],
    'the last entry that is gone': [
      sql`delete from activity_log where organization_id = ${organizationId} and position = (select max(position) from activity_log where organization_id = ${organizationId})`,
    ],
    'an entry that was emptied without a request': [
      sql`update activity_log set salt = null, erased_by = gen_random_uuid() where ${third}`,
    ],
  }
  for (const [what, changes] of Object.entries(tampering)) {
    test(`shows ${what}`, async () => {
      const found = await findingsAfter(...changes)
      assert.ok(found !== undefined)
      assert.match(found, /entr/)
    })
  }

  for (const [what, change] of Object.entries({
    'a fact is deleted': sql`delete from facts where ${fact}`,
    'a fact is changed': sql`update facts set subject = '{}' where ${fact}`,
    'a name is changed': sql`update facts set name = 'group.deleted' where ${fact}`,
    'an entry is deleted': sql`delete from activity_log where ${third}`,
    'an entry is changed': sql`update activity_log set action = 'None' where ${third}`,
  })) {
    test(`append-only: the database refuses when ${what}`, async () => {
      await assert.rejects(
        database.write((tx) => change.execute(tx)),
        /what happened cannot be changed/,
      )
    })
  }
})
