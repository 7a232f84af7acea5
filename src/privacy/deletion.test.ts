import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { detailBody, Problem } from '#contract/problem.ts'
import { type Deletion, isWithinTwoYears, writeLine } from './deletion.ts'
import { checkPastSpan } from './requests.ts'

const at = (day: string): Date => new Date(`${day}T00:00:00Z`)

describe('a span of meetings to delete', () => {
  test('is at most 24 months by the calendar, whatever the length of its years', () => {
    assert.ok(isWithinTwoYears(at('2023-03-01'), at('2025-03-01')), 'over a leap day')
    assert.ok(!isWithinTwoYears(at('2023-03-01'), at('2025-03-02')))
    assert.ok(!isWithinTwoYears(at('2023-03-01'), new Date(at('2025-03-01').getTime() + 1)))
  })

  test('lies in the past, ends after it begins, and every fault is named', () => {
    const now = at('2026-01-01')
    const faults = (from: string, to: string): string[] => {
      try {
        checkPastSpan({ start_time: at(from), end_time: at(to) }, now)
      } catch (error) {
        assert.ok(error instanceof Problem)
        return error.details.map(detailBody).map(({ parameter, message }) => `${parameter} ${message}`)
      }
      return []
    }
    assert.deepEqual(faults('2024-06-01', '2026-01-01'), [])
    assert.deepEqual(faults('2025-06-01', '2025-06-01'), [])
    assert.deepEqual(faults('2025-06-01', '2025-05-01'), ['end_time must be after start_time'])
    assert.deepEqual(faults('2023-01-01', '2025-06-01'), ['end_time must be at most 24 months after start_time'])
    assert.deepEqual(faults('2026-02-01', '2028-03-01'), [
      'start_time must be in the past',
      'end_time must be in the past',
      'end_time must be at most 24 months after start_time',
    ])
  })
})

test('the line outside the database holds hashes and times, and says nothing of who asked', () => {
  const deletion: Deletion = {
    id: 'd',
    organizationId: 'o',
    kind: 'invitees',
    persons: [Buffer.alloc(2, 0xab)],
    span: null,
    requestedBy: 'somebody',
    requestedAt: at('2026-01-01'),
  }
  const line = writeLine(deletion)
  assert.ok(line.endsWith('}\n') && line.indexOf('\n') === line.length - 1, 'one line')
  assert.deepEqual(JSON.parse(line), {
    id: 'd',
    organization: 'o',
    kind: 'invitees',
    persons: ['abab'],
    requested_at: '2026-01-01T00:00:00.000Z',
  })
  const ofSpan = JSON.parse(
    writeLine({ ...deletion, kind: 'events', persons: [], span: { from: at('2024-01-01'), to: at('2025-01-01') } }),
  )
  assert.deepEqual([ofSpan.start_time, ofSpan.end_time], ['2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'])
})
