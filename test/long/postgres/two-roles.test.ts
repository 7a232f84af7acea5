// seconds: 9
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { packageRoot } from '#platform/root.ts'
import { type Cluster, lackingBinaries, startCluster } from '../../support/cluster.ts'
import { runCommand } from '../../support/command-line.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort, launchCommand, newFolder, startService } from '../../support/processes.ts'

/**
 * What the documents tell the operator to run: the first block as a superuser, the second as the owner of the tables.
 */
const documentedSql = async (): Promise<readonly [string[], string[]]> => {
  const text = await readFile(join(packageRoot, 'docs', 'operations.md'), 'utf8')
  const section = text.slice(text.indexOf('## The activity log'))
  const [asSuperuser = '', asOwner = ''] = [...section.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, block]) => block)
  const statements = (block: string): string[] => block.split(';\n').filter((statement) => statement.trim() !== '')
  return [statements(asSuperuser), statements(asOwner)]
}

describe('the two roles of the documents', { skip: lackingBinaries }, () => {
  let cluster: Cluster
  const urlOf = (role: string): string => cluster.url.replace('openslot@', `${role}@`)
  const asRole = async <Row extends object>(role: string, ...statements: readonly string[]): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: urlOf(role) })
    await client.connect()
    try {
      let rows: Row[] = []
      for (const statement of statements) ({ rows } = await client.query<Row>(statement))
      return rows
    } finally {
      await client.end()
    }
  }

  before(async () => {
    cluster = await startCluster({ fsync: 'on' })
    // The documents begin with nothing.
    await cluster.query('drop database openslot')
    await cluster.query('drop role openslot')
  })
  after(() => cluster?.close())

  test('the service books, announces and forgets; its role can neither change nor delete an entry, nor switch off what guards them', async () => {
    const [asSuperuser, asOwner] = await documentedSql()
    assert.deepEqual([asSuperuser.length, asOwner.length], [3, 7])
    for (const statement of asSuperuser) await cluster.query(statement)
    const common = {
      OPENSLOT_DATA: await newFolder(),
      OPENSLOT_SECRET: 'a secret that several processes share',
      OPENSLOT_ALLOW_UNSAFE_DATABASE: 'off',
      PORT: String(await freePort()),
    }
    const settings = { ...common, DATABASE_URL: urlOf('openslot') }
    const tooEarly = await runCommand(['doctor'], settings)
    assert.match(tooEarly.stdout + tooEarly.stderr, /may not create tables/)
    const migrated = await runCommand(['migrate'], { ...common, DATABASE_URL: urlOf('openslot_owner') })
    assert.equal(migrated.code, 0, migrated.stderr)
    await asRole('openslot_owner', ...asOwner)

    const made = await runCommand(
      ['init', '--email', 'founder@acme.test', '--name', 'Demo Founder', '--organization', 'Acme', '--json'],
      settings,
    )
    assert.equal(made.code, 0, made.stderr + made.stdout)
    const { token, owner } = JSON.parse(made.stdout)
    const service = await startService(settings, ['serve'])
    const worker = launchCommand(['work'], settings)
    const send = async (method: string, path: string, body?: object) => {
      const answer = await fetch(path.startsWith('http') ? path : service.address + path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
    }
    try {
      const type = (
        await send('POST', '/event_types', { owner: owner.uri, name: 'Intro call', duration: 30, active: true })
      ).body.resource
      const from = new Date(Date.now() + 86_400_000)
      const window = `start_time=${from.toISOString()}&end_time=${new Date(from.getTime() + 6 * 86_400_000).toISOString()}`
      const [slot] = (await send('GET', `/event_type_available_times?event_type=${type.uri}&${window}`)).body.collection
      const invitee = { name: 'Demo Invitee', email: 'invitee@client.test', timezone: 'Europe/Lisbon' }
      assert.equal(
        (await send('POST', '/invitees', { event_type: type.uri, start_time: slot.start_time, invitee })).status,
        200,
      )
      const sealed = async () =>
        (await asRole<{ n: number }>('openslot', 'select count(*)::integer as n from activity_log'))[0]?.n ?? 0
      await eventually('the booking is in the log', async () => (await sealed()) >= 3)
      assert.equal((await send('POST', '/data_compliance/deletion/invitees', { emails: [invitee.email] })).status, 202)
      const emptied = async () =>
        (
          await asRole<{ n: number }>('openslot', 'select count(*)::integer as n from activity_log where salt is null')
        )[0]?.n ?? 0
      await eventually('the invitee is forgotten', async () => (await emptied()) > 0)
      const verified = await runCommand(['activity', 'verify'], settings)
      assert.match(verified.stdout, /as it was written/, verified.stderr)
      assert.equal(verified.code, 0)

      const rewriting = "select set_config('openslot.rewriting', 'on', false)"
      for (const attempt of [
        'delete from activity_log',
        'delete from facts',
        "update activity_log set action = 'Nothing'",
        'update activity_log set hash = sha256(hash)',
        'update activity_log set subject_digest = sha256(subject_digest)',
        "update facts set name = 'group.deleted'",
        "update facts set occurred_at = occurred_at + interval '1 second'",
        'truncate activity_log',
        'alter table activity_log disable trigger all',
        'drop trigger activity_log_stays on activity_log',
        'drop table activity_log cascade',
        "create or replace function refuse_rewriting() returns trigger language plpgsql as 'begin return new; end'",
        "insert into schema_migrations (version, name) values (999, 'none')",
      ]) {
        await assert.rejects(asRole('openslot', rewriting, attempt), /permission denied|must be owner/, attempt)
      }
      await asRole('openslot', rewriting, "update facts set subject = '{}'")
      const shown = await runCommand(['activity', 'verify'], settings)
      assert.match(
        shown.stdout,
        /what entry \d+ tells was changed/,
        'what may be emptied shows when nobody asked for it',
      )
      assert.equal(shown.code, 1)
    } finally {
      worker.process.kill('SIGTERM')
      await worker.ended
      await service.stop()
    }
  })
})
