// seconds: 7
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { configureEventType } from '#event-types/index.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { hours } from '../../support/bookings.ts'
import { openWindow } from '../../support/browser.ts'
import { aFounder, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { eventually } from '../../support/eventually.ts'
import { type OtherSite, openOtherSite } from '../../support/other-site.ts'

let app: TestApp
let host: OtherSite
let owner: Person
/** Where we are; the page of a type there. */
let site: string
let typeUrl: string
const nextHour = hours()

before(async () => {
  app = await testApp()
  host = await openOtherSite()
  site = await app.server.listen({ port: 0, host: '127.0.0.1' })
  owner = await aFounder(app)
  const type = await anEventType(app, owner, { active: true, name: 'Intro call' })
  const { body } = await app.ask(`GET ${type.uri}`, { token: owner.token })
  typeUrl = site + new URL(body.resource.scheduling_url).pathname
})
after(() => app.server.close())

interface PostedMessage {
  readonly origin: string
  readonly data: { readonly event: string; readonly payload: unknown }
}

const listening =
  '<script>window.messages = []; addEventListener("message", ({ origin, data }) => messages.push({ origin, data }))</script>'
const files = (): string =>
  `<link href="${site}/assets/external/widget.css" rel="stylesheet"><script src="${site}/assets/external/widget.js" type="text/javascript" async></script>`

const visit = async (body: string): Promise<{ page: Page; frame: FrameLocator; errors: string[] }> => {
  const { page, errors } = await openWindow()
  await page.goto(host.put(`${listening}${files()}${body}`))
  return { page, frame: page.frameLocator('iframe'), errors }
}

const messagesIn = (page: Page): Promise<PostedMessage[]> => page.evaluate('messages')

const isHeight = ({ data }: PostedMessage): boolean => data.event === 'calendly.page_height'

const chooseTime = async (frame: FrameLocator, start: string): Promise<void> => {
  await frame.locator(`[data-date="${start.slice(0, 10)}"]`).click()
  await frame
    .locator(`a.time[href*="${start.slice(0, 19)}"], a.time[href*="${encodeURIComponent(start.slice(0, 19))}"]`)
    .click()
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** The frame is as high as its page, and its place is as high as the frame. */
const assertFits = async (page: Page): Promise<void> => {
  const height =
    ((await messagesIn(page)).findLast(isHeight)?.data.payload as { height: string } | undefined)?.height ?? 'none'
  assert.match(height, /^\d+px$/)
  await page.locator(`.calendly-inline-widget[style*="height: ${height}"]`).waitFor()
  const inside = page.frames().find((frame) => frame.parentFrame())
  assert.ok(inside)
  const [content, window] = (await inside.evaluate('[document.documentElement.scrollHeight, innerHeight]')) as [
    number,
    number,
  ]
  assert.ok(content <= window, `${content} px of content in ${window} px`)
}

describe('the booking page in a page of somebody else', () => {
  test('inline: seen, chosen and booked, with a message for each, exactly; the place follows the height at every step', async () => {
    const { page, frame, errors } = await visit(
      `<div class="calendly-inline-widget" data-url="${typeUrl}?primary_color=7a1fa2&timezone=UTC" data-resize="true" style="min-width:320px;height:700px;"></div>`,
    )
    await frame.getByRole('heading', { name: 'Intro call' }).waitFor()
    await page.waitForFunction("messages.some(({ data }) => data.event === 'calendly.page_height')")
    await assertFits(page)
    // What opens does so within the page, and the page grows with it: a list of the browser's own would be cut off.
    const before = await page.locator('iframe').boundingBox()
    await frame.getByRole('button', { name: 'UTC' }).click()
    await frame.getByRole('option').first().waitFor()
    await page.waitForFunction(`document.querySelector('iframe').getBoundingClientRect().height > ${before?.height}`)
    await assertFits(page)
    await page.keyboard.press('Escape')
    assert.equal(await frame.locator('select, datalist, input[type=date], input[type=time], input[list]').count(), 0)
    const start = nextHour()
    await chooseTime(frame, start)
    assert.equal(await frame.locator('select, datalist, input[type=date], input[type=time], input[list]').count(), 0)
    await frame.getByLabel('Name', { exact: true }).fill('Demo Guest')
    await assertFits(page)
    await frame.getByLabel('Email').fill('guest@client.test')
    await frame.getByRole('button', { name: 'Confirm booking' }).click()
    await frame.getByRole('heading', { name: 'You’re booked' }).waitFor()
    await page.waitForTimeout(100)
    await assertFits(page)

    const messages = await messagesIn(page)
    assert.deepEqual([...new Set(messages.map(({ origin }) => origin))], [site])
    const steps = messages.filter((one) => !isHeight(one)).map(({ data }) => data)
    const scheduled = steps.at(-1)?.payload as { event: { uri: string }; invitee: { uri: string } } | undefined
    assert.ok(scheduled)
    const { event, invitee } = scheduled
    assert.deepEqual(steps, [
      { event: 'calendly.event_type_viewed', payload: {} },
      { event: 'calendly.date_and_time_selected', payload: {} },
      { event: 'calendly.event_scheduled', payload: { event: { uri: event.uri }, invitee: { uri: invitee.uri } } },
    ])
    assert.match(event.uri, new RegExp(`^${app.context.links.api}/scheduled_events/${uuid}$`))
    assert.match(invitee.uri, new RegExp(`^${event.uri}/invitees/${uuid}$`))
    const { body } = await app.ask(`GET ${invitee.uri}`, { token: owner.token })
    assert.deepEqual(
      [body.resource.name, body.resource.email, body.resource.event],
      ['Demo Guest', 'guest@client.test', event.uri],
    )
    assert.doesNotMatch(
      JSON.stringify(messages),
      /Guest|client\.test|cancellations|reschedulings/,
      'nothing about a person goes to the page around the frame (G7)',
    )
    assert.deepEqual(await page.context().cookies(), [])
    assert.deepEqual(errors, [])
  })

  test('as libraries do it: initInlineWidget with prefill and campaign, and a frame of their own with embed_domain=1', async () => {
    const start = nextHour()
    const { page, frame } = await visit('<div id="place" style="height:900px"></div>')
    await page.evaluate(`Calendly.initInlineWidget({
      url: ${JSON.stringify(`${typeUrl}/${start}?timezone=UTC`)},
      parentElement: document.getElementById('place'),
      prefill: { name: 'Demo Guest', email: 'library@client.test', guests: ['one@client.test', 'two@client.test'], customAnswers: { a1: 'An answer' } },
      utm: { utmCampaign: 'spring', utmSource: 'letter', salesforce_uuid: 'crm-1' },
    })`)
    assert.equal(await frame.getByLabel('Email').inputValue(), 'library@client.test')
    await frame.getByRole('button', { name: 'Confirm booking' }).click()
    await page.waitForFunction("messages.some(({ data }) => data.event === 'calendly.event_scheduled')")
    const scheduled = (await messagesIn(page)).find(({ data }) => data.event === 'calendly.event_scheduled')?.data
      .payload as { invitee: { uri: string } }
    const { resource } = (await app.ask(`GET ${scheduled.invitee.uri}`, { token: owner.token })).body
    assert.deepEqual(
      [resource.tracking.utm_campaign, resource.tracking.utm_source, resource.tracking.salesforce_uuid],
      ['spring', 'letter', 'crm-1'],
    )
    assert.equal(resource.questions_and_answers[0]?.answer, 'An answer')

    await page.goto(
      host.put(
        `${listening}<iframe src="${typeUrl}?primary_color=00ff00&name=Demo%20Guest&embed_type=Inline&embed_domain=1" width="100%" height="700"></iframe>`,
      ),
    )
    await page.waitForFunction("messages.some(({ data }) => data.event === 'calendly.page_height')")
    const [first] = (await messagesIn(page)).filter((one) => !isHeight(one))
    assert.deepEqual(first?.data, { event: 'calendly.event_type_viewed', payload: {} })
  })

  test('no message without embed_domain; the profile tells that it was seen, and leads on in the same frame', async () => {
    const { page, frame } = await visit(`<iframe src="${typeUrl}" width="100%" height="700"></iframe>`)
    await frame.getByRole('heading', { name: 'Intro call' }).waitFor()
    await frame.locator('a.day.open').first().click()
    await frame.locator('a.time').first().waitFor()
    assert.deepEqual(await messagesIn(page), [])

    const profile = typeUrl.slice(0, typeUrl.lastIndexOf('/'))
    await page.evaluate(
      `document.querySelector('iframe').src = ${JSON.stringify(`${profile}?embed_domain=shop.test&embed_type=Inline`)}`,
    )
    await frame.getByRole('link', { name: /Intro call/ }).click()
    await page.waitForFunction("messages.some(({ data }) => data.event === 'calendly.event_type_viewed')")
    assert.deepEqual(
      (await messagesIn(page)).filter((one) => !isHeight(one)).map(({ data }) => data.event),
      ['calendly.profile_page_viewed', 'calendly.event_type_viewed'],
    )
  })

  test('popup and badge: booked inside, and Escape closes it from inside the frame', async () => {
    const start = nextHour()
    const { page, frame } = await visit(
      `<script>onload = () => Calendly.initBadgeWidget({ url: '${typeUrl}?timezone=UTC', text: 'Book', color: '#0069ff', textColor: '#ffffff', branding: true })</script>`,
    )
    await page.locator('.calendly-badge-content').click()
    await chooseTime(frame, start)
    await frame.getByLabel('Name', { exact: true }).fill('Demo Guest')
    await frame.getByLabel('Email').fill('badge@client.test')
    await page.keyboard.press('Enter')
    await frame.getByRole('heading', { name: 'You’re booked' }).waitFor()
    assert.equal((await messagesIn(page)).filter(({ data }) => data.event === 'calendly.event_scheduled').length, 1)
    // What changes a booking is shown in nobody's frame.
    assert.equal(await frame.getByRole('link', { name: 'Cancel' }).getAttribute('target'), '_blank')
    await frame.getByRole('link', { name: 'Reschedule' }).focus()
    // Not awaited: the frame that gets the key is gone before the key is up again, and then nobody answers for it.
    page.keyboard.press('Escape').catch(() => {})
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('the list of time zones has room on a phone: in a popup, and in a frame that keeps its height', async () => {
    const wordy = await anEventType(app, owner, {
      active: true,
      name: 'With words',
      description: 'Get to know each other and find out how we can help.',
    })
    await app.run(configureEventType, owner.principal, { uuid: wordy.id, duration_options: [15, 30] })
    const url = `${typeUrl.replace(/[^/]+$/, 'with-words')}?timezone=UTC`
    const bodies = {
      popup: `<script>onload = () => Calendly.initPopupWidget({ url: '${url}' })</script>`,
      'a frame': `<div class="calendly-inline-widget" data-url="${url}" style="min-width:320px;height:630px;"></div>`,
    }
    for (const [name, body] of Object.entries(bodies)) {
      const { page } = await openWindow({ viewport: { width: 375, height: 812 } })
      await page.goto(host.put(`${listening}${files()}${body}`))
      const frame = page.frameLocator('iframe')
      await frame.getByRole('button', { name: 'UTC' }).click()
      await frame.getByRole('option').nth(3).waitFor()
      const room = (await page.locator('iframe').boundingBox()) ?? { y: 0, height: 0 }
      await eventually(`four entries are in view: ${name}`, async () => {
        const boxes = await Promise.all([0, 3].map((at) => frame.getByRole('option').nth(at).boundingBox()))
        return boxes.every(
          (box) => box !== null && box.y >= room.y && box.y + box.height <= Math.min(room.y + room.height, 812),
        )
      })
    }
  })

  test('every snippet of the documentation works as it is pasted', async () => {
    const words = await readFile('docs/embeds.md', 'utf8')
    const snippets = [...words.matchAll(/```html\n([\s\S]*?)```/g)].map(([, snippet = '']) =>
      snippet
        .replaceAll('http://127.0.0.1:3000/demo-owner/intro-call', typeUrl)
        .replaceAll('http://127.0.0.1:3000', site),
    )
    assert.equal(snippets.length, 4)
    const listener = (/```js\n([\s\S]*?)```/.exec(words)?.[1] ?? '').replaceAll('http://127.0.0.1:3000', site)
    assert.match(listener, /event_scheduled/)
    const { page, errors } = await openWindow()
    const isBookable = (): Promise<void> =>
      page.frameLocator('iframe').getByRole('heading', { name: 'Intro call' }).waitFor()
    for (const snippet of snippets) {
      await page.goto(host.put(`<!doctype html><title>A page</title><script>${listener}</script>${snippet}`))
      if (!snippet.includes('initPopupWidget')) await isBookable()
      else
        for (const opener of ['a', '.calendly-badge-content']) {
          await page.locator(opener).click()
          await isBookable()
          await page.getByRole('button', { name: 'Close' }).click()
        }
    }
    assert.deepEqual(errors, [])
  })
})
