// seconds: 2
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { fuzzPages } from '../../support/fuzz/pages.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? 300)
// A new one for each run. To repeat a run: FUZZ_SEED=… npm test -- pages/fuzz
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

test(`${requests} requests to the pages: the right refusal or a page, never a 500, nothing blank, and no data of others`, async () => {
  const prototypeBefore = Reflect.ownKeys(Object.prototype)
  const { errors, seconds, statuses, slowest } = await fuzzPages(await testApp(), { requests, seed })
  console.log(
    `Pages, seed ${seed}: ${Math.round(requests / seconds)} a second, ${JSON.stringify(Object.fromEntries(statuses))}; the slowest took ${slowest}`,
  )
  assert.deepEqual(errors, [], `seed ${seed}`)
  assert.deepEqual(Reflect.ownKeys(Object.prototype), prototypeBefore)
})
