import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { deleteRoutingForm, publishRoutingForm } from '#routing/index.ts'
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
import { guardTests } from '../../support/guards.ts'
import { aForm } from '../../support/routing.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organization, organizationId, outsiderOrganization } = await aCast(app)
const first = await aForm(app, owner)
app.clock.advance(1_000)
const second = await aForm(app, admin, { name: 'Support', questions: [] })
await aForm(app, outsider)
const deleted = await aForm(app, owner)
await app.run(deleteRoutingForm, owner.principal, { uuid: deleted.id })
app.clock.advance(1_000)
await app.run(publishRoutingForm, owner.principal, { uuid: first.id })

const list = (token: string, query: Record<string, string> = {}) => app.ask('GET /routing_forms', { token, query })
const found = async (token: string, query: Record<string, string> = {}) =>
  urisOf(collectionOf(await list(token, query)))

describe('GET /routing_forms', () => {
  test('200: every key and no other, questions in their order; what was deleted is not there', async () => {
    const answer = await list(owner.token, { organization })
    assert.deepEqual(collectionOf(answer), [
      {
        uri: first.uri,
        organization,
        name: 'Contact sales',
        status: 'published',
        questions: [
          { uuid: first.questions['Your name'], name: 'Your name', type: 'name', required: true, answer_choices: [] },
          {
            uuid: first.questions['Your e-mail'],
            name: 'Your e-mail',
            type: 'email',
            required: true,
            answer_choices: [],
          },
          {
            uuid: first.questions['Company size'],
            name: 'Company size',
            type: 'select',
            required: false,
            answer_choices: ['1-10', '11-100', '100+'],
          },
        ],
        created_at: '2026-03-02T10:00:00.000000Z',
        updated_at: '2026-03-02T10:00:02.000000Z',
      },
      {
        uri: second.uri,
        organization,
        name: 'Support',
        status: 'draft',
        questions: [],
        created_at: '2026-03-02T10:00:01.000000Z',
        updated_at: '2026-03-02T10:00:01.000000Z',
      },
    ])
    assert.deepEqual(answer.body.pagination, onlyPage(2))
  })

  test('200: for an owner or admin, with and without `organization`, for any host', async () => {
    for (const { token } of [owner, admin])
      for (const query of [
        {},
        { organization },
        { organization: organizationId },
        { organization: `https://api.calendly.com/organizations/${organizationId}` },
      ])
        assert.deepEqual(await found(token, query), [first.uri, second.uri])
  })

  test('200: by the time they were made, either way, and page by page', async () => {
    assert.deepEqual(await found(owner.token, { sort: 'created_at:desc' }), [second.uri, first.uri])
    const page = await list(owner.token, { organization, count: '1', sort: 'created_at:desc' })
    assert.deepEqual(urisOf(collectionOf(page)), [second.uri])
    const next = await app.ask(`GET ${page.body.pagination.next_page}`, { token: owner.token })
    assert.deepEqual(urisOf(collectionOf(next)), [first.uri])
    assert.equal(next.body.pagination.next_page, null)
    const back = await app.ask(`GET ${next.body.pagination.previous_page}`, { token: owner.token })
    assert.deepEqual(urisOf(collectionOf(back)), [second.uri])
  })

  test('400: what cannot be read', async () => {
    assertAnswer(await list(owner.token, { organization: 'a b' }), 400, invalidArgument(['organization', 'invalid']))
    assertAnswer(await list(owner.token, { sort: 'name:asc' }), 400, invalidArgument(['sort', 'invalid']))
    assertAnswer(
      await list(owner.token, { count: '0' }),
      400,
      invalidArgument(['count', 'must be greater than or equal to 1']),
    )
    assertAnswer(await list(owner.token, { page_token: 'x' }), 400, invalidArgument(['page_token', 'invalid']))
  })

  test('403: a plain user may not, with or without `organization`', async () => {
    for (const query of [{}, { organization }]) assertAnswer(await list(colleague.token, query), 403, denied())
  })

  test("404: another organization's forms look nonexistent", async () => {
    for (const { token } of [owner, colleague]) {
      const foreign = await list(token, { organization: outsiderOrganization })
      assertAnswer(foreign, 404, notFound)
      assertAlike(foreign, await list(token, { organization: randomUUID() }))
    }
  })

  guardTests(app, owner, 'routing_forms:read', 200, ({ token = '' }) => list(token, { organization }))
})
