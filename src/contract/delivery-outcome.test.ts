import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeFields, storedOutcome } from './delivery-outcome.ts'

test('a stored outcome is shown as a text, a code, and its value', () => {
  assert.deepEqual(outcomeFields(storedOutcome('answered', 503)), {
    outcome: 'answered 503',
    outcome_code: 'answered',
    outcome_value: '503',
  })
  assert.deepEqual(outcomeFields(storedOutcome('no_answer')), {
    outcome: 'no answer in time',
    outcome_code: 'no_answer',
    outcome_value: null,
  })
})

test('what is not a known code is shown as it is stored', () => {
  assert.deepEqual(outcomeFields('of_tomorrow:7'), {
    outcome: 'of_tomorrow:7',
    outcome_code: null,
    outcome_value: null,
  })
  assert.deepEqual(outcomeFields(null), { outcome: null, outcome_code: null, outcome_value: null })
})
