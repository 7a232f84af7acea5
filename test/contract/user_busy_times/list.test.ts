import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertAlike, assertAnswer, assertStatus, denied, invalidArgument, notFound } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aRemovedMember } from '../../support/cast.ts'
import { itemsOf } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { takeTime } from '../../support/taken-time.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)
const list = (token: string, query: Record<string, string>) => app.ask('GET /user_busy_times', { token, query })
const week = { user: owner.uri, start_time: '2026-03-03T00:00:00Z', end_time: '2026-03-10T00:00:00Z' }
await takeTime(app, owner, '2026-03-05T09:00:00Z', '2026-03-05T10:00:00Z', { kind: 'reserved' })
const meeting = await takeTime(app, owner, '2026-03-04T09:00:00Z', '2026-03-04T09:30:00Z', { bufferMinutes: 10 })
await takeTime(app, owner, '2026-03-20T09:00:00Z', '2026-03-20T09:30:00Z')
await takeTime(app, outsider, '2026-03-04T09:00:00Z', '2026-03-04T09:30:00Z')

describe('GET /user_busy_times', () => {
  test('200: meetings with their buffers and reservations, in order, for everyone in the organization', async () => {
    for (const { token } of [owner, colleague]) {
      assert.deepEqual(itemsOf(await list(token, week)), [
        {
          type: 'calendly',
          start_time: '2026-03-04T09:00:00.000000Z',
          end_time: '2026-03-04T09:30:00.000000Z',
          buffered_start_time: '2026-03-04T08:50:00.000000Z',
          buffered_end_time: '2026-03-04T09:40:00.000000Z',
          event: { uri: `${app.context.links.api}/scheduled_events/${meeting}` },
        },
        { type: 'reserved', start_time: '2026-03-05T09:00:00.000000Z', end_time: '2026-03-05T10:00:00.000000Z' },
      ])
    }
  })

  test('200: nothing', async () =>
    assert.deepEqual(itemsOf(await list(owner.token, { ...week, user: colleague.uri })), []))

  const wrong: [name: string, query: Record<string, string>, ...details: [string, string][]][] = [
    ['nothing', {}, ['user', 'is missing'], ['start_time', 'is missing'], ['end_time', 'is missing']],
    ['the past', { ...week, start_time: '2026-03-02T09:59:59Z' }, ['start_time', 'must be in the future']],
    ['an end before the start', { ...week, end_time: week.start_time }, ['end_time', 'must be after start_time']],
    [
      'more than 7 days',
      { ...week, end_time: '2026-03-10T00:00:01Z' },
      ['end_time', 'date range can be no greater than 7 days'],
    ],
  ]
  for (const [name, query, ...details] of wrong)
    test(`400: ${name}`, async () => assertAnswer(await list(owner.token, query), 400, invalidArgument(...details)))
  test('200: from this very moment on', async () =>
    assertStatus(await list(owner.token, { ...week, start_time: '2026-03-03T00:00:00+00:00' }), 200))

  test('403: of a former member', async () => {
    const gone = await aRemovedMember(app, owner)
    assertAnswer(
      await list(owner.token, { ...week, user: gone.uri }),
      403,
      denied('This user is not in your organization'),
    )
  })

  test("404: another organization's user looks nonexistent", async () => {
    const unknown = await list(owner.token, { ...week, user: `/users/${randomUUID()}` })
    assertAnswer(unknown, 404, notFound)
    assertAlike(await list(owner.token, { ...week, user: outsider.uri }), unknown)
  })

  guardTests(app, owner, 'availability:read', 200, ({ token }) =>
    app.ask('GET /user_busy_times', { token, query: week }),
  )
})
