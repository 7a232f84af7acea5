// seconds: 8
// on: embedded
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBooking } from '../../support/bookings.ts'
import { oauthSettings } from '../../support/calendar-services.ts'
import { connect } from '../../support/calendars.ts'
import { aFounder } from '../../support/cast.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { anEventType } from '../../support/event-types.ts'
import { hostChangesTest } from '../../support/host-changes.ts'
import { mailApp } from '../../support/mail.ts'

await hostChangesTest('caldav')

const app = await mailApp({ settings: oauthSettings })

test('a meeting that its host drags into another calendar of the account was not deleted, and one that is moved there was moved', async () => {
  const dav = await aDavStandIn({ calendars: ['/office/', '/private/'] })
  const person = await aFounder(app)
  const type = await anEventType(app, person, {
    name: 'Intro',
    active: true,
    duration: 60,
    timezone: 'UTC',
    scheduling_rules: { start_time_increment: 60 },
  })
  await aBooking(app, person, type, { start_time: '2026-03-10T10:00:00Z' })
  const { uri } = await connect(app, person, dav)
  const noticedAfter = async (change: () => void) => {
    const mails = await app.mailDuring(async () => {
      change()
      await app.ask(`POST ${uri}/read`, { token: person.token })
      await app.work()
    })
    return mails.filter(({ envelopeTo }) => envelopeTo.includes(person.email)).map(({ subject }) => subject)
  }
  await app.work()
  assert.deepEqual(await noticedAfter(() => {}), [])
  const [{ text } = assert.fail()] = dav.items.values()
  const drag = () => {
    dav.items.clear()
    dav.put('/private/one.ics', text)
  }
  assert.deepEqual(await noticedAfter(drag), [])
  dav.put(
    '/private/one.ics',
    text.replace(/DTSTART:\d{8}T\d\d/, 'DTSTART:20260310T14').replace(/DTEND:\d{8}T\d\d/, 'DTEND:20260310T15'),
  )
  assert.deepEqual(await noticedAfter(() => app.clock.advance(24 * 60 * 60_000)), [
    '“Intro” was moved in your calendar',
  ])
})
