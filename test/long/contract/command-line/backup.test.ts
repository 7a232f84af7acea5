// seconds: 14
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { packageRoot as packageFolder } from '#platform/root.ts'
import { runCommand } from '../../../support/command-line.ts'
import { databaseKind } from '../../../support/databases.ts'
import { eventually } from '../../../support/eventually.ts'
import { newFolder, newInstallation, type Service, startService } from '../../../support/processes.ts'
import { aReceiver } from '../../../support/receiver.ts'

const tag = `zq${randomUUID().slice(0, 8)}`
const receiver = await aReceiver()
receiver.behave(() => 500)

/** Tomorrow week or later, a Tuesday: these services have the real clock. */
const tuesdayAt = (hour: number): string => {
  const day = new Date(Date.now() + 8 * 86_400_000)
  day.setUTCDate(day.getUTCDate() + ((9 - day.getUTCDay()) % 7))
  return `${day.toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00Z`
}

const sendTo = async (service: Service, token: string, path: string, body: object) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(service.address + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: JSON.parse((await answer.text()) || 'null') }
}

const json = async (words: readonly string[], settings: Readonly<Record<string, string>>) => {
  const { code, stdout, stderr } = await runCommand([...words, '--json'], settings)
  return { code, document: JSON.parse(stdout || 'null'), stderr }
}

