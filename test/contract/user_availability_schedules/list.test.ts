import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { saveUserAvailabilitySchedule } from '#availability/index.ts'
import { assertAlike, assertAnswer, denied, invalidArgument, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember, aRemovedMember } from '../../support/cast.ts'
import { itemsOf } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { workingWeek } from '../../support/working-week.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)
const list = (token: string, query: Record<string, string>) =>
  app.ask('GET /user_availability_schedules', { token, query })

describe('GET /user_availability_schedules', () => {
  test('200: a user without one has working hours, visible to the whole organization', async () => {
    for (const { token } of [owner, colleague]) {
      const [schedule, ...others] = itemsOf(await list(token, { user: owner.uri }))
      assert.deepEqual(schedule, {
        uri: schedule.uri,
        default: true,
        name: 'Working hours',
        user: owner.uri,
        timezone: 'Europe/Lisbon',
        rules: workingWeek,
      })
      assert.deepEqual(others, [])
      assert.deepEqual(resourceOf(await app.ask(`GET ${schedule.uri}`, { token })), schedule)
    }
  })

  test('200: the default one first; an implied one stays when another becomes the default', async () => {
    const member = await aMember(app, owner)
    const evenings = await app.run(saveUserAvailabilitySchedule, member.principal, {
      user: member.uri,
      name: 'Evenings',
    })
    assert.deepEqual(
      itemsOf(await list(owner.token, { user: member.uri })).map(({ name, default: is }) => [name, is]),
      [
        ['Working hours', true],
        ['Evenings', false],
      ],
    )
    await app.run(saveUserAvailabilitySchedule, member.principal, {
      user: member.uri,
      uuid: evenings.uri.split('/').at(-1),
      default: true,
    })
    assert.deepEqual(
      itemsOf(await list(owner.token, { user: member.uri })).map(({ name, default: is }) => [name, is]),
      [
        ['Evenings', true],
        ['Working hours', false],
      ],
    )
  })

  test('200: the implied schedule can be changed under the id it always had', async () => {
    const member = await aMember(app, owner)
    const [{ uri }] = itemsOf(await list(owner.token, { user: member.uri }))
    await app.run(saveUserAvailabilitySchedule, member.principal, {
      user: member.uri,
      uuid: uri.split('/').at(-1),
      timezone: 'Asia/Tokyo',
    })
    assert.deepEqual(
      itemsOf(await list(owner.token, { user: member.uri })).map((schedule) => [schedule.uri, schedule.timezone]),
      [[uri, 'Asia/Tokyo']],
    )
  })

  test('400: without a user, or with something else', async () => {
    assertAnswer(await list(owner.token, {}), 400, invalidArgument(['user', 'is missing']))
    assertAnswer(await list(owner.token, { user: 'a b' }), 400, invalidArgument(['user', 'invalid']))
  })

  test('403: of a former member', async () => {
    const gone = await aRemovedMember(app, owner)
    assertAnswer(await list(owner.token, { user: gone.uri }), 403, denied('This user is not in your organization'))
  })

  test("404: another organization's user and schedule look nonexistent", async () => {
    const unknown = await list(owner.token, { user: `/users/${randomUUID()}` })
    assertAnswer(unknown, 404, notFound)
    assertAlike(await list(owner.token, { user: outsider.uri }), unknown)
    const [foreign] = itemsOf(await list(outsider.token, { user: outsider.uri }))
    assertAlike(await app.ask(`GET ${foreign.uri}`, { token: owner.token }), unknown)
    assertAlike(await app.ask(`GET /user_availability_schedules/${randomUUID()}`, { token: owner.token }), unknown)
  })

  guardTests(app, owner, 'availability:read', 200, ({ token }) =>
    app.ask('GET /user_availability_schedules', { token, query: { user: owner.uri } }),
  )
})

const [own] = itemsOf(await list(owner.token, { user: owner.uri }))

describe('GET /user_availability_schedules/{uuid}', () => {
  guardTests(app, owner, 'availability:read', 200, ({ token }) => app.ask(`GET ${own.uri}`, { token }))
})
