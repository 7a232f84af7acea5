// seconds: 2
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { inviteToSetPassword, requestEmailChange, requestPasswordReset } from '#accounts/index.ts'
import { type FactName, recordFact, system } from '#activity/index.ts'
import { rescheduleInvitee } from '#bookings/index.ts'
import { brandOrganization, changeOrganization } from '#organizations/index.ts'
import { packageRoot } from '#platform/root.ts'
import { languages } from '../../languages/all.ts'
import { assertStatus } from '../support/answers.ts'
import { aBooking, bookedAs } from '../support/bookings.ts'
import { openWindow } from '../support/browser.ts'
import { aFounder, aMember, anInvitation } from '../support/cast.ts'
import { anEventType } from '../support/event-types.ts'
import { mailApp, recipientOf } from '../support/mail.ts'
import type { ReceivedMail } from '../support/mail-server.ts'
import { sized } from '../support/sized.ts'
import { aSubscription } from '../support/webhooks.ts'

const logo = 'https://pictures.test/logo.svg'
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="172" height="32" viewBox="0 0 172 32"><circle cx="16" cy="16" r="14" fill="#3b5bdb"/><path d="M9 17l5 5 9-11" fill="none" stroke="#fff" stroke-width="4"/><text x="38" y="23" font-family="sans-serif" font-size="20" font-weight="700" fill="#1c2333">Demo &amp; Co</text></svg>`

const anApp = async () => {
  const app = await mailApp({ settings: { OPENSLOT_SITE_URL: 'https://book.test' } })
  const owner = await aFounder(app)
  assertStatus(await app.ask('PATCH /users/me', { token: owner.token, body: { name: 'Demo Admin' } }), 200)
  const organization = owner.principal.organizationId
  await app.runOpen(changeOrganization, { organization, name: 'Demo & Co' })
  await app.runOpen(brandOrganization, { organization, logo_url: logo, color: '#3b5bdb' })
  return { app, owner, host: await aMember(app, owner, { name: 'Demo Owner' }) }
}

/** Each kind of mail, as it arrives: from one booking that is moved and canceled, and from what befalls an account. */
const mailsIn = async (
  { app, owner, host }: Awaited<ReturnType<typeof anApp>>,
  locale: string,
  monday: number,
): Promise<Record<string, ReceivedMail>> => {
  assertStatus(await app.ask('PATCH /users/me', { token: host.token, body: { locale } }), 200)
  const eventType = await anEventType(app, host, {
    active: true,
    name: 'Intro call',
    locale,
    locations: [{ kind: 'zoom_conference' }],
  })
  const invitee = { name: 'Demo Invitee', email: 'invitee@client.test', timezone: 'Asia/Kolkata' }
  const guest = 'guest@client.test'
  const on = (hoursLater: number): string => new Date(monday + hoursLater * 3_600_000).toISOString()
  const to = (received: readonly ReceivedMail[], address: string): ReceivedMail => {
    const found = received.find((one) => recipientOf(one) === address)
    assert.ok(found, `${address} among ${received.map(recipientOf).join(' ')}`)
    return found
  }
  const during = async <T>(work: () => Promise<T>): Promise<[received: ReceivedMail[], result: T]> => {
    const results: T[] = []
    const received = await app.mailDuring(async () => results.push(await work()))
    return [received, results[0] as T]
  }
  const [first, booking] = await during(() =>
    aBooking(app, host, eventType, { start_time: on(33), invitee, event_guests: [guest] }),
  )
  const [moved, resource] = await during(() =>
    app.run(rescheduleInvitee, host.principal, { uuid: booking.inviteeId, start_time: on(62.5) }),
  )
  const booked = bookedAs(resource)
  const reminded = await app.mailDuring(async () =>
    app.clock.advance(monday + 39 * 3_600_000 - app.clock.now().getTime()),
  )
  const cancel = () =>
    app.ask(`POST ${booked.event}/cancellation`, { token: host.token, body: { reason: 'Somebody is ill.' } })
  const canceled = await app.mailDuring(async () => assertStatus(await cancel(), 200))
  const password = await app.mailDuring(() => app.runOpen(requestPasswordReset, { email: host.email }))
  const invited = await app.mailDuring(() => anInvitation(app, owner, `new.${locale}@acme.test`))
  const imported = await app.mailDuring(() => app.runOpen(inviteToSetPassword, { email: host.email }))
  const changing = await app.mailDuring(() =>
    app.run(requestEmailChange, host.principal, { email: `other.${locale}@acme.test` }),
  )
  const hook = await aSubscription(app, host, `https://receiver.test/${locale}`, { scope: 'user', user: host.uri })
  const user = host.uri
  const meeting = {
    entryId: booked.eventId,
    name: 'Intro call',
    startsAt: monday + 90 * 3_600_000,
    movedTo: monday + 92 * 3_600_000,
  }
  const told = (name: FactName, subject: object): Promise<ReceivedMail[]> =>
    app.mailDuring(() =>
      app.context.database.write((tx) =>
        recordFact(tx, {
          name,
          organizationId: host.principal.organizationId,
          actor: system,
          subject,
          occurredAt: app.clock.now(),
        }),
      ),
    )
  const disabled = await told('webhook_subscription.disabled', { uri: hook.uri, state: 'disabled' })
  const lost = await told('calendar.lost', {
    user,
    account: 'host@calendar.test',
    cause: 'credentials',
    isNotified: true,
  })
  const changed = await told('calendar.entry_changed', { user, meeting })
  return {
    booked: to(first, invitee.email),
    'booked-guest': to(first, guest),
    'booked-host': to(first, host.email),
    moved: to(moved, invitee.email),
    reminder: to(reminded, invitee.email),
    canceled: to(canceled, invitee.email),
    password: to(password, host.email),
    invitation: to(invited, `new.${locale}@acme.test`),
    'first-password': to(imported, host.email),
    'email-change': to(changing, `other.${locale}@acme.test`),
    'webhook-disabled': to(disabled, host.email),
    'calendar-lost': to(lost, host.email),
    'calendar-changed': to(changed, host.email),
  }
}

