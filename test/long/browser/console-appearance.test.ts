// seconds: 60
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { consolePages } from '#console/serve-console.ts'
import { insertAccount, recordAccountHealth } from '#integrations/index.ts'
import { testWebhookSubscription } from '#webhooks/index.ts'
import { resourceOf } from '../../support/answers.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { axeFindings } from '../../support/axe.ts'
import { aBooking, tuesday } from '../../support/bookings.ts'
import { openWindow } from '../../support/browser.ts'
import { aCast, lastPart, type Person } from '../../support/cast.ts'
import { conferenceSettings } from '../../support/conference-services.ts'
import { anAccount } from '../../support/conferences.ts'
import { anEventType } from '../../support/event-types.ts'
import { eventually } from '../../support/eventually.ts'
import { anImportOf } from '../../support/imports.ts'
import { movingIn } from '../../support/motion.ts'
import { aPublishedForm, aSubmission } from '../../support/routing.ts'
import { givePassword, rightPassword } from '../../support/visitor.ts'
import { aSubscription } from '../../support/webhooks.ts'

// The service's clock stands on Monday, 2 March 2026, 10:00 UTC.

let app: TestApp
let address: string
let owner: Person
let colleague: Person

before(async () => {
  app = await testApp({ settings: conferenceSettings })
  const cast = await aCast(app)
  owner = cast.owner
  colleague = cast.colleague
  for (const person of [owner, colleague]) await givePassword(app, person)
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.server.close())

const signedIn = async (person: Person): Promise<Page> => {
  const { page } = await openWindow({ timezoneId: 'Europe/Lisbon', locale: 'en-US', bypassCSP: true })
  await page.goto(`${address}/login`)
  await page.locator('#email').fill(person.email)
  await page.locator('#password').fill(rightPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/app`)
  return page
}

/** Files and data, and what is reached with a code or a consent from elsewhere. */
const notShown = [
  '/app/palette',
  '/app/meetings/changes',
  '/app/types/:id/preview/months/:month',
  '/app/meetings/new/:type/months/:month',
  '/app/meetings/:id/move/:who/months/:month',
  '/app/meetings.csv',
  '/app/meetings.ics',
  '/app/forms/:id/answers.csv',
  '/app/calendars',
  '/app/calendars/conferences',
  '/app/calendars/changes/:id',
  '/app/calendars/consent',
  '/app/calendars/conferences/consent',
  '/app/integrations/changes/:id',
  '/app/welcome/:code',
  '/app/welcome/password',
]

/** An address of each page, and of what some of them show beside it. */
const shownPages = async (): Promise<Record<string, readonly string[]>> => {
  // One that works, and one that is lost.
  await anAccount(app, owner, { url: 'https://rooms.client.test/' })
  await app.context.database.write(async (tx) => {
    const { organizationId, membershipId } = owner.principal
    const account = { id: randomUUID(), membershipId, service: 'webex', kind: 'webex_conference' } as const
    const sealed = { account: owner.email, credentials: Buffer.from('sealed') }
    await insertAccount(tx, organizationId, { ...account, ...sealed }, app.clock.now())
    await recordAccountHealth(tx, organizationId, account.id, { fault: 'revoked', isLost: true }, app.clock.now())
  })
  const type = await anEventType(app, owner, { name: 'Intro call', active: true })
  const off = await anEventType(app, owner, { name: 'Not yet', active: false })
  const booked = await aBooking(app, owner, type, { start_time: tuesday() })
  const webhook = await aSubscription(app, owner, 'https://hooks.client.test/openslot', {
    signing_key: 'the key of this webhook',
  })
  const { delivery } = await app.run(testWebhookSubscription, owner.principal, { uuid: webhook.id })
  const form = await aPublishedForm(app, owner, {
    rules: [
      {
        conditions: [{ question: 'Company size', operator: 'is', values: ['100+'] }],
        destination: { type: 'event_type', value: type.id },
      },
    ],
  })
  await aSubmission(app, form)
  const [schedule] = (
    await app.ask('GET /user_availability_schedules', { token: owner.token, query: { user: owner.uri } })
  ).body.collection
  const rule = resourceOf(
    await app.ask('POST /message_rules', {
      token: owner.token,
      body: {
        ...{ trigger: 'before', offset_minutes: 1440, audience: 'invitee' },
        texts: { en: { subject: 'Tomorrow: {event}', body: 'Hi {first_name},\n\nsee you at {when}.' } },
      },
    }),
  )
  return {
    '/app/messages/:id': [`/app/messages/${lastPart(rule.uri)}`],
    '/app': ['/app?done=off&of=x'],
    '/app/types/:id': [`/app/types/${type.id}`, `/app/types/${type.id}?share=1`],
    '/app/types/:id/preview': [`/app/types/${off.id}/preview`],
    '/app/types/:id/preview/:start': [`/app/types/${off.id}/preview/${tuesday('11:00')}`],
    '/app/types/bulk': [`/app/types/bulk?type=${type.id}`],
    '/app/availability/:schedule': ['', `?why=yes&type=${type.id}`].map(
      (question) => `/app/availability/${lastPart(schedule.uri)}${question}`,
    ),
    '/app/meetings/new/:type': [`/app/meetings/new/${type.id}?date=2026-03-03`],
    '/app/meetings/new/:type/:start': [`/app/meetings/new/${type.id}/${tuesday('11:00')}`],
    '/app/meetings/:id/move/:who': [`/app/meetings/${booked.eventId}/move/${booked.inviteeId}`],
    '/app/meetings/:id/move/:who/:start': [`/app/meetings/${booked.eventId}/move/all/${tuesday('11:00')}`],
    '/app/meetings': [
      '/app/meetings',
      `/app/meetings?open=${booked.eventId}`,
      '/app/meetings?view=week&at=2026-03-03',
      '/app/meetings?view=day&at=2026-03-03',
    ],
    '/app/forms/:id': [`/app/forms/${form.id}`],
    '/app/forms/:id/answers': [`/app/forms/${form.id}/answers`],
    '/app/organization/imports/:id': [`/app/organization/imports/${await anImportOf(app, owner)}`],
    '/app/developers/webhooks/:id': [`/app/developers/webhooks/${webhook.id}?open=${delivery}`],
  }
}

describe('every screen of the console', () => {
  test('has nothing serious or critical for axe-core, light and dark, fits 375, 768 and 1280 pixels, and does not move for those who want less motion', async () => {
    const shown = await shownPages()
    const addresses = Object.keys(consolePages).flatMap((key) => (key.startsWith('GET ') ? key.slice(4) : []))
    const forgotten = addresses.filter((path) => path.includes(':') && !(path in shown) && !notShown.includes(path))
    assert.deepEqual(forgotten, [], 'a page with an id needs one here')
    const paths = addresses.filter((path) => !notShown.includes(path)).flatMap((path) => shown[path] ?? [path])
    const page = await signedIn(owner)
    const cookies = await page.context().cookies()
    const secrets = [owner.token, rightPassword, 'the key of this webhook', ...cookies.map(({ value }) => value)]
    const found: string[] = []
    for (const path of paths) {
      const answer = await page.goto(address + path)
      assert.equal(answer?.status(), 200, path)
      const shownText = (await answer?.text()) ?? ''
      for (const secret of secrets) assert.ok(!shownText.includes(secret), `a secret is in ${path}`)
      await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
      for (const width of [375, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
        if (over !== 0) found.push(`${path}, ${width}: ${over} pixels too wide`)
      }
      for (const [width, colorScheme] of [
        [375, 'light'],
        [1280, 'light'],
        [375, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        found.push(
          ...(await axeFindings(page, width === 375 && colorScheme === 'light' ? {} : { only: 'color-contrast' })).map(
            (words) => `${path}, ${width}, ${colorScheme}: ${words}`,
          ),
        )
        if (width === 1280) found.push(...(await movingIn(page)).map((words) => `${path}: ${words}`))
      }
    }
    assert.deepEqual(found, [])
  })

  test('shows that a button waits, also to those who want less motion', async () => {
    const page = await signedIn(owner)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${address}/account`)
    const button = page.locator('main form button[type=submit]:not(.switch)').first()
    await button.evaluate((element) => element.closest('form')?.setAttribute('aria-busy', 'true'))
    assert.deepEqual(await movingIn(page), [])
    await eventually('it is paler', () => button.evaluate((element) => getComputedStyle(element).opacity === '0.6'))
  })

  test('has names for screen readers on the hours and in the palette', async () => {
    const page = await signedIn(owner)
    await page.goto(`${address}/app/availability`)
    await page.getByRole('list', { name: 'Weekly hours' }).waitFor()
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
      const group = page.getByRole('group', { name: new RegExp(`^${day}, available, 1 time range`) })
      await group.getByRole('textbox', { name: `${day}, start time` }).waitFor()
      await group.getByRole('textbox', { name: `${day}, end time` }).waitFor()
    }
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search or jump to…' })
    const combobox = palette.getByRole('combobox', { name: 'Search or jump to…' })
    await combobox.fill('meetings')
    await palette.getByRole('option', { name: /^Meetings/, selected: true }).waitFor()
    assert.equal(await combobox.getAttribute('aria-controls'), await palette.getByRole('listbox').getAttribute('id'))
    const active = (await combobox.getAttribute('aria-activedescendant')) ?? ''
    assert.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true')
    assert.match((await palette.getByRole('status').textContent()) ?? '', /\d results?/)
  })

  test('does nothing more for somebody who is removed while it is open: its forms and addresses are of nobody they can be', async () => {
    const page = await signedIn(colleague)
    await page.goto(`${address}/app/availability`)
    assert.equal((await app.ask(`DELETE ${colleague.membershipUri}`, { token: owner.token })).status, 204)
    const sent = await page.evaluate(`(async () => {
      const fields = new URLSearchParams({ form_token: document.querySelector('[name=form_token]').value, name: 'Still mine' })
      return (await fetch(location.pathname + '/name', { method: 'POST', body: fields })).status
    })()`)
    assert.equal(sent, 404)
    assert.equal((await page.reload())?.status(), 404)
  })
})
