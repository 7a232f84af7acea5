// seconds: 60
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { freePort, launch, newFolder, serviceOver } from '../../support/processes.ts'
import { type Made, makeRelease } from '../../support/releases.ts'

/** The oldest release of Debian that has the Node we need. */
const suite = 'trixie'

describe('the Debian package', () => {
  let made: Made

  before(async () => {
    made = await makeRelease('deb')
    console.log(`the Debian package: ${made.megabytes.toFixed(1)} MB`)
  })

  test('is the same file when it is made again', async () => {
    assert.equal((await makeRelease('deb')).digest, made.digest)
  })

  test('is installed on a clean Debian, and runs there', async () => {
    const system = join(await newFolder(), 'system')
    run('mmdebstrap', '--quiet', '--variant=apt', '--include=nodejs', suite, system)
    await copyFile(made.file, join(system, 'openslot.deb'))
    run('chroot', system, 'dpkg', '--install', '/openslot.deb')
    const unit = await readFile(join(system, 'usr/lib/systemd/system/openslot.service'), 'utf8')
    assert.match(unit, /^ExecStart=\/usr\/bin\/openslot start$/m)

    // As the unit runs it: as a user who owns nothing but the folder of the service.
    const data = join(system, 'var/lib/openslot')
    await mkdir(data, { mode: 0o700 })
    run('chown', '65534:65534', data)
    const settings = { PORT: String(await freePort()), OPENSLOT_DATA: '/var/lib/openslot', NODE_ENV: 'production' }
    const began = performance.now()
    const service = await serviceOver(
      launch('chroot', ['--userspec=65534:65534', system, '/usr/bin/openslot', 'start'], settings),
      settings,
    )
    console.log(
      `on a clean Debian its first start was ready after ${((performance.now() - began) / 1000).toFixed(1)} s`,
    )
    assert.match(service.stdout(), /Open this link in a browser/)
    assert.equal((await service.stop()).code, 0)
  })

  test('its unit is one that systemd understands, and calls well protected', () => {
    const unit = 'deploy/systemd/openslot.service'
    const report = run('systemd-analyze', 'security', '--offline=true', '--threshold=20', unit)
    console.log(/Overall exposure level.*/.exec(report)?.[0])
  })
})

const run = (program: string, ...words: string[]): string =>
  execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
