// seconds: 20
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { foundOrganization } from '#organizations/index.ts'
import { aSignInLink } from '../../support/account-links.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { openWindow } from '../../support/browser.ts'
import { aFounder } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { givePassword, rightPassword } from '../../support/visitor.ts'

// The service's clock stands on Monday, 2 March 2026, 10:00 UTC. Nobody touches a mouse here: what is needed is reached
// by Tab, and has a visible focus.

let app: TestApp
let address: string
before(async () => {
  app = await testApp()
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.server.close())

const maxTabs = 60

/** Presses Tab until the focus is on a control of this name, as a screen reader says it. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  const passed: string[] = []
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    await page.keyboard.press('Tab')
    const { spoken, outline } = (await page.evaluate(`(() => {
      const focused = document.activeElement
      const labels = [...(focused.labels ?? [])].map((label) => label.textContent)
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused)
      return {
        spoken: (focused.getAttribute('aria-label') ?? (labels.join(' ') || focused.textContent || focused.title)).trim(),
        outline: (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
      }
    })()`)) as { spoken: string; outline: boolean }
    passed.push(spoken.slice(0, 40))
    if (!name.test(spoken)) continue
    assert.ok(outline, `the focus on ${spoken} shows`)
    return
  }
  assert.fail(`${maxTabs} tabs do not lead to ${name}: ${passed.join(' | ')}`)
}

test('first run, a new type, other hours, a booking that is seen and canceled, and the palette: all by keys', async () => {
  const email = 'keys@openslot.test'
  await app.runOpen(foundOrganization, {
    name: 'Owner',
    email,
    organization: 'Mine',
    timezone: 'UTC',
    password_hash: null,
    awaits_welcome: true,
  })
  const { page, errors } = await openWindow({ timezoneId: 'Europe/Lisbon', locale: 'en-US' })
  const type = (text: string): Promise<void> => page.keyboard.type(text)
  const press = (...keys: string[]): Promise<void> =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

  await page.goto(address + (await aSignInLink(app, email)))
  await tabTo(page, /^Your name/)
  await press('Control+a')
  await type('Keyboard Owner')
  await tabTo(page, /^Your email/)
  await press('Control+a')
  await type('owner@example.test')
  await press('Enter')
  await page.waitForURL('**/app/welcome/hours')
  await tabTo(page, /^Save and continue/)
  await press('Enter')
  await page.waitForURL('**/app/welcome/done')

  // A type, by the key for it and the arrows of its kinds.
  await tabTo(page, /event types/i)
  await press('Enter')
  await page.waitForURL('**/app')
  // The list of keys says what each does, in the words that are shown.
  await press('?')
  const keys = (await page.evaluate(
    "[...document.querySelectorAll('#keys dt')].map((key) => key.textContent + ': ' + key.nextSibling.textContent)",
  )) as string[]
  assert.ok(
    keys.includes('g m: Meetings') && keys.includes('c: New event type') && keys.includes('j k: Next and previous row'),
    keys.join(', '),
  )
  await press('Escape')
  await press('c')
  await page.waitForURL('**/app/types/new')
  await tabTo(page, /^One-on-one/)
  await press('ArrowDown', 'ArrowUp')
  await tabTo(page, /^Name/)
  await type('Intro call')
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Intro call' }).waitFor()

  // Hours, in their field.
  await press('g', 'a')
  await page.waitForURL('**/app/availability/*')
  await tabTo(page, /^Monday, end time/)
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/hours'),
  )
  await press('Control+a')
  await type('16')
  await press('Enter')
  await saved

  // A booking is seen, opened and canceled.
  // The owner's address is theirs alone: tests of this folder share a database.
  const stranger = (await openWindow({ timezoneId: 'Europe/Lisbon', locale: 'en-US' })).page
  await stranger.goto(`${address}/keyboard-owner/intro-call`)
  await stranger.locator('a.day.open').first().click()
  await stranger.locator('a.time').first().click()
  await stranger.locator('[name=name]').fill('Demo Client')
  await stranger.locator('[name=email]').fill('client@example.test')
  await stranger.locator('.send').click()
  await stranger.locator('.confirmation').waitFor()
  // The focus is in a field, where letters are text.
  await press('Control+k')
  await type('meetings')
  await page.getByRole('option', { name: /^Meetings/, selected: true }).waitFor()
  await press('Enter')
  await page.waitForURL('**/app/meetings')
  await page.locator('#listed').getByRole('link', { name: 'Intro call' }).waitFor()
  await press('j', 'Enter')
  await page.getByRole('heading', { level: 3, name: 'Demo Client' }).waitFor()
  await tabTo(page, /^Cancel meeting…/)
  await press('Enter')
  await tabTo(page, /^Reason/)
  await type('We are closed.')
  await tabTo(page, /^Cancel for client@example.test/)
  await press('Enter')
  await page.getByText('Meeting canceled').waitFor()
  // Closing leads to the list, a page of its own: keys before it is there would go to the old one.
  const list = page.waitForEvent('load')
  await press('Escape')
  await list
  assert.equal(await page.locator('#panel-close').count(), 0)

  // The palette goes anywhere, and gives the focus back when it is closed.
  await press('Control+k')
  await type('availabi')
  await page.getByRole('option', { name: /^Availability/, selected: true }).waitFor()
  await press('Escape')
  assert.equal(await page.locator('dialog[open]').count(), 0)
  await press('Control+k')
  await page.getByRole('combobox').press('Control+a')
  await type('import')
  await page.getByRole('option', { name: /^Import/, selected: true }).waitFor()
  await press('Enter')
  await page.waitForURL('**/app/organization/imports')
  assert.deepEqual(errors, [])
})

