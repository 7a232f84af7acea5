import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layGround } from '#app.ts'
import { found } from '#cli/founding.ts'
import { foundingTogether, isEmpty } from '#cli/founding-together.ts'
import { readConfig } from '#platform/config.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { systemClock } from '#platform/time/clock.ts'
import { newPostgresDatabase } from '../../support/databases.ts'

test('of many who would found the first organization at the same moment, one does, and the others find it', async () => {
  const database = openPostgres(await newPostgresDatabase(), () => {})
  const ground = await layGround(readConfig({ OPENSLOT_SECRET: 'a secret for tests that is long enough' }), database, systemClock)
  const founder = { name: 'Owner', email: 'owner@openslot.test', organization: 'My organization', timezone: 'Europe/Lisbon' }
  const attempts = Array.from({ length: 8 }, () =>
    foundingTogether(ground, async (together) => ((await isEmpty(together)) ? found(together, founder, { password: 'x', hash: 'y' }) : undefined)),
  )
  const outcomes = await Promise.allSettled(attempts)
  await database.close()
  assert.deepEqual(
    outcomes.filter(({ status }) => status === 'rejected'),
    [],
  )
  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value !== undefined).length, 1)
})
