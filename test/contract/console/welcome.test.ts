import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { foundOrganization } from '#organizations/index.ts'
import { aSignInLink } from '../../support/account-links.ts'
import { testApp } from '../../support/app.ts'
import { aCast, anInvitation } from '../../support/cast.ts'
import { turnOnSecondFactor } from '../../support/second-factors.ts'
import { rightPassword, signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, tag } = await aCast(app)

/** The owner of an organization that the first start has made, and their link. */
const aNewOwner = async (): Promise<{ link: string; email: string }> => {
  const email = `owner.${randomUUID()}@openslot.test`
  await app.runOpen(foundOrganization, {
    name: 'Owner',
    email,
    organization: 'My organization',
    timezone: 'UTC',
    password_hash: null,
    awaits_welcome: true,
  })
  return { link: await aSignInLink(app, email), email }
}
const person = (email: string) => ({ name: `Demo Owner ${tag}`, email, timezone: 'Europe/Lisbon' })
const hours = {
  day: ['monday', 'friday'],
  monday_from: '10:00',
  monday_until: '12:00',
  friday_from: '09:00',
  friday_until: '17:00',
}

describe('the first run', () => {
  test('from the link to a page that can be booked: who, when, and the link works', async () => {
    const { link } = await aNewOwner()
    const visitor = new Visitor(app)
    const email = `new.${tag}@acme.test`
    const first = await visitor.submit(link, person(email))
    assert.deepEqual([first.status, first.location], [303, '/app/welcome/hours'])
    assert.match((await visitor.get('/app/welcome/hours')).text, /value="monday" checked/)
    const second = await visitor.submit('/app/welcome/hours', hours)
    assert.deepEqual([second.status, second.location], [303, '/app/welcome/done'])
    const { text, headers } = await visitor.get('/app/welcome/done')
    const framed = new URL(/<iframe[^>]*src="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '')
    assert.equal(framed.searchParams.get('email'), email)
    assert.match(String(headers['content-security-policy']), /frame-src 'self' http/)
    assert.match(text, /No mail server is set/)
    const stranger = await new Visitor(app).get(framed.pathname)
    assert.equal(stranger.status, 200)
    assert.match(stranger.text, new RegExp(`Demo Owner ${tag}`))
    // Nobody has named the organization, whose name guests and colleagues read.
    const branding = (await visitor.get('/app/organization/branding')).text
    assert.match(
      branding,
      new RegExp(`name="name"[^>]*value="Demo Owner ${tag}"|value="Demo Owner ${tag}"[^>]*name="name"`),
    )
    assert.ok(!branding.includes('My organization'))
    // Once more, the hours are changed and no second type is made.
    await visitor.submit('/app/welcome/hours', hours)
    assert.equal((await visitor.get('/app')).text.match(/data-row=/g)?.length, 1)
  })

  test('a look does not use the link up, Continue does; then, and after an hour, it is 404 and says how to get another', async () => {
    const { link } = await aNewOwner()
    const visitor = new Visitor(app)
    for (const _ of [1, 2, 3]) {
      const { status, headers } = await visitor.get(link)
      assert.deepEqual(
        [status, headers['referrer-policy'], headers['x-robots-tag']],
        [200, 'no-referrer', 'noindex, nofollow'],
      )
    }
    assert.equal((await visitor.submit(link, person(`once.${tag}@acme.test`))).status, 303)
    for (const path of [link, '/app/welcome/nonsense']) {
      const dead = await new Visitor(app).get(path)
      assert.equal(dead.status, 404)
      assert.match(dead.text, /openslot sign-in-link/)
    }
    const late = await aNewOwner()
    const renewed = await aSignInLink(app, late.email)
    assert.equal((await visitor.get(late.link)).status, 404, 'an earlier one stops working')
    app.clock.advance(61 * 60_000)
    assert.equal((await visitor.get(renewed)).status, 404)
  })

  test('what is wrong is said beside its field, what was typed stays, and the link still works', async () => {
    const { link } = await aNewOwner()
    const visitor = new Visitor(app)
    for (const [fields, id] of [
      [{ ...person(`x.${tag}@acme.test`), name: ' ' }, 'name-wrong'],
      [person('nonsense'), 'email-wrong'],
      [person(owner.email), 'email-wrong'],
    ] as const) {
      const { status, text } = await visitor.submit(link, fields)
      assert.equal(status, 400)
      assert.match(text, new RegExp(`id="${id}">[^<]+<`))
      assert.match(text, /value="Europe\/Lisbon" selected|selected value="Europe\/Lisbon"/)
    }
    assert.equal((await visitor.submit(link, person(`right.${tag}@acme.test`))).status, 303)
    for (const wrong of [{}, { ...hours, monday_until: '09:00' }, { ...hours, monday_from: 'x' }]) {
      const { status, text } = await visitor.submit('/app/welcome/hours', wrong)
      assert.equal(status, 400)
      assert.match(text, /role="alert">[^<]+</)
    }
  })

  test('hours that end at 00:00, as a time field has it, last until midnight', async () => {
    const { link } = await aNewOwner()
    const visitor = new Visitor(app)
    await visitor.submit(link, person(`night.${tag}@acme.test`))
    assert.equal((await visitor.submit('/app/welcome/hours', { ...hours, friday_until: '00:00' })).status, 303)
    const { location = '' } = await visitor.get('/app/availability')
    assert.match((await visitor.get(location)).text, /Friday, 9:00 am to 12:00 am/)
    assert.match((await visitor.get('/app/welcome/hours')).text, /name="friday_until" value="00:00"/)
  })

  test('what is unfinished stays as a banner; a first password is chosen without an old one, and only once', async () => {
    const { link } = await aNewOwner()
    const visitor = new Visitor(app)
    const email = `banner.${tag}@acme.test`
    await visitor.submit(link, person(email))
    assert.match(
      (await visitor.get('/app')).text,
      /id="unfinished"[\s\S]*\/app\/welcome\/hours[\s\S]*\/app\/welcome\/password/,
    )
    const account = (await visitor.get('/account')).text
    assert.ok(
      account.includes('href="/app/welcome/password"') && !/name="(?:current|email)_password"/.test(account),
      'nobody is asked for a password they never had',
    )
    assert.equal((await visitor.submit('/app/welcome/password', { password: 'short' })).status, 400)
    assert.equal((await visitor.submit('/app/welcome/password', { password: rightPassword })).location, '/app')
    await visitor.submit('/app/welcome/hours', hours)
    assert.doesNotMatch((await visitor.get('/app')).text, /href="\/app\/welcome/)
    assert.equal((await new Visitor(app).signIn(email, rightPassword)).location, '/app')
    assert.equal((await visitor.get('/app/welcome/password')).location, '/account')
    assert.match((await visitor.get('/account')).text, /name="current_password"/)
    const token = (await visitor.get('/app/types/new')).fields.form_token ?? ''
    assert.equal(
      (await visitor.post('/app/welcome/password', { form_token: token, password: 'another quiet harbour' })).status,
      403,
    )
  })

  test('a link for somebody who is not new signs them in and changes nothing else; a second factor is still asked for', async () => {
    const visitor = new Visitor(app)
    const shown = await visitor.get(await aSignInLink(app, owner.email))
    assert.match(shown.text, /Welcome back/)
    const link = await aSignInLink(app, owner.email)
    assert.equal((await visitor.submit(link, person(`taken.${tag}@acme.test`))).location, '/app')
    assert.match((await visitor.get('/account')).text, new RegExp(owner.email.replaceAll('.', '\\.')))
    await turnOnSecondFactor(app, await signedInAs(app, owner))
    const guarded = new Visitor(app)
    assert.equal((await guarded.submit(await aSignInLink(app, owner.email), {})).location, '/login/code')
    assert.match((await guarded.get('/app')).location ?? '', /^\/login/)
  })

  test('an invited colleague goes the same way, from their invitation to being bookable', async () => {
    const { code } = await anInvitation(app, (await aCast(app)).owner)
    const visitor = new Visitor(app)
    const accepted = await visitor.submit(
      `/invitations/${code}/accept`,
      { name: 'Demo Colleague', password: rightPassword, timezone: 'Europe/Lisbon' },
      { page: `/invitations/${code}` },
    )
    assert.equal(accepted.location, '/app/welcome/hours')
    assert.equal((await visitor.submit('/app/welcome/hours', hours)).location, '/app/welcome/done')
    assert.doesNotMatch((await visitor.get('/app/welcome/done')).text, /Set a password/)
  })

  for (const [browser, language, notation] of [
    ['de-DE,de;q=0.9', 'de', '24h'],
    ['uk-UA,uk;q=0.9', 'uk', '24h'],
    ['en-GB,en;q=0.9', 'en', '24h'],
    ['en-US,en;q=0.9', 'en', '12h'],
  ] as const)
    test(`who begins in ${browser} goes on in its language, with its times, in every browser`, async () => {
      const begun = { headers: { 'accept-language': browser } }
      const { code } = await anInvitation(app, (await aCast(app)).owner)
      const colleague = new Visitor(app)
      const invited = { name: 'Demo Colleague', password: rightPassword, timezone: 'Europe/Berlin' }
      const page = `/invitations/${code}`
      assert.equal((await colleague.submit(`${page}/accept`, invited, { page, ...begun })).status, 303)
      const founder = new Visitor(app)
      const { link } = await aNewOwner()
      assert.equal((await founder.submit(link, person(`${browser.slice(0, 5)}.${tag}@acme.test`), begun)).status, 303)
      for (const visitor of [colleague, founder]) {
        const { text } = await visitor.get('/account')
        assert.match(text, new RegExp(`<html lang="${language}"`))
        assert.match(text, new RegExp(`value="${notation}"[^>]* (?:checked|selected)`))
      }
      const [firstDay] =
        /(?<=name="day" value="\w+"[^>]*><span>)[^<]+/.exec((await founder.get('/app/welcome/hours')).text) ?? []
      assert.equal(firstDay, { de: 'Montag', en: 'Sunday', uk: 'Понеділок' }[language])
      assert.equal((await founder.submit('/app/welcome/hours', hours)).status, 303)
      const [, type] = /href="(\/app\/types\/[0-9a-f-]{36})"/.exec((await founder.get('/app')).text) ?? []
      const question = { de: 'Gibt es etwas, das', en: 'Please share anything', uk: 'Чи є щось' }[language]
      assert.ok((await founder.get(type ?? '')).text.includes(question), question)
      for (const kind of ['solo', 'group']) {
        const { location = '' } = await founder.submit('/app/types/new', { kind, name: kind })
        assert.ok((await founder.get(location)).text.includes(question), `${kind}: ${question}`)
      }
      const { location = '' } = await founder.get('/app/availability')
      assert.match(
        (await founder.get(location)).text,
        new RegExp(
          `aria-current="page">${{ de: 'Arbeitszeiten', en: 'Working hours', uk: 'Робочі години' }[language]}<`,
        ),
      )
    })
})
