import assert from 'node:assert/strict'
import fc from 'fast-check'
import { sql } from 'kysely'
import { configureEventType, createEventType, createSharedEventType, deleteEventType } from '#event-types/index.ts'
import type { Answer, TestApp } from './app.ts'
import {
  BookingModel,
  type Mistake,
  type ModelInvitee,
  type ModelMeeting,
  type ModelRequest,
  type ModelType,
} from './booking-model.ts'
import { letExpire } from './booking-requests.ts'
import { anInviteeNamed } from './bookings.ts'
import { aMember, lastPart, type Made, type Person } from './cast.ts'
import { raw } from './raw.ts'

/**
 * The model is about one day: a Tuesday soon after the test clock's Monday, in a zone that is UTC then. Each run has
 * one, and four runs a host.
 */
const days = ['2026-03-03', '2026-03-10', '2026-03-17', '2026-03-24'] as const
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const timeAt = ({ day }: Pick<Real, 'day'>, minutes: number): string => `${day}T${clock(minutes)}:00.000000Z`

// As everybody has it: from nine to five.
const plain = {
  increment: 30,
  bufferBefore: 0,
  bufferAfter: 0,
  seats: 1,
  maxPerDay: null,
  opens: 540,
  closes: 1020,
  isActive: true,
  isDeleted: false,
}
const types: readonly ModelType[] = [
  { ...plain, isGroup: false, duration: 30 },
  { ...plain, isGroup: true, duration: 30, seats: 2 },
  { ...plain, isGroup: false, duration: 60, bufferAfter: 15 },
]

/** The service, and which of its things is which of the model's. */
interface Real {
  readonly app: TestApp
  readonly host: Person
  readonly day: string
  readonly types: readonly Made[]
  readonly invitees: Map<ModelInvitee, { readonly id: string; readonly uri: string; readonly event: string }>
  readonly meetings: Map<ModelMeeting, string>
  readonly requests: Map<ModelRequest, string>
}

type Step = fc.AsyncCommand<BookingModel, Real>

/** A step that needs something to be there, chosen by a number, and says what it did. */
const step = <Target>(
  name: string,
  targets: (model: BookingModel) => readonly Target[],
  choice: number,
  run: (model: BookingModel, real: Real, target: Target, place: number) => Promise<void>,
): Step => ({
  // It only reads.
  check: (model) => targets(model as BookingModel).length > 0,
  run: (model, real) => {
    const place = choice % targets(model).length
    return run(model, real, targets(model)[place] as Target, place)
  },
  toString: () => `${name} #${choice}`,
})

const ask = ({ app, host }: Real, address: string, body?: object): Promise<Answer> =>
  app.ask(address, { token: host.token, ...(body ? { body } : {}) })

const expect = (answer: Answer, status: number, what: string): void =>
  assert.equal(answer.status, status, `${what}: ${answer.status} ${answer.text}`)

const remember = (real: Real, invitee: ModelInvitee, answer: Answer): void =>
  rememberAs(real, invitee, answer.body.resource)

const rememberAs = (real: Real, invitee: ModelInvitee, { uri, event }: { uri: string; event: string }): void => {
  real.invitees.set(invitee, { id: lastPart(uri), uri, event })
  const known = real.meetings.get(invitee.meeting)
  assert.equal(known ?? event, event, 'invitees of one time are in one meeting')
  real.meetings.set(invitee.meeting, event)
}

const starts = fc.constantFrom(525, 540, 540, 555, 570, 600, 600, 615, 630)
const inType = fc.constantFrom(0, 1, 1, 2)
const choice = fc.nat(30)

const book = fc.tuple(inType, starts).map(([type, start]) =>
  step(
    `book at ${clock(start)}`,
    (model) => model.types,
    type,
    async (model, real, modelType, place) => {
      const invitee = model.book(modelType, start)
      const answer = await ask(real, 'POST /invitees', {
        event_type: real.types[place]?.uri,
        start_time: timeAt(real, start),
        invitee: anInviteeNamed(),
      })
      expect(answer, invitee ? 200 : 400, 'book')
      if (invitee) remember(real, invitee, answer)
    },
  ),
)

