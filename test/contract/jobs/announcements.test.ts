// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import {
  announceTo,
  type Listener,
  type RecordedFact,
  recordFact,
  silenceFacts,
  system,
  writeActivityLog,
} from '#activity/index.ts'
import { insertJobs } from '#execution/store/jobs.ts'
import { testApp } from '../../support/app.ts'
import { aFounder } from '../../support/cast.ts'
import { countJobs } from '../../support/jobs.ts'
import { putOthersAside } from '../../support/own-work.ts'
import { recordedLog } from '../../support/recorded-log.ts'

const app = await testApp({ isHeard: true })
const { organizationId } = (await aFounder(app)).principal
const { database } = app.context

const record = (tag: string): Promise<void> =>
  database.write((tx) =>
    recordFact(tx, {
      name: 'group.created',
      organizationId,
      actor: system,
      subject: { tag },
      occurredAt: app.clock.now(),
    }),
  )

const announcer = (...listeners: readonly Listener[]) => {
  const log = recordedLog()
  const announce = announceTo(listeners, { database, clock: app.clock, log })
  return {
    log,
    announceAll: async () => {
      await putOthersAside(app)
      while ((await announce()).more);
    },
  }
}

const hearing = (): { heard: string[]; listen: Listener } => {
  const heard: string[] = []
  return {
    heard,
    listen: async (_, facts) =>
      void heard.push(...facts.filter((fact) => fact.organizationId === organizationId).map(tagOf)),
  }
}

const tagOf = ({ subject }: RecordedFact): string => JSON.parse(subject).tag

describe('a fact', () => {
  test('is announced to every listener, once, in order', async () => {
    const [one, two] = [hearing(), hearing()]
    const { announceAll } = announcer(one.listen, two.listen)
    await announceAll()
    one.heard.length = two.heard.length = 0
    for (const tag of ['a', 'b', 'c']) {
      await record(tag)
      app.clock.advance(1)
    }
    await announceAll()
    await announceAll()
    assert.deepEqual(one.heard, ['a', 'b', 'c'])
    assert.deepEqual(two.heard, ['a', 'b', 'c'])
  })

  test('that did not commit is never announced', async () => {
    const { heard, listen } = hearing()
    const { announceAll } = announcer(listen)
    await announceAll()
    heard.length = 0
    const failing = database.write(async (tx) => {
      await recordFact(tx, {
        name: 'group.created',
        organizationId,
        actor: system,
        subject: { tag: 'never' },
        occurredAt: app.clock.now(),
      })
      throw new Error('no')
    })
    await assert.rejects(failing)
    await announceAll()
    assert.deepEqual(heard, [])
  })

  test('that is silent is logged and not announced', async () => {
    const { heard, listen } = hearing()
    const { announceAll } = announcer(listen)
    await announceAll()
    heard.length = 0
    await record('silent')
    app.clock.advance(1)
    await database.write((tx) => silenceFacts(tx, new Date(app.clock.now().getTime() - 1)))
    await record('audible')
    await announceAll()
    assert.deepEqual(heard, ['audible'])
    const logSome = writeActivityLog({ database, clock: app.clock, log: recordedLog() })
    while ((await logSome()).more);
    const logged = await database.reader
      .selectFrom('activity_log')
      .innerJoin('facts', 'facts.id', 'activity_log.fact_id')
      .select(sql<string>`subject ->> 'tag'`.as('tag'))
      .where('activity_log.organization_id', '=', organizationId)
      .where(sql<boolean>`subject ->> 'tag' in ('silent', 'audible')`)
      .orderBy('position')
      .execute()
    assert.deepEqual(
      logged.map(({ tag }) => tag),
      ['silent', 'audible'],
    )
  })

  test('that makes a listener fail leaves nothing behind, delays no other fact, and is announced again later', async () => {
    const { heard, listen } = hearing()
    let isBroken = true
    const kind = `stumble of ${organizationId}`
    const stumbling: Listener = async (tx, facts, now) => {
      for (const fact of facts.filter((one) => one.organizationId === organizationId)) {
        await insertJobs(tx, [{ organizationId, kind, lane: 'none', subjectId: fact.id }], now)
        if (isBroken && tagOf(fact) === 'broken') throw new Error('a mistake')
      }
      await listen(tx, facts, now)
    }
    const { announceAll, log } = announcer(stumbling)
    await announceAll()
    heard.length = 0
    await database.write(async (tx) => void (await tx.deleteFrom('jobs').where('kind', '=', kind).execute()))
    for (const tag of ['before', 'broken', 'after']) {
      await record(tag)
      app.clock.advance(1)
    }
    await announceAll()
    assert.deepEqual(heard, ['before', 'after'])
    assert.equal(await countJobs(database, kind), 2)
    assert.equal(log.lines.filter(({ level }) => level === 'error').length, 1)
    await announceAll()
    assert.equal(heard.length, 2, 'not before its time')
    isBroken = false
    app.clock.advance(60_000)
    await announceAll()
    assert.deepEqual(heard, ['before', 'after', 'broken'])
    assert.equal(await countJobs(database, kind), 3)
  })
})
