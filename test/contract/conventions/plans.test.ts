import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { z } from 'zod'
import { plans } from '#contract/plans.ts'
import { Problem } from '#contract/problem.ts'
import { read } from '#execution/operation.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { aCast, type Cast } from '../../support/cast.ts'

let app: TestApp
let cast: Cast

before(async () => {
  app = await testApp()
  cast = await aCast(app)
})

const forEnterprises = read({
  name: 'count_to',
  summary: 'Something that only the largest plan has',
  scopes: ['users:read'],
  plan: 'enterprise',
  input: z.object({ number: z.number() }),
  output: z.object({ number: z.number() }),
  run: async (_, { number }) => ({ number }),
})

const countOn = (plan: (typeof plans)[number], input: Record<string, unknown>) =>
  app.run(forEnterprises, { ...cast.owner.principal, plan }, input)

describe('an operation that needs the plan `enterprise`', () => {
  test('403 on every other: our name, and the first words as clients know them', async () => {
    for (const plan of plans.filter((name) => name !== 'enterprise')) {
      await assert.rejects(countOn(plan, { number: 1 }), (error) => {
        assert.ok(error instanceof Problem)
        assert.equal(error.kind.status, 403)
        assert.deepEqual(error.body, {
          title: 'Permission Denied',
          message: 'Please upgrade your Openslot account to Enterprise.',
        })
        return true
      })
    }
    assert.deepEqual(await countOn('enterprise', { number: 1 }), { number: 1 })
  })

  test('400 before 403: syntax is checked first', async () => {
    await assert.rejects(
      countOn('basic', { number: 'one' }),
      (error) => error instanceof Problem && error.kind.status === 400,
    )
  })
})
