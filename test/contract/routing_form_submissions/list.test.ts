import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { deleteRoutingForm } from '#routing/index.ts'
import {
  assertAlike,
  assertAnswer,
  collectionOf,
  denied,
  invalidArgument,
  notFound,
  onlyPage,
  urisOf,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { aPublishedForm, aSubmission } from '../../support/routing.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organization, outsiderOrganization } = await aCast(app)
const eventType = await anEventType(app, owner, { active: true })
const form = await aPublishedForm(app, owner, {
  rules: [
    {
      conditions: [{ question: 'Company size', operator: 'is', values: ['11-100'] }],
      destination: { type: 'event_type', value: eventType.uri },
    },
  ],
})
const other = await aPublishedForm(app, owner)
const foreignForm = await aPublishedForm(app, outsider)
await aSubmission(app, foreignForm)
const who = { 'Your name': 'Demo Invitee', 'Your e-mail': 'demo@client.test' }
const first = await aSubmission(
  app,
  form,
  { ...who, 'Company size': '11-100' },
  { tracking: { utm_source: 'x', salesforce_uuid: 'crm', utm_term: 'y'.repeat(256) } },
)
app.clock.advance(1_000)
const second = await aSubmission(app, other)
app.clock.advance(1_000)
const third = await aSubmission(app, form, who)

const list = (token: string, query: Record<string, string> = {}) =>
  app.ask('GET /routing_form_submissions', { token, query })
const found = async (token: string, query: Record<string, string> = {}) =>
  urisOf(collectionOf(await list(token, query)))

describe('GET /routing_form_submissions', () => {
  test('200: every key and no other; what was not answered is null, and what is too long to track is dropped', async () => {
    const answer = await list(owner.token, { form: form.uri })
    const [shown, later] = collectionOf(answer)
    const nothing = {
      utm_campaign: null,
      utm_source: null,
      utm_medium: null,
      utm_content: null,
      utm_term: null,
      salesforce_uuid: null,
      crm_uuid: null,
    }
    assert.deepEqual(shown, {
      uri: first.uri,
      routing_form: form.uri,
      questions_and_answers: [
        { question_uuid: form.questions['Your name'], question: 'Your name', answer: 'Demo Invitee' },
        { question_uuid: form.questions['Your e-mail'], question: 'Your e-mail', answer: 'demo@client.test' },
        { question_uuid: form.questions['Company size'], question: 'Company size', answer: '11-100' },
      ],
      tracking: { ...nothing, utm_source: 'x', salesforce_uuid: 'crm', crm_uuid: 'crm' },
      result: { type: 'event_type', value: eventType.uri },
      submitter: null,
      submitter_type: null,
      created_at: '2026-03-02T10:00:00.000000Z',
      updated_at: '2026-03-02T10:00:00.000000Z',
    })
    assert.equal(later.questions_and_answers[2].answer, null)
    assert.deepEqual(later.result, {
      type: 'custom_message',
      value: { headline: 'Thank you', body: '<p>We have received your answers.</p>' },
    })
    assert.deepEqual(answer.body.pagination, onlyPage(2))
  })

  test('200: of one form, or of all', async () => {
    for (const { token } of [owner, admin]) {
      for (const query of [{ form: form.uri }, { form: form.id, organization }])
        assert.deepEqual(await found(token, query), [first.uri, third.uri])
      for (const query of [{}, { organization }])
        assert.deepEqual(await found(token, query), [first.uri, second.uri, third.uri])
    }
  })

  test('200: by the time they were sent, either way, and page by page', async () => {
    assert.deepEqual(await found(owner.token, { sort: 'created_at:desc' }), [third.uri, second.uri, first.uri])
    const page = await list(owner.token, { form: form.uri, count: '1' })
    const next = await app.ask(`GET ${page.body.pagination.next_page}`, { token: owner.token })
    assert.deepEqual([urisOf(collectionOf(page)), urisOf(collectionOf(next))], [[first.uri], [third.uri]])
    const back = await app.ask(`GET ${next.body.pagination.previous_page}`, { token: owner.token })
    assert.deepEqual(urisOf(collectionOf(back)), [first.uri])
  })

  test('400: what cannot be read', async () => {
    assertAnswer(await list(owner.token, { form: 'a b' }), 400, invalidArgument(['form', 'invalid']))
    assertAnswer(await list(owner.token, { sort: 'updated_at:asc' }), 400, invalidArgument(['sort', 'invalid']))
  })

  test('403: a plain user may not', async () => {
    for (const query of [{}, { form: form.uri }, { organization }])
      assertAnswer(await list(colleague.token, query), 403, denied())
  })

  test("404: another organization's form looks nonexistent", async () => {
    for (const { token } of [owner, colleague]) {
      const foreign = await list(token, { form: foreignForm.uri })
      assertAnswer(foreign, 404, notFound)
      for (const query of [
        { form: randomUUID() },
        { organization: outsiderOrganization },
        { form: form.uri, organization: randomUUID() },
      ])
        assertAlike(foreign, await list(token, query))
    }
  })

  test('404: a deleted form; what was answered is still among all', async () => {
    const gone = await aPublishedForm(app, owner)
    const answered = await aSubmission(app, gone)
    await app.run(deleteRoutingForm, owner.principal, { uuid: gone.id })
    assertAnswer(await list(owner.token, { form: gone.uri }), 404, notFound)
    assert.ok((await found(owner.token)).includes(answered.uri))
  })

  guardTests(app, owner, 'routing_forms:read', 200, ({ token = '' }) => list(token, { form: form.uri }))
})
