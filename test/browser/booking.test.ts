// seconds: 10
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContextOptions, Frame, Page } from 'playwright-core'
import { configureEventType } from '#event-types/index.ts'
import { languages } from '../../languages/all.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { aBooking, aSharedType, eventOf, inviteeIdOf, inviteeOf, tokenIn, tuesday } from '../support/bookings.ts'
import { openWindow } from '../support/browser.ts'
import { aCast, aMember, lastPart, type Made, type Person } from '../support/cast.ts'
import { anEventType } from '../support/event-types.ts'
import { eventually } from '../support/eventually.ts'
import { type OtherSite, openOtherSite } from '../support/other-site.ts'
import { testAtFullSize } from '../support/sized.ts'

// The service's clock stands on Monday, 2 March 2026, 10:00 UTC. The browsers are in Berlin, an hour ahead of their
// hosts.

let app: TestApp
let address: string
let owner: Person
let around: OtherSite

before(async () => {
  app = await testApp()
  ;({ owner } = await aCast(app))
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
  around = await openOtherSite()
})
after(() => app.server.close())

const inBerlin: BrowserContextOptions = { timezoneId: 'Europe/Berlin', locale: 'en-US' }

const pathOf = async ({ uri }: Made): Promise<string> =>
  new URL((await app.ask(`GET ${uri}`, { token: owner.token })).body.resource.scheduling_url).pathname

/** A type with a host of its own. */
const aPage = async (
  traits: Readonly<Record<string, unknown>> = {},
  configured: Readonly<Record<string, unknown>> = {},
) => {
  const host = await aMember(app, owner)
  const type = await anEventType(app, host, { active: true, ...traits })
  if (Object.keys(configured).length > 0)
    await app.run(configureEventType, host.principal, { uuid: type.id, ...configured })
  return { host, type, path: await pathOf(type) }
}

type View = Page | Frame

const fill = async (view: View, name = 'A Visitor'): Promise<void> => {
  await view.getByLabel('Name', { exact: true }).fill(name)
  await view.getByLabel('Email').fill('visitor@client.test')
}

const day = (view: View, words: string) => view.getByRole('link', { name: `${words},` })
const time = (view: View, words: string) => view.getByRole('link', { name: words, exact: true })

const inviteeAt = async (url: string, host: Person) => {
  const id = inviteeIdOf(tokenIn(url))
  const listed = await app.ask('GET /scheduled_events', { token: host.token, query: { user: host.uri, count: '100' } })
  for (const event of listed.body.collection) {
    const { status, body } = await app.ask(`GET ${event.uri}/invitees/${id}`, { token: host.token })
    if (status === 200) return { id, invitee: body.resource, event }
  }
  throw new Error(`There is no invitee at ${url}.`)
}

