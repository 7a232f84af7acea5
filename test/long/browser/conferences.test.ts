// seconds: 15
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '../../support/app.ts'
import { openWindow } from '../../support/browser.ts'
import { aFounder, type Person } from '../../support/cast.ts'
import {
  type ConferenceServices,
  conferenceSettings,
  newConferenceServices,
} from '../../support/conference-services.ts'
import { anEventType } from '../../support/event-types.ts'
import { freePort } from '../../support/listening-app.ts'
import { withoutMail } from '../../support/mail.ts'
import { ownWork } from '../../support/own-work.ts'
import { OutgoingToStandIns } from '../../support/stand-in-outgoing.ts'
import { givePassword, rightPassword } from '../../support/visitor.ts'

// The clock of the service stands on Monday, 2 March 2026, 10:00 UTC.

let app: TestApp
let address: string
let host: Person
let services: ConferenceServices
let work: () => Promise<void>

before(async () => {
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  app = await testApp({ isHeard: true, settings: { ...conferenceSettings, OPENSLOT_BASE_URL: address } })
  const outgoing = new OutgoingToStandIns()
  Object.assign(app.context, { outgoing })
  services = await newConferenceServices(outgoing)
  ;({ work } = await ownWork(app, withoutMail(app.context)))
  host = await aFounder(app)
  await givePassword(app, host)
  await app.server.listen({ port, host: '127.0.0.1' })
})
after(() => app.server.close())

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The page at which the host agrees. It sends the browser back as the service does. */
const consentPage = (asked: URL): string => {
  const back = asked.searchParams.get('redirect_uri') ?? ''
  const fields = Object.entries(services.zoom.consent(asked.href))
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join('')
  return `<title>Zoom</title><form action="${escaped(back)}">${fields}<button>Allow</button></form>`
}

describe('a conference, from its account to its door', () => {
  test('a host connects Zoom, somebody books in a browser, and joins the meeting that was made for them', async () => {
    const type = await anEventType(app, host, {
      ...{ name: 'Video call', active: true, duration: 30, timezone: 'UTC' },
      locations: [{ kind: 'zoom_conference' }],
    })
    const { page, errors } = await openWindow({ timezoneId: 'UTC', locale: 'en-US' })
    await page.route('https://zoom.us/oauth/authorize**', (route) =>
      route.fulfill({ contentType: 'text/html', body: consentPage(new URL(route.request().url())) }),
    )
    await page.goto(`${address}/login`)
    await page.getByLabel('Email').fill(host.email)
    await page.getByLabel('Password', { exact: true }).fill(rightPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${address}/app`)

    await page.goto(`${address}/app/integrations/conferences`)
    await page.getByRole('button', { name: 'Continue with Zoom' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Account connected').waitFor()
    await page.getByText(services.zoom.email).waitFor()

    const { resource } = (await app.ask(`GET ${type.uri}`, { token: host.token })).body
    await page.goto(`${resource.scheduling_url}?name=A%20Visitor&email=visitor@client.test`)
    await page.getByRole('link', { name: 'Tuesday, March 3,' }).click()
    await page.getByRole('link', { name: '10:00 am', exact: true }).click()
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Join meeting' }).count(), 0, 'there is no meeting at Zoom yet')

    await work()
    const [meeting, ...others] = [...services.zoom.meetings.values()]
    assert.deepEqual(others, [])
    await page
      .context()
      .route(meeting.join_url, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Room</title><h1>The meeting</h1>' }),
      )
    await page.reload()
    const join = page.getByRole('link', { name: 'Join meeting' })
    assert.equal(await join.getAttribute('href'), meeting.join_url)
    const [room] = await Promise.all([page.waitForEvent('popup'), join.click()])
    await room.getByRole('heading', { name: 'The meeting' }).waitFor()
    assert.deepEqual(errors, [])
  })
})
