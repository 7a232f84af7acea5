// seconds: 100
import { test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { assertModel } from '../../support/assert-model.ts'

test('A8: 2,000 runs of commands: bookings and their model do the same', async () => {
  const seed = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}`)
  await assertModel(await testApp(), { runs: 2000, lanes: 4, seed })
})