describe('book, move and cancel', () => {
  test('by mouse: the zone is found out, one request for the month, the next one comes by itself', async () => {
    const { host, path } = await aPage({}, { duration_options: [30, 60] })
    const { page, errors } = await openWindow(inBerlin)
    const asked: string[] = []
    page.on(
      'request',
      (request) =>
        void (
          request.url().includes('/months/') && asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
        ),
    )
    await page.goto(`${address}${path}?utm_source=letter&name=Prefilled%20Name&a1=Hello`)
    await page.getByRole('button', { name: 'Berlin' }).waitFor()
    await eventually('two months were asked for', () => asked.length === 2)
    assert.deepEqual(asked, ['2026-03', '2026-04'])
    await page.getByRole('link', { name: 'Next month' }).click()
    await page.getByRole('heading', { name: 'April 2026' }).waitFor()
    await page.getByRole('link', { name: 'Previous month' }).click()
    assert.equal(
      await page.locator('[data-date="2026-03-07"] a, a[data-date="2026-03-07"]').count(),
      0,
      'a Saturday is not for clicking',
    )

    await page.getByRole('link', { name: '1 hour' }).click()
    await day(page, 'Tuesday, March 3').click()
    await page.getByRole('button', { name: '24h' }).click()
    await time(page, '17:00').waitFor()
    assert.equal(await time(page, '17:30').count(), 0, 'an hour does not fit in any more')
    await page.getByRole('button', { name: '12h' }).click()
    await time(page, '10:00 am').click()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Prefilled Name')
    await page.getByLabel('Email').fill('visitor@client.test')
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    const booked = await inviteeAt(page.url(), host)
    assert.deepEqual(
      [
        booked.invitee.timezone,
        booked.invitee.tracking.utm_source,
        booked.invitee.questions_and_answers[0].answer,
        booked.event.end_time,
      ],
      ['Europe/Berlin', 'letter', 'Hello', '2026-03-03T10:00:00.000000Z'],
    )
    await page.getByText('Tuesday, March 3, 2026, 10:00 am – 11:00 am').waitFor()

    await page.getByRole('link', { name: 'Reschedule' }).click()
    await day(page, 'Wednesday, March 4').click()
    await time(page, '11:00 am').click()
    await page.getByRole('button', { name: 'Reschedule meeting' }).click()
    await page.getByRole('heading', { name: 'Your meeting has been rescheduled' }).waitFor()
    assert.equal(
      await page.evaluate("getComputedStyle(document.querySelector('s .unit')).textDecorationLine"),
      'line-through',
      'the old time',
    )
    const moved = await inviteeAt(page.url(), host)
    assert.deepEqual(
      [moved.event.start_time, moved.invitee.old_invitee],
      ['2026-03-04T10:00:00.000000Z', booked.invitee.uri],
    )

    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByLabel('Reason').fill('Something came up')
    await page.getByRole('button', { name: 'Cancel meeting' }).click()
    await page.getByRole('heading', { name: 'This meeting has been canceled' }).waitFor()
    assert.equal((await inviteeOf(app, host, moved)).cancellation.reason, 'Something came up')
    assert.deepEqual(errors, [])
  })

  test('by keyboard alone', async () => {
    const { host, path } = await aPage()
    const { page, errors } = await openWindow(inBerlin)
    const { keyboard } = page
    const focused = () =>
      page.evaluate(
        `document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.trim()`,
      ) as Promise<string>
    const focus = (words: RegExp) => eventually(`the focus is at ${words}`, async () => words.test(await focused()))
    const tabTo = async (words: string): Promise<void> => {
      for (let presses = 0; presses < 40; presses += 1) {
        if ((await focused()).startsWith(words)) return
        await keyboard.press('Tab')
      }
      assert.fail(`the tab key never came to ${words}`)
    }
    let release: (() => void) | undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/months/2026-04*', (route) => released.then(() => route.continue()))
    await page.goto(`${address}${path}`)
    await page.getByRole('button', { name: 'Berlin' }).waitFor()

    // Another zone, from a list that opens within the page.
    await tabTo('Time zone')
    await keyboard.press('Enter')
    await page.getByRole('combobox').waitFor()
    await page.getByRole('option').first().waitFor()
    await keyboard.type('lisb')
    await keyboard.press('Enter')
    await page.getByRole('button', { name: 'Lisbon' }).waitFor()
    await page.locator('table[aria-busy=false]').waitFor()

    // One day of the grid is reached by the tab key, the others by arrows; another month by Page Down.
    await page.keyboard.press('Shift+Tab')
    await focus(/^Monday, March 2, 2026/)
    await keyboard.press('ArrowDown')
    await focus(/^Monday, March 9, 2026: 16 available times/)
    await keyboard.press('ArrowLeft')
    await focus(/8Sunday, March 8, 2026: no available times/)
    await keyboard.press('PageDown')
    await page.getByRole('heading', { name: 'April 2026' }).waitFor()
    await focus(/April 8, 2026: no available times/)
    // Its times come late: it becomes a link, and the focus stays on it.
    release?.()
    await focus(/April 8, 2026: 16 available times/)
    await keyboard.press('PageUp')
    await page.getByRole('heading', { name: 'March 2026' }).waitFor()
    await keyboard.press('End')
    await focus(/March 14/)
    await keyboard.press('ArrowLeft')
    await keyboard.press(' ')
    await tabTo('9:00 am')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Enter your details' }).waitFor()
    await focus(/^Enter your details$/)
    for (const words of ['A Keyboard', 'keys@client.test']) {
      await keyboard.press('Tab')
      await keyboard.type(words)
    }
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    const booked = await inviteeAt(page.url(), host)
    assert.deepEqual(
      [booked.invitee.email, booked.event.start_time],
      ['keys@client.test', '2026-03-13T09:00:00.000000Z'],
    )

    await tabTo('Reschedule')
    await keyboard.press('Enter')
    await page.getByRole('grid').waitFor()
    await tabTo('Monday, March 2')
    await keyboard.press('Enter')
    await tabTo('3:00 pm')
    await keyboard.press('Enter')
    await tabTo('Reschedule meeting')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your meeting has been rescheduled' }).waitFor()
    await tabTo('Cancel')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Cancel this meeting?' }).waitFor()
    await tabTo('Cancel meeting')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'This meeting has been canceled' }).waitFor()
    assert.deepEqual(errors, [])
  })

  testAtFullSize(
    'keys that are pressed before a month has come: the way back is open, and the focus stays on its day',
    async () => {
      const { path } = await aPage()
      const { page } = await openWindow(inBerlin)
      let letGo = (): void => {}
      const held = new Promise<void>((done) => (letGo = done))
      await page.route('**/months/2026-04?*', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`${address}${path}`)
      await page.getByRole('button', { name: 'Berlin' }).waitFor()
      await page.locator('table[aria-busy=false]').waitFor()
      await page.locator('a[data-date="2026-03-10"]').focus()
      await page.keyboard.press('PageDown')
      await page.getByRole('heading', { name: 'April 2026' }).waitFor()
      await page.keyboard.press('PageUp')
      await page.getByRole('heading', { name: 'March 2026' }).waitFor()
      await page.keyboard.press('PageDown')
      await page.getByRole('heading', { name: 'April 2026' }).waitFor()
      letGo()
      await page.locator('a[data-date="2026-04-10"]:focus').waitFor()
    },
  )

  testAtFullSize('on a phone: everything fits in 320 pixels, and fingers find what they need', async () => {
    const { host, path } = await aPage()
    const { page, errors } = await openWindow({
      ...inBerlin,
      viewport: { width: 320, height: 568 },
      hasTouch: true,
      isMobile: true,
    })
    const fits = async (where: string): Promise<void> =>
      assert.ok(
        ((await page.evaluate('document.documentElement.scrollWidth')) as number) <= 320,
        `${where} is wider than the screen`,
      )
    const long = 'Donaudampfschifffahrtsgesellschaftskapitän'
    const wordy = await anEventType(app, host, { name: long, active: true })
    const custom_questions = [{ name: long, type: 'single_select', position: 0, answer_choices: [long, 'Other'] }]
    await app.run(configureEventType, host.principal, { uuid: wordy.id, custom_questions })
    await page.goto(`${address}${await pathOf(wordy)}/${tuesday()}`)
    await fits('a form of long words')
    await page.goto(`${address}${path.split('/').slice(0, 2).join('/')}`)
    await fits('the profile')
    await page.getByRole('link', { name: /^Intro call/ }).tap()
    await page.getByRole('button', { name: 'Berlin' }).waitFor()
    const small = await page.evaluate(
      `[...document.querySelectorAll('a.day')].map((node) => node.getBoundingClientRect().width).filter((width) => width < 24).length`,
    )
    assert.equal(small, 0, 'days are large enough')
    await fits('the calendar')
    await day(page, 'Thursday, March 5').tap()
    await time(page, '10:00 am').tap()
    await fits('the form')
    await fill(page)
    await page.getByRole('button', { name: 'Confirm booking' }).tap()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    await fits('the confirmation')
    await page.getByRole('link', { name: 'Reschedule' }).tap()
    await day(page, 'Friday, March 6').tap()
    await time(page, '10:30 am').tap()
    await page.getByRole('button', { name: 'Reschedule meeting' }).tap()
    await page.getByRole('heading', { name: 'Your meeting has been rescheduled' }).waitFor()
    const moved = await inviteeAt(page.url(), host)
    assert.equal(moved.event.start_time, '2026-03-06T09:30:00.000000Z')
    await page.getByRole('link', { name: 'Cancel' }).tap()
    await page.getByRole('heading', { name: 'Cancel this meeting?' }).waitFor()
    await fits('the cancellation')
    await page.getByRole('button', { name: 'Cancel meeting' }).tap()
    await page.getByRole('heading', { name: 'This meeting has been canceled' }).waitFor()
    assert.deepEqual(errors, [])
  })

  testAtFullSize(
    'in a frame on another site: the five messages, as clients know them, and nothing about anybody',
    async () => {
      const { host, type, path } = await aPage()
      const profile = path.split('/').slice(0, 2).join('/')
      const { page, errors } = await openWindow(inBerlin)
      const source = `${address}${profile}?embed_type=Inline&embed_domain=1&name=Secret+Person&email=secret@client.test&hide_event_type_details=1`
      await page.goto(
        around.put(`<iframe title="Booking" src="${source.replaceAll('&', '&amp;')}" width="600" height="700"></iframe>
<script>window.heard = []; addEventListener('message', ({ data, origin }) => heard.push({ ...data, origin }))</script>`),
      )
      const frame = page.frames()[1] as Frame
      await frame.getByRole('link', { name: /^Intro call/ }).click()
      await frame.getByRole('grid').waitFor()
      await day(frame, 'Tuesday, March 10').click()
      await time(frame, '10:00 am').click()
      await frame.getByRole('button', { name: 'Confirm booking' }).click()
      await frame.getByRole('heading', { name: 'You’re booked' }).waitFor()
      const booked = await inviteeAt(frame.url(), host)

      type Heard = { event: string; payload: Record<string, unknown>; origin: string }
      const heard = (await page.evaluate('heard')) as Heard[]
      assert.deepEqual([...new Set(heard.map(({ origin }) => origin))], [address])
      const events = heard.filter(({ event }) => event !== 'calendly.page_height')
      assert.deepEqual(
        events.map(({ event, payload }) => [event, payload]),
        [
          ['calendly.profile_page_viewed', {}],
          ['calendly.event_type_viewed', {}],
          ['calendly.date_and_time_selected', {}],
          ['calendly.event_scheduled', { event: { uri: booked.event.uri }, invitee: { uri: booked.invitee.uri } }],
        ],
      )
      const heights = heard.filter(({ event }) => event === 'calendly.page_height').map(({ payload }) => payload.height)
      assert.ok(heights.length >= 4, `${heights.length} heights`)
      for (const height of heights) assert.match(String(height), /^\d{2,4}px$/)
      assert.ok(new Set(heights).size >= 3, 'it changes with the page')
      assert.doesNotMatch(JSON.stringify(heard), /secret@client|Secret/i)

      // Moving and canceling are never framed: they open in a tab of their own, and not as an embed.
      assert.equal(await frame.getByRole('link', { name: 'Cancel' }).getAttribute('target'), '_blank')
      const opened = page.context().waitForEvent('page')
      await frame.getByRole('link', { name: 'Reschedule' }).click()
      const tab = await opened
      await day(tab, 'Wednesday, March 11').click()
      assert.doesNotMatch(tab.url(), /embed_/)
      await time(tab, '10:00 am').click()
      await tab.getByRole('button', { name: 'Reschedule meeting' }).click()
      await tab.getByRole('heading', { name: 'Your meeting has been rescheduled' }).waitFor()
      assert.equal((await eventOf(app, host, (await inviteeAt(tab.url(), host)).invitee)).event_type, type.uri)
      assert.deepEqual(errors, [])
    },
  )
})

