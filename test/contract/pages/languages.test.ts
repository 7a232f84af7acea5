import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../../languages/all.ts'
import { resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember } from '../../support/cast.ts'
import { rightPassword, signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner } = await aCast(app)

test('sign-in is in the language of the browser, also what is wrong', async () => {
  for (const { locale, account } of languages) {
    const sent = { headers: { 'accept-language': `${locale}-XX, en;q=0.5` } }
    const visitor = new Visitor(app)
    const { text } = await visitor.get('/login', sent)
    assert.match(text, new RegExp(`<html lang="${locale}">`))
    assert.ok(text.includes(`<h1>${account.login.title}</h1>`), locale)
    const refused = await visitor.submit('/login', { email: owner.email, password: 'wrong wrong wrong' }, sent)
    assert.ok(refused.text.includes(escaped(account.refusals.wrongSignIn)), locale)
  }
})

test('a member chooses a language, and their pages and the refusals of operations are in it, whatever the browser says', async () => {
  const visitor = await signedInAs(app, await aMember(app, owner))
  const taken = resourceOf(await app.ask('GET /users/me', { token: owner.token })).slug
  for (const { locale, account } of languages) {
    const saved = await visitor.submit('/account/profile', { locale }, { page: '/account' })
    assert.equal(saved.location, '/account?note=profile-changed')
    const page = await visitor.get('/account?note=profile-changed')
    assert.ok(page.text.includes(`<p class="note" role="status">${account.notes['profile-changed']}</p>`), locale)
    for (const [fields, error] of [
      [{ name: ' ' }, account.refusals.missing],
      [{ name: 'x'.repeat(256) }, account.refusals.tooLong.replace('{most}', '255')],
      [{ slug: 'not a slug' }, account.refusals.wrongSlug],
      [{ slug: 'login' }, account.refusals.reserved],
      [{ slug: taken }, account.refusals.taken],
    ] as const)
      assert.ok(
        (await visitor.submit('/account/profile', fields, { page: '/account' })).text.includes(escaped(error)),
        `${locale}: ${error}`,
      )
    const short = await visitor.submit(
      '/account/password',
      { current_password: rightPassword, password: 'short' },
      { page: '/account' },
    )
    assert.ok(short.text.includes(escaped(account.refusals.shortPassword)), locale)
  }
})

test('every language says everything that the others say, with the same gaps', () => {
  const [english, ...others] = languages
  for (const { locale, account } of others) assert.deepEqual(gapsIn(account), gapsIn(english?.account), locale)
})

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The path of each text with the names of its gaps; of a plural only one form is alike in all languages. */
const gapsIn = (texts: unknown, path = ''): readonly string[] =>
  typeof texts === 'string'
    ? [`${path}: ${[...new Set(texts.match(/\{\w+\}/g))].sort().join(' ')}`]
    : Object.entries(texts ?? {})
        .filter(([name]) => !['one', 'few', 'many'].includes(name))
        .flatMap(([name, text]) => gapsIn(text, `${path}.${name}`))
