// seconds: 110
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { assertReach, fuzz, shown } from '../../support/fuzz/run.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? 30_000)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const warmUp = 10
const mebibyte = 2 ** 20

test(`${requests} requests made from our own OpenAPI document: no fault of ours, and memory stays where it is`, async () => {
  const report = await fuzz(await testApp(), { requests, seed })
  const [before = 0, after = 0] = [report.retained[warmUp], report.retained.at(-1)]
  console.log(
    `Fuzz, seed ${seed}: ${shown(report)}; ${Math.round(before / mebibyte)} MiB held after ${warmUp} thousand, ${Math.round(after / mebibyte)} MiB at the end`,
  )
  assert.deepEqual(report.errors, [], `seed ${seed}`)
  assertReach(report)
  assert.ok(after - before < 50 * mebibyte, `memory grew from ${before} to ${after} bytes`)
})
