import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { givePassword, rightPassword, signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, colleague } = await aCast(app)
await givePassword(app, owner)

describe('GET /login', () => {
  test('200: a page with a form of ours, that nobody may frame or keep', async () => {
    const { status, headers, fields, text } = await new Visitor(app).get('/login')
    assert.equal(status, 200)
    assert.ok(fields.form_token)
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['referrer-policy'], 'same-origin')
    assert.equal(headers['access-control-allow-origin'], undefined)
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    )
    assert.doesNotMatch(text, /<script/)
  })
})

describe('POST /login', () => {
  test('303: the right password, in whatever case the address is written', async () => {
    const visitor = new Visitor(app)
    const answer = await visitor.signIn(owner.email.toUpperCase(), rightPassword)
    assert.deepEqual([answer.status, answer.location], [303, '/account'])
    const page = await visitor.get('/account')
    assert.equal(page.status, 200)
    assert.ok(page.text.includes(owner.email))
  })

  test('400: a wrong password, an unknown address, and an account without a password: the same words', async () => {
    const answers = await Promise.all(
      [
        [owner.email, 'something else entirely'],
        ['nobody.at.all@acme.test', rightPassword],
        [colleague.email, rightPassword],
      ].map(async ([email = '', password = '']) => {
        const visitor = new Visitor(app)
        const answer = await visitor.signIn(email, password)
        assert.equal((await visitor.get('/account')).status, 303)
        return { status: answer.status, text: answer.text.replace(email, '').replaceAll(/name="form_token" value="[^"]+"/g, '') }
      }),
    )
    assert.equal(answers[0]?.status, 400)
    for (const answer of answers) assert.deepEqual(answer, answers[0])
  })
})

describe('POST /logout', () => {
  test('303: the session is gone on the server, not only in this browser', async () => {
    const visitor = await signedInAs(app, owner)
    const { cookie } = visitor
    const answer = await visitor.submit('/logout', {}, { page: '/account' })
    assert.deepEqual([answer.status, answer.location], [303, '/login'])
    visitor.cookie = cookie
    assert.equal((await visitor.get('/account')).location, '/login?return_to=%2Faccount')
  })
})
