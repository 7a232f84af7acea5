// seconds: 6
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPostgresDatabase } from '../../../support/databases.ts'
import { eventually } from '../../../support/eventually.ts'
import { freePort, launchCommand, newFolder, openslot, startService } from '../../../support/processes.ts'
import { aReceiver } from '../../../support/receiver.ts'

test('a process that only works shows its metrics as well, on the address that the operator names', async () => {
  const port = String(await freePort())
  const settings = {
    DATABASE_URL: await newPostgresDatabase(),
    OPENSLOT_DATA: await newFolder(),
    OPENSLOT_METRICS_PORT: port,
  }
  // Another address of this machine: not the one that they are on if nothing is said.
  const isShown = () =>
    fetch(`http://127.0.0.2:${port}/metrics`).then(
      async (answer) => (await answer.text()).includes('openslot_oldest_due_job_seconds 0'),
      () => false,
    )
  const work = launchCommand(['work'], { ...settings, OPENSLOT_METRICS_HOST: '0.0.0.0' })
  await eventually('they are shown', isShown)
  work.process.kill('SIGTERM')
  assert.equal((await work.ended).code, 0)
})

test('what one process serves, another sends: once each, however many work', async () => {
  const settings = {
    DATABASE_URL: await newPostgresDatabase(),
    OPENSLOT_DATA: await newFolder(),
    OPENSLOT_SECRET: 'a secret that several processes share',
    OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8',
    PORT: String(await freePort()),
  }
  const words = ['init', '--email', 'founder@acme.test', '--name', 'Demo Founder', '--organization', 'Acme', '--json']
  const { token, owner, organization } = JSON.parse((await openslot(words, settings)).stdout)
  const service = await startService(settings, ['serve'])
  const post = (path: string, body: object): Promise<Response> =>
    fetch(service.address + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const receiver = await aReceiver()
  const hook = {
    url: receiver.url,
    events: ['event_type.created'],
    organization: organization.uri,
    scope: 'organization',
  }
  assert.equal((await post('/webhook_subscriptions', hook)).status, 201)
  for (let count = 0; count < 10; count += 1)
    assert.equal((await post('/event_types', { owner: owner.uri, name: `Type ${count}` })).status, 201)
  assert.equal(receiver.received.length, 0, 'who serves does not send')

  const workers = [launchCommand(['work'], settings), launchCommand(['work'], settings)]
  await eventually('all of it was sent', () => receiver.received.length >= 10)
  for (const { process: child } of workers) child.kill('SIGTERM')
  assert.deepEqual(await Promise.all(workers.map(async ({ ended }) => (await ended).code)), [0, 0])
  assert.deepEqual([receiver.received.length, new Set(receiver.received.map(({ id }) => id)).size], [10, 10])
  assert.equal((await service.stop()).code, 0)
})
