// seconds: 12
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clockDifference, clockRefusal } from '#instance/store/clock-difference.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { newPostgresDatabase } from '../../support/databases.ts'
import { aMovedClock, lackingMovedClock } from '../../support/moved-clock.ts'
import { freePort, newInstallation, openslot, startService } from '../../support/processes.ts'

const shifted = (seconds: number) => ({ now: () => new Date(Date.now() + seconds * 1000) })

describe('the clocks of a process and of PostgreSQL', () => {
  test('may be five seconds apart, and no more', async () => {
    const database = openPostgres(await newPostgresDatabase(), () => {})
    for (const seconds of [0, 4, -4]) assert.equal(await clockRefusal(database, shifted(seconds)), undefined)
    assert.match((await clockRefusal(database, shifted(3600))) ?? '', /3600 s ahead of that of PostgreSQL/)
    assert.match((await clockRefusal(database, shifted(-60))) ?? '', /60 s behind that of PostgreSQL/)
    assert.equal(Math.round(await clockDifference(database, shifted(-60))), -60)
    await database.close()
  })

  test('an hour apart: no process starts, the doctor says why, and a running one shows it', {
    skip: lackingMovedClock(),
  }, async () => {
    const clock = await aMovedClock()
    const metrics = await freePort()
    const settings = { ...(await newInstallation()), ...clock.settings, OPENSLOT_METRICS_PORT: String(metrics) }
    const service = await startService(settings, ['start'])
    const shown = async (): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
      return Number(/^openslot_clock_difference_seconds (\S+)/m.exec(text)?.[1])
    }
    assert.ok((await shown()) < 5)
    await clock.set(3600)
    assert.equal(Math.round(await shown()), 3600)
    assert.equal((await service.stop()).code, 0)

    const { code, stderr } = await openslot(['work'], settings)
    assert.equal(code, 1)
    assert.match(stderr, /The clock of this machine is 3600 s ahead of that of PostgreSQL, .+ Set both by NTP/)
    const { findings } = JSON.parse((await openslot(['doctor', '--json'], settings)).stdout)
    assert.equal(findings.find(({ check }: { check: string }) => check === 'clock').verdict, 'wrong')
  })
})
