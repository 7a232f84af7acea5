// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { calendarSyncs, loseSilentConnections } from '#calendars/index.ts'
import { Worker } from '#execution/jobs/worker.ts'
import { openMetrics } from '#metrics.ts'
import { resourceOf } from '../../support/answers.ts'
import { connect, hoursOffered } from '../../support/calendars.ts'
import { aFounder } from '../../support/cast.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { anEventType } from '../../support/event-types.ts'
import { putOthersAside } from '../../support/own-work.ts'
import { recordedLog } from '../../support/recorded-log.ts'
import { webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const calendars = ['/home/1/', '/home/2/', '/home/3/', '/home/4/']

/** A host with several calendars that were not read yet. */
const aHost = async () => {
  const server = await aDavStandIn({ calendars })
  const person = await aFounder(app)
  const type = await anEventType(app, person, {
    active: true,
    duration: 60,
    timezone: 'UTC',
    scheduling_rules: { start_time_increment: 60 },
  })
  const connection = await connect(app, person, server)
  const state = async () => resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token })).state
  const reports = () => server.requests.filter((request) => request.startsWith('REPORT'))
  return {
    server,
    person,
    type,
    connection,
    state,
    reports,
    offered: () => hoursOffered(app, person, type, '2026-03-05'),
  }
}

describe('a sync at many calendars', () => {
  test('ends at the first that a server does not answer for, and is tried again later', async () => {
    const { server, state, reports, offered } = await aHost()
    server.intercept((_, response) => void response.writeHead(200).destroy())
    await app.work()
    // The same twice: the first time over a connection that was kept.
    assert.equal(new Set(reports()).size, 1)
    assert.equal(await state(), 'late')
    assert.deepEqual(await offered(), [])
    server.intercept(() => {})
    app.clock.advance(5 * 60_000)
    await app.work()
    assert.equal(await state(), 'fresh')
  })

  test('ends when its time is up, and goes on with those that were not read for longest', async () => {
    const { server, state, reports, offered } = await aHost()
    // So slow is the server: how long a sync may take is what is tested.
    server.intercept(() => pause(100))
    const { database, clock } = app.context
    // A little more than what is kept in reserve: time for one or two of them.
    const kinds = [calendarSyncs({ ...app.context, syncMilliseconds: 5_000 + 50 })]
    let syncs = 0
    const counted = kinds.map((kind) => ({
      ...kind,
      act: (...given: Parameters<typeof kind.act>) => {
        syncs += 1
        return kind.act(...given)
      },
    }))
    await putOthersAside(app)
    await new Worker({ database, clock, log: recordedLog(), kinds: counted }).drain()
    assert.ok(syncs > 1, 'one sync was too short for all')
    assert.deepEqual(
      calendars.filter((path) => !reports().includes(`REPORT ${path}`)),
      [],
    )
    assert.equal(await state(), 'fresh')
    assert.notDeepEqual(await offered(), [])
  })
})

describe('a connection that no job has read for a day', () => {
  test('is lost, whatever became of the job, and is read again', async () => {
    const { person, state, offered } = await aHost()
    await app.work()
    const { database } = app.context
    await database.write((tx) =>
      tx.deleteFrom('jobs').where('organization_id', '=', person.principal.organizationId).execute(),
    )
    assert.notDeepEqual(await offered(), [])
    app.clock.advance(24 * 60 * 60_000)
    while ((await loseSilentConnections(app.context)).more);
    assert.equal(await state(), 'lost')
    assert.deepEqual(await offered(), [])
    const metrics = await openMetrics(app.context)
    const [, age] = /^openslot_calendar_oldest_sync_seconds (\d+)/m.exec(await metrics.text()) ?? []
    assert.ok(Number(age) >= 24 * 60 * 60)
    await app.work()
    assert.equal(await state(), 'fresh')
    app.clock.advance(-24 * 60 * 60_000)
  })
})
