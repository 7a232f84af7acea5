// seconds: 4
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { verifyLog } from '#activity/index.ts'
import { writeMeetingNotes } from '#bookings/index.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { aBooking, anInviteeNamed, aSharedType, type Booked, hours } from '../../support/bookings.ts'
import { hitsInDatabase } from '../../support/canary.ts'
import { aFounder } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { assertInvariants } from '../../support/invariants.ts'
import { ownWork } from '../../support/own-work.ts'
import { aReceiver } from '../../support/receiver.ts'
import { aSubscription, webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const { database } = app.context
/** As two processes do it. */
const workers = [app, await ownWork(app)]
const next = hours(30)

/** People who met with one another and brought one another along, of whom messages tell that were not taken yet. */
const aCrowd = async (size: number) => {
  const host = await aFounder(app)
  const receiver = await aReceiver()
  receiver.behave(() => 500)
  await aSubscription(app, host, receiver.url)
  const crowd = Array.from({ length: size }, () => anInviteeNamed(`zq${randomUUID().slice(0, 8)}`))
  const [group, alone] = [await aSharedType(app, host, 'group'), await anEventType(app, host, { active: true })]
  const together = next()
  const meetings: Booked[] = []
  for (const [index, invitee] of crowd.entries()) {
    const meeting = await aBooking(app, host, group, { start_time: together, invitee })
    meetings.push(meeting)
    const guest = crowd[(index + 1) % size]?.email
    await aBooking(app, host, alone, { start_time: next(), invitee, event_guests: [guest] })
  }
  const [meeting] = meetings
  if (!meeting) throw new Error('Nobody came.')
  const notes = `${crowd.map(({ name }) => name).join(' and ')} meet.`
  await app.run(writeMeetingNotes, host.principal, { uuid: meeting.eventId, meeting_notes: notes })
  await app.work()
  const { organizationId } = host.principal
  const textsOf = (people: typeof crowd) => people.flatMap(({ email, name }) => [email, name])
  return {
    host,
    crowd,
    organizationId,
    hits: (people = crowd) => hitsInDatabase(database, textsOf(people), organizationId),
    notes: async () => resourceOf(await app.ask(`GET ${meeting.event}`, { token: host.token })).meeting_notes_plain,
    /** All of it is asked for before anything of it is done; then it is done at once. */
    forget: async (...requests: readonly (readonly (typeof crowd)[number][])[]) => {
      for (const people of requests) {
        const body = { emails: people.map(({ email }) => email) }
        assertStatus(await app.ask('POST /data_compliance/deletion/invitees', { token: host.token, body }), 202)
      }
      await Promise.all(workers.map(({ work }) => work()))
      const { body } = await app.ask('GET /activity_log_entries', {
        token: host.token,
        query: { organization: organizationId, action: 'Data_Deletion_Completed' },
      })
      assert.equal(body.collection.length, requests.length, 'each request is completed, once')
      await assertInvariants(database, organizationId)
      assert.deepEqual(
        (await verifyLog(database.reader)).filter(
          (one) => one.organizationId === organizationId && one.trouble !== undefined,
        ),
        [],
      )
    },
  }
}

describe('people who are erased concurrently', () => {
  test('the same one, asked for three times', async () => {
    const { crowd, forget, hits, notes } = await aCrowd(2)
    const [one, other] = crowd as [(typeof crowd)[number], (typeof crowd)[number]]
    assert.ok((await hits([one])).length >= 4)
    await forget([one], [one], [one])
    assert.deepEqual(await hits([one]), [])
    assert.equal(await notes(), `Erased and ${other.name} meet.`)
  })

  test('all invitees of a meeting, by a request each: nothing of one reappears with another, and the meeting is empty', async () => {
    const { crowd, forget, hits, notes } = await aCrowd(5)
    await forget(...crowd.map((person) => [person]))
    assert.deepEqual(await hits(), [])
    assert.equal(await notes(), null)
  })

  test('the same people by two requests, in opposite order; others who met with them stay', async () => {
    const { crowd, forget, hits, notes } = await aCrowd(4)
    const [left, ...gone] = crowd as [(typeof crowd)[number], ...typeof crowd]
    await forget(gone, gone.toReversed())
    assert.deepEqual(await hits(gone), [])
    assert.ok((await hits([left])).length >= 4)
    assert.equal(await notes(), `${left.name} and Erased and Erased and Erased meet.`)
  })
})
