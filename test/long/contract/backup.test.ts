// seconds: 120
import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { copyFile, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/db/database.ts'
import { openEmbedded } from '#platform/db/embedded.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { packageRoot } from '#platform/root.ts'
import { eventually } from '../../support/eventually.ts'
import { assertInvariants } from '../../support/invariants.ts'
import { launch, newFolder, newInstallation, openslot, type Running, startService } from '../../support/processes.ts'

type Settings = Readonly<Record<string, string>>

const entries = Number(process.env.BACKUP_ENTRIES ?? 100_000)
const mebibyte = 2 ** 20

const onDatabaseOf = async <T>(
  { DATABASE_URL, OPENSLOT_DATA = '' }: Settings,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const database = DATABASE_URL === undefined ? await openEmbedded(OPENSLOT_DATA) : openPostgres(DATABASE_URL, () => {})
  return work(database).finally(() => database.close())
}

/** Without what the tests note of each transaction: it is a word a fact, and here they are many. */
const anInstallation = async (): Promise<Settings> => {
  const settings = { ...(await newInstallation()), OPENSLOT_RATE_LIMITS: 'off', TZ: 'UTC' }
  await onDatabaseOf(settings, (database) =>
    database.session((session) => session.run('drop trigger test_noted_facts on facts')),
  )
  return settings
}

/** A service's home with one organization and a long history, a kilobyte an entry. */
const aFullInstallation = async (count: number): Promise<{ settings: Settings; token: string }> => {
  const settings = await anInstallation()
  const founding = [
    'init',
    '--name',
    'Demo Owner',
    '--email',
    'owner@acme.test',
    '--organization',
    'Acme',
    '--timezone',
    'UTC',
    '--json',
  ]
  const { stdout, stderr, code } = await openslot(founding, settings)
  assert.equal(code, 0, stderr)
  await onDatabaseOf(settings, (database) =>
    database.session((session) =>
      session.run(`
        set statement_timeout = 0;
        insert into facts (id, organization_id, name, actor_type, subject, occurred_at, announce_at, log_at)
        select gen_random_uuid(), organizations.id, 'group.created', 'system',
          jsonb_build_object('number', number, 'text', repeat(md5(number::text), 32)), now() - number * interval '1 second', null, null
        from organizations cross join generate_series(1, ${count}) as number`),
    ),
  )
  return { settings, token: JSON.parse(stdout).token }
}

/** The most memory a process had, in bytes; looked at until it is gone. */
const peakOf = async ({ pid, ended }: Running): Promise<number> => {
  let peak = 0
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (!isOver) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024)
    // A sample from time to time, as often as costs nothing.
    await pause(50)
  }
  return peak
}

/** With little room for what is garbage already, so that the rest shows. */
const exported = async (settings: Settings, file: string) => {
  const began = performance.now()
  const program = ['--max-semi-space-size=1', join(packageRoot, 'bin', 'openslot.mjs')]
  const running = launch(process.execPath, [...program, 'export', '--to', file, '--json'], settings)
  const peak = await peakOf(running)
  const { code, stdout, stderr } = await running.ended
  assert.equal(code, 0, stderr)
  return {
    peak,
    seconds: (performance.now() - began) / 1000,
    rows: JSON.parse(stdout).tables as Readonly<Record<string, number>>,
  }
}