const request = fc.tuple(inType, starts).map(([type, start]) =>
  step(
    `request ${clock(start)}`,
    (model) => model.types,
    type,
    async (model, real, modelType, place) => {
      const made = model.request(modelType, start)
      const answer = await ask(real, 'POST /booking_requests', {
        event_type: real.types[place]?.uri,
        start_time: timeAt(real, start),
        invitee: anInviteeNamed(),
      })
      expect(answer, made ? 201 : 400, 'request')
      if (made) real.requests.set(made, lastPart(answer.body.resource.uri))
    },
  ),
)

const accept = choice.map((place) =>
  step(
    'accept request',
    (model) => model.requests,
    place,
    async (model, real, asked) => {
      const outcome = model.accept(asked)
      const answer = await ask(real, `POST /booking_requests/${real.requests.get(asked)}/acceptance`, {})
      expect(answer, outcome === 'settled' ? 403 : outcome === 'filled' ? 400 : 200, `accept (${String(outcome)})`)
      if (typeof outcome === 'string') return
      const { invitee, scheduled_event: event } = answer.body.resource
      rememberAs(real, outcome, { uri: invitee.uri, event })
    },
  ),
)

const endRequest = fc.tuple(choice, fc.constantFrom('declined', 'withdrawn', 'expired')).map(([place, state]) =>
  step(
    state,
    (model) => model.requests,
    place,
    async (model, real, asked) => {
      const id = real.requests.get(asked) ?? ''
      const isEnded = model.endRequest(asked, state)
      if (state === 'expired') return isEnded ? letExpire(real.app, id) : undefined
      const answer =
        state === 'declined'
          ? await ask(real, `POST /booking_requests/${id}/decline`, {})
          : await ask(real, `DELETE /booking_requests/${id}`)
      expect(answer, isEnded ? (state === 'declined' ? 200 : 204) : 403, state)
    },
  ),
)

const cancelMeeting = choice.map((place) =>
  step(
    'cancel meeting',
    (model) => model.meetings,
    place,
    async (model, real, meeting) =>
      expect(
        await ask(real, `POST ${real.meetings.get(meeting)}/cancellation`, {}),
        model.cancelMeeting(meeting) ? 200 : 403,
        'cancel meeting',
      ),
  ),
)

const idOf = (real: Real, invitee: ModelInvitee): string => real.invitees.get(invitee)?.id ?? ''

const cancelInvitee = choice.map((place) =>
  step(
    'cancel invitee',
    (model) => model.invitees,
    place,
    async (model, real, invitee) =>
      expect(
        await ask(real, `POST /invitees/${idOf(real, invitee)}/cancellation`, {}),
        model.cancelInvitee(invitee) ? 200 : 403,
        'cancel invitee',
      ),
  ),
)

const reschedule = fc.tuple(choice, starts).map(([index, start]) =>
  step(
    `reschedule to ${clock(start)}`,
    (model) => model.invitees,
    index,
    async (model, real, invitee) => {
      const outcome = model.reschedule(invitee, start)
      const answer = await ask(real, `POST /invitees/${idOf(real, invitee)}/reschedule`, {
        start_time: timeAt(real, start),
      })
      expect(
        answer,
        outcome === 'canceled' ? 403 : typeof outcome === 'string' ? 400 : 200,
        `reschedule (${typeof outcome === 'string' ? outcome : 'moved'})`,
      )
      if (typeof outcome !== 'string') remember(real, outcome, answer)
    },
  ),
)

const noShow = fc.tuple(choice, fc.boolean()).map(([index, marks]) =>
  step(
    marks ? 'mark no-show' : 'unmark no-show',
    (model) => model.invitees,
    index,
    async (model, real, invitee) => {
      if (marks)
        expect(
          await ask(real, 'POST /invitee_no_shows', { invitee: real.invitees.get(invitee)?.uri }),
          model.markNoShow(invitee) ? 201 : 400,
          'mark no-show',
        )
      else
        expect(
          await ask(real, `DELETE /invitees/${idOf(real, invitee)}/no_show`),
          model.unmarkNoShow(invitee) ? 204 : 404,
          'unmark no-show',
        )
    },
  ),
)