describe('without a script', () => {
  test('everything is shown, and can be booked, moved and canceled with plain forms', async () => {
    const { host, type, path } = await aPage()
    const { page, errors } = await openWindow({ ...inBerlin, javaScriptEnabled: false })
    await page.goto(`${address}${path.split('/').slice(0, 2).join('/')}`)
    await page.getByRole('link', { name: /^Intro call/ }).click()
    await page.locator('.zone summary').click()
    await page.getByLabel('Time zone').last().fill('Europe/Madrid')
    await page.getByRole('button', { name: 'Show' }).click()
    await day(page, 'Tuesday, March 3').click()
    await time(page, '10:00 am').click()
    await fill(page)
    await aBooking(app, host, type)
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await page.getByText('This time is no longer available').waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'A Visitor')
    await page.getByRole('button', { name: '11:00 am' }).click()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    const booked = await inviteeAt(page.url(), host)
    assert.deepEqual(
      [booked.invitee.timezone, booked.event.start_time],
      ['Europe/Madrid', '2026-03-03T10:00:00.000000Z'],
    )
    await page.getByRole('link', { name: 'Reschedule' }).click()
    await day(page, 'Friday, March 6').click()
    await time(page, '10:00 am').click()
    await page.getByRole('button', { name: 'Reschedule meeting' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel meeting' }).click()
    await page.getByRole('heading', { name: 'This meeting has been canceled' }).waitFor()
    assert.deepEqual(
      errors.filter((words) => !words.includes('400')),
      [],
    )
  })
})

describe('what can go wrong', () => {
  testAtFullSize('a time that was taken meanwhile: it says so, shows fresh times, and keeps the answers', async () => {
    const { host, type, path } = await aPage()
    const { page } = await openWindow(inBerlin)
    await page.goto(`${address}${path}`)
    await page.getByRole('button', { name: 'Berlin' }).waitFor()
    await day(page, 'Tuesday, March 3').click()
    await time(page, '10:00 am').click()
    await fill(page, 'Kept Name')
    await aBooking(app, host, type)
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'This time is no longer available' })
    await alert.waitFor()
    await time(page, '10:30 am').waitFor()
    assert.equal(await time(page, '10:00 am').count(), 0)
    await time(page, '10:30 am').click()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Kept Name')
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  })

  testAtFullSize('a double click books once; the way back leads back', async () => {
    const { host, path } = await aPage()
    const { page } = await openWindow(inBerlin)
    await page.goto(`${address}${path}`)
    await page.getByRole('button', { name: 'Berlin' }).waitFor()
    await day(page, 'Tuesday, March 3').click()
    await time(page, '10:00 am').click()
    await page.goBack()
    await time(page, '10:30 am').click()
    await fill(page)
    await page.getByRole('button', { name: 'Confirm booking' }).dblclick()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    const events = await app.ask('GET /scheduled_events', { token: host.token, query: { user: host.uri } })
    assert.equal(events.body.collection.length, 1)
  })

  testAtFullSize('who comes back to the form that they sent can use it again, and books once', async () => {
    const { host, path } = await aPage()
    const { page } = await openWindow(inBerlin)
    await page.goto(`${address}${path}/${tuesday()}`)
    await page.locator('input[name=timezone][value="Europe/Berlin"]').waitFor({ state: 'attached' })
    await fill(page)
    let letGo = (): void => {}
    const held = new Promise<void>((done) => (letGo = done))
    await page.route('**/*', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await Promise.all([sent, page.getByRole('button', { name: 'Booking…' }).waitFor()])
    // What a browser tells a page that it has kept as it was left.
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    const again = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await again
    letGo()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    const events = await app.ask('GET /scheduled_events', { token: host.token, query: { user: host.uri } })
    assert.equal(events.body.collection.length, 1)
  })

  testAtFullSize(
    'a time that is chosen, left for another zone and chosen again by Forward shows the time that is booked',
    async () => {
      const { host, path } = await aPage()
      const { page } = await openWindow(inBerlin)
      await page.goto(`${address}${path}`)
      await page.getByRole('button', { name: 'Berlin' }).waitFor()
      await day(page, 'Tuesday, March 3').click()
      await time(page, '10:00 am').click()
      await page.getByRole('heading', { name: 'Enter your details' }).waitFor()
      await page.goBack()
      await page.getByRole('button', { name: 'Berlin' }).click()
      await page.getByRole('combobox').fill('Lisbon')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Lisbon' }).waitFor()
      await page.goForward()
      const chosen = page.locator('.chosen')
      await chosen.filter({ hasText: 'Lisbon' }).waitFor()
      assert.match(
        // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
        (await chosen.innerText()).replaceAll(/\s+/g, ' '),
        /Tuesday, March 3, 2026, 9:00 am – 9:30 am Time zone: Lisbon/,
      )
      await fill(page)
      await page.getByRole('button', { name: 'Confirm booking' }).click()
      await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
      const [event] = (await app.ask('GET /scheduled_events', { token: host.token, query: { user: host.uri } })).body
        .collection
      assert.equal(event.start_time, '2026-03-03T09:00:00.000000Z')
    },
  )

  testAtFullSize(
    'what was typed survives Back, Forward and a reload; Back after booking shows the booking',
    async () => {
      const { path } = await aPage()
      const { page } = await openWindow(inBerlin)
      await page.goto(`${address}${path}`)
      await page.getByRole('button', { name: 'Berlin' }).waitFor()
      await day(page, 'Tuesday, March 3').click()
      await time(page, '10:00 am').click()
      const name = page.getByLabel('Name', { exact: true })
      await name.fill('Robin Typed')
      await page.goBack()
      await time(page, '10:30 am').waitFor()
      await page.goForward()
      assert.equal(await name.inputValue(), 'Robin Typed')
      await page.reload()
      await page.locator('input[name=timezone][value="Europe/Berlin"]').waitFor({ state: 'attached' })
      await page.waitForFunction(`document.querySelector('input[name=name]').value === 'Robin Typed'`)
      await fill(page)
      await page.getByRole('button', { name: 'Confirm booking' }).click()
      const booked = page.getByRole('heading', { name: 'You’re booked' })
      await booked.waitFor()
      await page.goBack()
      await booked.waitFor()
      assert.equal(await page.getByText('no longer available').count(), 0)
      await page.goto(`${address}${path}/${tuesday('11:00')}`)
      await page.locator('input[name=timezone][value="Europe/Berlin"]').waitFor({ state: 'attached' })
      assert.equal(await name.inputValue(), '', 'and the next booking begins with an empty form')
    },
  )

  testAtFullSize(
    'a day in the address has its times in the zone of the browser, too; the way back goes from the time to the day',
    async () => {
      const { path } = await aPage()
      const { page } = await openWindow(inBerlin)
      await page.goto(`${address}${path}?date=2026-03-05`)
      await page.getByRole('button', { name: 'Berlin' }).waitFor()
      await time(page, '10:00 am').waitFor()
      await day(page, 'Friday, March 6').click()
      await time(page, '11:00 am').click()
      await page.getByRole('heading', { name: 'Enter your details' }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Available times on Friday, March 6, 2026' }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Available times on Thursday, March 5, 2026' }).waitFor()
    },
  )

  test('no connection: it says so, and nothing that was filled in is lost', async () => {
    const { path } = await aPage()
    const { page } = await openWindow(inBerlin)
    await page.goto(`${address}${path}/${tuesday()}`)
    await page.getByRole('button', { name: 'Confirm booking' }).waitFor()
    await page.locator('input[name=timezone][value="Europe/Berlin"]').waitFor({ state: 'attached' })
    await fill(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await page.getByText('Couldn’t send').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  })

  testAtFullSize(
    'after booking, on to the page of the type: the whole window, from a frame as well, unless the frame may not',
    async () => {
      const thanks = around.put('<h1>Thank you</h1>')
      const { path } = await aPage({}, { redirect_url: thanks })
      const { page } = await openWindow(inBerlin)
      const book = async (view: View): Promise<void> => {
        await view.locator('input[name=timezone][value="Europe/Berlin"]').waitFor({ state: 'attached' })
        await fill(view)
        await view.getByRole('button', { name: 'Confirm booking' }).click()
      }
      await page.goto(`${address}${path}/${tuesday()}`)
      await book(page)
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('invitee_email'), 'visitor@client.test')

      const framed = async (start: string, traits = ''): Promise<Frame> => {
        const keeping = `<script>addEventListener('message', ({ data }) => data.event === 'calendly.event_scheduled' && sessionStorage.setItem('heard', 'yes'))</script>`
        await page.goto(
          around.put(
            `${keeping}<iframe title="Booking" src="${address}${path}/${start}?embed_domain=1" height="900" ${traits}></iframe>`,
          ),
        )
        return page.frames()[1] as Frame
      }
      await book(await framed(tuesday('11:00')))
      await page.waitForURL((url) => url.href.startsWith(thanks))
      assert.equal(await page.evaluate("sessionStorage.getItem('heard')"), 'yes', 'the page around heard of it first')
      const frame = await framed(tuesday('12:00'), 'sandbox="allow-scripts allow-forms allow-same-origin"')
      await book(frame)
      await frame.getByRole('heading', { name: 'You’re booked' }).waitFor()
    },
  )

  testAtFullSize(
    'a frame with a sandbox: it books also where forms may not be sent, and without our origin it says what to do',
    async () => {
      const { host, path } = await aPage()
      const { page } = await openWindow(inBerlin)
      const framed = async (sandbox: string): Promise<Frame> => {
        const source = `${address}${path}/${tuesday()}?embed_domain=1&embed_type=Inline`
        await page.goto(
          around.put(`<iframe title="Booking" src="${source}" width="600" height="900" sandbox="${sandbox}"></iframe>`),
        )
        return page.frames()[1] as Frame
      }
      const wayOut = new RegExp(
        `^The website that embeds this page blocks its forms.*: (?!\\S*embed_)http\\S+${path}/\\S+$`,
      )
      const withScript = await framed('allow-scripts allow-forms')
      await withScript.getByRole('alert').filter({ hasText: wayOut }).waitFor()
      const plain = await framed('allow-forms')
      await fill(plain)
      await plain.getByRole('button', { name: 'Confirm booking' }).click()
      await plain.getByRole('heading', { name: 'We couldn’t do that' }).waitFor()
      await plain.getByText(wayOut).waitFor()

      const withoutForms = await framed('allow-scripts allow-same-origin')
      await withoutForms.locator('input[name=timezone][value="Europe/Berlin"]').waitFor({ state: 'attached' })
      await fill(withoutForms)
      await withoutForms.getByLabel('Email').press('Enter')
      await withoutForms.getByRole('heading', { name: 'You’re booked' }).waitFor()
      assert.equal((await inviteeAt(withoutForms.url(), host)).invitee.email, 'visitor@client.test')
    },
  )

  testAtFullSize('a zone that only the browser knows: the page stays in that of its host', async () => {
    const { path } = await aPage()
    const { page } = await openWindow(inBerlin)
    await page.addInitScript(`Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone: 'Etc/Unknown' })`)
    const refused = page.waitForResponse((answer) => answer.url().includes('Etc%2FUnknown'))
    await page.goto(`${address}${path}`)
    assert.equal((await refused).status(), 400)
    await page.getByRole('button', { name: 'Lisbon' }).waitFor()
    await day(page, 'Tuesday, March 3').click()
    await time(page, '9:00 am').waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
  })

  testAtFullSize(
    'on the night of a clock change the form says which of two times it is, and when that ends',
    async () => {
      const { host, type, path } = await aPage({}, { scheduling_rules: { booking_window: { type: 'unlimited' } } })
      const [{ uri }] = (
        await app.ask('GET /event_type_availability_schedules', { token: host.token, query: { event_type: type.uri } })
      ).body.collection
      const rules = [{ type: 'date', date: '2026-10-25', intervals: [{ from: '00:00', to: '04:00' }] }]
      await app.ask(`PATCH /event_type_availability_schedules/${lastPart(uri)}`, {
        token: host.token,
        body: { availability_rule: { rules, timezone: 'Europe/Lisbon' } },
      })
      const { page } = await openWindow({ ...inBerlin, timezoneId: 'Europe/Lisbon' })
      await page.goto(`${address}${path}?date=2026-10-25`)
      await page.locator('.clock').waitFor()
      await page.getByRole('link', { name: '1:30 am UTC+1', exact: true }).click()
      await page.getByText('Sunday, October 25, 2026, 1:30 am (UTC+1) – 1:00 am').waitFor()
      await fill(page)
      await page.getByRole('button', { name: 'Confirm booking' }).click()
      await page.getByText('Sunday, October 25, 2026, 1:30 am – 1:00 am').waitFor()
      await page.getByText('Lisbon (UTC+1)').waitFor()
      assert.equal((await inviteeAt(page.url(), host)).event.start_time, '2026-10-25T00:30:00.000000Z')
    },
  )
})

