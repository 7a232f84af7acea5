// seconds: 115
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { inContainer, loadImage, newVolume, runContainer } from '../../support/containers.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort, serviceOver } from '../../support/processes.ts'
import { type Made, makeRelease } from '../../support/releases.ts'

const megabytes = 256
const maxCompressed = 60
const [own, other] = process.arch === 'arm64' ? (['arm64', 'amd64'] as const) : (['amd64', 'arm64'] as const)

const printedToken = /Bearer (\S+?)"/

describe('the container image', () => {
  let image: Made

  before(async () => {
    image = await makeRelease('image', own)
    console.log(`the image for ${own}: ${image.megabytes.toFixed(1)} MB compressed (goal: at most ${maxCompressed})`)
    assert.ok(image.megabytes <= maxCompressed)
  })

  test('is the same file when it is made again', async () => {
    assert.equal((await makeRelease('image', own)).digest, image.digest)
  })

  test('is made for the other architecture, too', async () => {
    const { megabytes } = await makeRelease('image', other)
    console.log(`the image for ${other}, which is not run here: ${megabytes.toFixed(1)} MB compressed`)
    assert.ok(megabytes <= maxCompressed)
  })

  test(`runs in ${megabytes} MB, not as root, on a read-only root, and finds its data again`, async () => {
    const settings = { PORT: String(await freePort()) }
    const container = { image: loadImage(image.file), volume: newVolume(), settings, megabytes }
    let token = ''
    for (const start of ['first', 'second']) {
      const began = performance.now()
      const running = runContainer(container)
      const service = await serviceOver(running, settings)
      console.log(`the ${start} start of the image was ready after ${((performance.now() - began) / 1000).toFixed(1)} s`)
      // What the container printed may come after its first answer.
      if (start === 'first') await eventually('the token is printed', () => printedToken.test(service.stdout()))
      token = printedToken.exec(service.stdout())?.[1] ?? token
      assert.equal((await service.ask('/users/me', token)).body.resource.email, 'owner@openslot.test')
      assert.equal(inContainer(running.name, ['/usr/bin/node', '-p', 'process.getuid()']), '10001')
      assert.equal(inContainer(running.name, ['/usr/bin/node', '/app/bin/openslot.mjs', 'health']), 'ready')
      assert.throws(() => inContainer(running.name, ['/usr/bin/node', '-e', 'fs.writeFileSync("/app/new", "")']), /read-only/)
      assert.equal((await service.stop()).code, 0)
    }
  })
})
