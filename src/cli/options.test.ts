import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { UsageError } from '#process/operator-error.ts'
import { readOptions } from './options.ts'

const options = {
  email: { value: 'EMAIL', summary: 'Whose', required: true },
  role: { value: 'ROLE', summary: 'Which', choices: ['admin', 'user'] },
  admin: { summary: 'Whether' },
} as const

describe('options', () => {
  test('are read by their names: values as text, flags as yes or no, absent ones as undefined', () => {
    assert.deepEqual(readOptions(options, ['--email', 'a@acme.test']), {
      email: 'a@acme.test',
      role: undefined,
      admin: false,
    })
    assert.equal(readOptions(options, ['--email', '-x@acme.test']).email, '-x@acme.test')
    assert.deepEqual(readOptions(options, ['--admin', '--role=user', '--email=-x@acme.test']), {
      email: '-x@acme.test',
      role: 'user',
      admin: true,
    })
  })

  const wrong: readonly (readonly [words: readonly string[], sentence: RegExp])[] = [
    [[], /^--email is missing: --email EMAIL$/],
    [['--emial', 'x'], /^Unknown option: --emial\. Did you mean --email\?$/],
    [['--frobnicate', '--email', 'x'], /^Unknown option: --frobnicate\.$/],
    [['-e', 'x'], /^Unknown option: -e\.$/],
    [['--email'], /^--email needs a value/],
    [['--email', '--admin'], /^--email needs a value/],
    [['--email', 'x', '--email', 'y'], /^--email was given twice/],
    [['--email', 'x', '--admin=yes'], /^--admin takes no value/],
    [['--email', 'x', '--role', 'usr'], /^--role must be one of admin, user, not "usr"\. Did you mean user\?$/],
    [['--email', 'x', 'word'], /^Unexpected argument "word"/],
    [['--email', 'x', '--', '--admin'], /^Unexpected argument "--admin"/],
  ]

  test('that are not declared, or not as declared, are refused with a sentence', () => {
    for (const [words, sentence] of wrong) {
      assert.throws(
        () => readOptions(options, words),
        (error) => error instanceof UsageError && sentence.test(error.message),
        words.join(' '),
      )
    }
  })
})
