import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { rescheduleScheduledEvent } from '#bookings/index.ts'
import { Problem } from '#contract/problem.ts'
import { DatabaseAway } from '#platform/db/faults.ts'
import { type TestApp, testApp } from './app.ts'
import { aBooking, aSharedType, type Booked, bookedAs, bookingOf, eventOf, hours, inviteeOf } from './bookings.ts'
import { aFounder, type Made, type Person } from './cast.ts'
import { anEventType } from './event-types.ts'
import { assertInvariants } from './invariants.ts'

interface Sizes {
  readonly rounds: number
  readonly guests: number
}

/** What came of it: 200, or the status of the refusal. */
type Attempt = () => Promise<number>

/** A meeting that its host moves with all its guests, and where to. */
interface Scene {
  readonly app: TestApp
  readonly host: Person
  readonly type: Made
  readonly guests: readonly Booked[]
  readonly from: string
  readonly to: string
  readonly other: string
  readonly moveAll: (to: string) => Attempt
  readonly asking: (address: string, body?: object) => Attempt
}

/** As a careful client does it: who waits too long on a slow machine is told to come again. */
const insisting =
  (attempt: Attempt): Attempt =>
  async () => {
    for (;;) {
      const status = await attempt()
      if (status !== 503) return status
      // A client's own pause before it tries again.
      await pause(50)
    }
  }

const statusOf = (work: () => Promise<unknown>): Attempt =>
  insisting(async () => {
    try {
      await work()
      return 200
    } catch (error) {
      if (error instanceof Problem) return error.kind.status
      if (error instanceof DatabaseAway) return 503
      throw error
    }
  })

/** Milliseconds. The first are long enough for one to be done before the other begins, whichever is sent first. */
const delays = [25, 0, 5, 2, 10, 1, 7, 3]

/** Where each of them comes now, after any number of moves; undefined for who comes no more. */
const whereabouts = async ({ app, host }: Scene, people: readonly Booked[]): Promise<(string | undefined)[]> => {
  const follow = async (invitee: { readonly uri: string }): Promise<string | undefined> => {
    const now = await inviteeOf(app, host, { invitee })
    if (now.new_invitee) return follow({ uri: now.new_invitee })
    return now.status === 'active' ? String(now.event) : undefined
  }
  return Promise.all(people.map(({ invitee }) => follow(invitee)))
}

