import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { codeIn } from './booking-links.ts'
import { aMember, lastPart, type Person } from './cast.ts'
import type { LinkOrder, LinkOutcome } from './link-process.ts'
import { openProgram } from './programs.ts'
import {
  aSharedType,
  assertTally,
  aType,
  booking,
  open,
  type Reply,
  raceSecret,
  resourceIn,
  type Sending,
  shuffled,
  slot,
  startWorld,
  tally,
  timed,
  times,
  type World,
} from './races.ts'
import { raw } from './raw.ts'

/** How large each race is: small enough for every run, or as large as the promise. */
export interface RaceSizes {
  /** On a machine of its own, no taker is told to come again. */
  readonly isAlone: boolean
  readonly slots: number
  readonly unequalDays: number
  readonly unequalTakers: number
  readonly groupSlots: number
  readonly collectiveSlots: number
  readonly roundRobinSlots: number
  readonly links: number
  readonly moves: number
  readonly limitTakers: number
  readonly keys: number
  /** Of one host, who may have twenty open. */
  readonly requests: number
  readonly requestedHosts: number
  readonly edits: number
}

/** A1 to A7, and A9 to A12, on four servers and one PostgreSQL. */
export const raceTests = (sizes: RaceSizes): void => {
  let world: World

  before(async () => {
    world = await startWorld()
  })
  after(() => world?.stop())

  const members = (count: number): Promise<Person[]> => Promise.all(times(count, () => aMember(world.app, world.owner)))

  test(`A1: of forty who want one time, one has it: ${sizes.slots} times, ${40 * sizes.slots} attempts`, async () => {
    const [host] = (await members(1)) as [Person]
    const type = await aType(world, host, { duration: 5, ...open({ start_time_increment: 5 }) })
    const replies = await timed(
      'A1',
      world,
      times(sizes.slots * 40, (index) => booking(type, slot(Math.floor(index / 40), 5), host)),
      { again: !sizes.isAlone },
    )
    assertTally(replies, { '200': sizes.slots, '400 already_filled': 39 * sizes.slots })
    await world.check()
  })

  test('A2: meetings of 15, 30 and 60 minutes of one host, at any quarter of an hour, with and without buffers: none overlap', async () => {
    const [host] = (await members(1)) as [Person]
    const rules = [{ buffer_after: 15 }, { buffer_before: 5, buffer_after: 10 }, { buffer_before: 30 }, {}]
    const types = await Promise.all(
      [15, 30, 60, 15].map((duration, index) =>
        aType(world, host, { duration, ...open({ start_time_increment: 15, ...rules[index] }) }),
      ),
    )
    const starts = times(sizes.unequalDays * 32, (place) => slot(place, 15))
    const all = types.flatMap((type) =>
      starts.flatMap((start) => times(sizes.unequalTakers, () => booking(type, start, host))),
    )
    const replies = await timed('A2', world, shuffled(all))
    const { '200': booked = 0, '400 already_filled': refused = 0, ...others } = tally(replies)
    assert.deepEqual(others, {})
    assert.equal(booked + refused, all.length)
    assert.ok(booked >= sizes.unequalDays * 4, `each day has some: ${booked}`)
    await world.check()
  })

  test('A3: of forty who want one of seven seats, seven have one, in one meeting', async () => {
    const [host] = (await members(1)) as [Person]
    const type = await aSharedType(world, 'group', [host], {
      duration: 15,
      seats: 7,
      ...open({ start_time_increment: 15 }),
    })
    const replies = await timed(
      'A3',
      world,
      times(sizes.groupSlots * 40, (place) => booking(type, slot(Math.floor(place / 40), 15), host)),
    )
    assertTally(replies, { '200': 7 * sizes.groupSlots, '400 already_filled': 33 * sizes.groupSlots })
    const meetings = await raw(
      world.app.context.database.reader,
      sql<{
        invitees_active: number
      }>`select invitees_active from scheduled_events where event_type_id = ${type.id} and status = 'active'`,
    )
    assert.deepEqual(
      meetings.map(({ invitees_active }) => invitees_active),
      times(sizes.groupSlots, () => 7),
    )
    await world.check()
  })

  test('A4: ten hosts in two types that meet together and share three, named in opposite orders: all or none, and no deadlock', async () => {
    const hosts = await members(10)
    const [one, two, three, ...others] = hosts as [Person, Person, Person, ...Person[]]
    const rules = { duration: 30, ...open({ start_time_increment: 30 }) }
    const first = await aSharedType(world, 'collective', [one, two, three, ...others.slice(0, 4)], rules)
    const second = await aSharedType(world, 'collective', [...others.slice(4), three, two, one], rules)
    const before = await world.deadlocks()
    const all = times(sizes.collectiveSlots, (place) =>
      times(20, (taker) => booking(taker % 2 === place % 2 ? first : second, slot(place, 30), world.owner)),
    ).flat()
    const replies = await timed('A4', world, all)
    const deadlocks = (await world.deadlocks()) - before
    console.log(`A4: ${deadlocks} deadlocks in the database`)
    assertTally(replies, { '200': sizes.collectiveSlots, '400 already_filled': 19 * sizes.collectiveSlots })
    assert.equal(deadlocks, 0)
    const held = await raw(
      world.app.context.database.reader,
      sql<{ type: string; hosts: number }>`select event_type_id as type, count(*) as hosts from scheduled_events
        join scheduled_event_hosts on scheduled_event_id = scheduled_events.id where event_type_id in (${first.id}, ${second.id}) group by event_type_id, scheduled_events.id`,
    )
    // Which of the two types wins a time is chance: it may be the same one every time.
    assert.equal(held.length, sizes.collectiveSlots)
    assert.deepEqual(
      held.filter(({ type, hosts: count }) => Number(count) !== (type === first.id ? 7 : 6)),
      [],
    )
    await world.check()
  })

  test('A5: five hosts who take turns: five meetings at each time, and each holds as many as the others', async () => {
    const hosts = await members(5)
    const type = await aSharedType(world, 'round_robin', hosts, { duration: 30, ...open({ start_time_increment: 30 }) })
    const replies = await timed(
      'A5',
      world,
      times(sizes.roundRobinSlots * 20, (place) => booking(type, slot(Math.floor(place / 20), 30), world.owner)),
    )
    assertTally(replies, { '200': 5 * sizes.roundRobinSlots, '400 already_filled': 15 * sizes.roundRobinSlots })

    // Where there is a choice, it is fair: far more time than meetings.
    const free = await aSharedType(world, 'round_robin', hosts, { duration: 30, ...open({ start_time_increment: 30 }) })
    const count = 3 * sizes.roundRobinSlots + 2
    const chosen = await timed(
      'A5, with a choice',
      world,
      times(count, (place) => booking(free, slot(sizes.roundRobinSlots + place, 30), world.owner)),
    )
    assertTally(chosen, { '200': count })
    const loads = await raw(
      world.app.context.database.reader,
      sql<{
        assigned: number
      }>`select assigned from event_type_hosts where event_type_id = ${free.id} order by assigned`,
    )
    console.log(`A5: loads ${loads.map(({ assigned }) => assigned).join(', ')}`)
    assert.ok((loads.at(-1)?.assigned ?? 0) - (loads[0]?.assigned ?? 0) <= 1, `spread evenly: ${JSON.stringify(loads)}`)
    await world.check()
  })

  test('A6: a link works once, also when twenty try at the same instant from four processes; and not again after a cancellation', async (t) => {
    const [host] = (await members(1)) as [Person]
    const type = await aType(world, host, { duration: 5, ...open({ start_time_increment: 5 }) })
    const made = await world.race(
      times(sizes.links, () => ({
        address: 'POST /scheduling_links',
        token: host.token,
        body: { max_event_count: 1, owner: type.uri, owner_type: 'EventType' },
      })),
    )
    assertTally(made, { '201': sizes.links })
    const codes = made.map((reply) => codeIn(resourceIn(reply).booking_url))
    const program = openProgram('test/support/link-process.ts')
    t.after(() => program.close())
    const processes = times(4, () => program.start(world.url, raceSecret))
    await Promise.all(processes.map((one) => one.hear()))

    const attempt = async (): Promise<LinkOutcome> => {
      const outcomes = processes.map((one) => one.hear<LinkOutcome>())
      for (const [index, one] of processes.entries()) {
        // Another time for each try: only the link can refuse it.
        const startTimes = times(sizes.links * 5, (tried) => slot(tried * 4 + index, 5))
        one.send({ codes, takers: 5, startTimes } satisfies LinkOrder)
      }
      const reports = await Promise.all(outcomes)
      return codes.map((_, index) => ({
        booked: reports.reduce((sum, outcome) => sum + (outcome[index]?.booked ?? 0), 0),
        refusals: [...new Set(reports.flatMap((outcome) => outcome[index]?.refusals ?? []))],
      }))
    }
    const began = performance.now()
    const outcome = await attempt()
    console.log(
      `A6: ${sizes.links} links × 20 in ${((performance.now() - began) / 1000).toFixed(1)} s; refused with ${[...new Set(outcome.flatMap(({ refusals }) => refusals))].join(', ')}`,
    )
    assert.deepEqual(
      outcome.map(({ booked }) => booked),
      codes.map(() => 1),
    )
    // On a slow machine some are told to come again, 503: they have booked nothing.
    assert.deepEqual(
      outcome.flatMap(({ refusals }) => refusals).filter((word) => !['already_filled', '404', '503'].includes(word)),
      [],
    )
    await world.check()

    const active = await raw(
      world.app.context.database.reader,
      sql<{ id: string }>`select id from scheduled_events where event_type_id = ${type.id} and status = 'active'`,
    )
    assert.equal(active.length, sizes.links)
    const canceled = await world.race(
      active.map(({ id }) => ({ address: `POST /scheduled_events/${id}/cancellation`, token: host.token, body: {} })),
    )
    assertTally(canceled, { '200': sizes.links })
    assert.deepEqual(
      (await attempt()).map(({ booked }) => booked),
      codes.map(() => 0),
      'it stays used',
    )
    await world.check()
  })

  test('A7: moved by two at once, canceled, and others after both times: each ends up at one time or at none, never at two', async () => {
    const [host] = (await members(1)) as [Person]
    const type = await aType(world, host, { duration: 15, ...open({ start_time_increment: 15 }) })
    const spaced = (index: number) => slot(index, 15)
    const old = await world.race(times(sizes.moves, (place) => booking(type, spaced(2 * place), host)))
    assertTally(old, { '200': sizes.moves })
    const ids = old.map((reply) => lastPart(resourceIn(reply).uri))
    const move = (id: string, startTime: string): Sending => ({
      address: `POST /invitees/${id}/reschedule`,
      token: host.token,
      body: { start_time: startTime },
    })

    const rounds = ids.map((id, index) => {
      // Two neighbours want the same new time, and some want each other's old one.
      const target = spaced(2 * (index - (index % 2)) + 1)
      const elsewhere = index % 3 === 0 ? spaced(2 * ((index + 1) % sizes.moves)) : spaced(2 * sizes.moves + index)
      return {
        id,
        own: [
          move(id, target),
          move(id, elsewhere),
          ...(index % 4 === 0 ? [{ address: `POST /invitees/${id}/cancellation`, token: host.token, body: {} }] : []),
        ],
        others: [booking(type, spaced(2 * index), host), booking(type, target, host)],
      }
    })
    const all = shuffled(
      rounds.flatMap(({ id, own, others }) => [
        ...own.map((sending) => ({ id, sending })),
        ...others.map((sending) => ({ id: '', sending })),
      ]),
    )
    // Near in time to each other, but in no order.
    const order = [...all].sort((a, b) => ids.indexOf(a.id || ids[0] || '') - ids.indexOf(b.id || ids[0] || '') || 0)
    const replies = await timed(
      'A7',
      world,
      order.map(({ sending }) => sending),
    )
    const { '200': _, '400 already_filled': __, '403 Event is already canceled': ___, ...unexpected } = tally(replies)
    assert.deepEqual(unexpected, {})

    const successes = new Map<string, number>()
    for (const [index, { id }] of order.entries())
      if (id && replies[index]?.status === 200) successes.set(id, (successes.get(id) ?? 0) + 1)
    assert.deepEqual(
      [...successes].filter(([, count]) => count > 1),
      [],
      'no invitee is moved twice from one time, or moved and canceled',
    )
    const rows = await raw(
      world.app.context.database.reader,
      sql<{ id: string; status: string; next: string | null }>`
        select old.id, old.status, new.status as next from invitees as old left join invitees as new on new.id = old.new_invitee_id
        where old.id = any(${ids}::uuid[])`,
    )
    const moved = rows.filter(({ next }) => next !== null).length
    console.log(
      `A7: of ${ids.length}, ${moved} were moved, ${rows.filter(({ status, next }) => status === 'canceled' && next === null).length} canceled`,
    )
    assert.ok(moved > sizes.moves / 4, 'many were moved')
    for (const { id, status, next } of rows) {
      const isChanged = (successes.get(id) ?? 0) === 1
      assert.deepEqual([status, next === null || next === 'active'], [isChanged ? 'canceled' : 'active', true], id)
    }
    await world.check()
  })

  test("A9: three a day and ten a week, by the calendar of the host's zone, under concurrent bookings", async () => {
    const [host] = (await members(1)) as [Person]
    const timezone = 'Pacific/Auckland'
    const type = await aType(world, host, {
      duration: 30,
      timezone,
      ...open({ start_time_increment: 30, max_per_day: 3, max_per_week: 10 }),
    })
    // Local days and hours: a day there begins on the day before, in UTC.
    const monday = DateTime.fromISO('2030-03-04T09:00', { zone: timezone })
    const starts = times(10 * 16, (place) => {
      const workday = Math.floor(place / 16)
      return monday.plus({ days: Math.floor(workday / 5) * 7 + (workday % 5), minutes: 30 * (place % 16) })
    })
    const all = starts.flatMap((start) =>
      times(sizes.limitTakers, () => booking(type, start.toUTC().toISO() ?? '', host)),
    )
    const replies = await timed('A9', world, shuffled(all))
    assertTally(replies, { '200': 20, '400 already_filled': all.length - 20 })
    const rows = await raw(
      world.app.context.database.reader,
      sql<{
        starts_at: Date
      }>`select starts_at from scheduled_events where event_type_id = ${type.id} and status = 'active'`,
    )
    const local = rows.map(({ starts_at }) => DateTime.fromJSDate(starts_at, { zone: timezone }))
    const most = (names: (string | null)[]): number =>
      Math.max(...names.map((name) => names.filter((other) => other === name).length))
    assert.deepEqual(
      [
        most(local.map((start) => start.toISODate())),
        most(local.map((start) => `${start.weekYear}-${start.weekNumber}`)),
      ],
      [3, 10],
    )
    await world.check()
  })

  test('A10: eight callers at once under each key, on all servers: one booking, and the same bytes for all', async () => {
    const [host] = (await members(1)) as [Person]
    const type = await aType(world, host, { duration: 5, ...open({ start_time_increment: 5 }) })
    const firsts = times(sizes.keys, (place) =>
      booking(type, slot(place, 5), host, { 'idempotency-key': `${type.id} ${place}` }),
    )
    const replies = await timed(
      'A10',
      world,
      firsts.flatMap((sending) => times(8, () => sending)),
    )
    assertTally(replies, { '200': 8 * sizes.keys })
    for (let index = 0; index < sizes.keys; index += 1) {
      const texts = new Set(replies.slice(index * 8, index * 8 + 8).map(({ text }) => text))
      assert.equal(texts.size, 1, `key ${index}`)
    }
    const [row] = await raw(
      world.app.context.database.reader,
      sql<{ count: number }>`select count(*) as count from scheduled_events where event_type_id = ${type.id}`,
    )
    assert.equal(row?.count, sizes.keys)
    const other = await world.send(0, {
      ...(firsts[0] as Sending),
      body: { ...firsts[0]?.body, start_time: slot(sizes.keys, 5) },
    })
    assert.equal(other.status, 422, other.text)
    await world.check()
  })

  test('A11: a request that is accepted, declined and withdrawn at once, while others book and move to its time: one of them has it', async () => {
    const hosts = await members(sizes.requestedHosts)
    const traits = { duration: 15, booking_rules: { approval: { hours: 24 } }, ...open({ start_time_increment: 15 }) }
    const rounds = (
      await Promise.all(
        hosts.map(async (host) => {
          const type = await aType(world, host, traits)
          const group = await aSharedType(world, 'group', [host], { seats: 2, ...traits })
          return times(sizes.requests, (index) => ({ host, type: index % 2 === 0 ? type : group, at: slot(index, 15) }))
        }),
      )
    ).flat()
    const asked = await world.race(
      rounds.map(({ type, at, host }) => ({ ...booking(type, at, host), address: 'POST /booking_requests' })),
    )
    assertTally(asked, { '201': rounds.length })
    const ids = asked.map((reply) => lastPart(resourceIn(reply).uri))
    const old = await world.race(
      rounds.map(({ type, host }, index) => booking(type, slot(40 + (index % sizes.requests), 15), host)),
    )
    assertTally(old, { '200': rounds.length })

    const all = shuffled(
      rounds.flatMap(({ type, at, host }, index) => {
        const { token } = host
        const request = `/booking_requests/${ids[index]}`
        const moved = lastPart(resourceIn(old[index] as Reply).uri)
        return [
          { index, decides: true, sending: { address: `POST ${request}/acceptance`, token, body: {} } },
          { index, decides: true, sending: { address: `POST ${request}/acceptance`, token, body: {} } },
          { index, decides: true, sending: { address: `POST ${request}/decline`, token, body: {} } },
          { index, decides: true, sending: { address: `DELETE ${request}`, token } },
          { index, decides: false, sending: booking(type, at, host) },
          {
            index,
            decides: false,
            sending: { address: `POST /invitees/${moved}/reschedule`, token, body: { start_time: at } },
          },
        ]
      }),
    ).sort((one, other) => one.index - other.index)
    const replies = await timed(
      'A11',
      world,
      all.map(({ sending }) => sending),
    )
    const { '200': _, '204': __, '400 already_filled': ___, ...settled } = tally(replies)
    assert.deepEqual(
      Object.keys(settled).filter((outcome) => !outcome.startsWith('403 ')),
      [],
    )
    const decided = ids.map(() => 0)
    for (const [place, { index, decides }] of all.entries())
      if (decides && (replies[place]?.status ?? 0) < 300) decided[index] = (decided[index] ?? 0) + 1
    assert.deepEqual(
      decided,
      ids.map(() => 1),
    )
    const states = await raw(
      world.app.context.database.reader,
      sql<{ state: string }>`select state from booking_requests where id = any(${ids}::uuid[])`,
    )
    const counted: Record<string, number> = {}
    for (const { state } of states) counted[state] = (counted[state] ?? 0) + 1
    console.log(`A11: ${JSON.stringify(counted)}`)
    assert.equal(counted.open, undefined)
    await world.check()
  })

  test('A12: what one server has acknowledged, all others know: rules, hours and bookings', async () => {
    const lanes = await members(5)
    const rounds = Math.ceil(sizes.edits / lanes.length / 6)
    let stale = 0
    let checks = 0
    const offered = async (server: number, host: Person, uri: string): Promise<string[]> => {
      const reply = await world.send(server, {
        address: `GET /event_type_available_times?event_type=${encodeURIComponent(uri)}&start_time=2030-03-04T00:00:00Z&end_time=2030-03-05T00:00:00Z`,
        token: host.token,
      })
      assert.equal(reply.status, 200, reply.text)
      return JSON.parse(reply.text).collection.map(({ start_time }: { start_time: string }) =>
        new Date(start_time).toISOString(),
      )
    }
    const lane = async (host: Person, place: number): Promise<void> => {
      const type = await aType(world, host, { duration: 30, ...open({ start_time_increment: 30 }) })
      for (let round = 0; round < rounds; round += 1) {
        const here = (place + round) % 4
        const elsewhere = [1, 2, 3].map((step) => (here + step) % 4)
        const isShort = round % 2 === 0
        // The hours of the type end at noon, or at five; then a booking is made and canceled.
        const hours = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((wday) => ({
          type: 'wday',
          wday,
          intervals: [{ from: '09:00', to: isShort ? '12:00' : '17:00' }],
        }))
        const edited = await world.send(here, {
          address: 'PATCH /event_type_availability_schedules',
          token: host.token,
          body: { event_type: type.uri, availability_rule: { timezone: 'Europe/Lisbon', rules: hours } },
        })
        assert.equal(edited.status, 200, edited.text)
        const afternoon = '2030-03-04T15:00:00.000Z'
        const seen = await Promise.all(elsewhere.map((server) => offered(server, host, type.uri)))
        for (const list of seen) if (list.includes(afternoon) === isShort) stale += 1
        const booked = await world.send(
          elsewhere[0] ?? 0,
          booking(type, isShort ? '2030-03-04T09:30:00Z' : afternoon, host),
        )
        assert.equal(booked.status, 200, booked.text)
        const refused = await world.send(here, booking(type, afternoon, host))
        if (refused.status !== 400) stale += 1
        const taken = await Promise.all([here, elsewhere[1] ?? 0].map((server) => offered(server, host, type.uri)))
        for (const list of taken) if (list.includes(isShort ? '2030-03-04T09:30:00.000Z' : afternoon)) stale += 1
        checks += 6
        const gone = await world.send(here, {
          address: `POST ${resourceIn(booked).event}/cancellation`,
          token: host.token,
          body: {},
        })
        assert.equal(gone.status, 200, gone.text)
      }
    }
    const began = performance.now()
    await Promise.all(lanes.map(lane))
    console.log(
      `A12: ${checks} reads after an edit, ${stale} stale, in ${((performance.now() - began) / 1000).toFixed(1)} s`,
    )
    assert.ok(checks >= sizes.edits)
    assert.equal(stale, 0)
    await world.check()
  })
}
