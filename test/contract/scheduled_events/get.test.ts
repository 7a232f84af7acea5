import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAlike, assertAnswer, assertStatus, denied, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aBooking } from '../../support/bookings.ts'
import { aCast, aGroup, aMember, inGroup, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider } = await aCast(app)
const booked = await aBooking(app, colleague, await anEventType(app, colleague, { active: true }))
const get = (person: Person, uri = booked.event) => app.ask(`GET ${uri}`, { token: person.token })

describe('GET /scheduled_events/{uuid}', () => {
  test('200: to its host, to owners and admins, and to the admins of a group that the host is in', async () => {
    const resource = resourceOf(await get(colleague))
    assert.equal(resource.uri, booked.event)
    for (const person of [owner, admin]) assert.deepEqual(resourceOf(await get(person)), resource)
    const [groupAdmin, elsewhere] = [await aMember(app, owner), await aMember(app, owner)]
    const [group, another] = [await aGroup(app, owner), await aGroup(app, owner)]
    await inGroup(app, owner, group, { membership: colleague.membershipUri })
    await inGroup(app, owner, group, { membership: groupAdmin.membershipUri }, 'admin')
    await inGroup(app, owner, another, { membership: elsewhere.membershipUri }, 'admin')
    assert.deepEqual(resourceOf(await get(groupAdmin)), resource)
    assertAnswer(await get(elsewhere), 403, denied('You are not allowed to view this event'))
  })

  test('403: to everybody else of the organization', async () => {
    assertAnswer(await get(await aMember(app, owner)), 403, denied('You are not allowed to view this event'))
  })

  test('404: unknown, malformed, or of another organization', async () => {
    const answer = await get(outsider)
    assertAnswer(answer, 404, notFound)
    for (const id of ['2f2f0c1e-2a54-4cf7-b6c5-2d5d0f1e7d11', 'nonsense'])
      assertAlike(await get(outsider, `/scheduled_events/${id}`), answer)
  })

  test('200: the id is case-insensitive', async () => {
    assertStatus(await get(colleague, `/scheduled_events/${booked.eventId.toUpperCase()}`), 200)
  })

  guardTests(app, colleague, 'scheduled_events:read', 200, ({ token }) => app.ask(`GET ${booked.event}`, { token }))
})
