// seconds: 16
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { foundOrganization } from '#organizations/index.ts'
import { aSignInLink } from '../../support/account-links.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { axeFindings } from '../../support/axe.ts'
import { openWindow } from '../../support/browser.ts'
import { aFounder, type Person } from '../../support/cast.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'
import { givePassword, rightPassword } from '../../support/visitor.ts'

let app: TestApp
let owner: Person
let address: string

before(async () => {
  app = await testApp()
  owner = await aFounder(app)
  await givePassword(app, owner)
  await anEventType(app, owner, { active: true, duration: 60, name: 'Intro call' })
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.server.close())

const hoursOf = async (wday: string): Promise<string> => {
  const [schedule] = itemsOf(
    await app.ask('GET /user_availability_schedules', { token: owner.token, query: { user: owner.uri } }),
  )
  const rule = schedule.rules.find((one: { wday?: string }) => one.wday === wday)
  return rule.intervals.map(({ from, to }: { from: string; to: string }) => `${from}-${to}`).join(' ')
}

test('hours in clocks of 12 hours: by keyboard, by names that screen readers say, and by dragging; saved after a moment, taken back by Undo; nothing serious for axe-core', async () => {
  const { page, errors } = await openWindow({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  await page.goto(`${address}/login`)
  await page.locator('#email').fill(owner.email)
  await page.locator('#password').fill(rightPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/app`)
  await page.goto(`${address}/app/availability`)
  const said = page.locator('#toasts .toast')

  await page.getByRole('group', { name: 'Thursday, available, 1 time range' }).waitFor()
  await page.getByRole('textbox', { name: 'Thursday, start time' }).fill('9.30am')
  await page.keyboard.press('Enter')
  await said.getByText('Thursday: 9:30 am to 5:00 pm. Saved.').waitFor()
  assert.equal(await hoursOf('thursday'), '09:30-17:00')
  assert.equal(await page.getByRole('textbox', { name: 'Thursday, start time' }).inputValue(), '9:30 am')

  await page.getByRole('textbox', { name: 'Thursday, end time' }).fill('soon')
  await page.keyboard.press('Tab')
  await page.getByRole('alert').getByText('Enter a time like 9:30 am.').waitFor()
  await page.getByRole('textbox', { name: 'Thursday, end time' }).press('ArrowUp')
  await said.getByText('Thursday: 9:30 am to 5:15 pm. Saved.').waitFor()

  const bar = page.getByRole('slider', { name: 'Thursday, 9:30 am to 5:15 pm' })
  await bar.focus()
  for (const key of ['ArrowRight', 'Shift+ArrowRight', 'Alt+ArrowLeft']) await page.keyboard.press(key)
  await said.getByText('Thursday: 9:30 am to 5:45 pm. Saved.').waitFor()
  assert.equal(await page.evaluate("document.activeElement.getAttribute('aria-label')"), 'Thursday, 9:30 am to 5:45 pm')
  await page.keyboard.press('Delete')
  await said.getByText('Thursday: Unavailable. Saved.').waitFor()
  assert.equal(await hoursOf('thursday'), '')
  await page.getByRole('group', { name: 'Thursday, unavailable' }).waitFor()
  await said.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByRole('group', { name: 'Thursday, available, 1 time range' }).waitFor()
  assert.equal(await hoursOf('thursday'), '09:30-17:45')

  // The week begins on Sunday. From empty space on Saturday up to the evening of Friday: new hours on both.
  const barOf = async (day: string) =>
    (await page
      .getByRole('group', { name: `${day}, timeline` })
      .locator('.ground')
      .boundingBox()) ?? assert.fail()
  assert.equal(await page.locator('.day-row').first().locator('.day-name').textContent(), 'Sunday')
  const [from, to] = [await barOf('Saturday'), await barOf('Friday')]
  await page.mouse.move(from.x + from.width * 0.75, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width * 0.875, to.y + to.height / 2, { steps: 4 })
  await page.mouse.up()
  await said.getByText('Hours for Friday, Saturday saved').waitFor()
  assert.deepEqual(
    [await hoursOf('friday'), await hoursOf('saturday'), await hoursOf('sunday')],
    ['09:00-17:00 18:00-20:00', '18:00-20:00', ''],
  )
  await page.getByRole('slider', { name: 'Saturday, 6:00 pm to 8:00 pm' }).focus()
  assert.equal(await page.evaluate("document.activeElement.getAttribute('aria-valuetext')"), '6:00 pm to 8:00 pm')

  await page.locator('summary[aria-label="Copy Thursday to other days"]').press('Enter')
  await page.getByRole('button', { name: 'Weekdays' }).press('Enter')
  await said.getByText('Hours for Monday, Tuesday, Wednesday, Friday saved').waitFor()
  assert.equal(await hoursOf('monday'), '09:30-17:45')

  // A day with two ranges, and a page that is replaced: the hours are still saved as they are changed.
  await page.mouse.move(from.x + from.width / 4, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2, { steps: 4 })
  await page.mouse.up()
  await said.getByText('Saturday: 10:00 am to 2:00 pm, 6:00 pm to 8:00 pm. Saved.').waitFor()
  await page.getByText('Add dates').click()
  await page.getByLabel('First day').fill('2026-12-21')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Mon, Dec 21').waitFor()
  await page.getByRole('textbox', { name: 'Wednesday, end time' }).fill('16')
  await page.keyboard.press('Tab')
  await said.getByText('Wednesday: 9:30 am to 4:00 pm. Saved.').waitFor()

  // Who leaves at once loses nothing.
  await page.getByRole('textbox', { name: 'Friday, end time' }).fill('15')
  await page.getByRole('link', { name: 'Why isn’t a time available?' }).click()
  await page.getByRole('heading', { name: 'Why isn’t this time available?' }).waitFor()
  await page.getByLabel('Time', { exact: true }).fill('20:00')
  await page.getByText('Outside your weekly hours').first().waitFor()
  assert.equal(await hoursOf('friday'), '09:30-15:00')
  assert.deepEqual(await axeFindings(page), [])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  assert.deepEqual(await axeFindings(page), [])
  await page.setViewportSize({ width: 375, height: 800 })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 375)

  // The first run has the time fields of the browser, and bars that say the same.
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${address}/app/welcome/hours`)
  await page.getByRole('slider', { name: 'Monday, 9:30 am to 5:45 pm' }).waitFor()
  assert.match((await page.locator('#bars-scale').textContent()) ?? '', /6 am912 pm369$/)
  assert.deepEqual(errors, [])
})

test('the first hours by dragging, by keys and by typing, in the notation of the browser: bars and fields say the same, and what they say is saved; nothing serious for axe-core', async () => {
  const email = 'first-hours@openslot.test'
  await app.runOpen(foundOrganization, {
    name: 'Owner',
    email,
    organization: 'Mine',
    timezone: 'UTC',
    password_hash: null,
    awaits_welcome: true,
  })
  const { page, errors } = await openWindow({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
  })
  await page.goto(address + (await aSignInLink(app, email)))
  await page.getByLabel('Your name').fill('Demo Owner')
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/app/welcome/hours')
  const timesOf = async (day: string): Promise<string> =>
    (await page.getByLabel(day, { exact: true }).isChecked())
      ? `${await page.getByLabel(`${day}, start time`, { exact: true }).inputValue()}-${await page.getByLabel(`${day}, end time`, { exact: true }).inputValue()}`
      : 'off'
  const barOf = (day: string) => page.getByRole('group', { name: `${day}, timeline` })
  /** A point of a bar, which shows 6 to 22. */
  const at = async (day: string, hour: number): Promise<[number, number]> => {
    const box = (await barOf(day).locator('.ground').boundingBox()) ?? assert.fail()
    return [box.x + ((hour - 6) / 16) * box.width, box.y + box.height / 2]
  }
  const drag = async (from: [number, number], to: [number, number]): Promise<void> => {
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move(...to, { steps: 4 })
    await page.mouse.up()
  }

  // By dragging: an end, the whole, and from empty space over two days, Friday with hours and Saturday without.
  await drag(await at('Monday', 16.97), await at('Monday', 14.97))
  assert.equal(await timesOf('Monday'), '09:00-15:00')
  await page.getByRole('slider', { name: 'Monday, 09:00 to 15:00' }).waitFor()
  await drag(await at('Tuesday', 12), await at('Tuesday', 13.5))
  assert.equal(await timesOf('Tuesday'), '10:30-18:30')
  await drag(await at('Friday', 18), await at('Saturday', 20))
  assert.deepEqual([await timesOf('Friday'), await timesOf('Saturday')], ['09:00-20:00', '18:00-20:00'])
  assert.equal(await timesOf('Thursday'), '09:00-17:00')

  // By keys.
  const thursday = barOf('Thursday').getByRole('slider')
  await thursday.focus()
  for (const key of ['ArrowRight', 'Shift+ArrowRight', 'Alt+ArrowLeft']) await page.keyboard.press(key)
  assert.equal(await page.evaluate("document.activeElement.getAttribute('aria-label')"), 'Thursday, 09:00 to 17:30')
  assert.equal(await timesOf('Thursday'), '09:00-17:30')
  await barOf('Wednesday').getByRole('slider').press('Delete')
  assert.equal(await timesOf('Wednesday'), 'off')
  assert.equal(await page.evaluate('document.activeElement.value'), 'wednesday')

  // By typing: the bar follows. A time that is not one yet has no bar, and is not lost by dragging another day.
  await page.getByLabel('Saturday, start time').fill('19:00')
  await page.getByRole('slider', { name: 'Saturday, 19:00 to 20:00' }).waitFor()
  await page.getByLabel('Saturday, end time').fill('18:00')
  await barOf('Saturday').getByRole('slider').waitFor({ state: 'detached' })
  await drag(await at('Monday', 12), await at('Monday', 13))
  assert.deepEqual([await timesOf('Monday'), await timesOf('Saturday')], ['10:00-16:00', '19:00-18:00'])
  await page.getByLabel('Saturday', { exact: true }).uncheck()
  assert.equal(await barOf('Saturday').getByRole('slider').count(), 0)

  // Until midnight, beyond the end of the bar. A time field has no 24:00.
  await drag(await at('Friday', 19.95), await at('Friday', 25))
  assert.equal(await timesOf('Friday'), '09:00-00:00')
  await page.getByRole('slider', { name: 'Friday, 09:00 to 24:00' }).waitFor()

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await axeFindings(page), [], colorScheme)
  }
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL('**/app/welcome/done')
  await page.goto(`${address}/app/availability`)
  const saved = await page.evaluate(
    "[...document.querySelectorAll('[role=slider]')].map((bar) => bar.getAttribute('aria-label'))",
  )
  assert.deepEqual(saved, [
    'Monday, 10:00 to 16:00',
    'Tuesday, 10:30 to 18:30',
    'Thursday, 09:00 to 17:30',
    'Friday, 09:00 to 24:00',
  ])
  assert.deepEqual(errors, [])
})