describe('backup and restore', () => {
  const allowed = { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8', TZ: 'UTC' }
  let old: Readonly<Record<string, string>>
  let fresh: Readonly<Record<string, string>>
  let token = ''
  let organization = ''
  let eventType = ''
  let file = ''
  let archive = ''
  const invitees: Record<string, string> = {}

  const book = async (service: Service, name: string, hour: number) => {
    const invitee = { name, email: `${name.toLowerCase()}.${tag}@client.test`, timezone: 'UTC' }
    return sendTo(service, token, '/invitees', { event_type: eventType, start_time: tuesdayAt(hour), invitee })
  }

  before(async () => {
    old = { ...(await newInstallation()), ...allowed }
    fresh = { ...(await newInstallation()), ...allowed }
    const folder = await newFolder()
    file = join(folder, 'one.backup')
    archive = join(folder, 'one.jsonl')
    const founded = (
      await json(
        ['init', '--name', 'Demo Owner', '--email', 'owner@acme.test', '--organization', 'Acme', '--timezone', 'UTC'],
        old,
      )
    ).document
    token = founded.token
    const service = await startService(old)
    const me = (await service.ask('/users/me', token)).body.resource
    organization = me.current_organization
    eventType = (await sendTo(service, token, '/event_types', { name: 'Intro', owner: me.uri, active: true })).body
      .resource.uri
    const hook = { url: receiver.url, events: ['invitee.created'], organization, scope: 'organization' }
    assert.equal((await sendTo(service, token, '/webhook_subscriptions', hook)).status, 201)
    for (const [name, hour] of [
      ['Stays', 9],
      ['Leaves', 10],
    ] as const) {
      const booked = await book(service, name, hour)
      assert.equal(booked.status, 200, JSON.stringify(booked.body))
      invitees[name] = new URL(booked.body.resource.uri).pathname
    }
    await eventually('the receiver was tried', () => receiver.received.length >= 2)

    // While it runs.
    const made = await json(['backup', '--to', file], old)
    assert.equal(made.code, 0, made.stderr)
    const exported = await json(
      ['export', '--organization', organization.split('/').at(-1) ?? '', '--to', archive],
      old,
    )
    assert.equal(exported.code, 0, exported.stderr)

    // After the backup: it does not know of it.
    const asked = await sendTo(service, token, '/data_compliance/deletion/invitees', {
      emails: [`leaves.${tag}@client.test`],
    })
    assert.equal(asked.status, 202)
    await eventually('it was carried out', async () => {
      // Fewer requests than the limit of this token.
      await pause(200)
      const { status, body } = await service.ask(invitees.Leaves ?? '', token)
      assert.equal(status, 200, `${JSON.stringify(body)} ${service.stderr()}`)
      return body.resource.name === 'Erased'
    })
    await service.stop()
    const from = old.OPENSLOT_DATA ?? ''
    for (const name of ['secret.key', 'deletions.jsonl'])
      await copyFile(join(from, name), join(fresh.OPENSLOT_DATA ?? '', name))
  })

  test('export: one row a line, with a head and an end; nothing that only this instance can read', async () => {
    const lines = (await readFile(archive, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual([lines[0].openslot, lines[0].format, lines[0].name], ['export', 1, 'Acme'])
    const counted: Record<string, number> = {}
    for (const { table } of lines.slice(1, -1)) counted[table] = (counted[table] ?? 0) + 1
    const { end, rows } = lines.at(-1)
    assert.equal(end, true)
    assert.deepEqual(counted, Object.fromEntries(Object.entries(rows).filter(([, count]) => count !== 0)))
    assert.deepEqual([counted.organizations, counted.users, counted.invitees, counted.event_types], [1, 1, 2, 1])
    const text = JSON.stringify(lines)
    assert.match(text, new RegExp(`stays.${tag}`))
    assert.doesNotMatch(text, /password|\\\\x[0-9a-f]{8}|scrypt|"hash"/)
    assert.equal((await stat(archive)).mode & 0o077, 0)
  })

  test('restore: refused with another secret, into a database that holds something, and from a file that is cut off', async () => {
    assert.equal((await stat(file)).mode & 0o077, 0)
    const other = await runCommand(['restore', '--from', file], {
      ...fresh,
      OPENSLOT_SECRET: 'another secret that is long enough too',
    })
    assert.match(other.stderr, /made with another secret/)
    const full = await runCommand(['restore', '--from', file], old)
    assert.match(full.stderr, /This database is not empty/)
    const whole = await readFile(file)
    const cut = `${file}.cut`
    const { gzipSync } = await import('node:zlib')
    const lines = gunzipSync(whole).toString().split('\n')
    await writeFile(cut, gzipSync(lines.slice(0, -3).join('\n')))
    const early = await runCommand(['restore', '--from', cut], fresh)
    assert.match(early.stderr, /is incomplete/)
    const none = await runCommand(['restore', '--from', join(packageFolder, 'package.json')], fresh)
    assert.match(none.stderr, /is not a backup of Openslot/)
    assert.deepEqual([other.code, full.code, early.code, none.code], [1, 1, 1, 1])
  })

  /** With a column that was there then and had to be filled. */
  const asThen = (line: string): string =>
    line.startsWith('facts\t') ? line.replaceAll('"log_at":', '"silent":false,"log_at":') : line

  const restoreOlder = async (): Promise<void> => {
    const older: Readonly<Record<string, string>> = { ...(await newInstallation()), ...allowed }
    await copyFile(join(old.OPENSLOT_DATA ?? '', 'secret.key'), join(older.OPENSLOT_DATA ?? '', 'secret.key'))
    const { gzipSync } = await import('node:zlib')
    const [head = '', ...lines] = gunzipSync(await readFile(file))
      .toString()
      .split('\n')
    const newest = JSON.parse(head).schema
    await writeFile(
      `${file}.older`,
      gzipSync([JSON.stringify({ ...JSON.parse(head), schema: 27 }), ...lines.map(asThen)].join('\n')),
    )
    const restored = await json(['restore', '--from', `${file}.older`], older)
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(
      (await runCommand(['migrate'], older)).stdout,
      new RegExp(`Nothing to do. The database has schema version ${newest}`),
    )
  }
  // On PostgreSQL the database must be empty, and that of an installation for tests has its schema.
  if (databaseKind === 'embedded')
    test('restore: a backup of an older release gets the schema of this one', restoreOlder)

  test('restore: everything is back, what was forgotten since is forgotten, nothing is sent until it is confirmed', async (context) => {
    const began = performance.now()
    const { code, document, stderr } = await json(['restore', '--from', file], fresh)
    assert.equal(code, 0, stderr)
    console.log(`restored ${document.rows} rows in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    assert.equal(document.forgotten, 1)

    receiver.behave(() => 204)
    const sent = receiver.received.length
    const service = await startService(fresh)
    context.after(() => service.stop())
    assert.equal((await service.ask('/users/me', token)).body.resource.email, 'owner@acme.test')
    assert.equal((await service.ask(invitees.Stays ?? '', token)).body.resource.email, `stays.${tag}@client.test`)
    assert.equal((await service.ask(invitees.Leaves ?? '', token)).body.resource.email, 'erased@openslot.invalid')
    const taken = await book(service, 'Late', 9)
    assert.equal(taken.body.details?.[0]?.code, 'already_filled')
    assert.equal((await book(service, 'Meanwhile', 11)).status, 200)
    // What never happens cannot be waited for: longer than the worker sleeps between two looks.
    await pause(1_500)
    assert.equal(receiver.received.length, sent, 'nothing was sent')
    assert.deepEqual(await readdir(join(fresh.OPENSLOT_DATA ?? '', 'mail')).catch(() => []), [])

    const examined = await json(['doctor'], fresh)
    const findings = examined.document.findings as { check: string; verdict: string; message: string }[]
    assert.equal(findings.find(({ check }) => check === 'activity log')?.verdict, 'ok', JSON.stringify(findings))
    assert.equal(findings.find(({ check }) => check === 'sending')?.verdict, 'warning')

    const resumed = await json(['resume'], fresh)
    assert.equal(resumed.code, 0, resumed.stderr)
    assert.ok(resumed.document.dropped >= 1, JSON.stringify(resumed.document))
    assert.match((await runCommand(['resume'], fresh)).stderr, /is not a copy/)
    await eventually('what happened since is sent', () => receiver.received.length > sent)
    // What never happens cannot be waited for: anything else would have been sent with it.
    await pause(300)
    assert.deepEqual(
      receiver.received.slice(sent).map(({ body }) => body.payload.name),
      ['Meanwhile'],
    )
  })

  test('doctor: a byte that was changed in the log is found', async () => {
    if (databaseKind !== 'postgres') return
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: fresh.DATABASE_URL ?? '' })
    await client.connect()
    await client.query("set openslot.rewriting = 'on'")
    await client.query('update facts set subject = subject || \'{"name": "x"}\' where name = \'organization.founded\'')
    await client.end()
    const { code, document } = await json(['doctor'], fresh)
    assert.equal(code, 1)
    assert.match(
      document.findings.find(({ check }: { check: string }) => check === 'activity log').message,
      /what entry 1 tells was changed/,
    )
  })
})
