import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner } = await aCast(app)

describe('the bare address', () => {
  test('says to strangers what this is and leads to the sign-in, and leads members to their account', async () => {
    const stranger = await new Visitor(app).get('/')
    assert.equal(stranger.status, 200)
    assert.match(stranger.text, /href="\/login"/)
    const member = await (await signedInAs(app, owner)).get('/')
    assert.deepEqual([member.status, member.headers.location], [303, '/app'])
  })

  test('leads strangers where the operator has set, and members to their console all the same', async () => {
    const other = await testApp({ settings: { OPENSLOT_HOME_URL: 'https://www.acme.test/welcome' } })
    const { status, headers } = await new Visitor(other).get('/')
    assert.deepEqual([status, headers.location], [303, 'https://www.acme.test/welcome'])
    const member = await (await signedInAs(other, (await aCast(other)).owner)).get('/')
    assert.deepEqual([member.status, member.headers.location], [303, '/app'])
  })
})

describe('security.txt', () => {
  test('names the contact of the operator and half a year in which it is good; without a contact there is none', async () => {
    assert.equal((await new Visitor(app).get('/.well-known/security.txt')).status, 404)
    const other = await testApp({ settings: { OPENSLOT_SECURITY_CONTACT: 'mailto:security@acme.test' } })
    const { status, headers, text } = await new Visitor(other).get('/.well-known/security.txt')
    assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8'])
    const [, contact, expires = ''] = /^Contact: (\S+)\nExpires: (\S+)\n$/.exec(text) ?? []
    assert.equal(contact, 'mailto:security@acme.test')
    assert.equal(new Date(expires).toISOString(), expires)
  })
})
