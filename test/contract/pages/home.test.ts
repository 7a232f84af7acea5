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

  test('leads where the operator has set', async () => {
    const other = await testApp({ settings: { OPENSLOT_HOME_URL: 'https://www.acme.test/welcome' } })
    const { status, headers } = await new Visitor(other).get('/')
    assert.deepEqual([status, headers.location], [303, 'https://www.acme.test/welcome'])
  })
})
