// seconds: 6
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { type TestApp, testApp } from '../../support/app.ts'
import { aTypeAsking, hours } from '../../support/bookings.ts'
import { openWindow } from '../../support/browser.ts'
import { aFounder, type Made, type Person } from '../../support/cast.ts'
import { type OtherSite, openOtherSite } from '../../support/other-site.ts'
import { freePort } from '../../support/processes.ts'
import { aPublishedForm, type MadeForm } from '../../support/routing.ts'

let app: TestApp
let host: OtherSite
let owner: Person
let site: string
let eventType: Made
let form: MadeForm
const nextHour = hours()

before(async () => {
  const port = await freePort()
  app = await testApp({ settings: { PORT: String(port) } })
  host = await openOtherSite()
  site = await app.server.listen({ port, host: '127.0.0.1' })
  owner = await aFounder(app)
  eventType = await aTypeAsking(app, owner, { name: 'Company' })
  form = await aPublishedForm(app, owner, {
    questions: [
      { name: 'Your name', type: 'name', required: true },
      { name: 'Your e-mail', type: 'email', required: true },
      { name: 'Company', type: 'text' },
      { name: 'Company size', type: 'radios', required: true, answer_choices: ['1-10', '11-100'] },
    ],
    rules: [
      {
        conditions: [{ question: 'Company size', operator: 'is', values: ['11-100'] }],
        destination: { type: 'event_type', value: eventType.uri },
      },
    ],
    fallback: { type: 'custom_message', value: { headline: 'Not yet', body: 'We write to you when we are ready.' } },
  })
})
after(() => app.server.close())

const answer = async (page: Page | FrameLocator, size: string): Promise<void> => {
  await page.getByLabel('Your name').fill('Demo Visitor')
  await page.getByLabel('Your e-mail').fill('visitor@client.test')
  await page.getByLabel('Company', { exact: false }).first().fill('Client AB')
  await page.getByLabel(size, { exact: true }).check()
  // The clock stands still here, and of what was sent at the same moment none is the newest.
  app.clock.advance(1_000)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const book = async (page: Page | FrameLocator, start: string): Promise<void> => {
  await page.locator(`[data-date="${start.slice(0, 10)}"]`).click()
  await page
    .locator(`a.time[href*="${start.slice(0, 19)}"], a.time[href*="${encodeURIComponent(start.slice(0, 19))}"]`)
    .click()
  // What was answered is there already.
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Demo Visitor')
  assert.equal(await page.getByLabel('Email').inputValue(), 'visitor@client.test')
  assert.equal(await page.getByLabel('Company').inputValue(), 'Client AB')
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a resource.
const newestSubmission = async (): Promise<any> =>
  (
    await app.ask('GET /routing_form_submissions', {
      token: owner.token,
      query: { form: form.id, sort: 'created_at:desc', count: '1' },
    })
  ).body.collection[0]

const assertLinked = async (): Promise<void> => {
  const { uri, submitter, submitter_type, questions_and_answers } = await newestSubmission()
  assert.deepEqual([submitter_type, questions_and_answers[3].answer], ['Invitee', '11-100'])
  const invitee = (await app.ask(`GET ${submitter}`, { token: owner.token })).body.resource
  assert.deepEqual(
    [invitee.routing_form_submission, invitee.name, invitee.email],
    [uri, 'Demo Visitor', 'visitor@client.test'],
  )
  assert.deepEqual(invitee.questions_and_answers, [{ question: 'Company', answer: 'Client AB', position: 0 }])
}

describe('a routing form', () => {
  test('leads to the booking page, filled in; and the booking and the answers name each other', async () => {
    const { page, errors } = await openWindow()
    await page.goto(`${site}/forms/${form.id}?utm_source=mail`)
    await answer(page, '11-100')
    await page.waitForURL(/routing_form_submission=/)
    await book(page, nextHour())
    await assertLinked()
    assert.deepEqual(errors, [])
  })

  test('does so without a script', async () => {
    const { page: plain, errors } = await openWindow({ javaScriptEnabled: false })
    await plain.goto(`${site}/forms/${form.id}`)
    await answer(plain, '1-10')
    await plain.getByRole('heading', { name: 'Not yet' }).waitFor()
    assert.match((await plain.locator('main').textContent()) ?? '', /We write to you when we are ready\./)
    assert.deepEqual(errors, [])
  })

  test('stands in a page of somebody else, which follows its height, and goes on to the booking there', async () => {
    const { page, errors } = await openWindow()
    const widget = `<div class="calendly-inline-widget" data-url="${site}/forms/${form.id}?primary_color=7a1fa2" data-resize="true" style="min-width:320px;height:700px;"></div>`
    const files = `<script>window.messages = []; addEventListener("message", ({ data }) => messages.push(data))</script><script src="${site}/assets/external/widget.js" async></script>`
    await page.goto(host.put(files + widget))
    const frame = page.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'Contact sales' }).waitFor()
    await page.waitForFunction("messages.some(({ event }) => event === 'calendly.page_height')")
    const messages = (await page.evaluate('messages')) as { event: string; payload: { height: string } }[]
    assert.deepEqual([...new Set(messages.map(({ event }) => event))], ['calendly.page_height'])
    const height = messages.at(-1)?.payload.height ?? ''
    assert.match(height, /^\d{3,4}px$/)
    await page.locator(`.calendly-inline-widget[style*="height: ${height}"]`).waitFor()

    await answer(frame, '11-100')
    await page.waitForFunction("messages.some(({ event }) => event === 'calendly.event_type_viewed')")
    await book(frame, nextHour())
    await page.waitForFunction("messages.some(({ event }) => event === 'calendly.event_scheduled')")
    await assertLinked()
    assert.deepEqual(errors, [])
  })

  test('says what is missing, where a browser does not', async () => {
    const { page } = await openWindow()
    await page.goto(`${site}/forms/${form.id}`)
    await page.evaluate("document.querySelector('form').noValidate = true")
    await page.getByLabel('Your e-mail').fill('no address')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^Your e-mail: Enter a valid email address/ })
      .click()
    assert.equal(await page.getByLabel('Your e-mail').inputValue(), 'no address')
    assert.equal(await page.evaluate('document.activeElement.type'), 'email')
  })
})