/** How many come at each time. */
const heads = async (scene: Scene, people: readonly Booked[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  const events = (await whereabouts(scene, people)).flatMap((event) => event ?? [])
  for (const event of new Set(events)) {
    const { start_time, status, invitees_counter } = await eventOf(scene.app, scene.host, { event })
    const time = `${start_time.slice(0, 19)}Z`
    const there = events.filter((one) => one === event).length
    assert.deepEqual(
      [status, invitees_counter.active, counts[time]],
      ['active', there, undefined],
      'all who come at a time are at one meeting',
    )
    counts[time] = there
  }
  return counts
}

/**
 * Whatever happens at the same time as the move of a whole meeting, in either order; nobody is lost, nobody comes
 * twice, and no seat is given twice.
 */
export const groupMoveRaces = async ({ rounds, guests: count }: Sizes): Promise<void> => {
  const app = await testApp()

  const racing = (name: string, seats: number, race: (scene: Scene, round: number) => Promise<string>): void => {
    test(name, async () => {
      const host = await aFounder(app)
      const later = hours()
      const outcomes: Record<string, number> = {}
      for (let round = 0; round < rounds; round += 1) {
        const type = await aSharedType(app, host, 'group', { seats })
        const [from, to, other] = [later(), later(), later()]
        const guests: Booked[] = []
        for (let guest = 0; guest < count; guest += 1)
          guests.push(await aBooking(app, host, type, { start_time: from }))
        const uuid = guests[0]?.eventId ?? ''
        const moveAll = (start_time: string) =>
          statusOf(() => app.run(rescheduleScheduledEvent, host.principal, { uuid, start_time }))
        const asking = (address: string, body: object = {}) =>
          insisting(async () => (await app.ask(address, { token: host.token, body })).status)
        const outcome = await race({ app, host, type, guests, from, to, other, moveAll, asking }, round)
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      }
      console.log(`${name}: ${JSON.stringify(outcomes)}`)
      await assertInvariants(app.context.database, host.principal.organizationId)
    })
  }

  /** Both at once: which one is sent first changes from round to round, and so does by how much. */
  const atOnce = async (round: number, one: Attempt, other: Attempt): Promise<readonly [number, number]> => {
    const late = delays[Math.floor(round / 2) % delays.length]
    const waiting = async (attempt: Attempt) => {
      await pause(late)
      return attempt()
    }
    return Promise.all(round % 2 === 0 ? [one(), waiting(other)] : [waiting(one), other()])
  }

  racing(
    'two moves of one meeting to different times: one of them moves everybody, the other is refused',
    count,
    async (scene, round) => {
      const { to, other, guests, moveAll } = scene
      const statuses = await atOnce(round, moveAll(to), moveAll(other))
      assert.deepEqual([...statuses].sort(), [200, 403])
      const winner = statuses[0] === 200 ? to : other
      assert.deepEqual(await heads(scene, guests), { [winner]: count })
      return statuses[0] === 200 ? 'the one' : 'the other'
    },
  )

  racing(
    'while a guest cancels: they come no more, and all others come at the new time; or they are moved with them',
    count,
    async (scene, round) => {
      const { to, guests, moveAll, asking } = scene
      const [moved, canceled] = await atOnce(
        round,
        moveAll(to),
        asking(`POST /invitees/${guests[1]?.inviteeId}/cancellation`),
      )
      assert.equal(moved, 200)
      assert.ok(canceled === 200 || canceled === 403)
      assert.deepEqual(await heads(scene, guests), { [to]: canceled === 200 ? count - 1 : count })
      return canceled === 200 ? 'canceled first' : 'moved first'
    },
  )

  racing(
    'while a guest moves alone, to another time or the same: everybody comes once, and each time has one meeting',
    count,
    async (scene, round) => {
      const { to, guests, moveAll, asking } = scene
      const start_time = round % 3 === 0 ? to : scene.other
      const [all, alone] = await atOnce(
        round,
        moveAll(to),
        asking(`POST /invitees/${guests[1]?.inviteeId}/reschedule`, { start_time }),
      )
      assert.equal(all, 200)
      assert.ok(alone === 200 || alone === 403)
      assert.deepEqual(
        await heads(scene, guests),
        alone === 200 && start_time !== to ? { [to]: count - 1, [start_time]: 1 } : { [to]: count },
      )
      return alone === 200 ? 'alone first' : 'moved first'
    },
  )

  racing(
    'while a stranger books the old time: they are moved too, or the old time is theirs',
    count + 1,
    async (scene, round) => {
      const { app, host, type, from, to, guests, moveAll } = scene
      const strangers: Booked[] = []
      const body = bookingOf(type, { start_time: from })
      const book = insisting(async () => {
        const answer = await app.ask('POST /invitees', { token: host.token, body })
        if (answer.status === 200) strangers.push(bookedAs(answer.body.resource))
        return answer.status
      })
      assert.deepEqual(await atOnce(round, moveAll(to), book), [200, 200])
      const found = await heads(scene, [...guests, ...strangers])
      assert.deepEqual(found, from in found ? { [to]: count, [from]: 1 } : { [to]: count + 1 })
      return from in found ? 'moved first' : 'booked first'
    },
  )

  racing(
    'while a stranger books the last seat of the new time: they come, or everybody is moved; never both',
    count,
    async (scene, round) => {
      const { type, from, to, guests, moveAll, asking } = scene
      const statuses = await atOnce(round, moveAll(to), asking('POST /invitees', bookingOf(type, { start_time: to })))
      assert.deepEqual([...statuses].sort(), [200, 400])
      assert.deepEqual(await heads(scene, guests), { [statuses[0] === 200 ? to : from]: count })
      return statuses[0] === 200 ? 'moved first' : 'booked first'
    },
  )

  racing('while the new time of the host is booked for something else: one of the two', count, async (scene, round) => {
    const { app, host, from, to, guests, moveAll, asking } = scene
    const alone = await anEventType(app, host, { active: true })
    const statuses = await atOnce(round, moveAll(to), asking('POST /invitees', bookingOf(alone, { start_time: to })))
    assert.deepEqual([...statuses].sort(), [200, 400])
    assert.deepEqual(await heads(scene, guests), { [statuses[0] === 200 ? to : from]: count })
    return statuses[0] === 200 ? 'moved first' : 'booked first'
  })
}
