// seconds: 35
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { rescheduleInvitee } from '#bookings/index.ts'
import { configureEventType, createSchedulingLink } from '#event-types/index.ts'
import { brandOrganization } from '#organizations/index.ts'
import { languages } from '../../../languages/all.ts'
import { anEmailLink, aPasswordLink } from '../../support/account-links.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { anApplication, authorizePath, pkce } from '../../support/application.ts'
import { axeFindings } from '../../support/axe.ts'
import { aBooking, aSharedType, tuesday } from '../../support/bookings.ts'
import { openWindow } from '../../support/browser.ts'
import { aFounder, aMember, anInvitation, aTeam, lastPart, type Made, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { eventually } from '../../support/eventually.ts'
import { movingIn } from '../../support/motion.ts'
import { aPublishedForm } from '../../support/routing.ts'
import { givePassword, rightPassword, Visitor } from '../../support/visitor.ts'

// The service's clock stands on Monday, 2 March 2026, 10:00 UTC. The browsers are in Berlin, an hour ahead of their
// hosts.

let app: TestApp
let address: string
let owner: Person
let host: Person
let type: Made
let path: string

const pathOf = async ({ uri }: Made): Promise<string> =>
  new URL((await app.ask(`GET ${uri}`, { token: owner.token })).body.resource.scheduling_url).pathname

before(async () => {
  app = await testApp()
  owner = await aFounder(app)
  host = await aMember(app, owner)
  type = await anEventType(app, host, { active: true })
  path = await pathOf(type)
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.server.close())

const inBerlin: BrowserContextOptions = { timezoneId: 'Europe/Berlin', locale: 'en-US' }
const phone: BrowserContextOptions = {
  ...inBerlin,
  viewport: { width: 320, height: 568 },
  hasTouch: true,
  isMobile: true,
}

const settled = (page: Page): Promise<void> => page.locator('table[aria-busy=false]').waitFor()

describe('the calendar', () => {
  test('while times are on their way, it says so and shows it; what was there can still be read', async () => {
    const { page } = await openWindow(inBerlin)
    let letThrough = (): void => {}
    const allowed = new Promise<void>((done) => {
      letThrough = done
    })
    await page.route('**/months/**', (route) => allowed.then(() => route.continue()))
    await page.goto(`${address}${path}`)
    await page.getByRole('button', { name: 'Berlin' }).waitFor()
    await page.locator('table[aria-busy=true]').waitFor()
    const status = page.locator('.step > [role=status]')
    assert.equal(await status.textContent(), 'Loading available times…')
    assert.ok((await page.locator('a.day').count()) > 20, 'the days of the other zone')
    // Not for those who wait for a moment only.
    await eventually(
      'it turns',
      async () => (await page.evaluate("getComputedStyle(document.querySelector('.spinner')).opacity")) === '1',
    )
    letThrough()
    await settled(page)
    assert.deepEqual([await page.locator('.spinner').count(), await status.textContent()], [0, ''])
  })

  test('for those who want less motion nothing moves, also while times are on their way; that they are is shown all the same', async () => {
    const { page } = await openWindow({ ...inBerlin, reducedMotion: 'reduce' })
    let letThrough = (): void => {}
    const allowed = new Promise<void>((done) => {
      letThrough = done
    })
    await page.route('**/months/**', (route) => allowed.then(() => route.continue()))
    await page.goto(`${address}${path}`)
    await page.locator('.spinner').waitFor({ state: 'attached' })
    assert.deepEqual(await movingIn(page), [])
    await eventually(
      'it is shown',
      async () => (await page.evaluate("getComputedStyle(document.querySelector('.spinner')).opacity")) === '1',
    )
    letThrough()
    await settled(page)
    assert.deepEqual(await movingIn(page), [])
  })

  test('nothing moves when a day or a time is chosen, and the times are in view: at 375, 768 and 1280 pixels', async () => {
    const { page } = await openWindow(inBerlin)
    const wordy = await anEventType(app, host, {
      active: true,
      name: 'With words',
      description: 'Words that are below the facts, and stay there.',
    })
    const wordyPath = await pathOf(wordy)
    await page.addInitScript(`window.shifts = []; new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80))])
    }).observe({ type: 'layout-shift', buffered: true })`)
    // A browser reports what has shifted some time after the frame, and says no more when there is nothing.
    const painted = (): Promise<unknown> =>
      page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))',
      )
    for (const [width, height] of [
      [375, 812],
      [768, 1024],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(`${address}${wordyPath}`)
      await page.getByRole('button', { name: 'Berlin' }).waitFor()
      await settled(page)
      await painted()
      await page.evaluate('shifts.length = 0')
      // The list of time zones is over the page.
      await page.getByRole('button', { name: 'Berlin' }).click()
      await page.getByRole('option').first().waitFor()
      await painted()
      await page.keyboard.press('Escape')
      await page.locator('a.day.open').nth(8).click()
      const first = page.locator('a.time').first()
      await first.waitFor()
      // The page scrolls to the times once it can be no double click any more: its timer ends before this one.
      await page.evaluate('new Promise((done) => setTimeout(done, 400))')
      await painted()
      await eventually(`the first time is in view at ${width}`, async () => {
        const box = await first.boundingBox()
        return box !== null && box.y >= 0 && box.y + box.height <= height
      })
      await first.click()
      await page.getByRole('heading', { name: 'Enter your details' }).waitFor()
      await painted()
      assert.deepEqual(await page.evaluate('shifts'), [], `at ${width}`)
    }
  })

  test('a double click on a day chooses that day and no time, on a phone too; on a time it chooses that time and sends nothing', async () => {
    const { page } = await openWindow({ ...inBerlin, viewport: { width: 375, height: 812 } })
    await page.goto(`${address}${path}`)
    await page.getByRole('button', { name: 'Berlin' }).waitFor()
    await settled(page)
    const day = page.locator('a.day.open').nth(8)
    const date = await day.getAttribute('data-date')
    const { x = 0, y = 0 } = (await day.boundingBox()) ?? {}
    await page.mouse.dblclick(x + 10, y + 10)
    await eventually('the times are in view', async () => ((await page.evaluate('scrollY')) as number) > 0)
    const state = () =>
      page.evaluate(
        "[document.querySelector('[aria-selected=true] a')?.dataset.date, document.querySelectorAll('form').length]",
      )
    assert.deepEqual([await state(), await page.evaluate('document.activeElement.id')], [[date, 0], 'times'])
    // Slower: the times have come under the pointer by the second click.
    const time = page.locator('a.time').first()
    const under = (await time.boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(under.x + 10, under.y + 10)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    assert.deepEqual(await state(), [date, 0])
    await time.click()
    const send = page.locator('button.send')
    await send.waitFor()
    await send.dispatchEvent('click', { detail: 2 })
    assert.equal(await page.locator('[aria-invalid=true]').count(), 0)
    await send.click()
    await page.locator('[aria-invalid=true]').first().waitFor()
  })

  test('a month without times leads to one that has some; where none has, to the other types of the host', async () => {
    const rare = await anEventType(app, host, {
      active: true,
      name: 'Rare',
      scheduling_rules: { booking_window: { type: 'unlimited' } },
    })
    const setHours = async (rules: readonly object[]): Promise<void> => {
      const [{ uri }] = (
        await app.ask('GET /event_type_availability_schedules', { token: host.token, query: { event_type: rare.uri } })
      ).body.collection
      const body = { availability_rule: { rules, timezone: 'Europe/Lisbon' } }
      await app.ask(`PATCH /event_type_availability_schedules/${lastPart(uri)}`, { token: host.token, body })
    }
    await setHours([{ type: 'date', date: '2026-06-02', intervals: [{ from: '09:00', to: '10:00' }] }])
    const { page } = await openWindow(inBerlin)
    const rarePath = await pathOf(rare)
    await page.goto(`${address}${rarePath}`)
    await page.getByRole('link', { name: /^Tuesday, June 2, 2026/ }).waitFor()
    for (const [month, name] of [
      ['2026-03', 'March 2026'],
      ['2026-07', 'July 2026'],
    ]) {
      await page.goto(`${address}${rarePath}?month=${month}`)
      await page.getByText(`No available times in ${name}.`).waitFor()
      await page.getByRole('link', { name: 'Go to June 2026' }).click()
      await page.getByRole('link', { name: /^Tuesday, June 2, 2026/ }).waitFor()
    }
    await setHours([])
    await page.goto(`${address}${rarePath}`)
    await page.getByText('No times are available right now.').waitFor()
    await page.locator('.empty').getByRole('link', { name: 'Intro call' }).click()
    await page.waitForURL(`${address}${path}`)
  })

  test('a picture that does not load leaves the initials, and a logo the name of the organization', async () => {
    const { page } = await openWindow(inBerlin)
    await page.route('https://pictures.test/**', (route) => route.abort())
    await page.goto(`${address}${path}`)
    const initials = await page.locator('.avatar').textContent()
    assert.match(initials ?? '', /^\S{1,2}$/)
    assert.equal(
      (await app.ask('PATCH /users/me', { token: host.token, body: { avatar_url: 'https://pictures.test/me.png' } }))
        .status,
      200,
    )
    const organization = owner.principal.organizationId
    await app.runOpen(brandOrganization, { organization, logo_url: 'https://pictures.test/logo.png' })
    await page.goto(`${address}${path}`)
    await page.locator('.top span.logo').waitFor()
    // What is drawn over a picture that is there is not seen: browsers draw it over one that is not.
    const over = await page.evaluate(`(() => {
      const { content, position, backgroundColor } = getComputedStyle(document.querySelector('.avatar img'), '::after')
      return [content, position, /^rgb\\(/.test(backgroundColor)]
    })()`)
    assert.deepEqual(over, [`"${initials}"`, 'absolute', true])
    assert.equal(await page.locator('img.logo').count(), 0)
    await app.ask('PATCH /users/me', { token: host.token, body: { avatar_url: null } })
    await app.runOpen(brandOrganization, { organization, logo_url: null })
  })

  test('the page in another language keeps the day', async () => {
    const { page } = await openWindow(inBerlin)
    await page.goto(`${address}${path}?date=2026-03-05`)
    await page.locator('.languages summary', { hasText: 'English' }).click()
    await page.getByRole('link', { name: 'Français' }).click()
    await page.getByRole('heading', { name: /jeudi 5 mars 2026/ }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr')
    assert.equal(await page.locator('.languages [aria-current]').textContent(), 'Français')
  })
})

describe('on the smallest telephone', () => {
  test('a finger finds everything, and no time is broken into two lines', async () => {
    const wordy = await aSharedType(app, host, 'group', {
      seats: 12,
      hosts: [host],
      name: 'An afternoon for everybody who would like to come',
    })
    const { page } = await openWindow(phone)
    const booking = await aBooking(app, host, type, { start_time: '2026-03-04T16:30:00Z' })
    const form = await aPublishedForm(app, owner)
    const profile = path.split('/').slice(0, 2).join('/')
    const places = [
      profile,
      `${await pathOf(wordy)}?date=2026-03-04`,
      `${path}/${tuesday()}`,
      `${path}/invitees/${booking.token}`,
    ]
    for (const index of [...places, `/cancellations/${booking.token}`, `/forms/${form.id}`, '/login', '/password']) {
      await page.goto(address + index)
      if (index.startsWith(path) || index.includes('date='))
        await page.locator('.clock, .booking-form, .confirmation').first().waitFor()
      const found = (await page.evaluate(`({
        over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        small: [...document.querySelectorAll('a, button, input:not([type=hidden]), textarea, summary')]
          .filter((node) => node.checkVisibility())
          .map((node) => [node.textContent.trim() || node.name, (node.closest('label') ?? node).getBoundingClientRect()])
          .filter(([, { width, height }]) => width > 1 && (Math.round(height) < 44 || Math.round(width) < 44))
          .map(([words, { width, height }]) => words + ' ' + width + ' x ' + height),
      })`)) as { over: number; small: string[] }
      assert.deepEqual(found, { over: 0, small: [] }, index)
    }
    await page.goto(`${address}${path}/invitees/${booking.token}`)
    // Also where there is less room than for the words.
    const lines = await page.evaluate(
      "document.querySelector('dd').style.width = '6rem', document.querySelector('dd .whole').getClientRects().length",
    )
    assert.deepEqual([await page.locator('dd .whole').textContent(), lines], ['5:30 pm – 6:00 pm', 1])
  })

  test('the seats that are left stand inside their time, in every language', async () => {
    const workshop = await pathOf(
      await aSharedType(app, host, 'group', { seats: 200, hosts: [host], name: 'Workshop' }),
    )
    const { page } = await openWindow(phone)
    const outside: string[] = []
    for (const { locale } of languages) {
      await page.goto(`${address}${workshop}?date=2026-03-04&locale=${locale}`)
      await page.locator('.time .seats').first().waitFor()
      for (const width of [320, 375, 768]) {
        await page.setViewportSize({ width, height: 800 })
        const found = (await page.evaluate(`[...document.querySelectorAll('.time')]
          .filter((time) => {
            const words = document.createRange()
            words.selectNodeContents(time.querySelector('.seats'))
            const [inner, outer] = [words.getBoundingClientRect(), time.getBoundingClientRect()]
            return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom
          })
          .map((time) => time.textContent)`)) as string[]
        outside.push(...found.slice(0, 1).map((words) => `${locale}, ${width}: ${words}`))
      }
    }
    assert.deepEqual(outside, [])
  })
})

describe('axe-core', () => {
  const signIn = async (page: Page): Promise<void> => {
    await page.goto(`${address}/login`)
    await page.locator('#email').fill(host.email)
    await page.locator('#password').fill(rightPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${address}/app`)
  }

  test('finds nothing serious or critical on any page, on a telephone, in German: light, and dark', async () => {
    await app.runOpen(brandOrganization, { organization: owner.principal.organizationId, color: '#7a1fa2' })
    await givePassword(app, host)
    const rich = await anEventType(app, host, { active: true, name: 'Many questions' })
    await app.run(configureEventType, host.principal, {
      uuid: rich.id,
      duration_options: [15, 30],
      locations: [{ kind: 'physical', location: 'Rua Nova 1' }, { kind: 'outbound_call' }],
      custom_questions: [
        {
          name: 'One',
          type: 'single_select',
          position: 0,
          answer_choices: ['Red', 'Blue'],
          include_other: true,
          required: true,
        },
        { name: 'Several', type: 'multi_select', position: 1, answer_choices: ['A', 'B'] },
        { name: 'Lines', type: 'text', position: 2 },
      ],
    })
    const richPath = await pathOf(rich)
    const team = await aTeam(app, owner)
    const off = await anEventType(app, host, { active: false, name: 'Not now' })
    const aLink = async (): Promise<string> =>
      new URL(
        (
          await app.run(createSchedulingLink, host.principal, {
            owner: type.uri,
            owner_type: 'EventType',
            max_event_count: 1,
          })
        ).booking_url,
      ).pathname
    const used = await aLink()
    await new Visitor(app).submit(`${used}/${tuesday('15:00')}`, {
      name: 'A Visitor',
      email: 'visitor@client.test',
      timezone: 'Europe/Berlin',
    })
    const kept = await aBooking(app, host, type, { start_time: tuesday('12:00') })
    const canceled = await aBooking(app, host, type, { start_time: tuesday('13:00') })
    const moved = await aBooking(app, host, type, { start_time: tuesday('14:00') })
    await app.run(rescheduleInvitee, host.principal, { uuid: moved.inviteeId, start_time: tuesday('16:00') })
    const passwordLink = await aPasswordLink(app, owner.email)
    const invitation = `/invitations/${(await anInvitation(app, owner)).code}`
    await app.ask(`POST /scheduled_events/${canceled.eventId}/cancellation`, {
      token: host.token,
      body: { reason: 'Ill' },
    })
    const form = await aPublishedForm(app, owner)
    const teamUrl = (await app.ask(`GET ${team.uri}`, { token: owner.token })).body.resource.scheduling_url

    type Act = (page: Page) => Promise<unknown>
    const openMore: Act = async (page) => {
      await page.locator('input[name=place]').last().check()
      await page.locator('input[name=answer_0][value=other]').check()
      for (const summary of await page.locator('.more summary').all()) await summary.click()
    }
    const sendIt: Act = async (page) => {
      await page.locator('input[name=timezone][value="Europe/Berlin"]').waitFor({ state: 'attached' })
      await page.locator('.send').click()
      await page.locator('.wrong').first().waitFor()
    }
    const sendUnchecked: Act = async (page) => {
      await page.evaluate("document.querySelector('form').noValidate = true")
      await page.locator('.send').click()
      await page.getByRole('alert').waitFor()
    }
    const sendEmpty =
      (form = 'main form'): Act =>
      async (page) => {
        await page.evaluate('for (const form of document.forms) form.noValidate = true')
        await page.locator(`${form} [type=submit]`).first().click()
        await page.locator('[aria-invalid=true], [role=alert]').first().waitFor()
      }
    const openZones: Act = async (page) => {
      await page.locator('.zone button').click()
      await page.getByRole('option').first().waitFor()
    }
    const pages: Readonly<Record<string, readonly [path: string, act?: Act]>> = {
      profile: [path.split('/').slice(0, 2).join('/')],
      team: [new URL(teamUrl).pathname],
      'type with times': [`${richPath}?date=2026-03-03`],
      'type with zones': [path, openZones],
      link: [await aLink()],
      form: [`${richPath}/${tuesday()}`, openMore],
      'form with errors': [`${richPath}/${tuesday()}`, sendIt],
      'form without details': [`${richPath}/${tuesday()}?embed_domain=x&hide_event_type_details=1`],
      'other colours': [`${richPath}?date=2026-03-03&primary_color=ffdd00&background_color=fffbe6&embed_domain=x`],
      'a time that is taken': [`${path}/${tuesday('12:00')}`],
      confirmation: [`${path}/invitees/${kept.token}`],
      canceled: [`/cancellations/${canceled.token}`],
      cancel: [`/cancellations/${kept.token}`],
      reschedule: [`/reschedulings/${kept.token}`],
      'reschedule to a time': [`/reschedulings/${kept.token}/${tuesday('10:00')}`],
      moved: [`/cancellations/${moved.token}`],
      'no more reminders': [`/notification_subscriptions/${kept.token}/opt_out`],
      home: ['/'],
      'not found': ['/nobody/here'],
      inactive: [await pathOf(off)],
      used: [used],
      'routing form': [`/forms/${form.id}`],
      'routing form with errors': [`/forms/${form.id}`, sendUnchecked],
      'sign-in': ['/login'],
      'forgotten password': ['/password'],
      'sign-in with errors': ['/login', sendEmpty()],
      'new password': [passwordLink],
      'new password with errors': [passwordLink, sendEmpty()],
      'new address': [await anEmailLink(app, owner, 'another@acme.test')],
      invitation: [invitation],
      'invitation with errors': [invitation, sendEmpty()],
      'no invitation': ['/invitations/nothing'],
    }
    const signedIn: typeof pages = {
      account: ['/account'],
      tokens: ['/account/tokens'],
      'tokens with errors': ['/account/tokens', sendEmpty('form[action="/account/tokens"]')],
      apps: ['/account/apps'],
      'second factor': ['/account/second-factor'],
      'second factor with errors': ['/account/second-factor', sendEmpty('form[action$="/begin"]')],
      consent: [authorizePath(await anApplication(app, owner), pkce())],
    }
    const found: string[] = []
    const { page } = await openWindow({ ...phone, locale: 'de-DE', bypassCSP: true })
    const look = async (all: typeof pages): Promise<void> => {
      for (const [name, [where, act]] of Object.entries(all)) {
        await page.emulateMedia({ colorScheme: 'light' })
        await page.goto(address + where)
        await page.locator('body:not(:has(.booking)), .clock, .booking-form').first().waitFor()
        await act?.(page)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          found.push(
            ...(await axeFindings(page, colorScheme === 'dark' ? { only: 'color-contrast' } : {})).map(
              (words) => `${name}, ${colorScheme}: ${words}`,
            ),
          )
        }
      }
    }
    await look(pages)
    await signIn(page)
    await look(signedIn)
    assert.deepEqual(found, [])
  })
})
