import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { erasePersonFromMails } from '#notifications/index.ts'
import {
  assertAnswer,
  assertStatus,
  denied,
  invalidArgument,
  notFound,
  onlyPage,
  sixDigits,
} from '../../support/answers.ts'
import { aBooking, anInviteeNamed, hours } from '../../support/bookings.ts'
import { aCast, anInvitation, putOnPlan } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { mailApp } from '../../support/mail.ts'

const app = await mailApp()
const { owner, admin, colleague, outsider, organization, outsiderOrganization, organizationId } = await aCast(app)
const introCall = await anEventType(app, colleague, { active: true, name: 'Intro call' })
const later = hours()
const invitee = anInviteeNamed()
await app.work()
const { event } = await aBooking(app, colleague, introCall, { start_time: later(), invitee })
await anInvitation(app, owner, 'not.listed@acme.test')
app.clock.advance(1_000)
await app.work()
app.clock.advance(60_000)

const list = (token: string, query: Record<string, string> = {}) =>
  app.ask('GET /outgoing_communications', { token, query: { organization, ...query } })

describe('GET /outgoing_communications', () => {
  guardTests(app, owner, 'outgoing_communications:read', 200, (asked) =>
    app.ask('GET /outgoing_communications', { ...asked, query: { organization } }),
  )

  test('200: what was sent about meetings, and nothing else, with every key', async () => {
    const answer = await list(owner.token)
    assertStatus(answer, 200)
    assert.deepEqual(Object.keys(answer.body), ['collection', 'pagination', 'total_count'])
    assert.deepEqual([answer.body.total_count, answer.body.pagination], [2, onlyPage(2)])
    const mine = answer.body.collection.find(({ to }: { to: string }) => to === invitee.email)
    const { body, ...rest } = mine
    assert.match(body, /^<p [^>]+>Hi /)
    assert.ok(body.includes('Intro call') && !body.includes('<html'))
    assert.deepEqual(rest, {
      type: 'email',
      to: invitee.email,
      from: 'no-reply@book.test',
      subject: `Intro call with ${colleague.name}, Tue Mar 3, 10:00 am`,
      sender_uri: colleague.uri,
      sender_email: colleague.email,
      event_type_uri: introCall.uri,
      event_uri: event,
      sent_at: '2026-03-02T10:00:01.000000Z',
      created_at: '2026-03-02T10:00:01.000000Z',
      scheduling_url: (await app.ask(`GET ${introCall.uri}`, { token: owner.token })).body.resource.scheduling_url,
    })
    assert.match(rest.sent_at, sixDigits)
  })

  test('200: by when they were made, and page by page', async () => {
    for (const [query, count] of [
      [{ min_created_at: '2026-03-02T10:00:01Z' }, 2],
      [{ min_created_at: '2026-03-02T10:00:02Z' }, 0],
      [{ max_created_at: '2026-03-02T10:00:00Z' }, 0],
      [{ max_created_at: '2026-03-02T10:00:01Z' }, 2],
    ] as const) {
      const { body } = await list(admin.token, query)
      assert.deepEqual([body.collection.length, body.total_count], [count, count], JSON.stringify(query))
    }
    const first = await list(admin.token, { count: '1' })
    assert.equal(first.body.total_count, 2)
    const second = await app.ask(`GET ${first.body.pagination.next_page}`, { token: admin.token })
    assert.deepEqual([...first.body.collection, ...second.body.collection], (await list(admin.token)).body.collection)
  })

  test("200: without an organization, the caller's own", async () => {
    const own = (await app.ask('GET /outgoing_communications', { token: owner.token })).body.collection
    assert.ok(own.length > 0)
    assert.deepEqual(own, (await list(owner.token)).body.collection)
  })

  test('400: with times that are none', async () => {
    assertAnswer(
      await list(owner.token, { min_created_at: 'yesterday' }),
      400,
      invalidArgument(['min_created_at', 'is in invalid format']),
    )
  })

  test('403: for members, and on other plans', async () => {
    assertAnswer(await list(colleague.token), 403, denied('You do not have permission to access this resource.'))
    await putOnPlan(app, organizationId, 'teams')
    assertAnswer(await list(owner.token), 403, denied('Please upgrade your Openslot account to Enterprise.'))
    await putOnPlan(app, organizationId, 'enterprise')
  })

  test("404: another organization's looks nonexistent", async () => {
    assertAnswer(await list(owner.token, { organization: outsiderOrganization }), 404, notFound)
    assert.deepEqual(
      (
        await app.ask('GET /outgoing_communications', {
          token: outsider.token,
          query: { organization: outsiderOrganization },
        })
      ).body.collection,
      [],
    )
  })

  test('200: mails to an erased person are not shown any more', async () => {
    await app.context.database.write((tx) =>
      erasePersonFromMails(tx, organizationId, app.context.persons.of(organizationId, invitee.email)),
    )
    const { body } = await list(owner.token)
    assert.deepEqual([body.collection, body.total_count], [[], 0])
  })
})
