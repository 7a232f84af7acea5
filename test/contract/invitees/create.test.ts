// seconds: 8
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { aBooking, bookingOf } from '../../support/bookings.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'

const app = await testApp()
const { owner } = await aCast(app)

describe('POST /invitees', () => {
  test('400 already_filled: a time that is taken', async () => {
    const eventType = await anEventType(app, owner, { active: true })
    await aBooking(app, owner, eventType)
    const { status, body } = await app.ask('POST /invitees', { token: owner.token, body: bookingOf(eventType) })
    assert.equal(status, 400)
    assert.deepEqual(body.details, [{ parameter: 'event.start_time', message: 'That start time has been filled', code: 'already_filled' }])
  })
})
