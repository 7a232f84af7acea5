import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { deleteEventType } from '#event-types/index.ts'
import { assertAlike, assertAnswer, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)
const eventType = await anEventType(app, owner)
const get = (token: string, uri: string) => app.ask(`GET ${uri}`, { token })

describe('GET /event_types/{uuid}', () => {
  test('200: for everyone in the organization', async () => {
    for (const { token } of [owner, colleague])
      assert.equal(resourceOf(await get(token, eventType.uri)).uri, eventType.uri)
  })

  test('200: a deleted type stays readable, with deleted_at', async () => {
    const deleted = await anEventType(app, owner, { active: true })
    await app.run(deleteEventType, owner.principal, { uuid: deleted.id })
    const { active, deleted_at } = resourceOf(await get(colleague.token, deleted.uri))
    assert.deepEqual({ active, deleted_at }, { active: false, deleted_at: '2026-03-02T10:00:00.000000Z' })
  })

  test("404: another organization's looks nonexistent", async () => {
    const unknown = await get(owner.token, `/event_types/${randomUUID()}`)
    assertAnswer(unknown, 404, notFound)
    assertAlike(await get(outsider.token, eventType.uri), unknown)
    assertAlike(await get(owner.token, '/event_types/nonsense'), unknown)
  })

  guardTests(app, owner, 'event_types:read', 200, ({ token }) => app.ask(`GET ${eventType.uri}`, { token }))
})
