import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { webhookEvents } from '#webhooks/webhook-event.ts'
import { assertAnswer, assertStatus, denied, invalidArgument, notFound, sixDigits } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, type Person } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, colleague, organization, outsiderOrganization } = await aCast(app)
const asked = { event: 'invitee.created', organization, scope: 'organization' }
const sample = (query: Readonly<Record<string, string>> = asked, { token }: Pick<Person, 'token'> = owner) =>
  app.ask('GET /sample_webhook_data', { token, query })

describe('GET /sample_webhook_data', () => {
  test('200: the message alone, of every event, with our own addresses in it', async () => {
    for (const event of webhookEvents) {
      const answer = await sample({ ...asked, event })
      assertStatus(answer, 200)
      assert.deepEqual(Object.keys(answer.body), ['created_at', 'created_by', 'event', 'payload'])
      assert.equal(answer.body.event, event)
      assert.equal(answer.body.created_by, owner.uri)
      assert.match(answer.body.created_at, sixDigits)
      assert.ok(answer.body.payload.uri.startsWith(app.context.links.api), answer.body.payload.uri)
      assert.ok(!/(api|book)\.example\.test/.test(answer.text), event)
    }
  })

  test('200: each in the state of its event', async () => {
    const payloadOf = async (event: string) => (await sample({ ...asked, event })).body.payload
    assert.equal((await payloadOf('invitee.created')).scheduled_event.status, 'active')
    const canceled = await payloadOf('invitee.canceled')
    assert.deepEqual(
      [canceled.status, canceled.cancellation.canceler_type, canceled.scheduled_event.status],
      ['canceled', 'host', 'canceled'],
    )
    assert.ok((await payloadOf('invitee_no_show.created')).no_show.uri)
    assert.equal((await payloadOf('invitee_no_show.deleted')).no_show, null)
    assert.ok((await payloadOf('event_type.deleted')).deleted_at)
  })

  test('200: the same at the other address, which is no id', async () => {
    const [one, other] = [
      await sample(),
      await app.ask('GET /webhook_subscriptions/sample_data', { token: owner.token, query: asked }),
    ]
    assert.deepEqual(other.body, one.body)
  })

  test('400, 403 and 404 as for a subscription', async () => {
    assertAnswer(
      await sample({}),
      400,
      invalidArgument(['event', 'is missing'], ['organization', 'is missing'], ['scope', 'is missing']),
    )
    assertStatus(await sample({ ...asked, event: 'contact.created' }), 400)
    assertAnswer(
      await sample({ ...asked, event: 'routing_form_submission.created', scope: 'user', user: owner.uri }),
      400,
      invalidArgument(['event', 'is not available in the scope user']),
    )
    assertAnswer(await sample({ ...asked, scope: 'user' }), 400, invalidArgument(['user', 'is missing']))
    assertAnswer(await sample(asked, colleague), 403, denied('You do not have permission'))
    assertAnswer(await sample({ ...asked, organization: outsiderOrganization }), 404, notFound)
    assertStatus(await sample({ ...asked, scope: 'user', user: colleague.uri }, colleague), 200)
  })

  guardTests(app, owner, 'webhooks:read', 200, (request) =>
    app.ask('GET /sample_webhook_data', { ...request, query: asked }),
  )
})
