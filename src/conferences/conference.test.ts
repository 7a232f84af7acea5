import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { faultOf } from '#integrations/index.ts'
import { type ConferenceTask, digestOf, isWorthwhile, nextStep } from './conference.ts'
import { pauseAfter } from './jobs/make.ts'

const now = new Date('2026-03-02T10:00:00Z')
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)
const account = { id: 'account', organizationId: 'organization', service: 'webhook', credentials: Buffer.of() } as const
const other = { ...account, id: 'other' }
const meeting = {
  name: 'Intro call',
  startsAt: later(60),
  endsAt: later(90),
  hosts: [{ name: 'Demo Host', email: 'host@acme.test' }],
}

const task: ConferenceTask = {
  ...{ id: 'conference', organizationId: 'organization', scheduledEventId: 'event', kind: 'zoom_conference' },
  ...{ revision: 1, isWanted: true, byCalendar: false, membershipId: 'host', endsAt: meeting.endsAt },
  ...{ at: null, target: account, meeting, state: 'waiting', accountId: null, madeFor: null, foreignId: null },
  ...{ requestId: 'request', triedAt: null, joinUrl: null, data: null, written: null, fault: null },
}
const tried: ConferenceTask = { ...task, at: account, accountId: account.id, madeFor: 'host', triedAt: now }
const made: ConferenceTask = {
  ...tried,
  ...{ state: 'made', foreignId: 'room', joinUrl: 'https://meet.test/room', written: digestOf(meeting) },
}

const stepOf = (one: ConferenceTask, at = now): string => {
  const step = nextStep(one, at)
  return 'account' in step ? `${step.kind} at ${step.account.id}` : step.kind
}

describe('what a conference needs next', () => {
  const cases: readonly (readonly [string, ConferenceTask, string])[] = [
    ['one that is wanted is made', task, 'create at account'],
    ['one that was tried is made under the same key', tried, 'create at account'],
    ['one that is there needs nothing', made, 'nothing'],
    [
      'one whose meeting has moved is updated',
      { ...made, meeting: { ...meeting, startsAt: later(61) } },
      'update at account',
    ],
    ['one of another host is removed first', { ...made, membershipId: 'colleague' }, 'remove at account'],
    ['one at another account is removed first', { ...made, target: other }, 'remove at account'],
    ['one that may be at another account is withdrawn first', { ...tried, target: other }, 'withdraw at account'],
    ['one of a canceled meeting is removed', { ...made, isWanted: false }, 'remove at account'],
    [
      'one that may be there is withdrawn when its meeting is canceled',
      { ...tried, isWanted: false },
      'withdraw at account',
    ],
    ['one that was never asked for is not withdrawn', { ...task, isWanted: false }, 'nothing'],
    ['one at an account that is gone is forgotten', { ...made, at: null, isWanted: false }, 'forget'],
    [
      'one that a calendar makes from now on is removed',
      { ...made, byCalendar: true, target: null },
      'remove at account',
    ],
    ['one that a calendar makes needs nothing', { ...task, byCalendar: true, target: null }, 'nothing'],
    ['nobody can make one without an account', { ...task, target: null }, 'fail'],
    ['one that failed waits for somebody to try it again', { ...task, state: 'failed' }, 'nothing'],
    ['one of a deleted meeting is removed', { ...made, isWanted: false, meeting: null }, 'remove at account'],
  ]
  for (const [name, given, expected] of cases) test(name, () => assert.equal(stepOf(given), expected))

  test('a meeting that has begun gets none, and the one that it has stays as it is', () => {
    assert.equal(stepOf(task, meeting.startsAt), 'fail')
    assert.equal(stepOf({ ...made, written: null }, meeting.endsAt), 'nothing')
  })
})

test('a request is sent again after seconds first, after an hour at last, and never before its service allows', () => {
  const busy = faultOf('busy')
  assert.deepEqual(
    [1, 2, 3].map((attempts) => pauseAfter(busy, attempts)),
    [5_000, 10_000, 30_000],
  )
  assert.ok(pauseAfter(busy, 20) <= 3_960_000)
  assert.equal(pauseAfter(faultOf('busy', 600), 1), 600_000)
})

test('it is asked for until the meeting begins, and removed for a day after it', () => {
  assert.deepEqual(
    [0, 60].map((minutes) => isWorthwhile('create', task, later(minutes))),
    [true, false],
  )
  assert.deepEqual(
    [0, 90, 1600].map((minutes) => isWorthwhile('remove', made, later(minutes))),
    [true, true, false],
  )
})
