import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachMailboxOnce, mailboxOf } from './mailbox.ts'

test('addresses of one mailbox are equal', () => {
  for (const [address, mailbox] of [
    ['ada@acme.test', 'ada@acme.test'],
    [' Ada@ACME.test ', 'ada@acme.test'],
    ['ada+one+two@acme.test', 'ada@acme.test'],
    ['a.d.a@acme.test', 'a.d.a@acme.test'],
    ['A.d.a+x@GoogleMail.com', 'ada@gmail.com'],
    ['ａda@acme.test', 'ada@acme.test'],
    ['+@acme.test', '@acme.test'],
    ['vİctİm@acme.test', 'victim@acme.test'],
    ['\u212aim@acme.test', 'kim@acme.test'],
    ['"a@b"@acme.test', '"a@b"@acme.test'],
    ['nobody', 'nobody'],
  ] as const)
    assert.equal(mailboxOf(address), mailbox)
})

test('of the addresses of one mailbox the first is kept, and none of the mailbox that gets a mail anyway', () => {
  const given = ['Ada+1@acme.test', 'bob@acme.test', 'ada@acme.test', 'Bob+x@ACME.test', 'eve@acme.test']
  assert.deepEqual(eachMailboxOnce(given, 'nobody@acme.test'), ['Ada+1@acme.test', 'bob@acme.test', 'eve@acme.test'])
  assert.deepEqual(eachMailboxOnce(given, 'ada+2@acme.test'), ['bob@acme.test', 'eve@acme.test'])
})
