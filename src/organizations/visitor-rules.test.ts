import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBlockable, isBlocked } from './visitor-rules.ts'

const blockedAddresses = ['Eve@Client.test', '@spam.example', 'jo.e@gmail.com']

test('a blocked address stands for its mailbox, and a blocked domain for its subdomains', () => {
  for (const address of [
    'eve@client.test',
    ' EVE+again@client.test ',
    'x@spam.example',
    'x@Mail.Spam.Example',
    'joe@googlemail.com',
  ])
    assert.equal(isBlocked({ blockedAddresses }, address), true, address)
})

test('nobody else is blocked by it', () => {
  for (const address of ['eva@client.test', 'eve@other.test', 'x@notspam.example', 'x@example', 'x@spam.example.test'])
    assert.equal(isBlocked({ blockedAddresses }, address), false, address)
})

test('only addresses and domains can be blocked', () => {
  for (const text of ['a@b.test', '@b.test', '@mail.b.test']) assert.equal(isBlockable(text), true, text)
  for (const text of ['', '@', 'b.test', '@b test', 'a b@c.test', '@@b.test'])
    assert.equal(isBlockable(text), false, text)
})