describe('a long history', () => {
  test(`an export of ${entries} rows holds a handful of them at a time`, async () => {
    const [half, whole] = [await aFullInstallation(entries / 2), await aFullInstallation(entries)]
    const folder = await newFolder()
    const [small, large] = [
      await exported(half.settings, join(folder, 'half.jsonl')),
      await exported(whole.settings, join(folder, 'whole.jsonl')),
    ]
    const [smallSize, size] = await Promise.all(
      ['half', 'whole'].map(async (name) => (await stat(join(folder, `${name}.jsonl`))).size),
    )
    const inMebibytes = (bytes = 0): string => `${Math.round(bytes / mebibyte)} MiB`
    console.log(
      `export of ${entries} rows: ${inMebibytes(size)} in ${large.seconds.toFixed(1)} s, ${inMebibytes(large.peak)} of memory at most; half of it: ${inMebibytes(smallSize)}, ${inMebibytes(small.peak)}`,
    )
    assert.ok((large.rows.facts ?? 0) >= entries)
    let lines = 0
    for await (const line of createInterface({ input: createReadStream(join(folder, 'whole.jsonl')) }))
      if (line.startsWith('{"table":"facts"')) lines += 1
    assert.equal(lines, large.rows.facts)
    assert.ok(
      large.peak - small.peak < ((size ?? 0) - (smallSize ?? 0)) / 2,
      'twice as much to write takes hardly more memory',
    )
  })

  test('B8: a backup under load, restored elsewhere: all that was booked before it, nothing that was booked after it, and nothing by halves', async () => {
    const { settings, token } = await aFullInstallation(entries)
    const service = await startService(settings)
    const me = (await service.ask('/users/me', token)).body.resource
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(service.address + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: answer.status, body: JSON.parse((await answer.text()) || 'null') }
    }
    const rules = { start_time_increment: 5, minimum_notice: 0, booking_window: { type: 'unlimited' } }
    const type = await post('/event_types', {
      name: 'Intro',
      owner: me.uri,
      active: true,
      duration: 5,
      scheduling_rules: rules,
    })
    const eventType = type.body.resource.uri

    const acked: { readonly id: string; readonly from: number; readonly to: number }[] = []
    const statuses = new Map<number, number>()
    let isOver = false
    let slowest = 0
    let number = 0
    const monday = Date.UTC(2027, 0, 4, 9)
    const client = async (): Promise<void> => {
      while (!isOver) {
        const place = number
        number += 1
        const day = Math.floor(place / 90)
        const start = monday + (Math.floor(day / 5) * 7 + (day % 5)) * 86_400_000 + (place % 90) * 300_000
        const from = performance.now()
        const invitee = { name: `Invitee ${place}`, email: `invitee.${place}@client.test`, timezone: 'UTC' }
        const { status, body } = await post('/invitees', {
          event_type: eventType,
          start_time: new Date(start).toISOString(),
          invitee,
        })
        const to = performance.now()
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        slowest = Math.max(slowest, to - from)
        if (status === 200) acked.push({ id: body.resource.uri.split('/').at(-1), from, to })
        // A client's own pause before it tries again.
        else await pause(50)
      }
    }
    const clients = Array.from({ length: 4 }, client)
    const untilBooked = (more: number): Promise<unknown> => {
      const wanted = acked.length + more
      return eventually(`${more} more have booked`, () => acked.length >= wanted)
    }
    await untilBooked(20)
    const file = join(await newFolder(), 'one.backup')
    const began = performance.now()
    const made = await openslot(['backup', '--to', file, '--json'], settings)
    const ended = performance.now()
    assert.equal(made.code, 0, made.stderr)
    await untilBooked(30)
    isOver = true
    await Promise.all(clients)
    await service.stop()
    console.log(
      `backup of ${JSON.parse(made.stdout).rows} rows in ${((ended - began) / 1000).toFixed(1)} s, while ${acked.filter(({ from, to }) => to > began && from < ended).length} booked, the slowest in ${Math.round(slowest)} ms: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
    )
    assert.deepEqual(
      [...statuses.keys()].filter((status) => status !== 200 && status !== 503),
      [],
    )

    const elsewhere = await anInstallation()
    await copyFile(join(settings.OPENSLOT_DATA ?? '', 'secret.key'), join(elsewhere.OPENSLOT_DATA ?? '', 'secret.key'))
    const restoring = performance.now()
    const restored = await openslot(['restore', '--from', file, '--json'], elsewhere)
    assert.equal(restored.code, 0, restored.stderr)
    console.log(`restored in ${((performance.now() - restoring) / 1000).toFixed(1)} s`)
    await onDatabaseOf(elsewhere, async (database) => {
      const rows = await database.reader.selectFrom('invitees').select('id').execute()
      const there = new Set(rows.map(({ id }) => id))
      const before = acked.filter(({ to }) => to < began)
      const after = acked.filter(({ from }) => from > ended)
      assert.ok(before.length > 10 && after.length > 10, `${before.length} before, ${after.length} after`)
      assert.deepEqual([before.filter(({ id }) => !there.has(id)), after.filter(({ id }) => there.has(id))], [[], []])
      await assertInvariants(database)
    })
  })
})
