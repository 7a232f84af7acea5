import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowancesOf, describeLimit } from './limits.ts'
import { type Plan, plans, type Stage } from './plans.ts'

const allowances = (plan: Plan, stage: Stage, ceiling = 500) =>
  allowancesOf('booking', { plan, stage }, ceiling).map(({ requests, seconds }) => [requests, seconds])

test('bookings: five a day on a trial of any plan and on the free plan', () => {
  for (const plan of plans) assert.deepEqual(allowances(plan, 'trial'), [[5, 86_400]], plan)
  assert.deepEqual(allowances('basic', 'active'), [[5, 86_400]])
})

test('bookings: 10 a minute, 50 an hour and 100 a day on paid plans, 500 a minute on Enterprise', () => {
  for (const plan of ['essentials', 'standard', 'professional', 'teams'] as const)
    assert.deepEqual(allowances(plan, 'active'), [
      [10, 60],
      [50, 3600],
      [100, 86_400],
    ])
  assert.deepEqual(allowances('enterprise', 'active'), [[500, 60]])
})

test('bookings: a general ceiling that was raised is the ceiling of Enterprise too, and of nobody else; one that was lowered is not', () => {
  assert.deepEqual(allowances('enterprise', 'active', 9000), [[9000, 60]])
  assert.deepEqual(allowances('enterprise', 'active', 20), [[500, 60]])
  assert.deepEqual(allowances('enterprise', 'trial', 9000), [[5, 86_400]])
  assert.deepEqual(allowances('teams', 'active', 9000)[0], [10, 60])
})

test('the reference names every one of them', () => {
  assert.equal(
    describeLimit('booking'),
    'Besides the general limit, each user can make 10 a minute, 50 an hour, and 100 a day of these requests; 5 a day on a trial or the free plan, and 500 a minute on the plan `enterprise`.',
  )
})
