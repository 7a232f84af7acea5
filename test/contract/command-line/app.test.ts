// seconds: 4
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { scopes } from '#contract/scopes.ts'
import { runCommand } from '../../support/command-line.ts'
import { newInstallation, type Service, startService } from '../../support/processes.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a document.
type Json = any

describe('openslot app', () => {
  let settings: Readonly<Record<string, string>>
  let service: Service
  const words = async (...given: string[]): Promise<Json> => {
    const { code, stdout, stderr } = await runCommand([...given, '--json'], settings)
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const refused = async (...given: string[]): Promise<string> => {
    const { code, stderr } = await runCommand(given, settings)
    assert.notEqual(code, 0)
    return stderr
  }
  const statusWith = async (client_id: string, client_secret: string): Promise<number> =>
    (
      await fetch(`${service.address}/oauth/introspect`, {
        method: 'POST',
        body: new URLSearchParams({ client_id, client_secret, token: 'x' }),
      })
    ).status
  before(async () => {
    settings = await newInstallation()
    await runCommand(
      ['init', '--email', 'founder@acme.test', '--name', 'Demo Founder', '--organization', 'Acme'],
      settings,
    )
    service = await startService(settings)
  })

  test('create shows the client id, the secret and the webhook signing key, once; list shows neither secret', async () => {
    const { client_id, client_secret, webhook_signing_key, resource } = await words(
      ...[
        'app',
        'create',
        '--name',
        'Reporting',
        '--redirect-uri',
        'https://app.test/callback',
        '--scopes',
        'users:read groups:read',
      ],
    )
    assert.match(client_secret, /^openslot_cs_[0-9A-Za-z]{40}$/)
    assert.match(webhook_signing_key, /^[\w-]{43}$/)
    const { created_at, updated_at, ...rest } = resource
    assert.equal(created_at, updated_at)
    assert.deepEqual(rest, {
      client_id,
      name: 'Reporting',
      redirect_uris: ['https://app.test/callback'],
      scope: 'users:read groups:read',
      public: false,
      legacy: false,
      require_pkce: true,
      owner: 'founder@acme.test',
    })
    assert.equal(await statusWith(client_id, client_secret), 200)
    const { collection } = await words('app', 'list')
    assert.deepEqual(collection, [resource])
    const { stdout } = await runCommand(['app', 'list'], settings)
    assert.ok(stdout.includes(client_id) && !stdout.includes(client_secret) && !stdout.includes(webhook_signing_key))
  })

  test('rotate ends the old secret at once, delete the application', async () => {
    const made = await words(
      'app',
      'create',
      '--name',
      'Rotating',
      '--redirect-uri',
      'https://app.test/callback',
      '--scopes',
      'users:read',
    )
    const rotated = await words('app', 'rotate', '--client-id', made.client_id)
    assert.equal(rotated.client_id, made.client_id)
    assert.notEqual(rotated.webhook_signing_key, made.webhook_signing_key)
    assert.deepEqual(
      [await statusWith(made.client_id, made.client_secret), await statusWith(made.client_id, rotated.client_secret)],
      [401, 200],
    )
    assert.deepEqual(await words('app', 'delete', '--client-id', made.client_id), { deleted: made.client_id })
    assert.equal(await statusWith(made.client_id, rotated.client_secret), 401)
    assert.match(await refused('app', 'delete', '--client-id', made.client_id), /No app of "Acme" has the client ID/)
    assert.match(await refused('app', 'rotate', '--client-id', 'nonsense'), /No app of "Acme" has the client ID/)
  })

  test('the kinds: public, legacy, without PKCE; and what cannot be', async () => {
    const create = (...more: string[]) =>
      words(
        'app',
        'create',
        '--name',
        'Kind',
        '--redirect-uri',
        'http://127.0.0.1/callback app.test.kind:/back',
        ...more,
      )
    const open = await create('--public', '--scopes', 'users:read')
    assert.deepEqual([open.client_secret, open.resource.public, open.resource.redirect_uris.length], [null, true, 2])
    const old = await words(
      ...[
        'app',
        'create',
        '--name',
        'Old',
        '--redirect-uri',
        'https://app.test/callback',
        '--legacy',
        '--no-require-pkce',
        '--email',
        'founder@acme.test',
      ],
    )
    assert.deepEqual(
      [old.resource.legacy, old.resource.require_pkce, old.resource.scope],
      [true, false, scopes.join(' ')],
    )
    const wrong = (...more: string[]) => refused('app', 'create', '--name', 'Wrong', ...more)
    const uri = ['--redirect-uri', 'https://app.test/callback']
    assert.match(await wrong(...uri), /--scopes/)
    assert.match(await wrong(...uri, '--scopes', 'users:everything'), /users:everything is not a scope/)
    assert.match(
      await wrong(...uri, '--scopes', 'users:read', '--public', '--no-require-pkce'),
      /cannot be turned off for a public app/,
    )
    assert.match(
      await wrong('--redirect-uri', 'http://app.test/callback', '--scopes', 'users:read'),
      /must start with https/,
    )
    assert.match(
      await wrong('--redirect-uri', 'app.test.kind:/back', '--scopes', 'users:read'),
      /must start with https/,
    )
  })
})
