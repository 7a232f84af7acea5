// seconds: 4
// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rescheduleInvitee } from '#bookings/index.ts'
import { assertAnswer, assertStatus, denied, invalidArgument } from '../../support/answers.ts'
import { aBooking, aSharedType, tuesday } from '../../support/bookings.ts'
import { hitsInDatabase } from '../../support/canary.ts'
import { aCast, aMember, putOnPlan } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { assertInvariants } from '../../support/invariants.ts'
import { webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const { owner, admin, colleague, outsider, organizationId } = await aCast(app)
const noPermission = denied(
  'You must be an admin/owner with the data requests permission enabled to use this resource. Contact Openslot support and ask them to grant you data requests permission.',
)
const upgrade = denied('Please upgrade your Openslot account to Enterprise.')
const emails = (count: number): string[] => Array.from({ length: count }, (_, index) => `somebody.${index}@client.test`)

for (const [path, success] of [
  ['/data_compliance/invitee_deletion', 200],
  ['/data_compliance/deletion/invitees', 202],
] as const) {
  const ask = (token: string | undefined, body: object) => app.ask(`POST ${path}`, { token, body })

  describe(`POST ${path}`, () => {
    test(`${success}: for an owner and for an admin, whether the address is known or not`, async () => {
      assertAnswer(await ask(owner.token, { emails: ['nobody@client.test'] }), success, {})
      assertAnswer(await ask(admin.token, { emails: emails(100) }), success, {})
    })

    test('400: no e-mails, none, more than a hundred, or something else', async () => {
      assertAnswer(await ask(owner.token, {}), 400, invalidArgument(['emails', 'is missing']))
      for (const wrong of [[], emails(101), 'somebody@client.test', [1], {}, null]) {
        const answer = await ask(owner.token, { emails: wrong })
        assertStatus(answer, 400)
        assert.equal(answer.body.details[0].parameter.split('.')[0].split('[')[0], 'emails')
      }
      assertStatus(await ask(owner.token, { emails: ['not an address'] }), 400)
    })

    test('403: for a plain user, and on another plan', async () => {
      assertAnswer(await ask(colleague.token, { emails: emails(1) }), 403, noPermission)
    })

    guardTests(app, owner, 'data_compliance:write', success, ({ token }) => ask(token, { emails: emails(1) }))
  })
}

for (const path of ['/data_compliance/deletion/events', '/data_compliance/deletion_event']) {
  const ask = (token: string | undefined, body: object) => app.ask(`POST ${path}`, { token, body })
  const aYear = { start_time: '2025-01-01T00:00:00Z', end_time: '2026-01-01T00:00:00Z' }

  describe(`POST ${path}`, () => {
    test('202: for an owner and for an admin, up to 24 months', async () => {
      assertAnswer(await ask(owner.token, aYear), 202, {})
      assertAnswer(
        await ask(admin.token, { start_time: '2023-02-28T00:00:00Z', end_time: '2025-02-28T00:00:00Z' }),
        202,
        {},
      )
    })

    test('400: a time is missing, malformed or in the future, reversed, or over 24 months', async () => {
      assertAnswer(
        await ask(owner.token, {}),
        400,
        invalidArgument(['start_time', 'is missing'], ['end_time', 'is missing']),
      )
      assertAnswer(
        await ask(owner.token, { ...aYear, end_time: 'today' }),
        400,
        invalidArgument(['end_time', 'is in invalid format']),
      )
      const later = { start_time: '2026-03-02T10:00:01Z', end_time: '2026-03-03T00:00:00Z' }
      assertAnswer(
        await ask(owner.token, later),
        400,
        invalidArgument(['start_time', 'must be in the past'], ['end_time', 'must be in the past']),
      )
      assertAnswer(
        await ask(owner.token, { start_time: aYear.end_time, end_time: aYear.start_time }),
        400,
        invalidArgument(['end_time', 'must be after start_time']),
      )
      const tooLong = { start_time: '2023-02-28T00:00:00Z', end_time: '2025-02-28T00:00:01Z' }
      assertAnswer(
        await ask(owner.token, tooLong),
        400,
        invalidArgument(['end_time', 'must be at most 24 months after start_time']),
      )
    })

    test('403: for a plain user', async () => {
      assertAnswer(await ask(colleague.token, aYear), 403, noPermission)
    })

    guardTests(app, owner, 'data_compliance:write', 202, ({ token }) => ask(token, aYear))
  })
}

describe('deleting past events', () => {
  test('202: they are deleted with everything recorded about them; later ones, counts and times are right', async () => {
    const introCall = await anEventType(app, colleague, { active: true })
    const second = await aMember(app, owner)
    const robin = await aSharedType(app, owner, 'round_robin', { hosts: [owner, second] })
    const early = await aBooking(app, colleague, introCall, {
      invitee: { name: 'Early Xyzzyq', email: 'early.xyzzyq@client.test', timezone: 'UTC' },
    })
    const late = await aBooking(app, colleague, introCall, { start_time: '2026-03-04T09:00:00Z' })
    const turn = await aBooking(app, owner, robin, { start_time: tuesday('11:00') })
    // An invitee who moved out of the range, and one who moved into it.
    const leaving = await aBooking(app, colleague, introCall, { start_time: tuesday('10:00') })
    await app.run(rescheduleInvitee, colleague.principal, {
      uuid: leaving.inviteeId,
      start_time: '2026-03-04T10:00:00Z',
    })
    const coming = await aBooking(app, colleague, introCall, { start_time: '2026-03-04T11:00:00Z' })
    await app.run(rescheduleInvitee, colleague.principal, { uuid: coming.inviteeId, start_time: tuesday('12:00') })
    await app.work()
    app.clock.advance(30 * 3_600_000)
    const span = { start_time: '2026-03-03T00:00:00Z', end_time: '2026-03-03T15:00:00Z' }
    assertStatus(await app.ask('POST /data_compliance/deletion/events', { token: owner.token, body: span }), 202)
    await app.work()
    for (const gone of [early.event, early.invitee.uri, turn.event])
      assertStatus(await app.ask(`GET ${gone}`, { token: owner.token }), 404)
    assertStatus(await app.ask(`GET ${late.event}`, { token: owner.token }), 200)
    assert.deepEqual(await hitsInDatabase(app.context.database, ['xyzzyq'], organizationId), [])
    await assertInvariants(app.context.database, organizationId)
    const { body } = await app.ask('GET /activity_log_entries', {
      token: owner.token,
      query: { organization: organizationId, action: 'Data_Deletion_Completed' },
    })
    assert.ok(
      body.collection.some(
        ({ details }: { details: { type: string; entries: number } }) =>
          details.type === 'events' && details.entries === 5,
      ),
    )
  })
})

describe('on another plan', () => {
  test('403 with the upgrade text, at every address', async () => {
    await putOnPlan(app, outsider.principal.organizationId, 'professional')
    for (const path of ['invitee_deletion', 'deletion/invitees'])
      assertAnswer(
        await app.ask(`POST /data_compliance/${path}`, { token: outsider.token, body: { emails: emails(1) } }),
        403,
        upgrade,
      )
    for (const path of ['deletion/events', 'deletion_event'])
      assertAnswer(
        await app.ask(`POST /data_compliance/${path}`, {
          token: outsider.token,
          body: { start_time: '2025-01-01T00:00:00Z', end_time: '2025-02-01T00:00:00Z' },
        }),
        403,
        upgrade,
      )
  })
})
