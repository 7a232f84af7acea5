import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/db/database.ts'
import { DatabaseAway } from '#platform/db/faults.ts'
import type { Log } from '#platform/log.ts'
import { JobCounts } from './job-counts.ts'
import { type FinishedJob, Settler } from './settler.ts'

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, flush: async () => true }
const leaseSeconds = 0.2

const anOutcome = (): FinishedJob => ({}) as FinishedJob

const aSettler = (writeFirst: () => Promise<() => void>): Settler =>
  new Settler({
    database: { writeFirst } as unknown as Database,
    clock: { now: () => new Date(0) },
    log: silent,
    kinds: [],
    lease: '',
    leaseSeconds,
    jobCounts: new JobCounts(),
    gatherMilliseconds: () => 0,
    onSettled: () => {},
  })

test('an outcome survives an outage that is longer than a lease', async () => {
  let batches = 0
  const settler = aSettler(async () => {
    batches += 1
    await pause(2 * leaseSeconds * 1000)
    if (batches === 1) throw new DatabaseAway(new Error('restarting'))
    return () => {}
  })
  settler.add(anOutcome())
  while (settler.isBusy) await pause(5)
  assert.equal(batches, 2, 'the batch is written again')
})

test('an outcome survives a fault of the database, however long the settler has been at work', async () => {
  let [batches, isAway] = [0, false]
  const writeFirst = async (): Promise<() => void> => {
    batches += 1
    await pause(5)
    if (isAway) {
      isAway = false
      throw new DatabaseAway(new Error('restarting'))
    }
    return () => {}
  }
  const settler = aSettler(writeFirst)

  // One batch after the other, without a pause, for longer than a lease.
  const end = performance.now() + 2 * leaseSeconds * 1000
  while (performance.now() < end) {
    settler.add(anOutcome())
    await pause(1)
  }
  assert.ok(settler.isBusy)
  isAway = true
  settler.add(anOutcome())
  while (isAway) await pause(1)
  const before = batches
  while (settler.isBusy) await pause(5)
  assert.equal(batches, before + 1, 'the batch is written again')
})