test('types are ordered, switched and deleted by keys: the focus and the search stay, Undo goes along to the next page, and a type that is gone is said to be', async () => {
  const owner = await aFounder(app)
  await givePassword(app, owner)
  for (const name of ['First', 'Second', 'Third']) await anEventType(app, owner, { active: true, name })
  const { page, errors } = await openWindow({ locale: 'en-US' })
  await page.goto(`${address}/login`)
  await page.locator('#email').fill(owner.email)
  await page.locator('#password').fill(rightPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/app`)
  const press = (...keys: string[]): Promise<void> =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const shown = (): Promise<unknown> =>
    page.evaluate(
      "[...document.querySelectorAll('[data-row]')].filter((row) => !row.hidden).map((row) => row.querySelector('a').textContent)",
    )
  const focused = (): Promise<unknown> =>
    page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')
  const toast = page.locator('#toasts .toast')

  // Twice, without looking for the row again.
  await page.getByRole('link', { name: 'Third', exact: true }).focus()
  for (const order of [
    ['First', 'Third', 'Second'],
    ['Third', 'First', 'Second'],
  ]) {
    const answered = page.waitForResponse(
      (answer) => answer.request().method() === 'GET' && answer.url().includes('done=moved'),
    )
    await press('Alt+ArrowUp')
    await answered
    await toast.waitFor()
    assert.deepEqual([await shown(), await focused()], [order, 'Third'])
  }

  await press('/')
  await page.keyboard.type('sec')
  await tabTo(page, /^Accept bookings for Second/)
  await press('Enter')
  await toast.filter({ hasText: 'Second turned off' }).waitFor()
  assert.deepEqual(
    [await shown(), await page.inputValue('#type-search'), await focused()],
    [['Second'], 'sec', 'Accept bookings for Second'],
  )

  const other = await page.context().newPage()
  await other.goto(`${address}/app`)
  await tabTo(page, /^More actions for Second/)
  await press('Enter')
  await tabTo(page, /^Delete/)
  await press('Enter')
  await toast.filter({ hasText: 'Second deleted' }).waitFor()
  await other.getByRole('switch', { name: 'Accept bookings for Second' }).click()
  await other.getByText('was changed or deleted elsewhere').waitFor()
  assert.equal(await other.getByRole('link', { name: 'Second', exact: true }).count(), 0)
  await other.close()

  await press('g', 'm')
  await page.waitForURL('**/app/meetings')
  await toast.filter({ hasText: 'Second deleted' }).waitFor()
  await press('Control+z')
  await toast.filter({ hasText: 'Second restored' }).waitFor()
  await page.goto(`${address}/app/meetings`)
  assert.equal(await toast.count(), 0)
  assert.deepEqual(
    errors.filter((line) => !line.includes('404')),
    [],
  )
})

test('a routing form is built by keys: after each question, rule and trial the focus is where the next one is typed', async () => {
  const owner = await aFounder(app)
  await givePassword(app, owner)
  await anEventType(app, owner, { active: true, name: 'Sales call' })
  const { page, errors } = await openWindow({ locale: 'en-US' })
  await page.goto(`${address}/login?return_to=/app/forms`)
  await page.locator('#email').fill(owner.email)
  await page.locator('#password').fill(rightPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/app/forms`)
  const focused = (): Promise<unknown> =>
    page.evaluate('document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent')

  await tabTo(page, /^Name of the new form/)
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'By keys' }).waitFor()
  await tabTo(page, /^Question$/)
  for (const [name, isByButton] of [
    ['Company', false],
    ['Town', true],
  ] as const) {
    await page.keyboard.type(name)
    if (isByButton) await tabTo(page, /^Add question$/)
    await page.keyboard.press('Enter')
    await page.locator('summary b', { hasText: name }).waitFor()
    assert.deepEqual([await focused(), await page.inputValue('#name-new')], ['Question', ''])
  }

  await tabTo(page, /^Add rule$/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Values/)
  await page.keyboard.type('Openslot')
  await tabTo(page, /^Add rule$/)
  await page.keyboard.press('Enter')
  await page.getByText('If “Company” is “Openslot”, go to Sales call.').waitFor()
  assert.equal(await focused(), 'Add rule')

  await tabTo(page, /^Company/)
  await page.keyboard.type('Openslot')
  await page.keyboard.press('Enter')
  await page.getByText('These answers lead to Sales call.').waitFor()
  assert.equal(await focused(), 'Company')
  assert.deepEqual(errors, [])
})
