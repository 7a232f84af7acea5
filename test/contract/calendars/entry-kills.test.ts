import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { announceTo } from '#activity/index.ts'
import { cancelInvitee, rescheduleInvitee } from '#bookings/index.ts'
import { calendarEntries, followInCalendars } from '#calendars/index.ts'
import { Worker } from '#execution/jobs/worker.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { testApp } from '../../support/app.ts'
import { aBooking } from '../../support/bookings.ts'
import { connectWithConsent, oauthSettings, useCalendarServices } from '../../support/calendar-services.ts'
import { connect } from '../../support/calendars.ts'
import { aFounder, lastPart, type Person } from '../../support/cast.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { anEventType } from '../../support/event-types.ts'
import { withoutMail } from '../../support/mail.ts'
import { ownWork, putOthersAside } from '../../support/own-work.ts'
import { recordedLog } from '../../support/recorded-log.ts'
import { sized } from '../../support/sized.ts'

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

/**
 * Where a process ends: before or after its n-th request, and after the last of them before it could say so to the
 * database.
 */
const steps = [0, 1, 2, 3].flatMap((request) => [
  { request, isSent: false },
  { request, isSent: true },
])

/** Does the writing that is due, in a process that is killed on the way: nothing is settled. */
const dieWriting = async (
  { principal: { organizationId } }: Person,
  { request, isSent }: (typeof steps)[number],
): Promise<void> => {
  const { database } = app.context
  await putOthersAside(app)
  const log = recordedLog()
  await new Worker({
    ...app.context,
    log,
    rounds: [announceTo([followInCalendars], { ...app.context, log })],
    kinds: [],
  }).drain()
  let die = (): void => {}
  const death = new Promise<void>((done) => {
    die = done
  })
  let count = 0
  const send: Outgoing['send'] = async (asked) => {
    const isLast = count === request
    count += 1
    if (isLast && isSent) await app.context.outgoing.send(asked)
    if (!isLast) return app.context.outgoing.send(asked)
    die()
    return new Promise(() => {})
  }
  const kind = calendarEntries({ ...app.context, outgoing: { send } as Outgoing })
  const entries = await database.reader
    .selectFrom('calendar_entries')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute()
  const jobs = entries.map(({ id }, index) => ({ id: index, subjectId: id }) as never)
  const tasks = await database.write((tx) => kind.load(tx, jobs))
  await Promise.race([death, Promise.all([...tasks.values()].map((task) => kind.act(task, async () => true)))])
}

describe('a process that is killed while it writes, moves or removes an entry', () => {
  const kills = sized(12, 102)
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
        const step = steps[(Math.floor(round / 3) + 3 * (count % 3) + round) % steps.length] as (typeof steps)[number]
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
