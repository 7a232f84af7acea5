import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailboxOf } from './mailbox.ts'

test('addresses of one mailbox are one', () => {
  for (const [address, mailbox] of [
    ['ada@acme.test', 'ada@acme.test'],
    [' Ada@ACME.test ', 'ada@acme.test'],
    ['ada+one+two@acme.test', 'ada@acme.test'],
    ['a.d.a@acme.test', 'a.d.a@acme.test'],
    ['A.d.a+x@GoogleMail.com', 'ada@gmail.com'],
    ['ａda@acme.test', 'ada@acme.test'],
    ['+@acme.test', '@acme.test'],
    ['"a@b"@acme.test', '"a@b"@acme.test'],
    ['nobody', 'nobody'],
  ] as const)
    assert.equal(mailboxOf(address), mailbox)
})
