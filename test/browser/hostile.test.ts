// seconds: 20
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { foundOrganization } from '#organizations/index.ts'
import { anEmailLink, aPasswordLink } from '../support/account-links.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { anApplication, authorizePath, pkce, tokensOf } from '../support/application.ts'
import { anInvitation, aToken, lastPart, type Person, personBy } from '../support/cast.ts'
import { hostileStrings, openWatchedWindow, packed, type WatchedWindow } from '../support/hostile.ts'
import { signedInAs } from '../support/visitor.ts'

let app: TestApp
let address: string
const everything = hostileStrings.join(' ')

before(async () => {
  app = await testApp()
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.server.close())

let people = 0

/** Somebody with an organization, both called by a hostile name. */
const someone = async (name: string): Promise<Person> => {
  people += 1
  const email = `person${people}@hostile.test`
  const { organization } = await app.runOpen(foundOrganization, { name, email, organization: name, timezone: 'Europe/Lisbon', password_hash: null })
  return personBy(app, lastPart(organization.uri), email)
}

const signInTo = async (page: Page, person: Person): Promise<void> => {
  const { cookie = '' } = await signedInAs(app, person)
  await page
    .context()
    .addCookies([{ name: '__Host-openslot', value: cookie, url: address.replace('http:', 'https:'), secure: true, httpOnly: true, sameSite: 'Lax' }])
}

/** Looks at a page, on which the text must stand: a page without it would prove nothing. */
const look = async ({ page, harm }: WatchedWindow, path: string, text: string | undefined): Promise<void> => {
  await page.goto(address + path)
  await assertHarmless({ page, harm }, path, text)
}

const assertHarmless = async ({ page, harm }: WatchedWindow, what: string, text: string | undefined): Promise<void> => {
  assert.deepEqual(await harm(), [], what.slice(0, 80))
  if (text === undefined) return
  const shown = (await page.evaluate(
    `document.body.innerText + [...document.querySelectorAll('input, textarea')].map((node) => node.value).join(' ')`,
  )) as string
  const plain = (words: string): string => words.replaceAll(/\s+/g, ' ').trim()
  assert.ok(plain(shown).includes(plain(text)), `${what.slice(0, 80)} does not show ${text}, but ${shown}`)
}

describe('hostile texts are texts, on every page (G1)', () => {
  test('there are 25, each fits where it is put, and the watch sees what they do', async () => {
    assert.equal(new Set(hostileStrings).size, 25)
    for (const length of [55, 255, 4000]) {
      assert.deepEqual(
        hostileStrings.filter((one) => !packed(length).some((text) => text.includes(one))),
        [],
      )
      assert.ok(packed(length).every((text) => text.length <= length))
    }
    const { page, harm } = await openWatchedWindow()
    for (const one of [
      '<script>hit()</script>',
      '<img src=x onerror=hit()>',
      '"><svg onload=hit()>',
      '<base href=//evil.test>',
      '<a href=javascript:hit()>x</a>',
    ]) {
      await page.goto('about:blank')
      await page.setContent(`<title>x</title><input value="${one}"><p title='${one}'>${one}</p>`)
      assert.notDeepEqual(await harm(), [], one)
    }
  })

  test('names of people, organizations, applications and tokens, on the pages of accounts', async () => {
    const watched = await openWatchedWindow()
    for (const text of packed(250)) {
      const person = await someone(text)
      await aToken(app, person.principal, ['users:read'])
      const application = await anApplication(app, person, { name: text })
      await tokensOf(app, person, application)
      const { code } = await anInvitation(app, person)
      for (const [path, shown] of [
        [`/invitations/${code}`, text],
        [await anEmailLink(app, person, `new.${person.email}`), undefined],
        [await aPasswordLink(app, person.email), undefined],
      ] as const)
        await look(watched, path, shown)
      await signInTo(watched.page, person)
      for (const path of ['/account', '/account/tokens', '/account/apps', '/account/second-factor', authorizePath(application, pkce()), `/invitations/${code}`])
        await look(watched, path, text)
    }
  })

  test('whatever stands in an address', async () => {
    const watched = await openWatchedWindow()
    const query = (...names: readonly string[]): string => new URLSearchParams(Object.fromEntries(names.map((name) => [name, everything]))).toString()
    const segment = encodeURIComponent(
      hostileStrings
        .filter((one) => one.includes('hit'))
        .slice(0, 8)
        .join(' '),
    )
    const names = ['client_id', 'redirect_uri', 'state', 'scope', 'response_type', 'resource', 'error', 'error_description']
    for (const path of [
      `/login?${query('return_to', 'note', 'email', 'error')}`,
      `/login/code?${query('return_to')}`,
      `/account?${query('note')}`,
      `/oauth/authorize?${query(...names)}`,
      `/password/${segment}`,
      `/email/${segment}`,
      `/invitations/${segment}`,
      `/${segment}`,
      `/docs/${segment}?${query('q')}`,
    ])
      await look(watched, path, undefined)
  })

  test('what was filled in and is shown again', async () => {
    const watched = await openWatchedWindow()
    const { page } = watched
    const person = await someone('Somebody')
    const fill = async (path: string, button: string, fields: Readonly<Record<string, string>>): Promise<void> => {
      await page.goto(address + path)
      await page.evaluate('for (const form of document.forms) form.noValidate = true')
      for (const [name, value] of Object.entries(fields)) await page.locator(`[name="${name}"]`).fill(value)
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('alert').first().waitFor()
      await assertHarmless(watched, path, Object.values(fields)[0])
    }
    for (const text of packed(250)) await fill('/login', 'Sign in', { email: text, password: 'x' })
    await signInTo(page, person)
    for (const text of packed(250)) await fill('/account/tokens', 'Make the token', { name: text })
  })
})
