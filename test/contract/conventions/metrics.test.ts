// on: embedded
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openMetrics } from '#metrics.ts'
import { packageRoot } from '#platform/root.ts'
import { aBooking, tuesday } from '../../support/bookings.ts'
import { aFounder } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { putOthersAside } from '../../support/own-work.ts'
import { webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()

describe('metrics', () => {
  test('say how long the oldest work waits, and what became of the work that was done', async () => {
    const metrics = await openMetrics(app.context)
    const value = async (series: string): Promise<number> =>
      Number(
        (await metrics.text())
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1],
      )
    const person = await aFounder(app)
    const type = await anEventType(app, person, { active: true })
    await aBooking(app, person, type, { start_time: tuesday() })
    await putOthersAside(app)
    app.clock.advance(90_000)
    assert.ok((await value('openslot_oldest_unannounced_fact_seconds')) >= 90)
    await app.work()
    await putOthersAside(app)
    assert.equal(await value('openslot_oldest_unannounced_fact_seconds'), 0)
    assert.equal(await value('openslot_oldest_due_job_seconds'), 0)
    assert.ok((await value('openslot_jobs_total{kind="mail",outcome="done"}')) >= 2)
    assert.match(await metrics.text(), /^openslot_build_info\{version="\d+\.\d+\.\d+",node="[\d.]+",database="(embedded|postgres)"\} 1$/m)
    app.clock.advance(-90_000)
  })

  test('are the only ones that alert rules and the dashboard speak of', async () => {
    const known = new Set([...(await (await openMetrics(app.context)).text()).matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name ?? ''))
    for (const file of ['alerts.yaml', 'dashboard.json']) {
      const text = await readFile(join(packageRoot, 'deploy', 'monitoring', file), 'utf8')
      const used = [...text.matchAll(/\bopenslot_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
      assert.ok(used.length > 5)
      assert.deepEqual(
        used.filter((name) => !known.has(name)),
        [],
        file,
      )
    }
  })
})
