// seconds: 15
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { TestApp } from '../../support/app.ts'
import { aBooking, anInviteeNamed, tuesday } from '../../support/bookings.ts'
import { openWindow } from '../../support/browser.ts'
import { aFounder, aMember, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { listeningApp } from '../../support/listening-app.ts'
import { givePassword, rightPassword } from '../../support/visitor.ts'

// The service's clock stands on Monday, 2 March 2026, 10:00 UTC.

let app: TestApp
let address: string
let owner: Person
let close: () => Promise<void>
before(async () => {
  // Booking pages are framed at the address that the service has.
  ;({ app, address, close } = await listeningApp())
  owner = await aFounder(app)
})
after(() => close())

const signedIn = async (person: Person) => {
  await givePassword(app, person)
  const { page, errors } = await openWindow({
    timezoneId: 'Europe/Lisbon',
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
  })
  await page.goto(`${address}/login`)
  await page.locator('#email').fill(person.email)
  await page.locator('#password').fill(rightPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/app`)
  return { page, errors }
}

const saved = (page: Page, id: string) =>
  page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith(`/app/types/${id}`))

test('all types that a search shows are chosen at once, changed together at an address of theirs, and as before after Undo', async () => {
  for (const name of ['Call one', 'Call two', 'Visit']) await anEventType(app, owner, { active: true, name })
  const { page, errors } = await signedIn(owner)
  const states = async (): Promise<unknown> =>
    page.evaluate(
      "Object.fromEntries([...document.querySelectorAll('[data-row]')].map((row) => [row.querySelector('a').textContent, row.querySelector('[role=switch]').ariaChecked]))",
    )
  await page.locator('#type-search').fill('call')
  await page.getByRole('checkbox', { name: 'Select Call one' }).check()
  const all = page.getByRole('checkbox', { name: 'Select all' })
  assert.equal(await all.evaluate((box) => (box as unknown as { indeterminate: boolean }).indeterminate), true)
  await all.check()
  await page.getByRole('button', { name: 'Edit selected' }).click()
  await page.getByRole('heading', { name: 'Edit event types' }).waitFor()
  const chosen = () => page.locator('ul[aria-label="Event types"] a').allTextContents()
  assert.deepEqual(await chosen(), ['Call one', 'Call two'])
  await page.reload()
  assert.deepEqual(await chosen(), ['Call one', 'Call two'])
  await page.goBack()
  await page.waitForURL(`${address}/app`)
  await page.goForward()
  await page.getByRole('heading', { name: 'Edit event types' }).waitFor()
  assert.deepEqual(await chosen(), ['Call one', 'Call two'])
  await page.getByLabel('Status').selectOption('Off')
  await page.getByRole('button', { name: /^Apply to \d+ event types$/ }).click()
  await page.locator('.toast', { hasText: '2 event types updated' }).getByRole('button', { name: 'Undo' }).waitFor()
  assert.match(page.url(), /\/app\/types\/bulk\?type=/)
  const other = await page.context().newPage()
  await other.goto(`${address}/app`)
  const inOther = async () =>
    Object.fromEntries(
      await Promise.all(
        (await other.getByRole('switch').all()).map(async (one) => [
          await one.getAttribute('aria-label'),
          await one.getAttribute('aria-checked'),
        ]),
      ),
    )
  assert.deepEqual(await inOther(), {
    'Accept bookings for Call one': 'false',
    'Accept bookings for Call two': 'false',
    'Accept bookings for Visit': 'true',
  })
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Restored').first().waitFor()
  await page.goto(`${address}/app`)
  assert.deepEqual(await states(), { 'Call one': 'true', 'Call two': 'true', Visit: 'true' })
  assert.deepEqual(errors, [])
})

test('the preview follows what is saved; two windows change different fields of a type without undoing each other, and of one field the later counts', async () => {
  const { id } = await anEventType(app, owner, { active: true, name: 'Both' })
  const { page, errors } = await signedIn(owner)
  await page.goto(`${address}/app/types/${id}`)
  const other = await page.context().newPage()
  await other.goto(`${address}/app/types/${id}`)
  const change = async (on: Page, label: string, text: string): Promise<void> => {
    const answered = saved(on, id)
    await on.getByLabel(label, { exact: true }).fill(text)
    await on.keyboard.press('Tab')
    assert.equal((await answered).status(), 200)
  }
  await change(page, 'Name', 'By the first')
  await page.frameLocator('#preview').getByText('By the first', { exact: true }).first().waitFor()
  await change(other, 'Description', 'Said by the second')
  await change(other, 'Name', 'By the second')
  await page.reload()
  assert.deepEqual(
    [await page.getByLabel('Name', { exact: true }).inputValue(), await page.getByLabel('Description').inputValue()],
    ['By the second', 'Said by the second'],
  )
  await page.frameLocator('#preview').getByText('By the second', { exact: true }).first().waitFor()
  assert.deepEqual(errors, [])
})

test('a type that is switched off is seen beside its editor as it will be, and follows what is saved; on a page of its own days are gone through, and nothing is booked', async () => {
  const { id } = await anEventType(app, owner, { active: false, name: 'Not yet' })
  const { page, errors } = await signedIn(owner)
  await page.goto(`${address}/app/types/${id}`)
  const frame = page.frameLocator('#preview')
  await frame.getByText('Only people who can edit it see this preview').waitFor()
  const answered = saved(page, id)
  await page.getByLabel('Name', { exact: true }).fill('Soon')
  await page.keyboard.press('Tab')
  assert.equal((await answered).status(), 200)
  await frame.getByRole('heading', { name: 'Soon' }).waitFor()
  const own = await page.context().newPage()
  await own.goto(`${address}/app/types/${id}/preview`)
  await own.getByRole('link', { name: 'Next month' }).click()
  await own.getByRole('heading', { name: 'April 2026' }).waitFor()
  await own.locator('a[data-date^="2026-04"]').first().click()
  await own.locator('a.time').first().click()
  await own.locator('input[name=name]').fill('Robin Guest')
  await own.locator('input[name=email]').fill('robin@client.test')
  await own.locator('.booking-form button[type=submit]').click()
  await own.locator('.errors', { hasText: 'nobody can book it' }).waitFor()
  await own.reload()
  await own.locator('.booking-form').waitFor()
  await page.getByRole('switch').click()
  await page.locator(`#preview[src$="/soon"], #preview[src$="/not-yet"]`).waitFor({ state: 'attached' })
  await frame.getByRole('heading', { name: 'Soon' }).waitFor()
  assert.equal(await frame.getByText('This event type is turned off').count(), 0)
  assert.deepEqual(errors, [])
})

test('half an hour has room for its name and its guest in a narrow week, and says when it is', async () => {
  const type = await anEventType(app, owner, { active: true, name: 'Erstgespräch', duration: 30 })
  const booked = await aBooking(app, owner, type, {
    start_time: tuesday('11:00'),
    invitee: anInviteeNamed('Robin Guest'),
  })
  const { page } = await signedIn(owner)
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto(`${address}/app/meetings?view=week&at=2026-03-03`)
  const block = page.locator(`#meeting-${booked.eventId}`)
  const cut = await block.evaluate((link) => {
    const { bottom } = link.getBoundingClientRect()
    const isCut = (line: Element): boolean =>
      line.scrollWidth > line.clientWidth || line.getBoundingClientRect().bottom > bottom
    return [...link.querySelectorAll('b, small')].map((line) => [line.textContent, isCut(line)])
  })
  assert.deepEqual(cut, [
    ['Erstgespräch', false],
    [String((await block.locator('small').textContent()) ?? ''), false],
  ])
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
  assert.equal(await block.locator('small').innerText(), 'Robin Guest')
  assert.match((await block.getAttribute('title')) ?? '', /^\d+:\d\d .* · Erstgespräch · Robin Guest$/)
})

test('a meeting stands at its true minute in the week, as long as it lasts, and says when it starts', async () => {
  const type = await anEventType(app, owner, { active: true, name: 'Ten past', duration: 25, start_time_increment: 5 })
  const booked = await aBooking(app, owner, type, { start_time: tuesday('14:10') })
  const { page } = await signedIn(owner)
  await page.goto(`${address}/app/meetings?view=week&at=2026-03-03`)
  const block = page.locator(`#meeting-${booked.eventId}`)
  const drawn = await block.evaluate((link) => {
    const hour = link.closest('.hour') as Element
    const [own, around] = [link.getBoundingClientRect(), hour.getBoundingClientRect()]
    return {
      minute: Math.round(((own.top - around.top - hour.clientTop) / around.height) * 60),
      length: Math.round(((own.height + 2) / around.height) * 60),
    }
  })
  assert.deepEqual(drawn, { minute: 10, length: 25 })
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
  assert.match(await block.innerText(), /:10/)
})

test('a short meeting names its guest in the week; back and forward go through weeks and panels', async () => {
  const type = await anEventType(app, owner, {
    active: true,
    name: 'A rather long name of a short meeting',
    duration: 15,
  })
  const invitee = anInviteeNamed('Robin Guest')
  const booked = await aBooking(app, owner, type, { start_time: tuesday(), invitee })
  const { page, errors } = await signedIn(owner)
  await page.goto(`${address}/app/meetings?view=week&at=2026-03-03`)
  const block = page.locator(`#meeting-${booked.eventId}`)
  const [outer, inner] = [await block.boundingBox(), await block.getByText(invitee.name).boundingBox()]
  assert.ok(
    outer &&
      inner &&
      inner.width > 20 &&
      inner.y + inner.height <= outer.y + outer.height + 1 &&
      inner.x + inner.width <= outer.x + outer.width,
  )
  const week = page.locator('.pager h2')
  const [first, heading] = [await week.textContent(), page.getByRole('heading', { level: 3, name: invitee.name })]
  await block.click()
  await heading.waitFor()
  await page.getByRole('link', { name: 'Later' }).click()
  await week.filter({ hasNotText: first ?? '' }).waitFor()
  await page.goBack()
  await heading.waitFor()
  assert.equal(await week.textContent(), first)
  await page.goBack()
  await block.waitFor()
  assert.equal(await heading.count(), 0)
  await page.goForward()
  await heading.waitFor()
  assert.deepEqual(errors, [])
})

test('who is removed is told on the open page that it is no longer theirs, whatever they do there, and can go on in their own', async () => {
  const member = await aMember(app, owner)
  const { id } = await anEventType(app, member, { active: true, name: 'Left behind' })
  const { page } = await signedIn(member)
  await page.goto(`${address}/app/types/${id}`)
  const other = await page.context().newPage()
  await other.goto(`${address}/app/types/${id}`)
  assert.equal((await app.ask(`DELETE ${member.membershipUri}`, { token: owner.token })).status, 204)
  await page.getByRole('switch', { name: 'On' }).click()
  await page.getByText('an organization you’re not a member of').waitFor()
  await other.getByLabel('Name', { exact: true }).fill('Still mine')
  await other.keyboard.press('Tab')
  await other.getByText('an organization you’re not a member of').waitFor()
  await other.getByRole('main').getByRole('link', { name: 'Event types' }).click()
  await other.getByText('No event types yet.').waitFor()
})

test('on a narrow screen what was done in a panel is said above it, and is taken back there', async () => {
  const host = await aFounder(app)
  const type = await anEventType(app, host, {
    active: true,
    name: 'Talk',
    duration: 30,
    scheduling_rules: { minimum_notice: 0 },
  })
  const { eventId } = await aBooking(app, host, type, { start_time: '2026-03-02T10:00:00Z' })
  const { page, errors } = await signedIn(host)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`${address}/app/meetings?view=day&open=${eventId}`)
  await page.getByRole('button', { name: 'Mark as no-show' }).click()
  await page.locator('.panel').getByText('No-show', { exact: true }).waitFor()
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Mark as no-show' }).waitFor()
  assert.deepEqual(errors, [])
})
