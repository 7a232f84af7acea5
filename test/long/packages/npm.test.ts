// seconds: 40
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { freePort, launch, newFolder, serviceOver } from '../../support/processes.ts'
import { type Made, makeRelease } from '../../support/releases.ts'

describe('the npm package', () => {
  let made: Made

  before(async () => {
    made = await makeRelease('package')
    console.log(`the npm package: ${made.megabytes.toFixed(2)} MB without PGlite (goal: at most 1)`)
  })

  test('is the same file when it is made again', async () => {
    assert.equal((await makeRelease('package')).digest, made.digest)
  })

  test('is installed with one dependency, the embedded database, and `npx openslot start` runs it', async () => {
    const folder = await newFolder()
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, made.file], {
      cwd: folder,
      stdio: 'pipe',
    })
    const { packages: installed } = JSON.parse(
      await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8'),
    )
    assert.deepEqual(Object.keys(installed), ['node_modules/@electric-sql/pglite', 'node_modules/openslot'])

    const settings = { PORT: String(await freePort()), OPENSLOT_DATA: await newFolder() }
    for (const start of ['first', 'second']) {
      const began = performance.now()
      const service = await serviceOver(
        launch(join(folder, 'node_modules', '.bin', 'openslot'), ['start'], settings),
        settings,
      )
      console.log(
        `the ${start} start of the program that npx runs was ready after ${((performance.now() - began) / 1000).toFixed(1)} s`,
      )
      assert.equal((await fetch(`${service.address}/docs/guides/oauth`)).status, 200)
      await service.stop()
    }
  })
})
