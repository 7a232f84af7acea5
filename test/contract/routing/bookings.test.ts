// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { bookEventType } from '#bookings/index.ts'
import { eraseSubmissionsOf } from '#routing/index.ts'
import { assertAnswer, assertStatus, invalidArgument, notFound, resourceOf } from '../../support/answers.ts'
import { aBooking, anInviteeNamed, bookingOf, hours } from '../../support/bookings.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { aReceiver } from '../../support/receiver.ts'
import { aPublishedForm, aSubmission, type MadeSubmission } from '../../support/routing.ts'
import { aSubscription, webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const { owner, admin, colleague, outsider } = await aCast(app)
const eventType = await anEventType(app, owner, { active: true })
const form = await aPublishedForm(app, owner, { fallback: { type: 'event_type', value: eventType.uri } })
const later = hours()

/** As a visitor does it, on the page of the type. */
const bookOnPage = (routing_form_submission: string | undefined, invitee: Record<string, string> = anInviteeNamed()) =>
  app.runOpen(bookEventType, { event_type: eventType.uri, start_time: later(), invitee, routing_form_submission })

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a resource.
const now = async ({ uri }: { readonly uri: string }): Promise<any> =>
  resourceOf(await app.ask(`GET ${uri}`, { token: owner.token }))

const isLinked = async (submission: MadeSubmission, invitee: { readonly uri: string }): Promise<void> => {
  assert.equal((await now(invitee)).routing_form_submission, submission.uri)
  const shown = await now(submission)
  assert.deepEqual([shown.submitter, shown.submitter_type], [invitee.uri, 'Invitee'])
}

describe('a submission that leads to a booking', () => {
  test('and the invitee name each other, from the booking on', async () => {
    const submission = await aSubmission(app, form)
    const before = await now(submission)
    assert.deepEqual([before.submitter, before.submitter_type], [null, null])
    app.clock.advance(60_000)
    const invitee = await bookOnPage(submission.id)
    assert.equal(invitee.routing_form_submission, submission.uri)
    await isLinked(submission, invitee)
    const after = await now(submission)
    assert.deepEqual([after.created_at, after.updated_at], [before.created_at, invitee.created_at])
    const [listed] = (
      await app.ask('GET /routing_form_submissions', { token: owner.token, query: { form: form.id, count: '1' } })
    ).body.collection
    assert.deepEqual(listed, after)
    const invitees = await app.ask(`GET ${invitee.event}/invitees`, { token: owner.token })
    assert.equal(invitees.body.collection[0].routing_form_submission, submission.uri)
  })

  test('is kept when they move to another time', async () => {
    const submission = await aSubmission(app, form)
    const invitee = await bookOnPage(submission.id)
    app.clock.advance(60_000)
    const moved = resourceOf(
      await app.ask(`POST /invitees/${invitee.uri.split('/').at(-1)}/reschedule`, {
        token: owner.token,
        body: { start_time: later() },
      }),
    )
    await isLinked(submission, moved)
    assert.equal((await now(invitee)).routing_form_submission, submission.uri)
  })

  test('leads to one booking: a second one is not linked to it, until the first is canceled', async () => {
    const submission = await aSubmission(app, form)
    const first = await bookOnPage(submission.id)
    assert.equal((await bookOnPage(submission.id)).routing_form_submission, null)
    await isLinked(submission, first)
    app.clock.advance(60_000)
    await app.ask(`POST ${first.event}/cancellation`, { token: owner.token })
    await isLinked(submission, await bookOnPage(submission.id))
  })

  test('leads to one booking, also when several are made at once with different hosts', async () => {
    const types = await Promise.all([owner, admin, colleague].map((host) => anEventType(app, host, { active: true })))
    for (let round = 0; round < 5; round += 1) {
      const submission = await aSubmission(app, form)
      const bookings = types.map((type) =>
        app.runOpen(bookEventType, {
          event_type: type.uri,
          start_time: later(),
          invitee: anInviteeNamed(),
          routing_form_submission: submission.id,
        }),
      )
      const made = (await Promise.all(bookings)).filter(
        ({ routing_form_submission }) => routing_form_submission !== null,
      )
      assert.equal(made.length, 1)
      await isLinked(submission, made[0])
    }
  })

  test('stops no booking when it is none of ours', async () => {
    const foreign = await aSubmission(app, await aPublishedForm(app, outsider))
    for (const id of [foreign.id, foreign.uri, randomUUID(), undefined])
      assert.equal((await bookOnPage(id)).routing_form_submission, null)
    assert.equal(resourceOf(await app.ask(`GET ${foreign.uri}`, { token: outsider.token })).submitter, null)
  })

  test('POST /invitees: 200 with one of ours, 400 when it has led to a booking, 404 when it is none', async () => {
    const submission = await aSubmission(app, form)
    const { invitee } = await aBooking(app, owner, eventType, {
      start_time: later(),
      routing_form_submission: submission.uri,
    })
    await isLinked(submission, invitee)
    const book = (routing_form_submission: string) =>
      app.ask('POST /invitees', {
        token: owner.token,
        body: bookingOf(eventType, { start_time: later(), routing_form_submission }),
      })
    assertAnswer(
      await book(submission.uri),
      400,
      invalidArgument(['routing_form_submission', 'has already been used for a booking']),
    )
    assertAnswer(await book('a b'), 400, invalidArgument(['routing_form_submission', 'invalid']))
    const foreign = await aSubmission(app, await aPublishedForm(app, outsider))
    for (const uri of [foreign.uri, `/routing_form_submissions/${randomUUID()}`])
      assertAnswer(await book(uri), 404, notFound)
  })

  test('sends one webhook, before the booking, and that of the booking names it', async () => {
    const receiver = await aReceiver()
    await app.work()
    await aSubscription(app, owner, `${receiver.url}/forms`, {
      events: ['routing_form_submission.created', 'invitee.created'],
    })
    const page_key = randomUUID()
    const answers = { 'Your name': 'Demo Invitee', 'Your e-mail': 'told@client.test' }
    const submission = await aSubmission(app, form, answers, { page_key })
    assert.equal((await aSubmission(app, form, answers, { page_key })).uri, submission.uri)
    await app.work()
    const [message, ...others] = receiver.received
    assert.deepEqual([message?.body.event, others.length], ['routing_form_submission.created', 0])
    assert.deepEqual(message?.body.payload, await now(submission))
    assert.deepEqual(Object.keys(message?.body.payload ?? {}), [
      ...[
        'uri',
        'routing_form',
        'questions_and_answers',
        'tracking',
        'result',
        'submitter',
        'submitter_type',
        'created_at',
        'updated_at',
      ],
    ])
    await bookOnPage(submission.id)
    await app.work()
    assert.deepEqual(
      receiver.received.map(({ body }) => [body.event, body.payload.routing_form_submission]),
      [
        ['routing_form_submission.created', undefined],
        ['invitee.created', submission.uri],
      ],
    )
  })

  test('cannot be subscribed to for users and groups: 400', async () => {
    const body = {
      url: 'https://hooks.client.test/own',
      events: ['routing_form_submission.created'],
      organization: owner.principal.organizationId,
      scope: 'user',
      user: owner.uri,
    }
    assertStatus(await app.ask('POST /webhook_subscriptions', { token: owner.token, body }), 400)
  })
})

describe('erasing a person', () => {
  const organizationId = owner.principal.organizationId
  const erase = (email: string) =>
    app.context.database.write((tx) =>
      eraseSubmissionsOf(tx, organizationId, app.context.persons.of(organizationId, email)),
    )
  const answersOf = async (submission: MadeSubmission): Promise<unknown[]> =>
    (await now(submission)).questions_and_answers

  test('takes their answers, found by their address in any field, and leaves those of others', async () => {
    const asking = await aPublishedForm(app, owner, { questions: [{ name: 'How to reach you', type: 'text' }] })
    const email = `forgotten.${randomUUID().slice(0, 8)}@client.test`
    const mine = await aSubmission(
      app,
      form,
      { 'Your name': 'Forgotten', 'Your e-mail': email.toUpperCase() },
      { tracking: { utm_source: 'x' } },
    )
    const typed = await aSubmission(app, asking, { 'How to reach you': email })
    const others = await aSubmission(app, form)
    assert.deepEqual([...(await erase(email))].sort(), [mine.id, typed.id].sort())
    const shown = await now(mine)
    assert.deepEqual(
      [shown.questions_and_answers, shown.tracking.utm_source, shown.result.type],
      [[], null, 'event_type'],
    )
    assert.deepEqual([(await answersOf(typed)).length, (await answersOf(others)).length], [0, 3])
    assert.deepEqual(await erase(email), [])
  })

  test('takes what led to their booking, also where no address was asked', async () => {
    const asking = await aPublishedForm(app, owner, {
      questions: [{ name: 'Who', type: 'name' }],
      fallback: { type: 'event_type', value: eventType.uri },
    })
    const submission = await aSubmission(app, asking, { Who: 'Forgotten' })
    const invitee = anInviteeNamed()
    await bookOnPage(submission.id, invitee)
    assert.deepEqual(await erase(invitee.email), [submission.id])
    assert.deepEqual(await answersOf(submission), [])
  })
})
