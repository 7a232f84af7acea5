import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { signatureOf } from './signature.ts'

test('a signature equals the one that receivers compute', () => {
  const signed = signatureOf('test-signing-key', '{"event":"invitee.created"}', new Date(1_798_000_000_999))
  assert.equal(signed, 't=1798000000,v1=562aa7e787cf1aa34b086fc132206147c27d56d4ec058f7b1d9260efeb4db964')
  assert.match(signed, /^t=[0-9]+,v1=[a-f0-9]{64}$/)
})

test('the key is text, also when it looks like a number in another form', () => {
  const hex = 'deadbeef'.repeat(8)
  const expected = createHmac('sha256', Buffer.from(hex, 'utf8')).update('1.{}').digest('hex')
  assert.equal(signatureOf(hex, '{}', new Date(1000)), `t=1,v1=${expected}`)
})

test('non-ASCII text is signed as the bytes that are sent', () => {
  const body = JSON.stringify({ name: 'Zoë 🗓 \u2028' })
  const expected = createHmac('sha256', 'clé')
    .update(Buffer.from(`5.${body}`, 'utf8'))
    .digest('hex')
  assert.equal(signatureOf('clé', body, new Date(5000)), `t=5,v1=${expected}`)
})
