import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Traces } from './traces.ts'

const traces = new Traces({ emails: ['ann@client.test'], phones: ['+351912345678', '12'], names: ['Ann Demo', 'A'] })

test('an address and a number go wherever they stand, as whole words only', () => {
  assert.equal(traces.outOf('mail ANN@client.test or call +351912345678, not joann@client.test'), 'mail Erased or call Erased, not joann@client.test')
})

test('a name goes out of what somebody typed, and of nothing else', () => {
  assert.equal(traces.outOf('Ann Demo came, Joann Demo did not; 12 A'), 'Erased came, Joann Demo did not; 12 A')
  const json = '{"status":"Ann Demo","reason":"Ann Demo is ill","event_guests":[{"email":"Ann@client.test"},{"email":"bob@client.test"}]}'
  assert.deepEqual(JSON.parse(traces.outOfJson(json)), { status: 'Ann Demo', reason: 'Erased is ill', event_guests: [{ email: 'bob@client.test' }] })
})

test('where there is nothing, the text is the same to the byte', () => {
  const json = '{ "a": [1.0, "b"] }'
  assert.equal(traces.outOfJson(json), json)
  assert.equal(new Traces({ emails: [], phones: [], names: [] }).areNone, true)
})
