// seconds: 20
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { readConfig } from '#platform/config.ts'
import { packageRoot } from '#platform/root.ts'
import { newPostgresDatabase } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { aMailServer } from '../../support/mail-server.ts'
import { freePort, launch, newFolder, newInstallation, openslot, startService } from '../../support/processes.ts'

interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly depends_on?: Readonly<Record<string, unknown>>
}

const folder = join(packageRoot, 'deploy', 'compose')
const files = ['embedded.yaml', 'postgres.yaml', 'caddy.yaml']
const read = async (
  name: string,
): Promise<{ readonly services: Record<string, Service>; readonly volumes: Record<string, unknown> }> =>
  parse(await readFile(join(folder, name), 'utf8'), { merge: true })

describe('the compose files', () => {
  test('name this release, settings that there are, commands that there are, and volumes and services that they declare', async () => {
    const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8'))
    const { known } = readConfig({}).settings
    for (const file of files) {
      const { services, volumes } = await read(file)
      const own = Object.values(services).filter(({ image }) => image.startsWith('openslot'))
      assert.ok(own.length > 0)
      for (const service of own) {
        assert.equal(service.image, `openslot:${version}`)
        assert.deepEqual(
          Object.keys(service.environment ?? {}).filter((name) => !known.includes(name)),
          [],
        )
        assert.ok(service.read_only && service.cap_drop?.includes('ALL'))
        if (service.command) assert.equal((await openslot([...service.command, '--help'], {})).code, 0)
      }
      for (const { volumes: mounted = [], depends_on: needed = {} } of Object.values(services)) {
        for (const name of Object.keys(needed)) assert.ok(name in services, name)
        for (const name of mounted.map((mount) => mount.split(':')[0] ?? '')) {
          if (name.startsWith('.')) await readFile(join(folder, name))
          else assert.ok(name in volumes, name)
        }
      }
    }
  })

  test('keep all data on volumes: every volume is mounted, and what a service writes is on one, also what was forgotten, which a restore needs', async () => {
    const places = { openslot: '/data', work: '/data', postgres: '/var/lib/postgresql/data' }
    for (const file of files) {
      const { services, volumes } = await read(file)
      const mounts = Object.values(services).flatMap(({ volumes: mounted = [] }) =>
        mounted.map((mount) => mount.split(':')[0]),
      )
      assert.deepEqual(
        Object.keys(volumes).filter((name) => !mounts.includes(name)),
        [],
        file,
      )
      for (const [name, place] of Object.entries(places))
        if (services[name])
          assert.ok(
            services[name].volumes?.some((mount) =>
              Object.keys(volumes).some((volume) => mount === `${volume}:${place}`),
            ),
            `${name} in ${file}`,
          )
    }
  })

  test('the addresses in them are those of their services, their health is asked by a command that there is, and only a proxy is open to other machines', async () => {
    const caddyfile = await readFile(join(folder, 'Caddyfile'), 'utf8')
    for (const file of files) {
      const { services } = await read(file)
      const own = Object.values(services).filter(({ image }) => image.startsWith('openslot'))
      const named = own.flatMap(({ environment = {} }) =>
        ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL'].flatMap(
          (name) => /(?:@|\/\/)([\w-]+):\d+/.exec(environment[name] ?? '')?.[1] ?? [],
        ),
      )
      const proxied = file === 'caddy.yaml' ? [/reverse_proxy ([\w-]+):3000/.exec(caddyfile)?.[1] ?? 'nothing'] : []
      assert.equal(named.length, file === 'postgres.yaml' ? 9 : 0)
      assert.deepEqual(
        [...named, ...proxied].filter((name) => !(name in services)),
        [],
        file,
      )
      const health = own.flatMap(({ healthcheck }) => (healthcheck ? [healthcheck.test] : []))
      assert.equal(health.length, 1)
      for (const [kind, node, program, ...words] of health) {
        assert.deepEqual([kind, node, program], ['CMD', '/usr/bin/node', '/app/bin/openslot.mjs'])
        assert.equal((await openslot([...words, '--help'], {})).code, 0)
      }
      const open = Object.entries(services).filter(([, { ports = [] }]) =>
        ports.some((port) => !port.startsWith('127.0.0.1:')),
      )
      assert.deepEqual(
        open.map(([name]) => name),
        file === 'caddy.yaml' ? ['caddy'] : [],
      )
    }
  })

  test('postgres.yaml: migrate, then serve and work on PostgreSQL with Redis, and a mail that arrives', async () => {
    const { services } = await read('postgres.yaml')
    const mail = await aMailServer()
    const redis = await freePort()
    launch(
      'redis-server',
      ['--port', String(redis), '--bind', '127.0.0.1', '--save', '', '--dir', await newFolder()],
      {},
    )
    const given = {
      DATABASE_URL: await newPostgresDatabase(),
      REDIS_URL: `redis://127.0.0.1:${redis}`,
      SMTP_URL: mail.url,
      OPENSLOT_SECRET: 'a secret of at least thirty-two characters',
      OPENSLOT_DATA: await newFolder(),
      PORT: String(await freePort()),
    }
    // Each of them is set here as well, but for the address.
    assert.deepEqual(
      Object.keys(services.serve?.environment ?? {}).filter((name) => !(name in given)),
      ['OPENSLOT_BASE_URL'],
    )
    assert.equal((await openslot(services.migrate?.command ?? [], given)).code, 0)
    const made = JSON.parse(
      (
        await openslot(
          ['init', '--email', 'owner@example.com', '--name', 'Demo Owner', '--organization', 'Example', '--json'],
          given,
        )
      ).stdout,
    )
    assert.ok(made)
    const serve = await startService(given, services.serve?.command)
    const work = launch(
      process.execPath,
      [join(packageRoot, 'bin', 'openslot.mjs'), ...(services.work?.command ?? [])],
      given,
    )
    await openslot(['password', 'reset', '--email', 'owner@example.com'], given)
    await eventually('a mail arrives', () => mail.received.length === 1)
    work.process.kill('SIGTERM')
    assert.equal((await work.ended).code, 0)
    await serve.stop()
  })

  test('caddy.yaml: its Caddyfile brings TLS, and pages set cookies that only travel over it', async () => {
    const settings = { ...(await newInstallation()), OPENSLOT_TRUSTED_PROXIES: '127.0.0.1' }
    const port = await freePort()
    const service = await startService({ ...settings, OPENSLOT_BASE_URL: `https://localhost:${port}` })
    const home = await newFolder()
    const given = await readFile(join(folder, 'Caddyfile'), 'utf8')
    // Elsewhere than on the ports of the web, and with a certificate of its own: nobody outside can vouch for this
    // machine.
    const options = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${await freePort()}\n\thttps_port ${port}\n}\n`
    const file = join(home, 'Caddyfile')
    await mkdir(join(home, 'data'), { recursive: true })
    await writeFile(
      file,
      options +
        given.replace('openslot:3000', service.address.replace('http://', '')).replace('{$OPENSLOT_HOST}', 'localhost'),
    )
    const caddy = launch('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      HOME: home,
      XDG_DATA_HOME: join(home, 'data'),
    })
    const ask = (path: string): string =>
      spawnSync('curl', ['--silent', '--insecure', '--include', `https://localhost:${port}${path}`], {
        encoding: 'utf8',
      }).stdout
    await eventually('Caddy answers', () => ask('/health/ready').startsWith('HTTP/2 200'))
    assert.match(ask('/login'), /set-cookie: __Host-/i)
    caddy.process.kill('SIGTERM')
    await caddy.ended
    await service.stop()
  })
})
