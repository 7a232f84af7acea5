import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PersonRedactor } from './person-redactor.ts'

const redactor = new PersonRedactor({
  emails: ['ann@client.test'],
  phones: ['+351912345678', '12'],
  names: ['Ann Demo', 'A'],
})

test('addresses and phone numbers are replaced everywhere, as whole words only', () => {
  assert.equal(
    redactor.redact('mail ANN@client.test or call +351912345678, not joann@client.test'),
    'mail Erased or call Erased, not joann@client.test',
  )
})

test('a name is replaced in free texts only', () => {
  assert.equal(redactor.redact('Ann Demo came, Joann Demo did not; 12 A'), 'Erased came, Joann Demo did not; 12 A')
  const json =
    '{"status":"Ann Demo","reason":"Ann Demo is ill","event_guests":[{"email":"Ann@client.test"},{"email":"bob@client.test"}]}'
  assert.deepEqual(JSON.parse(redactor.redactJson(json)), {
    status: 'Ann Demo',
    reason: 'Erased is ill',
    event_guests: [{ email: 'bob@client.test' }],
  })
})

test('without a match, the text is unchanged to the byte', () => {
  const json = '{ "a": [1.0, "b"] }'
  assert.equal(redactor.redactJson(json), json)
  assert.equal(new PersonRedactor({ emails: [], phones: [], names: [] }).isEmpty, true)
})
