// seconds: 2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assertAlike,
  assertAnswer,
  assertStatus,
  denied,
  invalidArgument,
  notFound,
  resourceOf,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, asRecorded, type Booked, eventOf, factsDuring, hours, inviteeOf } from '../../support/bookings.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organizationId } = await aCast(app)
const introCall = await anEventType(app, colleague, { active: true })
const later = hours()

const mark = ({ inviteeId }: Pick<Booked, 'inviteeId'>, token = colleague.token) =>
  app.ask(`POST /invitees/${inviteeId}/no_show`, { token })
const unmark = ({ inviteeId }: Pick<Booked, 'inviteeId'>, token = colleague.token) =>
  app.ask(`DELETE /invitees/${inviteeId}/no_show`, { token })
const booked = () => aBooking(app, colleague, introCall, { start_time: later() })

describe('POST /invitees/{uuid}/no_show', () => {
  test('200: the invitee with the mark, also before the event; the status stays', async () => {
    const one = await booked()
    app.clock.advance(1_000)
    const at = app.clock.now().toISOString().replace('Z', '000Z')
    const answer = await mark(one)
    assert.equal(answer.status, 200)
    const { no_show, ...rest } = resourceOf(answer)
    assert.match(no_show.uri, /\/invitee_no_shows\/[0-9a-f-]{36}$/)
    const { no_show: none, ...before } = one.invitee
    assert.deepEqual([none, no_show.created_at, rest], [null, at, { ...before, updated_at: at }])
    assert.deepEqual(await inviteeOf(app, colleague, one), { ...rest, no_show })
  })

  test('200: a second time the same mark, and no second fact', async () => {
    const one = await booked()
    const facts = await factsDuring(app, organizationId, async () => {
      const first = resourceOf(await mark(one))
      app.clock.advance(1_000)
      assert.deepEqual(resourceOf(await mark(one)), first)
    })
    assert.equal(facts.length, 1)
  })

  test('400: of a canceled invitee', async () => {
    const one = await booked()
    assertStatus(await app.ask(`POST ${one.event}/cancellation`, { token: colleague.token }), 200)
    assertAnswer(await mark(one), 400, invalidArgument(['base', 'Invitee is canceled']))
  })

  test('one fact each, with the invitee and the meeting, and about whom', async () => {
    const one = await booked()
    const factsAddedBy = async (work: () => Promise<unknown>, name: string) =>
      assert.deepEqual(await factsDuring(app, organizationId, work), [
        {
          name,
          actor_type: 'user',
          actor_id: colleague.membershipId,
          subject: {
            invitee: asRecorded(await inviteeOf(app, colleague, one)),
            scheduled_event: await eventOf(app, colleague, one),
          },
          person: app.context.persons.of(organizationId, one.invitee.email),
        },
      ])
    await factsAddedBy(() => mark(one), 'invitee_no_show.created')
    await factsAddedBy(() => unmark(one), 'invitee_no_show.deleted')
  })

  test('404: unknown, or of another organization; 403: of a meeting that is not theirs', async () => {
    const foreign = await aBooking(app, outsider, await anEventType(app, outsider, { active: true }), {
      start_time: later(),
    })
    const answer = await mark(foreign)
    assertAnswer(answer, 404, notFound)
    assertAlike(answer, await mark({ inviteeId: introCall.id }))
    const admins = await aBooking(app, admin, await anEventType(app, admin, { active: true }), { start_time: later() })
    assertAnswer(await mark(admins), 403, denied())
    assertStatus(await mark(admins, owner.token), 200)
    assertAnswer(await unmark(admins), 403, denied())
  })

  guardTests(app, colleague, 'scheduled_events:write', 200, async ({ token }) =>
    app.ask(`POST /invitees/${(await booked()).inviteeId}/no_show`, { token }),
  )
})

describe('DELETE /invitees/{uuid}/no_show', () => {
  test('204: no body, and the mark is gone; a second time, and without a mark, 404', async () => {
    const one = await booked()
    assertAnswer(await unmark(one), 404, notFound)
    const { no_show } = resourceOf(await mark(one))
    assertAnswer(await unmark(one), 204)
    assert.equal((await inviteeOf(app, colleague, one)).no_show, null)
    assertAnswer(await app.ask(`GET ${no_show.uri}`, { token: colleague.token }), 404, notFound)
    assertAnswer(await unmark(one), 404, notFound)
    // Marked again it is another mark.
    assert.notEqual(resourceOf(await mark(one)).no_show.uri, no_show.uri)
  })

  test('404: of another organization', async () => {
    const foreign = await aBooking(app, outsider, await anEventType(app, outsider, { active: true }), {
      start_time: later(),
    })
    assertStatus(await mark(foreign, outsider.token), 200)
    assertAlike(await unmark(foreign), await unmark({ inviteeId: introCall.id }))
    assert.notEqual((await inviteeOf(app, outsider, foreign)).no_show, null)
  })

  guardTests(app, colleague, 'scheduled_events:write', 204, async ({ token }) => {
    const one = await booked()
    await mark(one)
    return app.ask(`DELETE /invitees/${one.inviteeId}/no_show`, { token })
  })
})
