// seconds: 20
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { getEventTypeSetup } from '#event-types/index.ts'
import { foundOrganization } from '#organizations/index.ts'
import { testWebhookSubscription } from '#webhooks/index.ts'
import { aSignInLink } from '../support/account-links.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { openWindow } from '../support/browser.ts'
import { aFounder, type Made, type Person } from '../support/cast.ts'
import { anEventType } from '../support/event-types.ts'
import { eventually } from '../support/eventually.ts'
import { aPublishedForm, aSubmission } from '../support/routing.ts'
import { givePassword, rightPassword } from '../support/visitor.ts'
import { aSubscription } from '../support/webhooks.ts'

// The service's clock stands on Monday, 2 March 2026, 10:00 UTC.

let app: TestApp
let address: string
let owner: Person
let types: readonly Made[]

before(async () => {
  app = await testApp()
  owner = await aFounder(app)
  await givePassword(app, owner)
  types = [await anEventType(app, owner, { name: 'Intro call', active: true }), await anEventType(app, owner, { name: 'Workshop', active: true })]
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.server.close())

const inLisbon = { timezoneId: 'Europe/Lisbon', locale: 'en-US' }

const signedIn = async (): Promise<{ page: Page; complaints: readonly string[] }> => {
  const { page, complaints } = await openWindow(inLisbon)
  await page.goto(`${address}/login`)
  await page.locator('#email').fill(owner.email)
  await page.locator('#password').fill(rightPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/app`)
  return { page, complaints }
}

describe('time to bookable', () => {
  test('from the printed link to a stranger’s booking: the host clicks at most 8 times and types at most 60 characters', async () => {
    const email = 'first@openslot.test'
    await app.runOpen(foundOrganization, { name: 'Owner', email, organization: 'Mine', timezone: 'UTC', password_hash: null, awaits_welcome: true })
    const counted = { clicks: 0, characters: 0 }
    const { page, complaints } = await openWindow(inLisbon)
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
    await type('Your e-mail', 'owner@example.test')
    assert.equal(await page.getByLabel('Your time zone').inputValue(), 'Europe/Lisbon')
    await click('Continue')
    await page.waitForURL('**/app/welcome/hours')
    await click('These hours fit')
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
      .getByLabel(/e-mail/i)
      .first()
      .fill('client@example.test')
    await stranger.locator('.send').click()
    await stranger.locator('.confirmation').waitFor()
    assert.ok(counted.clicks <= 8 && counted.characters <= 60, JSON.stringify(counted))
    assert.deepEqual(complaints, [])
  })
})

describe('by keyboard alone', () => {
  test('palette, switch with undo, order, and a field that saves itself and loses nothing', async () => {
    const { page, complaints } = await signedIn()
    const [intro, workshop] = types
    const isActive = async (): Promise<boolean> => (await app.run(getEventTypeSetup, owner.principal, { uuid: intro?.id })).event_type.active

    await page.getByRole('switch', { name: 'Intro call can be booked' }).focus()
    await page.keyboard.press('Space')
    await page.getByText('Intro call is off. Nobody can book it now.').waitFor()
    assert.deepEqual([await isActive(), await page.evaluate("document.activeElement.getAttribute('role')")], [false, 'switch'])
    await page.keyboard.press('Control+z')
    await page.getByText('Intro call is on. It can be booked now.').waitFor()
    assert.equal(await isActive(), true)

    const order = (): Promise<string[]> => page.evaluate("[...document.querySelectorAll('[data-row]')].map((row) => row.dataset.row)")
    await page.getByRole('link', { name: 'Intro call' }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('The order is changed.').waitFor()
    assert.deepEqual(await order(), [workshop?.id, intro?.id])

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('copy intro')
    await page.getByRole('option', { name: /Copy link of Intro call/, selected: true }).waitFor()
    await page.getByRole('combobox').fill('workshop')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: /^Workshop/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${address}/app/types/${workshop?.id}`)

    const name = page.getByLabel('Name', { exact: true })
    await name.fill('')
    await page.keyboard.press('Enter')
    await page.getByText('Please fill this in.').waitFor()
    await name.fill('Big workshop')
    await page.keyboard.press('Enter')
    await page.locator('#saved:visible').waitFor()
    await eventually('the heading follows', async () => (await page.locator('h1').textContent()) === 'Big workshop')
    await name.pressSequentially(' unsaved')
    await page.reload()
    assert.equal(await name.inputValue(), 'Big workshop unsaved')
    await page.getByText('This was typed before and is not saved yet.').waitFor()
    assert.deepEqual(
      complaints.filter((words) => !words.includes('400')),
      [],
    )
  })
})

describe('axe-core', () => {
  const examine = async (page: Page, isWhole: boolean): Promise<string[]> => {
    const found = (await page.evaluate(
      `axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'], ${isWhole ? '' : "runOnly: { type: 'rule', values: ['color-contrast'] }"} }).then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3).join(' | ')))`,
    )) as string[]
    return found
  }

  test('finds nothing serious or critical on any screen, at 375, 768 and 1280 pixels, light and dark; nothing is wider than the window', async () => {
    const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    const { page } = await openWindow({ ...inLisbon, bypassCSP: true })
    await page.goto(`${address}/login`)
    await page.locator('#email').fill(owner.email)
    await page.locator('#password').fill(rightPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${address}/app`)
    const unfold = "document.querySelectorAll('main details').forEach((one) => { one.open = true })"
    const found: string[] = []
    // Forms and lists that look alike at every width are examined at one.
    const webhook = await aSubscription(app, owner, 'https://hooks.client.test/openslot')
    const { delivery } = await app.run(testWebhookSubscription, owner.principal, { uuid: webhook.id })
    const form = await aPublishedForm(app, owner, {
      rules: [{ conditions: [{ question: 'Company size', operator: 'is', values: ['100+'] }], destination: { type: 'event_type', value: types[0]?.id } }],
    })
    await aSubmission(app, form)
    const plain = [
      ...['', '/groups', '/activity', '/mail', '/privacy'].map((part) => `/app/organization${part}`),
      '/app/forms',
      `/app/forms/${form.id}`,
      `/app/forms/${form.id}/answers`,
      '/app/developers',
      `/app/developers/webhooks/${webhook.id}?open=${delivery}`,
      '/app/developers/apps',
      '/app/developers/ai',
    ]
    for (const path of [
      '/app?done=off&of=x',
      '/app/types/new',
      `/app/types/${types[0]?.id}?share=1`,
      `/app/types/${types[0]?.id}`,
      '/app/welcome/hours',
      '/app/welcome/done',
      ...plain,
    ]) {
      await page.goto(address + path)
      if (path.startsWith('/app/types/') || path.startsWith('/app/forms/')) await page.evaluate(unfold)
      await page.evaluate(source)
      for (const width of [375, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          if (width > 375 && plain.includes(path)) continue
          const where = `${path}, ${width}, ${colorScheme}`
          found.push(...(await examine(page, width === 375 && colorScheme === 'light')).map((words) => `${where}: ${words}`))
        }
        const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
        if (over !== 0) found.push(`${path}, ${width}: ${over} pixels too wide`)
      }
    }
    assert.deepEqual(found, [])
  })
})
