import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errorText } from './failure-text.ts'

describe('a failure as text', () => {
  const failed = (message: string, details?: readonly { parameter?: string; message: string }[]) =>
    errorText({ message, exitCode: 1, ...(details ? { details } : {}) }, { email: { summary: '', value: 'EMAIL' } })

  test('says what is wrong, and on a second line which command helps', () => {
    assert.equal(
      failed('The disk is full. Free up space and try again.'),
      'error: The disk is full. Free up space and try again.',
    )
    assert.equal(
      failed('This database is empty. Create its first organization with: openslot init --help'),
      'error: This database is empty.\ntry: openslot init --help',
    )
  })

  test('names each wrong field as its option', () => {
    const details = [
      { parameter: 'email', message: 'is missing' },
      { parameter: 'base', message: 'Event is over' },
    ]
    assert.equal(
      failed('The supplied parameters are invalid.', details),
      'error: --email is missing.\nerror: Event is over.',
    )
  })
})