const standing = (model: BookingModel): readonly ModelType[] => model.types.filter(({ isDeleted }) => !isDeleted)
const madeOf = (model: BookingModel, real: Real, type: ModelType): Made => real.types[model.types.indexOf(type)] as Made

const editRules = fc
  .tuple(choice, fc.constantFrom(15, 30), fc.constantFrom(0, 15), fc.constantFrom(0, 30), fc.constantFrom(null, 1, 2))
  .map(([index, increment, bufferBefore, bufferAfter, maxPerDay]) =>
    step(
      `edit rules to ${[increment, bufferBefore, bufferAfter, maxPerDay]}`,
      standing,
      index,
      async (model, real, type) => {
        Object.assign(type, { increment, bufferBefore, bufferAfter, maxPerDay })
        const scheduling_rules = {
          start_time_increment: increment,
          buffer_before: bufferBefore,
          buffer_after: bufferAfter,
          max_per_day: maxPerDay,
        }
        await real.app.run(configureEventType, real.host.principal, {
          uuid: madeOf(model, real, type).id,
          scheduling_rules,
        })
      },
    ),
  )

const editHours = fc
  .tuple(choice, fc.constantFrom(525, 540, 600), fc.constantFrom(660, 720))
  .map(([index, opens, closes]) =>
    step(`edit hours to ${clock(opens)}–${clock(closes)}`, standing, index, async (model, real, type) => {
      Object.assign(type, { opens, closes })
      const rules = [{ type: 'wday', wday: 'tuesday', intervals: [{ from: clock(opens), to: clock(closes) }] }]
      const body = {
        event_type: madeOf(model, real, type).uri,
        availability_rule: { timezone: 'Europe/Lisbon', rules },
      }
      expect(await ask(real, 'PATCH /event_type_availability_schedules', body), 200, 'edit hours')
    }),
  )

const editSeats = fc.constantFrom(2, 3).map((seats) =>
  step(
    `edit seats to ${seats}`,
    (model) => standing(model).filter(({ isGroup }) => isGroup),
    0,
    async (model, real, type) => {
      type.seats = seats
      await real.app.run(configureEventType, real.host.principal, { uuid: madeOf(model, real, type).id, seats })
    },
  ),
)

const switchType = fc.tuple(choice, fc.boolean()).map(([index, active]) =>
  step(active ? 'switch on' : 'switch off', standing, index, async (model, real, type) => {
    type.isActive = active
    await real.app.run(configureEventType, real.host.principal, { uuid: madeOf(model, real, type).id, active })
  }),
)

const deleteType = choice.map((place) =>
  step('delete type', standing, place, async (model, real, type) => {
    type.isDeleted = true
    await real.app.run(deleteEventType, real.host.principal, { uuid: madeOf(model, real, type).id })
  }),
)

/** What is done, more often what matters more. */
const often = Array.from({ length: 5 }, () => [book, book, request, accept, endRequest]).flat()
const steps = fc.commands(
  [
    ...often,
    cancelMeeting,
    cancelInvitee,
    reschedule,
    reschedule,
    reschedule,
    noShow,
    editRules,
    editHours,
    editSeats,
    switchType,
    deleteType,
  ],
  {
    maxCommands: 20,
    size: 'max',
  },
)

const setUp = async (
  app: TestApp,
  host: Person,
  day: string,
  mistake: Mistake,
): Promise<{ model: BookingModel; real: Real }> => {
  const made: Made[] = []
  for (const { isGroup, duration, increment, bufferAfter, seats } of types) {
    const traits = {
      owner: host.uri,
      name: `${duration} minutes`,
      duration,
      active: true,
      scheduling_rules: { start_time_increment: increment, buffer_after: bufferAfter },
      booking_rules: { approval: { hours: 24 } },
    }
    const { uri } = isGroup
      ? await app.run(createSharedEventType, host.principal, { ...traits, sharing: 'group', seats })
      : await app.run(createEventType, host.principal, traits)
    made.push({ uri, id: lastPart(uri) })
  }
  return {
    model: new BookingModel(types, mistake),
    real: { app, host, day, types: made, invitees: new Map(), meetings: new Map(), requests: new Map() },
  }
}

