// seconds: 26
import assert from 'node:assert/strict'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { runCommand } from '../../../support/command-line.ts'
import { databaseKind } from '../../../support/databases.ts'
import { eventually } from '../../../support/eventually.ts'
import { freePort, newFolder, newInstallation, type Service, startService } from '../../../support/processes.ts'
import { aReceiver } from '../../../support/receiver.ts'

type Settings = Readonly<Record<string, string>>

const receiver = await aReceiver()
const made: string[] = []
after(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))))

const post = async (service: Service, token: string, path: string, body: object) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(service.address + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  assert.ok(answer.status < 300, text)
  return JSON.parse(text).resource
}

/** As an operator copies it: the folder, or the database within its cluster. */
const copyOf = async (settings: Settings): Promise<Settings> => {
  const data = await mkdtemp(join(tmpdir(), 'openslot-copy-'))
  made.push(data)
  await cp(settings.OPENSLOT_DATA ?? '', data, { recursive: true })
  const copy = { ...settings, OPENSLOT_DATA: data, PORT: String(await freePort()) }
  if (databaseKind !== 'postgres') return copy
  const url = new URL(settings.DATABASE_URL ?? '')
  const name = url.pathname.slice(1)
  const client = new pg.Client({ connectionString: process.env.OPENSLOT_TEST_POSTGRES ?? '' })
  await client.connect()
  await client.query(`create database ${name}_copy template ${name}`).finally(() => client.end())
  return { ...copy, DATABASE_URL: Object.assign(url, { pathname: `/${name}_copy` }).href }
}

const detailOf = async (service: Service): Promise<string | undefined> =>
  (await service.ask('/health/ready')).body.detail
const doctor = async (settings: Settings): Promise<string> => (await runCommand(['doctor'], settings)).stdout
const held = /This instance is a copy.*sends nothing until: openslot resume/

describe('a copy of an instance', () => {
  test('sends nothing until it is confirmed, and reports that at start, in doctor and in /health/ready; the original is never held', async () => {
    let original: Settings = {
      ...(await newInstallation()),
      OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8',
      TZ: 'UTC',
      OPENSLOT_LOG_LEVEL: 'info',
    }
    const { stdout } = await runCommand(
      [
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
      ],
      original,
    )
    const { token } = JSON.parse(stdout)
    let service = await startService(original)
    const me = (await service.ask('/users/me', token)).body.resource
    const type = await post(service, token, '/event_types', { name: 'Intro', owner: me.uri, active: true })
    await post(service, token, '/webhook_subscriptions', {
      url: receiver.url,
      events: ['invitee.created'],
      organization: me.current_organization,
      scope: 'organization',
    })
    const { body } = await service.ask(
      `/event_type_available_times?event_type=${type.uri}&start_time=${inDays(1)}&end_time=${inDays(7)}`,
      token,
    )
    const times: string[] = body.collection.map(({ start_time }: { start_time: string }) => start_time)
    const book = (at: Service, place: number) =>
      post(at, token, '/invitees', {
        event_type: type.uri,
        start_time: times[place],
        invitee: { name: 'Demo Invitee', email: 'invitee@client.test', timezone: 'UTC' },
      })
    await book(service, 0)
    await eventually('the original sends', () => receiver.received.length === 1)
    await service.stop()
    const copy = await copyOf(original)

    const clone = await startService(copy)
    await eventually('it says so at start', () => held.test(clone.stderr()))
    assert.match((await detailOf(clone)) ?? '', held)
    assert.match(await doctor(copy), held)
    await book(clone, 1)
    // What never happens cannot be waited for: longer than the worker sleeps between two looks.
    await pause(3_000)
    assert.equal(receiver.received.length, 1, 'nothing is sent')
    await clone.stop()
    assert.match(await doctor(copy), held)

    // Meanwhile, and after a restart, with its folder under another name, and as another machine: the original goes on.
    if (databaseKind !== 'postgres') {
      const moved = join(await newFolder(), 'data')
      await rename(original.OPENSLOT_DATA ?? '', moved)
      original = { ...original, OPENSLOT_DATA: moved }
    }
    for (const index of [2, 3]) {
      service = await startService(original)
      assert.equal(await detailOf(service), undefined)
      assert.doesNotMatch(service.stderr(), held)
      const before = receiver.received.length
      await book(service, index)
      await eventually('the original still sends', () => receiver.received.length === before + 1)
      await service.stop()
    }
    assert.doesNotMatch(await doctor(original), held)

    const again = await startService(copy)
    assert.match((await detailOf(again)) ?? '', held, 'a restart does not confirm it')
    const resumed = await runCommand(['resume'], copy)
    assert.equal(resumed.code, 0, resumed.stderr)
    assert.equal(await detailOf(again), undefined)
    const before = receiver.received.length
    await eventually('it works again', () => again.stderr().includes('this instance sends again'))
    await book(again, 4)
    await eventually('it sends', () => receiver.received.length > before)
    await again.stop()
    const last = await startService(copy)
    assert.equal(await detailOf(last), undefined, 'it is at home now')
    await last.stop()

    assert.equal((await runCommand(['hold'], copy)).code, 0)
    assert.match(await doctor(copy), held)
  })
})

const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000 + (days === 1 ? 0 : -60_000)).toISOString().replace(/\.\d+Z/, 'Z')
