// seconds: 2
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Worker } from '#execution/jobs/worker.ts'
import type { Import } from '#imports/import.ts'
import { importing } from '#imports/index.ts'
import { advance } from '#imports/jobs/advance.ts'
import { claimImport, findImport, saveProgress } from '#imports/store/imports.ts'
import { importRemarks } from '../../../../languages/import-remarks.ts'
import { resourceOf } from '../../../support/answers.ts'
import { aBooking, type Booked, hours } from '../../../support/bookings.ts'
import { aCast, type Cast, lastPart } from '../../../support/cast.ts'
import { anEventType } from '../../../support/event-types.ts'
import { assertInvariants } from '../../../support/invariants.ts'
import { type ListeningApp, listeningApp } from '../../../support/listening-app.ts'
import { ownWork } from '../../../support/own-work.ts'
import { raw } from '../../../support/raw.ts'
import { recordedLog } from '../../../support/recorded-log.ts'

// The organization of the outsider imports that of the owner, on the same instance: every id is taken, every address
// has an account elsewhere, and all meetings fall to the outsider, so that they collide.
describe('importing what is on this instance already', () => {
  let source: ListeningApp
  let cast: Cast
  let meetings: Booked[]
  let importUri = ''

  const start = (body: object = {}) =>
    source.app.ask('POST /imports', {
      token: cast.outsider.token,
      body: { kind: 'calendly', url: source.address, token: cast.owner.token, ...body },
    })

  const work = async (): Promise<void> => {
    const { app } = source
    await new Worker({ ...app.context, log: recordedLog(), kinds: [importing(app.context)] }).drain()
  }

  before(async () => {
    source = await listeningApp({ OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' })
    const { app } = source
    cast = await aCast(app)
    const next = hours()
    const at = [next(), next()]
    const [one, other] = [
      await anEventType(app, cast.owner, { active: true }),
      await anEventType(app, cast.admin, { active: true }),
    ]
    meetings = [
      await aBooking(app, cast.owner, one, { start_time: at[0] }),
      await aBooking(app, cast.admin, other, { start_time: at[0] }),
      await aBooking(app, cast.owner, one, { start_time: at[1] }),
    ]
    const started = await start()
    assert.equal(started.status, 202, started.text)
    importUri = started.body.resource.uri
    await work()
  })

  after(() => source.close())

  test('tables that an import filled have statistics when it ends', async () => {
    const [row] = await raw(
      source.app.context.database.reader,
      sql<{ rows: number }>`select reltuples::integer as rows from pg_class where oid = 'import_records'::regclass`,
    )
    assert.ok(row && row.rows > 0, JSON.stringify(row))
  })

  test('meetings that collide are there, marked, and busy time', async () => {
    const { app } = source
    const done = resourceOf(await app.ask(`GET ${importUri}`, { token: cast.outsider.token }))
    assert.equal(done.state, 'finished', JSON.stringify(done))
    const { organizationId } = cast.outsider.principal
    const rows = await app.context.database.reader
      .selectFrom('scheduled_events')
      .select(['collides', 'imported'])
      .where('organization_id', '=', organizationId)
      .execute()
    assert.deepEqual(
      [rows.length, rows.filter(({ collides }) => collides).length, rows.filter(({ imported }) => imported).length],
      [3, 1, 3],
    )
    await assertInvariants(app.context.database, organizationId)
    const facts = await app.context.database.reader
      .selectFrom('facts')
      .select('name')
      .where('organization_id', '=', organizationId)
      .execute()
    assert.deepEqual(
      facts.filter(({ name }) => name.startsWith('invitee') || name.startsWith('event_type')),
      [],
    )
  })

  test('ids that are other ones here resolve, in the path and in a body', async () => {
    const { app } = source
    const [first] = meetings
    const event = resourceOf(await app.ask(`GET ${first?.event}`, { token: cast.outsider.token }))
    assert.notEqual(lastPart(event.uri), first?.eventId)
    const listed = await app.ask(`GET ${first?.event}/invitees`, { token: cast.outsider.token })
    assert.equal(listed.body.collection.length, 1)
    const marked = await app.ask('POST /invitee_no_shows', {
      token: cast.outsider.token,
      body: { invitee: first?.invitee.uri },
    })
    assert.equal(marked.status, 201, marked.text)
    assert.equal(
      (
        await app.ask(`GET ${source.app.context.links.api}/scheduled_events/${randomUUID()}`, {
          token: cast.outsider.token,
        })
      ).status,
      404,
    )
    // The owner has the same id, and sees their own.
    assert.equal(
      lastPart(resourceOf(await app.ask(`GET ${first?.event}`, { token: cast.owner.token })).uri),
      first?.eventId,
    )
  })

  test('a meeting that collides can be canceled, and its time is free then', async () => {
    const { app } = source
    const { organizationId } = cast.outsider.principal
    const colliding = await app.context.database.reader
      .selectFrom('scheduled_events')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('collides', '=', true)
      .executeTakeFirstOrThrow()
    const canceled = await app.ask(`POST /scheduled_events/${colliding.id}/cancellation`, {
      token: cast.outsider.token,
      body: {},
    })
    assert.equal(canceled.status, 200, canceled.text)
    await assertInvariants(app.context.database, organizationId)
  })

  test('200: one is stopped for good, whichever process works on it; what came stays, and started again it goes on from there', async () => {
    const { app } = source
    const { database } = app.context
    const id = lastPart(importUri)
    const stop = (token = cast.outsider.token) => app.ask(`POST ${importUri}/stop`, { token })
    const finished = resourceOf(await app.ask(`GET ${importUri}`, { token: cast.outsider.token }))
    assert.deepEqual(resourceOf(await stop()), finished, 'one that is over stays as it is')
    assert.deepEqual([(await stop(cast.owner.token)).status, (await start()).status], [404, 202])
    await advance(app.context, id, 0)
    const lease = randomUUID()
    assert.ok(await database.write((tx) => claimImport(tx, id, lease)))
    const going = (await findImport(database.reader, cast.outsider.principal.organizationId, id)) as Import
    const stopped = resourceOf(await stop())
    assert.deepEqual([stopped.state, stopped.step, stopped.run], ['failed', going.step, finished.run + 1])
    assert.match(stopped.fault, /^Stopped\. Everything imported so far stays\./)
    assert.equal(
      await database.write((tx) => saveProgress(tx, going, lease, going, app.clock.now())),
      false,
      'the process that works on it can save nothing more',
    )
    await work()
    assert.deepEqual(resourceOf(await app.ask(`GET ${importUri}`, { token: cast.outsider.token })), stopped)
    const { token } = await database.reader
      .selectFrom('imports')
      .select('token')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(token, null)
    const facts = await database.reader
      .selectFrom('facts')
      .select('name')
      .where('organization_id', '=', going.organizationId)
      .execute()
    assert.equal(facts.filter(({ name }) => name === 'import.failed').length, 1)

    assert.deepEqual(
      [(await start()).body.resource].map(({ state, step, run }) => [state, step, run]),
      [['running', stopped.step, stopped.run]],
    )
    await work()
    assert.equal(resourceOf(await app.ask(`GET ${importUri}`, { token: cast.outsider.token })).state, 'finished')
  })

  test('400: a wrong token, a wrong address and a private one are refused with a sentence, before anything is written', async () => {
    const count = async () =>
      (await source.app.ask('GET /imports', { token: cast.outsider.token })).body.collection.length
    const before = await count()
    const wrong = await start({ token: 'nonsense' })
    assert.deepEqual([wrong.status, wrong.body.details[0].parameter], [400, 'token'], wrong.text)
    assert.match(wrong.body.details[0].message, /was rejected. Create a new token/)
    const sentences = {
      'ftp://other.test': /must be the URL of an API, such as/,
      [`${source.address}/docs`]: /is not the URL of a supported API/,
      'http://10.0.0.1': /could not be read. We don’t send requests to this address/,
      'https://nowhere.invalid': /could not be read. We couldn’t find a server at this address/,
    }
    for (const [url, sentence] of Object.entries(sentences)) {
      const answer = await start({ url })
      assert.deepEqual([answer.status, answer.body.details[0].parameter], [400, 'url'], `${url} ${answer.text}`)
      assert.match(answer.body.details[0].message, sentence)
    }
    assert.equal(await count(), before)
  })

  test('403: only owners and admins import, and see imports; 404: another organization', async () => {
    const { app } = source
    const body = { kind: 'calendly', url: source.address, token: cast.owner.token }
    assert.equal((await app.ask('POST /imports', { token: cast.colleague.token, body })).status, 403)
    assert.equal((await app.ask(`GET ${importUri}`, { token: cast.owner.token })).status, 404)
  })

  test('what changed there since is taken over, and said', async () => {
    await source.app.ask(`POST ${meetings[2]?.event}/cancellation`, {
      token: cast.owner.token,
      body: { reason: 'Ill' },
    })
    assert.equal((await start({ take_over: true, invite: true })).status, 202)
    await work()
    const done = resourceOf(await source.app.ask(`GET ${importUri}`, { token: cast.outsider.token }))
    assert.deepEqual([done.state, done.run], ['finished', 3], JSON.stringify(done))
    const { created, changed, unchanged } = done.counts.find(
      ({ kind }: { kind: string }) => kind === 'scheduled_events',
    )
    assert.deepEqual([created, changed, unchanged], [0, 1, 2])
    const event = resourceOf(await source.app.ask(`GET ${meetings[2]?.event}`, { token: cast.outsider.token }))
    assert.deepEqual([event.status, event.cancellation.reason], ['canceled', 'Ill'])
    // Reminders are ours from now on: the meeting that is left is in 23 hours.
    const { organizationId } = cast.outsider.principal
    const reminders = await source.app.context.database.reader
      .selectFrom('reminders')
      .select('due_at')
      .where('organization_id', '=', organizationId)
      .execute()
    assert.equal(reminders.length, 1)
    await assertInvariants(source.app.context.database, cast.outsider.principal.organizationId)
  })

  test('of two that start it at once, one does, and the other is told which is under way', async () => {
    const answers = await Promise.all([start(), start()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 400], answers.map(({ text }) => text).join())
    assert.ok(answers.find(({ status }) => status === 400)?.text.includes(importUri))
    await work()
  })

  test('buffers that are guessed are shown first, and given to the type when somebody says so', async () => {
    const { app } = source
    const { organizationId } = cast.outsider.principal
    await app.context.database.write(async (tx) => {
      await sql`update scheduled_events set buffered_from = starts_at - interval '10 minutes', buffered_to = ends_at + interval '5 minutes' where organization_id = ${organizationId}`.execute(
        tx,
      )
      await sql`update event_types set buffer_before = 0, buffer_after = 0 where organization_id = ${organizationId}`.execute(
        tx,
      )
    })
    const buffers = async () =>
      (
        await app.context.database.reader
          .selectFrom('event_types')
          .select(['buffer_before', 'buffer_after'])
          .where('organization_id', '=', organizationId)
          .execute()
      ).map((row) => `${row.buffer_before} ${row.buffer_after}`)
    const bring = async (body: object) => {
      assert.equal((await start(body)).status, 202)
      await work()
      return resourceOf(await app.ask(`GET ${importUri}`, { token: cast.outsider.token }))
    }
    const shown = await bring({})
    assert.ok(
      shown.remarks.some(
        (one: string) =>
          one.includes('buffers of 10 minutes before and 5 minutes after') && one.includes('apply buffers'),
      ),
      shown.remarks.join(),
    )
    assert.deepEqual([...new Set(await buffers())], ['0 0'])
    await bring({ apply_buffers: true })
    assert.ok((await buffers()).includes('10 5'))
  })

  test('somebody who was erased here does not come back', async () => {
    const { app } = source
    const { organizationId } = cast.outsider.principal
    const email = meetings[0]?.invitee.email
    const held = async () =>
      (
        await app.context.database.reader
          .selectFrom('invitees')
          .select('email')
          .where('organization_id', '=', organizationId)
          .where('email', '=', email)
          .execute()
      ).length
    assert.equal(await held(), 1)
    await app.ask('POST /data_compliance/deletion/invitees', { token: cast.outsider.token, body: { emails: [email] } })
    await (await ownWork(app)).work()
    assert.equal(await held(), 0)
    assert.equal((await start()).status, 202)
    await work()
    const done = resourceOf(await app.ask(`GET ${importUri}`, { token: cast.outsider.token }))
    assert.ok(done.remarks.includes(importRemarks.erased), JSON.stringify(done))
    assert.equal(await held(), 0)
  })

  test('a process that has worked on it long enough lets go, so that another goes on at once', async () => {
    const again = await start()
    assert.equal(again.status, 202, again.text)
    const id = lastPart(again.body.resource.uri)
    assert.deepEqual(await advance(source.app.context, id, 0), { kind: 'more', waitSeconds: 0 })
    assert.equal((await advance(source.app.context, id, 0)).kind, 'more')
    await work()
  })
})
