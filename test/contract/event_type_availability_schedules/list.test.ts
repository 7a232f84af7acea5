import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { createSharedEventType } from '#event-types/index.ts'
import { assertAlike, assertAnswer, collectionOf, invalidArgument, notFound, onlyPage } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { workingWeek } from '../../support/working-week.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)
const eventType = await anEventType(app, owner)
const list = (token: string, query: Record<string, string>) =>
  app.ask('GET /event_type_availability_schedules', { token, query })

describe('GET /event_type_availability_schedules', () => {
  test('200: both shapes in one; unchanged hours are those of the default schedule', async () => {
    const answer = await list(colleague.token, { event_type: eventType.uri })
    const [schedule] = collectionOf(answer)
    const [standard] = (
      await app.ask('GET /user_availability_schedules', { token: owner.token, query: { user: owner.uri } })
    ).body.collection
    assert.deepEqual(answer.body.pagination, onlyPage(1))
    assert.deepEqual(schedule, {
      uri: schedule.uri,
      default: true,
      name: 'Working hours',
      user: owner.uri,
      timezone: 'Europe/Lisbon',
      rules: workingWeek,
      event_type: eventType.uri,
      availability_setting: 'host',
      availability_rule: {
        timezone: 'Europe/Lisbon',
        uri: standard.uri,
        name: 'Working hours',
        user: owner.uri,
        rules: workingWeek,
      },
    })
    assert.match(schedule.uri, /\/event_type_availability_schedules\/[0-9a-f-]{36}$/)
  })

  test('200: one for each host, in the order in which they were named', async () => {
    const shared = await app.run(createSharedEventType, owner.principal, {
      owner: owner.uri,
      name: 'All',
      sharing: 'collective',
      hosts: [{ user: colleague.uri }],
    })
    assert.deepEqual(
      collectionOf(await list(owner.token, { event_type: shared.uri })).map(({ user }) => user),
      [owner.uri, colleague.uri],
    )
    const first = await list(owner.token, { event_type: shared.uri, count: '1' })
    const second = await app.ask(`GET ${first.body.pagination.next_page}`, { token: owner.token })
    assert.deepEqual(
      collectionOf(second).map(({ user }) => user),
      [colleague.uri],
    )
  })

  test('400: without an event type', async () =>
    assertAnswer(await list(owner.token, {}), 400, invalidArgument(['event_type', 'is missing'])))

  test("404: another organization's looks nonexistent", async () => {
    const unknown = await list(owner.token, { event_type: `/event_types/${randomUUID()}` })
    assertAnswer(unknown, 404, notFound)
    assertAlike(await list(outsider.token, { event_type: eventType.uri }), unknown)
  })

  guardTests(app, owner, 'availability:read', 200, ({ token }) =>
    app.ask('GET /event_type_availability_schedules', { token, query: { event_type: eventType.uri } }),
  )
})