/** Everything that both know, at the end. */
const compare = async (model: BookingModel, real: Real): Promise<void> => {
  const { app, host, day } = real
  const meetings = await raw(
    app.context.database.reader,
    sql<{
      id: string
      status: string
      active: number
    }>`select event.id, event.status, event.invitees_active as active from scheduled_events as event
      join scheduled_event_hosts as holding on holding.scheduled_event_id = event.id where holding.membership_id = ${host.membershipId} and event.event_type_id = any(${real.types.map(({ id }) => id)}::uuid[])`,
  )
  assert.deepEqual(
    meetings.map(({ id, status, active }) => `${id} ${status} ${active}`).sort(),
    model.meetings
      .map(
        (meeting) =>
          `${lastPart(real.meetings.get(meeting) ?? '')} ${meeting.isCanceled ? 'canceled' : 'active'} ${meeting.invitees.size}`,
      )
      .sort(),
  )
  const invitees = await raw(
    app.context.database.reader,
    sql<{
      id: string
      status: string
      is_no_show: boolean
      next: string | null
    }>`select id, status, no_show_id is not null as is_no_show, new_invitee_id as next from invitees
      where scheduled_event_id = any(${meetings.map(({ id }) => id)}::uuid[])`,
  )
  assert.deepEqual(
    invitees.map(({ id, status, is_no_show, next }) => `${id} ${status} ${is_no_show} ${next}`).sort(),
    model.invitees
      .map(
        (one) =>
          `${idOf(real, one)} ${one.isCanceled ? 'canceled' : 'active'} ${one.isNoShow} ${one.movedTo ? idOf(real, one.movedTo) : null}`,
      )
      .sort(),
  )
  for (const [{ state }, id] of real.requests) {
    const answer = await ask(real, `GET /booking_requests/${id}`)
    assert.equal(answer.body.resource.state, state)
  }
  for (const type of standing(model)) {
    const { uri } = madeOf(model, real, type)
    const query = { event_type: uri, start_time: `${day}T00:00:00Z`, end_time: `${day}T23:59:00Z` }
    const answer = await app.ask('GET /event_type_available_times', { token: host.token, query })
    expect(answer, 200, 'open times')
    assert.deepEqual(
      answer.body.collection.map(({ start_time }: { start_time: string }) => new Date(start_time).toISOString()),
      model.offered(type).map((start) => new Date(timeAt(real, start)).toISOString()),
      'what is offered',
    )
  }
}

/** A host has a limited number of open requests, and the next run has the same host. */
const withdrawAll = async (real: Real): Promise<void> => {
  for (const [{ state }, id] of real.requests)
    if (state === 'open') expect(await ask(real, `DELETE /booking_requests/${id}`), 204, 'withdraw')
}

/** Runs commands on both until they differ, or so often. Gives what fast-check found. */
export const runCommands = async (
  app: TestApp,
  owner: Person,
  { runs, seed, mistake }: { runs: number; seed: number; mistake?: Mistake },
) => {
  let taken = 0
  let run = 0
  let host: Person | undefined
  const found = await fc.check(
    fc.asyncProperty(steps, async (commands) => {
      const day = days[run++ % days.length] ?? days[0]
      if (!host || day === days[0]) host = await aMember(app, owner)
      const { model, real } = await setUp(app, host, day, mistake)
      await fc.asyncModelRun(async () => ({ model, real }), commands)
      taken += model.invitees.length
      await compare(model, real)
      await withdrawAll(real)
    }),
    { numRuns: runs, seed, endOnFailure: mistake !== undefined },
  )
  return { found, taken }
}
