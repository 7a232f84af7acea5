import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { judgeCalendars } from './calendars.ts'

describe('the doctor looks at connected calendars', () => {
  const cases: readonly [
    connections: number,
    lost: number,
    ageSeconds: number | null,
    verdict: string,
    message: RegExp,
  ][] = [
    [0, 0, null, 'ok', /No calendars are connected/],
    [3, 0, 299, 'ok', /3 connections, all synced within 5 minutes/],
    [1, 0, 30, 'ok', /1 connection, all synced within 1 minute$/],
    [3, 1, 299, 'warning', /1 of 3 connections cannot be synced/],
    [3, 0, 7200, 'warning', /120 minutes ago.*openslot work/],
  ]
  for (const [connections, lost, ageSeconds, verdict, message] of cases)
    test(`${verdict}: ${connections} connected, ${lost} lost, the oldest look ${ageSeconds} s ago`, () => {
      const found = judgeCalendars({ connections, lost, ageSeconds })
      assert.equal(found.verdict, verdict)
      assert.match(found.message, message)
    })
})
