// on: embedded
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { AppContext } from '#execution/perform.ts'
import { openMetrics } from '#metrics.ts'
import { packageRoot } from '#platform/root.ts'
import { aBooking, tuesday } from '../../support/bookings.ts'
import { aFounder } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { putOthersAside } from '../../support/own-work.ts'
import { aReceiver } from '../../support/receiver.ts'
import { aSubscription, webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()

const withReplica = (age: number | undefined): AppContext => {
  const { database } = app.context
  const replica = {
    reader: database.reader,
    isCurrent: () => false,
    ageMilliseconds: () => age,
    counts: () => ({ served: 0, repeated: 0 }),
    watch: () => {},
  }
  return { ...app.context, database: { ...database, replica } }
}

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
    assert.match(
      await metrics.text(),
      /^openslot_build_info\{version="\d+\.\d+\.\d+",node="[\d.]+",database="(embedded|postgres)"\} 1$/m,
    )
    app.clock.advance(-90_000)
  })

  test('tell messages that were given up from those that were taken', async () => {
    const metrics = await openMetrics(app.context)
    const givenUp = async () =>
      Number(
        /^openslot_jobs_total\{kind="webhook_delivery",outcome="given_up"\} (\d+)$/m.exec(await metrics.text())?.[1] ??
          0,
      )
    const person = await aFounder(app)
    const receiver = await aReceiver()
    receiver.behave(() => 500)
    await aSubscription(app, person, receiver.url, { events: ['event_type.created'] })
    await anEventType(app, person)
    await app.work()
    assert.equal(receiver.received.length, 1)
    assert.equal(await givenUp(), 0)
    app.clock.advance(25 * 3_600_000)
    await app.work()
    assert.equal(await givenUp(), 1)
    app.clock.advance(-25 * 3_600_000)
  })

  test('leave out what cannot be read, in place of a zero that looks well', async () => {
    const lagOf = async (age: number | undefined) => (await openMetrics(withReplica(age))).text()
    assert.match(await lagOf(300), /^openslot_replica_lag_seconds 0\.3$/m)
    assert.doesNotMatch(await lagOf(undefined), /^openslot_replica_lag_seconds /m)
  })

  test('are the only ones that alert rules and the dashboard speak of', async () => {
    const known = new Set(
      [...(await (await openMetrics(withReplica(0))).text()).matchAll(/^# TYPE (\S+) /gm)].map(
        ([, name]) => name ?? '',
      ),
    )
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
