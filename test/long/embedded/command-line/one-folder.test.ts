// seconds: 26
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runCommand } from '../../../support/command-line.ts'
import { freePort, newFolder, newInstallation, openslot, startService } from '../../../support/processes.ts'

describe('one data folder', () => {
  test('serves one process: a second start is refused with the pid of the first, on the same port or another', async () => {
    const settings = await newInstallation()
    const first = await startService(settings)
    const elsewhere = { ...settings, PORT: String(await freePort()) }
    const attempts = await Promise.all([
      openslot(['start'], settings),
      openslot(['start'], elsewhere),
      openslot(['serve'], elsewhere),
      openslot(['migrate'], settings),
    ])
    for (const { code, stdout, stderr } of attempts) {
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
      assert.equal(
        stderr,
        `error: The data folder ${settings.OPENSLOT_DATA} is in use by process ${first.pid}. Stop that process first, or set OPENSLOT_DATA to another folder.\n`,
      )
    }
    assert.equal((await first.ask('/health/ready')).status, 200)
    await first.stop()
  })

  test('waits for a command that holds it, instead of refusing to start', async () => {
    const settings = await newInstallation()
    const command = openslot(
      ['init', '--email', 'founder@acme.test', '--name', 'Demo Founder', '--organization', 'Acme', '--json'],
      settings,
    )
    const service = await startService(settings)
    const { code, stdout } = await command
    assert.equal(code, 0, stdout)
    assert.equal((await service.ask('/users/me', JSON.parse(stdout).token)).status, 200)
    await service.stop()
  })

  test('is made from nothing by the first start, for its owner only', async () => {
    const settings = { PORT: String(await freePort()), OPENSLOT_DATA: join(await newFolder(), 'new', 'data') }
    const service = await startService(settings)
    assert.match(service.stdout(), /^ +curl -H "Authorization: Bearer openslot_pat_/m)
    assert.equal((await runCommand(['doctor', '--json'], settings)).code, 0)
    await service.stop()
  })

  test('is let go within the promised time even when a request never ends', async () => {
    const service = await startService(await newInstallation())
    const hanging = connect(Number(new URL(service.address).port), '127.0.0.1').on('error', () => {})
    hanging.write(
      'POST /organization_invitations HTTP/1.1\r\nhost: a\r\nauthorization: Bearer x\r\ncontent-length: 10\r\nexpect: 100-continue\r\n\r\n{',
    )
    // The service asks for the rest of the request, so it has begun.
    const [answer] = await once(hanging, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 100/)
    const began = performance.now()
    const { code } = await service.stop()
    console.log(`stopped in ${((performance.now() - began) / 1000).toFixed(1)} s with a request that never ends`)
    assert.equal(code, 0)
    hanging.destroy()
  })
})
