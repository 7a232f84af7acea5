// seconds: 150
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { packageRoot } from '#platform/root.ts'
import {
  type Container,
  copyFrom,
  imageWith,
  inContainer,
  loadImage,
  newVolume,
  podmanSettings,
  runContainer,
} from '../../support/containers.ts'
import { buildEarlierProgram, lackingEarlierRelease } from '../../support/earlier-release.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort, newFolder, type Service, serviceOver } from '../../support/processes.ts'
import { slot } from '../../support/races.ts'
import { type Made, makeRelease } from '../../support/releases.ts'
import { anEndlessType } from '../../support/service-kills.ts'

const megabytes = 256
const maxCompressed = 60
const [own, other] = process.arch === 'arm64' ? (['arm64', 'amd64'] as const) : (['amd64', 'arm64'] as const)

const printedToken = /Bearer (\S+?)"/

describe('the container image', () => {
  let image: Made
  let loaded: string

  before(async () => {
    image = await makeRelease('image', own)
    loaded = loadImage(image.file)
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
    const container = { image: loaded, volume: newVolume(), settings, megabytes }
    let token = ''
    for (const start of ['first', 'second']) {
      const began = performance.now()
      const running = runContainer(container)
      const service = await serviceOver(running, settings)
      console.log(
        `the ${start} start of the image was ready after ${((performance.now() - began) / 1000).toFixed(1)} s`,
      )
      if (start === 'first') {
        // What the container printed may come after its first answer.
        await eventually('the token is printed', () => printedToken.test(service.stdout()))
        token = printedToken.exec(service.stdout())?.[1] ?? ''
      }
      assert.equal((await service.ask('/users/me', token)).body.resource.email, 'owner@openslot.test')
      assert.equal(inContainer(running.name, ['/usr/bin/node', '-p', 'process.getuid()']), '10001')
      assert.equal(inContainer(running.name, ['/usr/bin/node', '/app/bin/openslot.mjs', 'health']), 'ready')
      assert.throws(
        () => inContainer(running.name, ['/usr/bin/node', '-e', 'fs.writeFileSync("/app/new", "")']),
        /read-only/,
      )
      assert.equal((await service.stop()).code, 0)
    }
  })

  test('takes over the volume of the release before, with its meetings; and by the backup of then, that release serves them again', {
    skip: lackingEarlierRelease(),
  }, async () => {
    const earlier = imageWith(loaded, await buildEarlierProgram())
    const settings = { PORT: String(await freePort()), OPENSLOT_SECRET: 'a secret for tests that is long enough' }
    const container: Container = { image: earlier, volume: newVolume(), settings, megabytes }
    const start = async (how: Partial<Container>): Promise<Service & { readonly name: string }> => {
      const running = runContainer({ ...container, ...how })
      return { ...(await serviceOver(running, settings)), name: running.name }
    }
    const endOf = (how: Partial<Container>) => runContainer({ ...container, ...how }).ended

    const old = await start({ words: ['start', '--json'] })
    await eventually('the token is printed', () => old.stdout().includes('}'))
    const { token, user, eventType } = await anEndlessType(old)
    const bookWith = async ({ address }: Service, place: number): Promise<void> => {
      const { status } = await fetch(`${address}/invitees`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          event_type: eventType,
          start_time: slot(place, 30),
          invitee: { name: 'Demo Invitee', email: 'invitee@client.test', timezone: 'UTC' },
        }),
      })
      assert.equal(status, 200)
    }
    const startsIn = async (service: Service): Promise<string[]> =>
      (
        await service.ask(`/scheduled_events?user=${encodeURIComponent(user)}&sort=start_time:asc`, token)
      ).body.collection.map((meeting: { start_time: string }) => meeting.start_time)

    await bookWith(old, 0)
    const before = await startsIn(old)
    assert.equal(before.length, 1)
    inContainer(old.name, ['/usr/bin/node', '/program/bin/openslot.mjs', 'backup', '--to', '/data/before.backup'])
    const given = await newFolder()
    copyFrom(old.name, '/data/before.backup', join(given, 'before.backup'))
    for (const path of [given, join(given, 'before.backup')]) await chmod(path, 0o755)
    assert.equal((await old.stop()).code, 0)

    const current = await start({ image: loaded })
    assert.deepEqual(await startsIn(current), before)
    await bookWith(current, 1)
    assert.equal((await startsIn(current)).length, 2)
    assert.equal((await current.stop()).code, 0)

    const refused = await endOf({})
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /newer/)

    const back = { volume: newVolume() }
    const restored = await endOf({ ...back, given, words: ['restore', '--from', '/given/before.backup'] })
    assert.equal(restored.code, 0, restored.stderr)
    const again = await start(back)
    assert.deepEqual(await startsIn(again), before)
    await bookWith(again, 1)
    assert.equal((await again.stop()).code, 0)
  })

  test('is run by a compose program as embedded.yaml says', async (t) => {
    const folder = await newFolder()
    const port = await freePort()
    const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8'))
    const text = await readFile(join(packageRoot, 'deploy', 'compose', 'embedded.yaml'), 'utf8')
    // The image of this run, on a port of its own.
    const own = text.replace(`openslot:${version}`, loaded).replace('127.0.0.1:3000:3000', `127.0.0.1:${port}:3000`)
    assert.ok(own.includes(loaded) && own.includes(`:${port}:3000`))
    await writeFile(join(folder, 'embedded.yaml'), own)
    await writeFile(join(folder, 'containers.conf'), podmanSettings)
    const project = `openslot-test-${process.pid}`
    const env = { ...process.env, CONTAINERS_CONF: join(folder, 'containers.conf') }
    const run = (program: string, ...words: string[]): string =>
      execFileSync(program, words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    const compose = (...words: string[]): string =>
      run('podman-compose', '--project-name', project, '--file', join(folder, 'embedded.yaml'), ...words)
    t.after(() => {
      compose('down', '--volumes')
      run('podman', 'network', 'rm', '--force', `${project}_default`)
    })

    compose('up', '--detach')
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ status }) => status === 200,
        () => false,
      )
    await eventually('it is ready', isReady, 120_000)
    const printed = (): string | undefined => printedToken.exec(compose('logs', 'openslot'))?.[1]
    await eventually('the token is printed', () => printed() !== undefined)
    const askWho = () => fetch(`http://127.0.0.1:${port}/users/me`, { headers: { authorization: `Bearer ${token}` } })
    const token = printed()
    assert.equal((await askWho()).status, 200)
    compose('down')
    compose('up', '--detach')
    await eventually('it is ready again', isReady, 120_000)
    assert.equal((await askWho()).status, 200, 'its volume was kept')
  })
})