describe('languages', () => {
  testAtFullSize('every page speaks that of the browser, with its own days and plurals', async () => {
    const host = await aMember(app, owner)
    const type = await aSharedType(app, host, 'group', { seats: 2, hosts: [host], name: 'Together' })
    const path = await pathOf(type)
    const seats: Record<string, string> = {
      en: '2 seats left',
      fr: '2 places restantes',
      es: 'Quedan 2 plazas',
      de: 'Noch 2 Plätze',
    }
    Object.assign(seats, { nl: 'Nog 2 plaatsen', pt: '2 lugares livres', it: '2 posti liberi', uk: 'Ще 2 місця' })
    const months: Record<string, string> = {
      en: 'March 2026',
      fr: 'mars 2026',
      es: 'marzo de 2026',
      de: 'März 2026',
      nl: 'maart 2026',
      pt: 'março de 2026',
      it: 'marzo 2026',
    }
    Object.assign(months, { uk: 'березень 2026 р.' })
    const { page, errors } = await openWindow({ timezoneId: 'Europe/Lisbon' })
    for (const { locale } of languages) {
      await page.setExtraHTTPHeaders({ 'accept-language': locale })
      await page.goto(`${address}${path}?date=2026-03-03`)
      await page.locator('table[aria-busy=false]').waitFor()
      assert.equal(await page.locator('html').getAttribute('lang'), locale)
      assert.equal(await page.locator('#month').textContent(), months[locale])
      assert.match((await page.locator('.time').first().textContent()) ?? '', new RegExp(`${seats[locale]}$`))
      assert.deepEqual(errors, [], locale)
    }
  })
})
