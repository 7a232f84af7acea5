import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAnswer, assertStatus, denied, invalidArgument, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, type Booked, eventOf, factsDuring, hours } from '../../support/bookings.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organizationId } = await aCast(app)
const introCall = await anEventType(app, colleague, { active: true })
const later = hours()
const booked = () => aBooking(app, colleague, introCall, { start_time: later(), event_guests: ['boss@client.test'] })
const write = ({ event }: Pick<Booked, 'event'>, meeting_notes: unknown, token = colleague.token) =>
  app.ask(`PATCH ${event}`, { token, body: { meeting_notes } })

describe('PATCH /scheduled_events/{uuid}', () => {
  test('200: notes as plain text and as HTML; the rest stays', async () => {
    const one = await booked()
    const before = await eventOf(app, colleague, one)
    app.clock.advance(1_000)
    const updated_at = app.clock.now().toISOString().replace('Z', '000Z')
    const notes = { meeting_notes_plain: 'Time & plan', meeting_notes_html: '<p>Time &amp; plan</p>' }
    const resource = resourceOf(await write(one, 'Time & plan'))
    assert.deepEqual(resource, { ...before, ...notes, updated_at })
    assert.deepEqual(await eventOf(app, colleague, one), resource)
  })

  test('200: of HTML only what is harmless stays', async () => {
    const { meeting_notes_html, meeting_notes_plain } = resourceOf(
      await write(await booked(), '<p>Hello <b>you</b><script>alert(1)</script></p>'),
    )
    assert.ok(!meeting_notes_html.includes('script'), meeting_notes_html)
    assert.ok(!meeting_notes_plain.includes('<'), meeting_notes_plain)
  })

  test('200: what is sent as plain text stays as it is written', async () => {
    const plain = 'Owes <b>us</b> & <script>'
    const { meeting_notes_html, meeting_notes_plain } = resourceOf(
      await app.ask(`PATCH ${(await booked()).event}`, {
        token: colleague.token,
        body: { meeting_notes_plain: plain },
      }),
    )
    assert.deepEqual(
      [meeting_notes_plain, meeting_notes_html],
      [plain, '<p>Owes &lt;b&gt;us&lt;/b&gt; &amp; &lt;script&gt;</p>'],
    )
  })

  test('200: null or blank takes them away; a canceled event can have notes', async () => {
    const one = await booked()
    for (const nothing of [null, '  ']) {
      assert.equal(resourceOf(await write(one, 'Something')).meeting_notes_plain, 'Something')
      const { meeting_notes_plain, meeting_notes_html } = resourceOf(await write(one, nothing))
      assert.deepEqual([meeting_notes_plain, meeting_notes_html], [null, null])
    }
    assertStatus(await app.ask(`POST ${one.event}/cancellation`, { token: colleague.token }), 200)
    const { status, meeting_notes_plain } = resourceOf(await write(one, 'Did not come'))
    assert.deepEqual([status, meeting_notes_plain], ['canceled', 'Did not come'])
  })

  test('400: without notes, or with what is none', async () => {
    const one = await booked()
    assertAnswer(await write(one, undefined), 400, invalidArgument(['meeting_notes', 'is missing']))
    assertAnswer(await write(one, 5), 400, invalidArgument(['meeting_notes', 'must be a string']))
    assertAnswer(
      await write(one, 'x'.repeat(20_001)),
      400,
      invalidArgument(['meeting_notes', 'size cannot be greater than 20000']),
    )
  })

  test('one fact, which does not repeat the notes', async () => {
    const one = await booked()
    let resource: Record<string, unknown> = {}
    const facts = await factsDuring(app, organizationId, async () => {
      resource = (await write(one, 'Owes us a lot')).body.resource
    })
    const { uri, event_type, start_time } = resource
    assert.deepEqual(facts, [
      {
        name: 'scheduled_event.notes_changed',
        actor_type: 'user',
        actor_id: colleague.membershipId,
        subject: { scheduled_event: { uri, event_type, start_time } },
        person: null,
      },
    ])
  })

  test('404: of another organization; 403: of others; owners and admins may', async () => {
    const foreign = await aBooking(app, outsider, await anEventType(app, outsider, { active: true }))
    assertAnswer(await write(foreign, 'x'), 404, notFound)
    const admins = await aBooking(app, admin, await anEventType(app, admin, { active: true }))
    assertAnswer(await write(admins, 'x'), 403, denied())
    assertStatus(await write(admins, 'x', owner.token), 200)
  })

  guardTests(app, colleague, 'scheduled_events:write', 200, async ({ token }) =>
    app.ask(`PATCH ${(await booked()).event}`, { token, body: { meeting_notes: 'x' } }),
  )
})
