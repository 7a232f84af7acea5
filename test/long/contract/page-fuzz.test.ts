// seconds: 60
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { fuzzPages } from '../../support/fuzz/pages.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? 8_000)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

test(`${requests} requests to the pages: the right refusal or a page, and never our fault`, async () => {
  const { errors, seconds, statuses, slowest } = await fuzzPages(await testApp(), { requests, seed })
  console.log(
    `Pages, seed ${seed}: ${Math.round(requests / seconds)} a second, ${JSON.stringify(Object.fromEntries(statuses))}; the slowest took ${slowest}`,
  )
  assert.deepEqual(errors, [], `seed ${seed}`)
})
