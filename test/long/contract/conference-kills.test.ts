// seconds: 40
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cancelInvitee, rescheduleInvitee } from '#bookings/index.ts'
import { conferences, followInConferences } from '#conferences/index.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, aSharedType, bookedAs, eventOf, hours } from '../../support/bookings.ts'
import { aFounder, aMember, type Person } from '../../support/cast.ts'
import { aConferenceService, anAccount } from '../../support/conferences.ts'
import { type Death, dieWorking } from '../../support/dying-work.ts'
import { anEventType } from '../../support/event-types.ts'
import { withoutMail } from '../../support/mail.ts'
import { ownWork } from '../../support/own-work.ts'

const app = await testApp({ isHeard: true, settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { work } = await ownWork(app, withoutMail(app.context))
const later = hours()

const steps: readonly Death[] = [
  { request: 0, isSent: false },
  { request: 0, isSent: true },
  { request: 1, isSent: false },
  { request: 1, isSent: true },
]

const dieMaking = (person: Person, step: Death): Promise<void> =>
  dieWorking(app, person, { listener: followInConferences, kind: conferences, table: 'conferences' }, step)

describe('a process that is killed while a conference is made, moved, or removed', () => {
  const kills = 120
  test(`leaves exactly one for each meeting, whose link is in the meeting: ${kills} kills`, async () => {
    let count = 0
    for (let round = 0; count < kills; round += 1) {
      const person = await aFounder(app)
      const service = await aConferenceService()
      await anAccount(app, person, service)
      const locations = [{ kind: 'zoom_conference' }]
      const type = await anEventType(app, person, { active: true, duration: 60, timezone: 'UTC', locations })
      const killed = async (booked: { readonly event: string } | undefined, start?: string) => {
        const step = steps[(round + (count % 3)) % steps.length] as Death
        await dieMaking(person, step)
        await work()
        app.clock.advance(1_000)
        await work()
        const what = `round ${round}, ${JSON.stringify(step)}`
        const kept = [...service.kept.values()]
        assert.deepEqual(
          kept.map((one) => Date.parse(one.start_time)),
          start === undefined ? [] : [Date.parse(start)],
          what,
        )
        if (booked) assert.equal((await eventOf(app, person, booked)).location.join_url, kept[0]?.url, what)
        assert.equal(service.made.length, 1, what)
        count += 1
      }
      const [first, second] = [later(), later()]
      const booked = await aBooking(app, person, type, { start_time: first })
      await killed(booked, first)
      const moved = bookedAs(
        await app.run(rescheduleInvitee, person.principal, { uuid: booked.inviteeId, start_time: second }),
      )
      await killed(moved, second)
      await app.run(cancelInvitee, person.principal, { uuid: moved.inviteeId })
      await killed(undefined)
    }
  })

  test('leaves none for a meeting that is canceled before anybody knows of it', async () => {
    const person = await aFounder(app)
    const service = await aConferenceService()
    await anAccount(app, person, service)
    const locations = [{ kind: 'zoom_conference' }]
    const type = await anEventType(app, person, { active: true, duration: 60, timezone: 'UTC', locations })
    const booked = await aBooking(app, person, type, { start_time: later() })
    await dieMaking(person, { request: 0, isSent: true })
    assert.equal(service.kept.size, 1)
    await app.run(cancelInvitee, person.principal, { uuid: booked.inviteeId })
    await work()
    assert.deepEqual([service.made.length, service.kept.size], [1, 0])
  })

  test('leaves none for a meeting that is canceled before the request was sent, and makes none to remove it', async () => {
    const person = await aFounder(app)
    const service = await aConferenceService()
    await anAccount(app, person, service)
    const locations = [{ kind: 'zoom_conference' }]
    const type = await anEventType(app, person, { active: true, duration: 60, timezone: 'UTC', locations })
    const booked = await aBooking(app, person, type, { start_time: later() })
    await dieMaking(person, { request: 0, isSent: false })
    await app.run(cancelInvitee, person.principal, { uuid: booked.inviteeId })
    await work()
    assert.deepEqual([service.made.length, service.kept.size], [0, 0])
  })

  test('leaves one that belongs to the host who has the meeting by then', async () => {
    for (const step of steps) {
      const owner = await aFounder(app)
      const colleague = await aMember(app, owner)
      const service = await aConferenceService()
      await anAccount(app, owner, service)
      const locations = [{ kind: 'zoom_conference' }]
      const type = await aSharedType(app, owner, 'round_robin', { hosts: [owner, colleague], locations })
      const booked = await aBooking(app, owner, type, { start_time: later() })
      await work()
      const hostOf = async (one: { readonly event: string }) =>
        (await eventOf(app, owner, one)).event_memberships[0].user
      const [before, next] = [await hostOf(booked), later()]
      const busy = before === owner.uri ? owner : colleague
      const blocker = await anEventType(app, busy, { active: true, duration: 60, timezone: 'UTC' })
      await aBooking(app, busy, blocker, { start_time: next })
      const moved = bookedAs(
        await app.run(rescheduleInvitee, owner.principal, { uuid: booked.inviteeId, start_time: next }),
      )
      assert.notEqual(await hostOf(moved), before)
      await dieMaking(owner, step)
      await work()
      const [kept, ...more] = [...service.kept.values()]
      assert.equal(more.length, 0, JSON.stringify(step))
      assert.equal((await eventOf(app, owner, moved)).location.join_url, kept?.url, JSON.stringify(step))
      assert.equal(service.made.length, 2, JSON.stringify(step))
    }
  })
})
