import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeFields } from '#contract/delivery-outcome.ts'
import { readMigrations } from '#platform/db/migrate.ts'
import { openTestDatabase } from '../../support/databases.ts'

/** What earlier releases stored, and what the API shows of it. */
const stored = {
  webhook_deliveries: {
    'answered 503': ['answered', '503'],
    'unreachable: ECONNREFUSED': ['unreachable', 'ECONNREFUSED'],
    'not allowed: private': ['not_allowed', 'private'],
    'no such name': ['unknown_name', null],
    'no connection in time': ['no_connection', null],
    'no answer in time': ['no_answer', null],
    'not sent: the subscription is gone': ['subscription_deleted', null],
    'restored from a backup': ['restored', null],
  },
  mails: {
    accepted: ['accepted', null],
    'written to a file': ['written', null],
    'no such recipient: 550': ['no_recipient', '550'],
    'answered 451': ['answered', '451'],
    'unreachable: ETLS': ['unreachable', 'ETLS'],
    'no answer in time': ['no_answer', null],
    'restored from a backup': ['restored', null],
  },
}

test('outcomes that earlier releases stored as sentences become codes with their values', async () => {
  const migration = (await readMigrations()).find(({ name }) => name === 'outcome_codes')
  const database = await openTestDatabase()
  await database.session(async (session) => {
    await session.run('create schema before_codes; set search_path to before_codes')
    try {
      for (const [table, outcomes] of Object.entries(stored)) {
        await session.run(
          `create table ${table} (sentence text, outcome text); insert into ${table} values (null, null)`,
        )
        for (const sentence of Object.keys(outcomes))
          await session.run(`insert into ${table} values ('${sentence}', '${sentence}')`)
      }
      await session.run(migration?.script ?? '')
      for (const [table, outcomes] of Object.entries(stored)) {
        const rows = await session.query<{ sentence: string; outcome: string }>(
          `select sentence, outcome from ${table} where sentence is not null`,
        )
        const shown = rows.map(({ sentence, outcome }) => {
          const { outcome_code, outcome_value } = outcomeFields(outcome)
          return [sentence, [outcome_code, outcome_value]]
        })
        assert.deepEqual(Object.fromEntries(shown), outcomes)
      }
    } finally {
      await session.run('drop schema before_codes cascade; set search_path to default')
    }
  })
})
