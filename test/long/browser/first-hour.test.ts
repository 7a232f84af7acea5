// seconds: 40
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openWindow } from '../../support/browser.ts'
import { eventually } from '../../support/eventually.ts'
import { aMailServer } from '../../support/mail-server.ts'
import { newInstallation, startService } from '../../support/processes.ts'
import { aReceiver } from '../../support/receiver.ts'
import { rightPassword } from '../../support/visitor.ts'

// A real service on an empty folder, its printed link, and nothing but pages from there on.

const mails = await aMailServer()
const receiver = await aReceiver()
const service = await startService({
  ...(await newInstallation()),
  ...{
    SMTP_URL: mails.url,
    OPENSLOT_MAIL_FROM: 'Openslot <no-reply@book.test>',
    OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8',
  },
})

const inLisbon = { timezoneId: 'Europe/Lisbon', locale: 'en-US' }
const guest = { name: 'Demo Client', email: 'client@example.test' }

const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click()

/** Chooses the first open time, and books it. */
const bookOn = async (page: Page, { name, email } = guest): Promise<void> => {
  await page.locator('a.day.open').first().click()
  await page.locator('a.time').first().click()
  await page.getByLabel(/^name/i).first().fill(name)
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill(email)
  await page.locator('.send').click()
  await page.locator('.confirmation').waitFor()
}

const mailTo = async (address: string, words: RegExp) => {
  const found = () =>
    mails.received.find(
      ({ envelopeTo, subject, text }) => envelopeTo.includes(address) && words.test(`${subject} ${text}`),
    )
  await eventually(`a mail to ${address}: ${words}`, () => found() !== undefined)
  return found() ?? assert.fail()
}

