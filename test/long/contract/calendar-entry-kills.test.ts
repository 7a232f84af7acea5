// seconds: 60
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cancelInvitee, rescheduleInvitee } from '#bookings/index.ts'
import { calendarEntries, followInCalendars } from '#calendars/index.ts'
import { testApp } from '../../support/app.ts'
import { aBooking } from '../../support/bookings.ts'
import { connectWithConsent, oauthSettings, useCalendarServices } from '../../support/calendar-services.ts'
import { connect } from '../../support/calendars.ts'
import { aFounder, lastPart, type Person } from '../../support/cast.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { type Death, dieWorking } from '../../support/dying-work.ts'
import { anEventType } from '../../support/event-types.ts'
import { withoutMail } from '../../support/mail.ts'
import { ownWork } from '../../support/own-work.ts'

const app = await testApp({ isHeard: true, settings: oauthSettings })
const newServices = useCalendarServices(app.context)
const { work } = await ownWork(app, withoutMail(app.context))
const at = (hour: string): string => `2026-03-03T${hour}:00:00Z`

const calendars = [
  async (person: Person) => {
    const dav = await aDavStandIn()
    await connect(app, person, dav)
    return () => [...dav.items.values()].map(({ text }) => /DTSTART:\d{8}T(\d\d)/.exec(text)?.[1])
  },
  async (person: Person) => {
    const { google } = await newServices()
    await connectWithConsent(app, person, 'google', google)
    return () => google.events().map(({ start }) => start.dateTime.slice(11, 13))
  },
  async (person: Person) => {
    const { microsoft } = await newServices()
    await connectWithConsent(app, person, 'microsoft', microsoft)
    return () => microsoft.events().map(({ start }) => start.dateTime.slice(11, 13))
  },
]

const steps: readonly Death[] = [0, 1, 2, 3].flatMap((request) => [
  { request, isSent: false },
  { request, isSent: true },
])

const dieWriting = (person: Person, step: Death): Promise<void> =>
  dieWorking(app, person, { listener: followInCalendars, kind: calendarEntries, table: 'calendar_entries' }, step)

describe('a process that is killed while it writes, moves or removes an entry', () => {
  const kills = 102
  test(`leaves exactly one, at the right time: ${kills} kills`, async () => {
    let count = 0
    for (let round = 0; count < kills; round += 1) {
      const person = await aFounder(app)
      const type = await anEventType(app, person, {
        active: true,
        duration: 60,
        timezone: 'UTC',
        scheduling_rules: { start_time_increment: 60 },
      })
      const entries = await (calendars[round % calendars.length] as (typeof calendars)[number])(person)
      await work()
      const killed = async (expected: readonly string[]) => {
        // Each step comes with each calendar and each of the three kinds of writing.
        const step = steps[(Math.floor(round / 3) + 3 * (count % 3) + round) % steps.length] as Death
        await dieWriting(person, step)
        await work()
        app.clock.advance(60_000)
        await work()
        assert.deepEqual(entries(), expected, `calendar ${round % calendars.length}, ${JSON.stringify(step)}`)
        count += 1
      }
      const booked = await aBooking(app, person, type, { start_time: at('10') })
      await killed(['10'])
      const moved = await app.run(rescheduleInvitee, person.principal, { uuid: booked.inviteeId, start_time: at('14') })
      await killed(['14'])
      await app.run(cancelInvitee, person.principal, { uuid: lastPart(moved.uri) })
      await killed([])
    }
  })
})
