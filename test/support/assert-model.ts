import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { TestApp } from './app.ts'
import { runCommands } from './booking-commands.ts'
import { aFounder } from './cast.ts'
import { assertInvariants } from './invariants.ts'

/** A8: so many runs, a few at a time; a failure names its seed and its commands. */
export const assertModel = async (
  app: TestApp,
  { runs, lanes, seed = 20260302 }: { runs: number; lanes: number; seed?: number },
): Promise<void> => {
  const began = performance.now()
  const cpu = process.cpuUsage()
  let booked = 0
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const owner = await aFounder(app)
      const { found, taken } = await runCommands(app, owner, { runs: Math.ceil(runs / lanes), seed: seed + lane })
      booked += taken
      assert.ok(!found.failed, fc.defaultReportMessage(found as never) ?? 'failed')
      await assertInvariants(app.context.database, owner.principal.organizationId)
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `A8: ${runs} runs, ${booked} bookings, in ${((performance.now() - began) / 1000).toFixed(1)} s, of which this process computed ${((user + system) / 1e6).toFixed(1)} s`,
  )
}
