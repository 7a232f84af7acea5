import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContext } from '#app.ts'
import { found, isEmpty } from '#cli/founding.ts'
import { performTogether } from '#execution/perform-together.ts'
import { readConfig } from '#platform/config.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { systemClock } from '#platform/time/clock.ts'
import { newPostgresDatabase } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'

test('of many who would found the first organization at the same moment, one does, and the others find it', async () => {
  const database = openPostgres(await newPostgresDatabase(), () => {})
  const context = await createContext(
    readConfig({ OPENSLOT_SECRET: 'a secret for tests that is long enough' }),
    database,
    systemClock,
  )
  // All connections are there before it begins: else one after the other would find it done.
  let connected = 0
  await Promise.all(
    Array.from({ length: 8 }, () =>
      database.write(async () => {
        connected += 1
        await eventually('all are connected', () => connected === 8)
      }),
    ),
  )
  // Each with names of its own (as a plain start and a demo would have), so that no unique index settles it.
  const founder = (number: number) => ({
    name: `Owner ${number}`,
    email: `owner${number}@acme.test`,
    organization: `Acme ${number}`,
    timezone: 'Europe/Lisbon',
  })
  const attempts = Array.from({ length: 8 }, (_, number) =>
    performTogether(context, async (together) =>
      (await isEmpty(together)) ? found(together, founder(number), { password: 'x', hash: 'y' }) : undefined,
    ),
  )
  const outcomes = await Promise.allSettled(attempts)
  await database.close()
  assert.deepEqual(
    outcomes.filter(({ status }) => status === 'rejected'),
    [],
  )
  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value !== undefined).length, 1)
})
