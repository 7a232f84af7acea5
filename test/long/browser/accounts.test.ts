// seconds: 20
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeAt, stepAt } from '#accounts/totp.ts'
import { aPasswordLink } from '../../support/account-links.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { openWindow } from '../../support/browser.ts'
import { aFounder, aMember, anInvitation, type Person } from '../../support/cast.ts'
import { givePassword, rightPassword } from '../../support/visitor.ts'

let app: TestApp
let owner: Person
let address: string

before(async () => {
  app = await testApp()
  owner = await aFounder(app)
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.server.close())

const aPerson = async (): Promise<Person> => {
  const person = await aMember(app, owner)
  await givePassword(app, person)
  return person
}

/** Until the page has put it there; a browser does so a moment after the page was loaded. */
const focusOn = (page: Page, field: string): Promise<void> => page.locator(`#${field}:focus`).waitFor()

/** With the keyboard alone: the first field has the focus, the next one is a tab away, and enter sends the form. */
const signIn = async (page: Page, email: string, password = rightPassword): Promise<void> => {
  await page.goto(`${address}/login`)
  await focusOn(page, 'email')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

const heading = async (page: Page): Promise<string> =>
  (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''

/** A refusal is a status that the browser tells of; anything else it says is a fault of the page. */
const faults = (errors: readonly string[]): string[] => errors.filter((text) => !/status of (400|403|404)/.test(text))

describe('in a browser', () => {
  test('sign-in by keyboard, with a cookie that scripts and other sites cannot use; sign-out', async () => {
    const { page, errors } = await openWindow()
    const person = await aPerson()
    await signIn(page, person.email)
    await page.waitForURL(`${address}/app`)
    await page.goto(`${address}/account`)
    const cookies = (await page.context().cookies()).sort((a, b) => a.name.localeCompare(b.name))
    assert.deepEqual(
      cookies.map(({ name, secure, httpOnly, sameSite, path, domain }) => [
        name,
        secure,
        httpOnly,
        sameSite,
        path,
        domain,
      ]),
      ['__Host-openslot', '__Host-openslot-known'].map((name) => [name, true, true, 'Lax', '/', '127.0.0.1']),
    )
    assert.equal(await page.evaluate('document.cookie'), '')
    await page.locator('details.account > summary').click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByText('You’ve signed out').waitFor()
    await page.goto(`${address}/account`)
    assert.equal(new URL(page.url()).pathname, '/login')
    assert.deepEqual(faults(errors), [])
  })

  test('a wrong password is told, the address is kept, and the focus is where it is needed', async () => {
    const { page, errors } = await openWindow()
    const person = await aPerson()
    await signIn(page, person.email, 'wrong wrong wrong')
    assert.equal(await page.getByRole('alert').textContent(), 'Incorrect email address or password.')
    assert.equal(await page.getByLabel('Email address').inputValue(), person.email)
    await focusOn(page, 'password')
    await page.keyboard.type(rightPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${address}/app`)
    await page.goto(`${address}/account`)
    assert.deepEqual(faults(errors), [])
  })

  test('a second factor is turned on, asked for, and a recovery code stands in for it', async () => {
    const { page, errors } = await openWindow()
    const person = await aPerson()
    await signIn(page, person.email)
    await page.waitForURL(`${address}/app`)
    await page.goto(`${address}/account`)
    await page.getByRole('link', { name: 'Turn on' }).click()
    await page.getByLabel('Your password').fill(rightPassword)
    await page.getByRole('button', { name: 'Set up' }).click()
    const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(/\s/g, '').toUpperCase()
    const code = (): string => codeAt(secret, stepAt(app.clock.now()))
    await page.getByLabel('Code from the app').fill('000000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Code from the app').fill(code())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Two-factor authentication is on' }).waitFor()
    const [recovery = ''] = ((await page.locator('.codes').textContent()) ?? '').split('\n')
    await page.getByRole('link', { name: 'I’ve saved them' }).click()

    app.clock.advance(30_000)
    for (const given of [code(), recovery]) {
      await page.locator('details.account > summary').click()
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await page.getByText('You’ve signed out').waitFor()
      await signIn(page, person.email)
      await page.waitForURL(`${address}/login/code**`)
      await focusOn(page, 'code')
      await page.keyboard.type(given)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${address}/app`)
      await page.goto(`${address}/account`)
    }
    assert.deepEqual(faults(errors), [])
  })

  test('a new password by a link, once', async () => {
    const { page, errors } = await openWindow()
    const person = await aPerson()
    const path = await aPasswordLink(app, person.email)
    await page.goto(address + path)
    assert.equal(await heading(page), 'Set a new password')
    await focusOn(page, 'password')
    await page.keyboard.type('short')
    await page.keyboard.press('Enter')
    assert.equal(await page.getByRole('alert').textContent(), 'Use at least 10 characters.')
    await page.getByLabel('New password').fill('another quiet harbour')
    await page.keyboard.press('Enter')
    await page.getByText('Password set.').waitFor()
    await page.goto(address + path)
    assert.equal(await heading(page), 'This link is no longer valid')
    await signIn(page, person.email, 'another quiet harbour')
    await page.waitForURL(`${address}/app`)
    await page.goto(`${address}/account`)
    assert.deepEqual(faults(errors), [])
  })

  test('an invitation: somebody new joins and is signed in; an account that exists signs in first', async () => {
    const { page, errors } = await openWindow()
    const invitation = await anInvitation(app, owner)
    await page.goto(`${address}/invitations/${invitation.code}`)
    assert.match(await heading(page), /^Join Acme of founder/)
    await page.getByLabel('Your name').fill('New Hire')
    await page.getByLabel('Password').fill('a boat in the harbour')
    await page.getByLabel('Time zone').selectOption('Asia/Kolkata')
    await page.getByRole('button', { name: 'Accept and create account' }).click()
    await page.waitForURL(`${address}/app/welcome/hours`)

    const other = await openWindow()
    const known = await aFounder(app)
    await givePassword(app, known)
    const second = await anInvitation(app, owner, known.email)
    await other.page.goto(`${address}/invitations/${second.code}`)
    await other.page.getByRole('link', { name: 'Sign in to accept' }).click()
    await other.page.getByLabel('Email address').fill(known.email)
    await other.page.getByLabel('Password', { exact: true }).fill(rightPassword)
    await other.page.keyboard.press('Enter')
    await other.page.getByRole('button', { name: 'Accept' }).click()
    await other.page.getByText('You’ve joined the organization').waitFor()
    assert.deepEqual(faults([...errors, ...other.errors]), [])
  })

  test('another site can neither send our forms in somebody’s name nor put our pages into a frame (G2, G3)', async () => {
    const person = await aPerson()
    const { page } = await openWindow()
    await signIn(page, person.email)
    await page.waitForURL(`${address}/app`)
    await page.goto(`${address}/account`)
    const token = await page.locator('input[name=form_token]').first().inputValue()
    const evil = createServer((_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<form method="post" action="${address}/account/profile"><input name="form_token" value="${token}"><input name="name" value="Taken over"><button>Win</button></form><iframe src="${address}/login"></iframe>`,
        ),
    ).listen(0, '127.0.0.1')
    try {
      await once(evil, 'listening')
      // Another name for the same machine is another site.
      await page.goto(`http://localhost:${(evil.address() as { port: number }).port}/`)
      const framed = page.frames()[1]
      assert.doesNotMatch((await framed?.content()) ?? '', /Email address/)
      await page.getByRole('button', { name: 'Win' }).click()
      assert.equal(await heading(page), 'We couldn’t do that')
    } finally {
      evil.closeAllConnections()
      evil.close()
    }
    await page.goto(`${address}/account`)
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), person.name)
  })

  test('nothing is wider than the window, from a telephone to a desk; every field has a name (labels)', async () => {
    const { page, errors } = await openWindow()
    const person = await aPerson()
    const invitation = await anInvitation(app, owner)
    await signIn(page, person.email)
    await page.waitForURL(`${address}/app`)
    await page.goto(`${address}/account`)
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of [
        '/account',
        '/account/tokens',
        '/account/second-factor',
        '/password',
        `/invitations/${invitation.code}`,
      ]) {
        await page.goto(address + path)
        const { over, nameless } = await page.evaluate<{ over: number; nameless: string[] }>(`({
          over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          nameless: [...document.querySelectorAll('main :is(input:not([type=hidden]):not([hidden]), select)')].filter((field) => field.labels.length === 0).map((field) => field.name),
        })`)
        assert.deepEqual({ over, nameless }, { over: 0, nameless: [] }, `${path} at ${width}`)
      }
    }
    assert.deepEqual(faults(errors), [])
  })
})
