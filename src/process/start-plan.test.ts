import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startPlan } from './start-plan.ts'

const embedded = {
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  host: '127.0.0.1',
  port: 3000,
  metricsHost: '127.0.0.1',
  metricsPort: undefined,
}
const postgres = { ...embedded, databaseUrl: 'postgres://pooler/db', databaseDirectUrl: 'postgres://direct/db' }
const only = { server: 'only', migrates: true } as const
const oneOfSeveral = { server: 'one_of_several', migrates: false } as const
const worker = { migrates: false }

describe('what a process takes when it starts', () => {
  test('on the embedded database: the folder and no lock; it migrates, because nobody else could', () => {
    for (const duties of [only, oneOfSeveral]) {
      const { holdsFolder, lock, migrates } = startPlan(embedded, duties)
      assert.deepEqual({ holdsFolder, lock, migrates }, { holdsFolder: true, lock: undefined, migrates: true })
    }
  })

  test('on PostgreSQL: the lock of its kind, past the pooler, and no folder; only the only server migrates', () => {
    for (const [duties, kind, migrates] of [
      [only, 'only', true],
      [oneOfSeveral, 'one_of_several', false],
      [worker, 'worker', false],
    ] as const) {
      const plan = startPlan(postgres, duties)
      assert.deepEqual(plan.lock, { url: 'postgres://direct/db', kind })
      assert.deepEqual([plan.holdsFolder, plan.migrates], [false, migrates], kind)
    }
  })

  test('ports: a server its own, anybody the one of the metrics; one of several workers leaves both to its supervisor', () => {
    const measured = { ...postgres, metricsPort: 9090 }
    const portsOf = (...asked: Parameters<typeof startPlan>) =>
      startPlan(...asked).ports.map(({ setting, port }) => [setting, port])
    assert.deepEqual(portsOf(postgres, oneOfSeveral), [['PORT', 3000]])
    assert.deepEqual(portsOf(measured, oneOfSeveral), [
      ['PORT', 3000],
      ['OPENSLOT_METRICS_PORT', 9090],
    ])
    assert.deepEqual(portsOf(measured, worker), [['OPENSLOT_METRICS_PORT', 9090]])
    assert.deepEqual(portsOf(measured, { ...oneOfSeveral, workers: 4 }), [])
  })
})
