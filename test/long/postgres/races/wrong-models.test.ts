// seconds: 2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testApp } from '../../../support/app.ts'
import { assertModel } from '../../../support/assert-model.ts'
import { runCommands } from '../../../support/booking-commands.ts'
import { aFounder } from '../../../support/cast.ts'

const app = await testApp()

describe('bookings beside a model', () => {
  test('A8: 20 runs of commands: both do the same', () => assertModel(app, { runs: 20, lanes: 4 }))

  for (const mistake of ['buffers', 'seats', 'limits', 'freed time', 'requests'] as const)
    test(`a model that is wrong about ${mistake} is found out`, async () => {
      const { found } = await runCommands(app, await aFounder(app), { runs: 150, seed: 7, mistake })
      assert.ok(found.failed)
      console.log(`wrong about ${mistake}: found in run ${found.numRuns}`)
    })
})