describe('the first hour', () => {
  test('hours, four kinds, a colleague, a booking that appears by itself, a move, a cancellation, a token, a webhook and a routing form, all in pages', async () => {
    const { page, errors } = await openWindow(inLisbon)
    const [link = ''] = /http\S+\/app\/welcome\/\S+/.exec(service.stdout()) ?? []
    await page.goto(link)
    await page.getByLabel('Your name').fill('Demo Owner')
    await page.getByLabel('Your email').fill('owner@example.test')
    await press(page, 'Continue')
    await press(page, 'Save and continue')
    await page.waitForURL('**/app/welcome/done')
    await page.getByRole('link', { name: 'Set password', exact: true }).click()
    await page.getByLabel('New password').fill(rightPassword)
    await press(page, 'Set password')
    await page.waitForURL('**/app')

    // Hours.
    await page.getByRole('link', { name: 'Availability' }).first().click()
    const until = page.getByLabel('Monday, end time')
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/hours'),
    )
    await until.fill('16')
    await until.press('Enter')
    await saved
    await page.reload()
    assert.match(await page.getByLabel('Monday, end time').inputValue(), /^(16:00|4:00 pm)$/)

    // A colleague, from the invitation to being bookable.
    await page.goto(`${service.address}/app/organization`)
    await page.getByLabel('Email address').fill('colleague@example.test')
    await press(page, 'Send invitation')
    await page.getByText('Invitation sent').waitFor()
    const invitation = await mailTo('colleague@example.test', /invit/i)
    const colleague = (await openWindow({ ...inLisbon, timezoneId: 'Europe/Berlin' })).page
    await colleague.goto(/http\S+\/invitations\/[\w-]+/.exec(invitation.text)?.[0] ?? '')
    await colleague.getByLabel('Your name').fill('Demo Colleague')
    await colleague.locator('#password').fill(rightPassword)
    await colleague.getByRole('button').first().click()
    await colleague.waitForURL('**/app/welcome/hours')
    await press(colleague, 'Save and continue')
    await colleague.waitForURL('**/app/welcome/done')

    // The four kinds.
    for (const [kind, name] of [
      ['One-on-one', 'Intro call'],
      ['Group', 'Workshop'],
      ['Collective', 'Panel'],
      ['Round robin', 'Support'],
    ] as const) {
      await page.goto(`${service.address}/app`)
      await page.keyboard.press('c')
      await page.waitForURL('**/app/types/new')
      await page.getByText(kind).click()
      await page.getByLabel('Name', { exact: true }).fill(name)
      if (name === 'Panel' || name === 'Support') await page.getByLabel('Demo Colleague').check()
      await press(page, 'Create event type')
      await page.getByRole('heading', { level: 1, name }).waitFor()
    }

    // A webhook.
    await page.goto(`${service.address}/app/developers`)
    await page.getByLabel('Endpoint URL').fill(`${receiver.url}/hook`)
    await page.getByLabel('invitee.created').check()
    await page.getByLabel('invitee.canceled').check()
    await press(page, 'Add webhook')
    await page.getByText('Webhook added').waitFor()

    // A stranger books, and it appears.
    await page.goto(`${service.address}/app/meetings`)
    await page.getByText('No upcoming meetings.').waitFor()
    const stranger = (await openWindow({ ...inLisbon, timezoneId: 'America/New_York' })).page
    await stranger.goto(`${service.address}/demo-owner/intro-call`)
    await bookOn(stranger)
    const row = page.locator('#listed').getByRole('link', { name: 'Intro call' })
    await row.waitFor()
    await eventually('the webhook has arrived', () =>
      receiver.received.some(({ body }) => body.event === 'invitee.created'),
    )
    await mailTo(guest.email, /Intro call/)
    await mailTo('owner@example.test', /Demo Client/)

    // It is moved, then canceled.
    await row.click()
    await page.getByRole('heading', { level: 3, name: 'Demo Client' }).waitFor()
    await page.getByRole('link', { name: 'Reschedule', exact: true }).click()
    await page.locator('a.day.open').last().click()
    await page.locator('a.time').last().click()
    await page.locator('.send').click()
    await page.getByText('Meeting rescheduled').waitFor()
    await page.locator('#cancel > summary').click()
    await page.locator('#cancel textarea').fill('We are closed.')
    await press(page, `Cancel and notify ${guest.email}`)
    await page.getByText('Meeting canceled').waitFor()
    await mailTo(guest.email, /We are closed\./)
    await eventually(
      'both were told',
      () => receiver.received.filter(({ body }) => body.event === 'invitee.canceled').length === 2,
    )

    // A token.
    await page.goto(`${service.address}/account/tokens`)
    await page.getByLabel('Name', { exact: true }).fill('Nightly report')
    await page.locator('[name=scope][value="users:read"]').check()
    await press(page, 'Create token')
    const token = await page.locator('code.secret').textContent()
    assert.equal((await service.ask('/users/me', String(token))).status, 200)

    // A routing form that leads to a booking.
    await page.goto(`${service.address}/app/forms`)
    await page.getByLabel('Name of the new form').fill('Where to')
    await press(page, 'Create')
    await page.waitForURL('**/app/forms/*')
    await page.locator('#name-new').fill('Company size')
    await page.locator('#type-new').selectOption('radios')
    await page.locator('#choices-new').fill('up to 50\nover 50')
    await page.locator('#new-question').getByRole('button', { name: 'Add question' }).click()
    await page.locator('#new-rule > summary').click()
    await page.locator('#new-rule').getByLabel('over 50').check()
    await page.locator('#new-rule-type').selectOption({ label: 'Intro call' })
    await page.locator('#new-rule').getByRole('button', { name: 'Add rule' }).click()
    await page.getByText('If “Company size” is “over 50”, go to Intro call.').waitFor()
    await press(page, 'Publish')
    await page.getByText('Form published').waitFor()
    const form = (await page.locator('[data-copy]').first().getAttribute('data-copy')) ?? ''
    const visitor = (await openWindow(inLisbon)).page
    await visitor.goto(form)
    await visitor.getByLabel('over 50').check()
    await press(visitor, 'Continue')
    await visitor.waitForURL(/\/demo-owner\/intro-call/)
    await bookOn(visitor, { name: 'Demo Routed', email: 'routed@example.test' })
    await page.goto(`${service.address}/app/forms`)
    await page.getByRole('link', { name: 'Submissions' }).click()
    await page.getByText('booked').first().waitFor()

    assert.deepEqual(errors, [])
    const began = performance.now()
    await page.goto(`${service.address}/app/meetings`)
    assert.equal((await service.stop()).code, 0)
    console.log(`stopped with a page of meetings open in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  })
})