/**
 * The words of a mail, in pairs of a text and what is painted behind it: both are set, or a dark program would mix ours
 * with its own.
 */
const faults = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number)
  const luminance = (color) => channels(color).slice(0, 3).map((part) => part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0)
  const paintedBehind = (node) => { for (let at = node; at; at = at.parentElement) { const c = getComputedStyle(at).backgroundColor; if ((channels(c)[3] ?? 1) > 0) return c } return 'rgb(255, 255, 255)' }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement
    if (!walker.currentNode.data.trim()) continue
    const [one, other] = [luminance(getComputedStyle(node).color), luminance(paintedBehind(node))].sort((a, b) => b - a)
    if ((one + 0.05) / (other + 0.05) < 4.5) found.push(walker.currentNode.data.trim() + ' is hard to read')
  }
  for (const node of document.querySelectorAll('[style]')) if (/(^|;)color:/.test(node.getAttribute('style')) && !/background:/.test(node.getAttribute('style'))) found.push(node.outerHTML)
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push('it is wider than the window')
  return found
})()`

const looks = [
  { colorScheme: 'light', width: 700 },
  { colorScheme: 'dark', width: 700 },
  { colorScheme: 'light', width: 375 },
  { colorScheme: 'dark', width: 375 },
] as const

const locales = sized(1, languages.length) === 1 ? ['en'] : languages.map(({ locale }) => locale)

test('every kind of mail is readable in light and dark, at 375 and 700 pixels, is small, and loads nothing but the logo', async () => {
  const asked: string[] = []
  const { page, errors } = await openWindow()
  await page.route('**/*', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'image/svg+xml', body: drawing })
  })
  const scene = await anApp()
  for (const [week, locale] of locales.entries()) {
    for (const [kind, { html }] of Object.entries(await mailsIn(scene, locale, Date.UTC(2026, 2, 9 + 7 * week)))) {
      assert.ok(Buffer.byteLength(html) < 60_000, `${kind}: ${Buffer.byteLength(html)} bytes`)
      const pictures: Buffer[] = []
      await page.setContent(html, { waitUntil: 'load' })
      for (const { colorScheme, width } of looks) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 500 })
        assert.deepEqual([errors, await page.evaluate(faults)], [[], []], `${locale} ${kind} ${colorScheme} ${width}`)
        if (process.env.UPDATE_PICTURES && locale === 'en') pictures.push(await page.screenshot({ fullPage: true }))
      }
      if (pictures.length > 0)
        await writeFile(join(packageRoot, 'docs/pictures', `mail-${kind}.png`), await sideBySide(pictures))
    }
  }
  assert.deepEqual([...new Set(asked)], [logo])
})

const sideBySide = async (pictures: readonly Buffer[]): Promise<Buffer> => {
  const { page } = await openWindow({ viewport: { width: 1400, height: 600 } })
  const images = pictures
    .map((picture) => `<img src="data:image/png;base64,${picture.toString('base64')}" style="zoom:0.5">`)
    .join('')
  await page.setContent(
    `<body style="margin:0"><div id="all" style="display:inline-flex;gap:8px;align-items:flex-start">${images}</div>`,
    {
      waitUntil: 'load',
    },
  )
  return page.locator('#all').screenshot()
}
