// seconds: 6
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveUserAvailabilitySchedule } from '#availability/index.ts'
import { createSharedEventType, listEventTypes } from '#event-types/index.ts'
import { collectionOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aFounder, aMember, type Person } from '../../support/cast.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'
import { mcpTokenOf, useTool } from '../../support/mcp.ts'
import { day, minute, randomFrom } from '../../support/random-bookables.ts'

const app = await testApp()
/** That the organizations are not all without a common time. */
let foundInAll = 0

const range = { start_time: '2026-03-03T00:00:00Z', end_time: '2026-03-06T00:00:00Z' }
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

/** Zones without a change of clocks in March before the 6th: the oracle only adds an offset. */
const zones = [
  ['UTC', 0],
  ['Asia/Tokyo', 540],
  ['America/Bogota', -300],
  ['Asia/Kathmandu', 345],
] as const

interface Member {
  readonly person: Person
  readonly offset: number
  /** Minutes of the day, on the clock of the member. */
  readonly opens: number
  readonly closes: number
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const aMemberWithHours = async (
  owner: Person,
  { below, oneOf }: ReturnType<typeof randomFrom>,
  isOwner: boolean,
): Promise<Member> => {
  const person = isOwner ? owner : await aMember(app, owner)
  const [timezone, offset] = oneOf(zones)
  // Grids begin with the hours, so that those of two members seldom meet.
  const opens = 60 * oneOf([0, 6, 9, 14]) + oneOf([0, 0, 10, 25])
  const closes = Math.min(1440, opens + 60 * (6 + below(10)))
  const query = { user: person.uri }
  const [schedule] = (await app.ask('GET /user_availability_schedules', { token: person.token, query })).body.collection
  const days = weekdays.map((wday) => ({ type: 'wday', wday, intervals: [{ from: clock(opens), to: clock(closes) }] }))
  await app.run(saveUserAvailabilitySchedule, owner.principal, {
    user: person.uri,
    uuid: schedule.uri.split('/').at(-1),
    timezone,
    days,
  })
  return { person, offset, opens, closes }
}

/**
 * Whether somebody works then, and has nothing booked: minute by minute, from what the test itself has set and what the
 * API says is booked.
 */
const isFree = (
  { offset, opens, closes }: Member,
  busy: readonly { from: number; to: number }[],
  start: number,
  minutes: number,
): boolean => {
  for (let at = start; at < start + minutes * minute; at += minute) {
    const local = at + offset * minute
    const ofDay = Math.floor(local / minute) % 1440
    const weekday = (Math.floor(local / day) + 4) % 7
    if (weekday === 0 || weekday === 6 || ofDay < opens || ofDay >= closes) return false
    if (busy.some(({ from, to }) => at >= from && at < to)) return false
  }
  return true
}

for (const seed of [1, 2, 3, 4, 5, 6]) {
  test(`find_times: several hosts are available together exactly when each is, in their own hours and calendars (random organization ${seed})`, async () => {
    const random = randomFrom(seed)
    const { below, oneOf } = random
    const owner = await aFounder(app)
    const members: Member[] = []
    for (let index = 0; index < 3; index += 1) members.push(await aMemberWithHours(owner, random, index === 0))
    for (const { person } of members)
      if (below(3) > 0)
        await anEventType(app, person, {
          active: true,
          duration: oneOf([15, 30, 60]),
          scheduling_rules: { minimum_notice: 0 },
        })
    for (const sharing of ['round_robin', 'collective', 'group'] as const) {
      const [first, ...others] = members.slice(below(2)).map(({ person }) => person)
      const hosts = sharing === 'group' ? [] : others.map(({ uri }) => ({ user: uri }))
      await app.run(createSharedEventType, owner.principal, {
        ...{ owner: first?.uri ?? '', name: sharing, sharing, hosts, active: true },
        ...{ duration: oneOf([30, 60]), scheduling_rules: { minimum_notice: 0 } },
      })
    }
    const types = await app.run(listEventTypes, owner.principal, {
      organization: owner.principal.organizationId,
      active: true,
      count: 100,
    })
    const open = async (event_type: string) =>
      itemsOf(await app.ask('GET /event_type_available_times', { token: owner.token, query: { event_type, ...range } }))
    for (const type of types) {
      const [one] = await open(type.uri)
      const invitee = { name: 'Demo Invitee', email: 'demo@client.test', timezone: 'UTC' }
      if (one)
        await app.ask('POST /invitees', {
          token: owner.token,
          body: { event_type: type.uri, start_time: one.start_time, invitee },
        })
    }

    const hostsOf = async (event_type: string): Promise<string[]> =>
      collectionOf(await app.ask('GET /event_type_memberships', { token: owner.token, query: { event_type } })).map(
        ({ member }) => member.uri,
      )
    const busyOf = async ({ person }: Member) => {
      const query = { user: person.uri, start_time: '2026-03-02T10:00:01Z', end_time: '2026-03-09T00:00:00Z' }
      return itemsOf(await app.ask('GET /user_busy_times', { token: person.token, query })).map(
        ({ buffered_start_time, buffered_end_time }) => ({
          from: Date.parse(buffered_start_time),
          to: Date.parse(buffered_end_time),
        }),
      )
    }
    const asked = members.slice(0, 2 + below(2))
    const expected = new Set<number>()
    const busy = new Map<Member, Awaited<ReturnType<typeof busyOf>>>()
    for (const member of asked) busy.set(member, await busyOf(member))
    const hostsByType = new Map<string, string[]>()
    for (const { uri } of types) hostsByType.set(uri, await hostsOf(uri))
    // Whoever hosts nothing has no hours in which they can be met.
    const canMeet = (member: Member, start: number, minutes: number): boolean =>
      [...hostsByType.values()].some((hosts) => hosts.includes(member.person.uri)) &&
      isFree(member, busy.get(member) ?? [], start, minutes)
    for (const member of asked) {
      for (const type of types) {
        if (!hostsByType.get(type.uri)?.includes(member.person.uri)) continue
        for (const { start_time } of await open(type.uri)) {
          const start = Date.parse(start_time)
          // A round robin is open on the grid of any host: with this one it can be booked on their own.
          const isOnGrid =
            type.pooling_type !== 'round_robin' ||
            (start / minute + member.offset - member.opens) % type.start_time_increment === 0
          if (isOnGrid && asked.every((one) => canMeet(one, start, type.duration))) expected.add(start)
        }
      }
    }

    const token = await mcpTokenOf(app, owner)
    const { body } = await useTool(app, token, 'availability-find_times', {
      hosts: asked.map(({ person }) => person.uri),
      ...range,
      count: 200,
    })
    const found: number[] = body.collection.map(({ start_time }: { start_time: string }) => Date.parse(start_time))
    assert.deepEqual(found, [...expected].sort((one, other) => one - other).slice(0, 200))
    foundInAll += found.length
    for (const { start_time, options } of body.collection)
      for (const { event_type } of options) {
        const { duration = 0 } = types.find(({ uri }: { uri: string }) => uri === event_type) ?? {}
        assert.ok(
          asked.every((one) => canMeet(one, Date.parse(start_time), duration)),
          `${start_time} with ${event_type} is long enough for everybody`,
        )
      }
  })
}

test('find_times: the random organizations have times in common', () => assert.ok(foundInAll > 20, `${foundInAll}`))
