// seconds: 7
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type TestApp, testApp } from '../support/app.ts'
import { assertBreadth, type FuzzReport, fuzz, shown } from '../support/fuzz/run.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? 300)
// A new one for each run. To repeat a run: FUZZ_SEED=… npm test -- fuzz
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

describe(`${requests} requests made from our own OpenAPI document, with live tokens`, () => {
  let app: TestApp
  let report: FuzzReport
  const prototypeBefore = Reflect.ownKeys(Object.prototype)

  before(async () => {
    app = await testApp()
    report = await fuzz(app, { requests, seed, untilReached: false })
    console.log(`Fuzz, seed ${seed}: ${shown(report)}`)
  })

  test('no fault of ours, every answer as described, with the limit headers, and nothing of another organization', () => {
    assert.deepEqual(report.errors, [], `seed ${seed}`)
  })

  // That every operation was carried out and refused takes more requests: test/long/contract/fuzz.test.ts.
  test('nearly every operation was asked', () => assertBreadth(report))

  test('what must not be seen of the other organization is there, and its owner sees it', async () => {
    const { canaries, outsiderToken } = report.world
    assert.ok(canaries.length > 10)
    const texts = await Promise.all(
      ['users/me', 'groups', 'group_relationships', 'organization_memberships'].map(
        async (path) => (await app.ask(`GET /${path}`, { token: outsiderToken })).text,
      ),
    )
    for (const text of texts) assert.ok(canaries.some((canary) => text.includes(canary)))
  })

  test('the service is as it was', async () => {
    assert.equal((await app.ask('GET /health/ready')).status, 200)
    assert.deepEqual(Reflect.ownKeys(Object.prototype), prototypeBefore)
  })
})
