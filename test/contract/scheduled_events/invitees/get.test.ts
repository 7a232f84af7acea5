import { describe, test } from 'node:test'
import { assertAlike, assertAnswer, assertStatus, denied, notFound } from '../../../support/answers.ts'
import { testApp } from '../../../support/app.ts'
import { aBooking, hours } from '../../../support/bookings.ts'
import { aCast, aGroup, aMember, inGroup } from '../../../support/cast.ts'
import { anEventType } from '../../../support/event-types.ts'
import { guardTests } from '../../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider } = await aCast(app)
const introCall = await anEventType(app, colleague, { active: true })
const later = hours()
const booked = await aBooking(app, colleague, introCall, { start_time: later() })
const get = (token: string, uri = booked.invitee.uri) => app.ask(`GET ${uri}`, { token })

describe('GET /scheduled_events/{uuid}/invitees/{invitee_uuid}', () => {
  test('200: to the host, to owners and admins, and to the admins of a group of the host', async () => {
    const member = await aMember(app, owner)
    assertAnswer(await get(member.token), 403, denied('You do not have permission to view this event'))
    const group = await aGroup(app, owner)
    await inGroup(app, owner, group, { membership: colleague.membershipUri })
    await inGroup(app, owner, group, { membership: member.membershipUri }, 'admin')
    for (const { token } of [colleague, owner, admin, member])
      assertAnswer(await get(token), 200, { resource: booked.invitee })
  })

  test('404: of another event, unknown, malformed, or of another organization', async () => {
    const other = await aBooking(app, colleague, introCall, { start_time: later() })
    const answer = await get(outsider.token)
    assertAnswer(answer, 404, notFound)
    for (const uri of [
      `${other.event}/invitees/${booked.inviteeId}`,
      `${booked.event}/invitees/${booked.eventId}`,
      `${booked.event}/invitees/nonsense`,
    ])
      assertAlike(await get(colleague.token, uri), answer)
    const foreign = await aBooking(app, outsider, await anEventType(app, outsider, { active: true }))
    assertAlike(await get(colleague.token, `${booked.event}/invitees/${foreign.inviteeId}`), answer)
    assertStatus(await get(outsider.token, foreign.invitee.uri), 200)
  })

  guardTests(app, colleague, 'scheduled_events:read', 200, ({ token }) =>
    app.ask(`GET ${booked.invitee.uri}`, { token }),
  )
})
