import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPhoneNumber } from './phone-number.ts'

test('a dialable number, however its digits are grouped', () => {
  for (const good of [
    '+46701234567',
    '070-123 45 67',
    '(020) 7946/0000',
    '+1 415 555 0100 x12',
    '+1 415 555 0100 ext. 12',
    '12345',
    '1'.repeat(20),
    ' +46701234567 ',
  ])
    assert.ok(isPhoneNumber(good), good)
  for (const bad of [
    '',
    '1234',
    '1'.repeat(21),
    'call me',
    '+46 70 123 45 67 or mail',
    '++46701234567',
    '46+701234567',
    '12345\n67890',
    '12345 x1234567',
    `1${' '.repeat(40)}2345`,
  ])
    assert.ok(!isPhoneNumber(bad), bad)
})
