// seconds: 5
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { getEventTypeSetup } from '#event-types/index.ts'
import { foundOrganization } from '#organizations/index.ts'
import { aSignInLink } from '../support/account-links.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { openWindow } from '../support/browser.ts'
import { aConnectionOf } from '../support/calendars.ts'
import { aFounder, type Made, type Person } from '../support/cast.ts'
import { anEventType } from '../support/event-types.ts'
import { eventually } from '../support/eventually.ts'
import { givePassword, rightPassword } from '../support/visitor.ts'

// The service's clock stands on Monday, 2 March 2026, 10:00 UTC.

let app: TestApp
let address: string
let owner: Person
let types: readonly Made[]

before(async () => {
  app = await testApp()
  owner = await aFounder(app)
  await givePassword(app, owner)
  types = [
    await anEventType(app, owner, { name: 'Intro call', active: true }),
    await anEventType(app, owner, { name: 'Workshop', active: true }),
  ]
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.server.close())

const inLisbon = { timezoneId: 'Europe/Lisbon', locale: 'en-US' }

const signedIn = async (): Promise<{ page: Page; errors: readonly string[] }> => {
  const { page, errors } = await openWindow(inLisbon)
  await page.goto(`${address}/login`)
  await page.locator('#email').fill(owner.email)
  await page.locator('#password').fill(rightPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/app`)
  return { page, errors }
}

describe('time to bookable', () => {
  test('from the printed link to a stranger’s booking: the host clicks at most 8 times and types at most 60 characters', async () => {
    const email = 'first@openslot.test'
    await app.runOpen(foundOrganization, {
      name: 'Owner',
      email,
      organization: 'Mine',
      timezone: 'UTC',
      password_hash: null,
      awaits_welcome: true,
    })
    const counted = { clicks: 0, characters: 0 }
    const { page, errors } = await openWindow(inLisbon)
    const click = async (name: string): Promise<void> => {
      counted.clicks += 1
      await page.getByRole('button', { name }).click()
    }
    const type = async (label: string, text: string): Promise<void> => {
      counted.characters += text.length
      await page.getByLabel(label).fill(text)
    }
    await page.goto(address + (await aSignInLink(app, email)))
    await type('Your name', 'Demo Owner')
    await type('Your email', 'owner@example.test')
    assert.equal(await page.getByLabel('Your time zone').inputValue(), 'Europe/Lisbon')
    await click('Continue')
    await page.waitForURL('**/app/welcome/hours')
    await click('Save and continue')
    await page.waitForURL('**/app/welcome/done')
    // What is copied is the address of the production set-up; the page is the one of this test.
    const link = new URL((await page.locator('[data-copy]').getAttribute('data-copy')) ?? '').pathname

    const stranger = (await openWindow(inLisbon)).page
    await stranger.goto(address + link)
    await stranger.getByRole('link', { name: /30-minute meeting/ }).click()
    await stranger.locator('a.day.open').first().click()
    await stranger.locator('a.time').first().click()
    await stranger.getByLabel(/name/i).first().fill('Demo Client')
    await stranger
      .getByLabel(/e-?mail/i)
      .first()
      .fill('client@example.test')
    await stranger.locator('.send').click()
    await stranger.locator('.confirmation').waitFor()
    assert.ok(counted.clicks <= 8 && counted.characters <= 60, JSON.stringify(counted))
    assert.deepEqual(errors, [])
  })
})

describe('by keyboard alone', () => {
  test('palette, switch with undo, order, and a field that saves itself and loses nothing', async () => {
    const { page, errors } = await signedIn()
    const [intro, workshop] = types
    const isActive = async (): Promise<boolean> =>
      (await app.run(getEventTypeSetup, owner.principal, { uuid: intro?.id })).event_type.active

    await page.getByRole('switch', { name: 'Accept bookings for Intro call' }).focus()
    await page.keyboard.press('Space')
    await page.getByText('Intro call turned off. Nobody can book it until you turn it on again.').waitFor()
    assert.deepEqual(
      [await isActive(), await page.evaluate("document.activeElement.getAttribute('role')")],
      [false, 'switch'],
    )
    await page.keyboard.press('Control+z')
    await page.getByText('Intro call turned on. Invitees can book it now.').waitFor()
    assert.equal(await isActive(), true)

    const order = (): Promise<string[]> =>
      page.evaluate("[...document.querySelectorAll('[data-row]')].map((row) => row.dataset.row)")
    await page.getByRole('link', { name: 'Intro call' }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('Order updated').waitFor()
    assert.deepEqual(await order(), [workshop?.id, intro?.id])

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('copy intro')
    await page.getByRole('option', { name: /Copy link for Intro call/, selected: true }).waitFor()
    await page.getByRole('combobox').fill('workshop')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: /^Workshop/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${address}/app/types/${workshop?.id}`)

    const name = page.getByLabel('Name', { exact: true })
    await name.fill('')
    await page.keyboard.press('Enter')
    await page.getByText('This field is required.').waitFor()
    await name.fill('Big workshop')
    await page.keyboard.press('Enter')
    await page.locator('#saved:visible').waitFor()
    await eventually('the heading follows', async () => (await page.locator('h1').textContent()) === 'Big workshop')
    await name.pressSequentially(' unsaved')
    await page.reload()
    assert.equal(await name.inputValue(), 'Big workshop unsaved')
    await page.getByText('We restored your unsaved changes. Save to keep them.').waitFor()
    assert.deepEqual(
      errors.filter((words) => !words.includes('400')),
      [],
    )
  })
})

describe('calendars', () => {
  test('the state of a sync follows by itself: neither the focus nor what was typed is lost, and what was announced stays in its place', async () => {
    const { connection } = await aConnectionOf(app, owner)
    const set = (columns: { looked_at?: Date; fault?: string | null; is_lost?: boolean }) =>
      app.context.database.write((tx) =>
        tx.updateTable('calendar_connections').set(columns).where('id', '=', connection).execute(),
      )
    const { page, errors } = await signedIn()
    await page.goto(`${address}/app/integrations`)
    const chip = page.locator(`#state-${connection}`)
    assert.equal(await chip.textContent(), 'Connecting')
    await page.locator('details.fold').filter({ hasText: 'CalDAV' }).locator('summary').click()
    await page.locator('#username').fill('half typed')
    /** As when the page is looked at again, which does not wait for the next time. */
    const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    const isUntouched = async (): Promise<void> =>
      assert.deepEqual(
        await page.evaluate(() => [document.activeElement?.id, (document.activeElement as HTMLInputElement).value]),
        ['username', 'half typed'],
      )

    await set({ looked_at: app.clock.now() })
    await look()
    await page.locator(`#state-${connection}:has-text("Up to date")`).waitFor()
    await isUntouched()
    await set({ fault: 'refused', is_lost: true })
    await look()
    await page.locator(`#state-${connection}.lost:has-text("Sync failed")`).waitFor()
    await page.locator(`#lost-${connection}`).waitFor()
    await page.locator(`#address-${connection}`).waitFor()
    await isUntouched()
    // A new address is being typed while the calendar comes back.
    await page.locator(`#address-${connection}`).fill('https://feeds.client.test/two.ics')
    await set({ fault: null, is_lost: false })
    await look()
    await page.locator(`#state-${connection}.fresh`).waitFor()
    assert.equal(await page.locator(`#address-${connection}`).inputValue(), 'https://feeds.client.test/two.ics')
    assert.equal(await page.locator(`#lost-${connection}`).count(), 0)
    assert.deepEqual(errors, [])
  })
})
