import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { readConfig } from './config.ts'
import { WrongSetting } from './setting-forms.ts'
import { type Setting, settings } from './settings.ts'

describe('settings', () => {
  test('have a default each: the embedded database, on this machine only', () => {
    const {
      host,
      port,
      dataFolder,
      databaseUrl,
      redisUrl,
      smtpUrl,
      addresses,
      rateLimits,
      generalRateLimit,
      linkDays,
      metricsPort,
    } = readConfig({})
    assert.deepEqual({ host, port, dataFolder }, { host: '127.0.0.1', port: 3000, dataFolder: resolve('./data') })
    assert.deepEqual(
      { databaseUrl, redisUrl, smtpUrl, metricsPort },
      { databaseUrl: undefined, redisUrl: undefined, smtpUrl: undefined, metricsPort: undefined },
    )
    assert.deepEqual(
      { rateLimits, generalRateLimit, linkDays },
      { rateLimits: true, generalRateLimit: 500, linkDays: 90 },
    )
    const own = 'http://127.0.0.1:3000'
    assert.deepEqual(addresses, { api: own, auth: own, mcp: `${own}/mcp`, site: own })
  })

  test('that are empty or blank count as absent, but for the secret', () => {
    assert.deepEqual(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '', OPENSLOT_RATE_LIMITS: '' }), readConfig({}))
  })

  const addressTable: readonly (readonly [environment: Record<string, string>, api: string, mcp: string])[] = [
    [{ PORT: '8080' }, 'http://127.0.0.1:8080', 'http://127.0.0.1:8080/mcp'],
    [{ PORT: '80' }, 'http://127.0.0.1', 'http://127.0.0.1/mcp'],
    [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:3000', 'http://127.0.0.1:3000/mcp'],
    [{ HOST: '::1' }, 'http://[::1]:3000', 'http://[::1]:3000/mcp'],
    [{ OPENSLOT_BASE_URL: 'https://api.example.com/' }, 'https://api.example.com', 'https://api.example.com/mcp'],
    [{ OPENSLOT_BASE_URL: 'https://example.com/v2/' }, 'https://example.com/v2', 'https://example.com/v2/mcp'],
    [
      { OPENSLOT_BASE_URL: 'https://api.example.com', OPENSLOT_MCP_URL: 'https://mcp.example.com' },
      'https://api.example.com',
      'https://mcp.example.com',
    ],
  ]

  test('for addresses follow one another, and none ends with a slash', () => {
    for (const [environment, api, mcp] of addressTable) {
      const { addresses } = readConfig(environment)
      assert.deepEqual({ api: addresses.api, mcp: addresses.mcp }, { api, mcp })
    }
  })

  test('name whom mail is from: somebody, an address alone, or the host of the booking pages', () => {
    const from = (environment: Record<string, string>) => readConfig(environment).mailFrom
    assert.deepEqual(from({ OPENSLOT_MAIL_FROM: 'Example <hello@example.com>' }), {
      name: 'Example',
      address: 'hello@example.com',
    })
    assert.deepEqual(from({ OPENSLOT_MAIL_FROM: '"Example, Inc." <hello@example.com>' }), {
      name: 'Example, Inc.',
      address: 'hello@example.com',
    })
    assert.deepEqual(from({ OPENSLOT_MAIL_FROM: 'hello@example.com' }), {
      name: 'Openslot',
      address: 'hello@example.com',
    })
    assert.deepEqual(from({ OPENSLOT_SITE_URL: 'https://book.example.com' }), {
      name: 'Openslot',
      address: 'no-reply@book.example.com',
    })
    assert.deepEqual(from({}), { name: 'Openslot', address: 'no-reply@localhost' })
  })

  const wrong: readonly (readonly [name: string, value: string])[] = [
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['HOST', '300.1.1.1'],
    ['HOST', 'http://127.0.0.1'],
    ['DATABASE_URL', 'mysql://localhost/openslot'],
    ['DATABASE_URL', 'openslot'],
    ['REDIS_URL', 'http://localhost'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com?secure=true'],
    ['SMTP_URL', 'smtps://mail.example.com?requireTLS=yes'],
    ['OPENSLOT_MAIL_FROM', 'no-reply'],
    ['OPENSLOT_MAIL_FROM', 'a@example.com, b@example.com'],
    ['OPENSLOT_MAIL_FROM', 'Example <a@example.com> <b@example.com>'],
    ['OPENSLOT_BASE_URL', 'api.example.com'],
    ['OPENSLOT_BASE_URL', 'https://api.example.com/?x=1'],
    ['OPENSLOT_BASE_URL', 'https://api.example.com/#x'],
    ['OPENSLOT_BASE_URL', 'https://someone@api.example.com'],
    ['OPENSLOT_AUTH_URL', 'http://auth.example.com'],
    ['OPENSLOT_RATE_LIMITS', 'yes'],
    ['OPENSLOT_RATE_LIMIT', '0'],
    ['OPENSLOT_RATE_LIMIT', 'many'],
    ['OPENSLOT_MAIL_FILE_DAYS', '91'],
    ['OPENSLOT_LINK_DAYS', '0'],
    ['OPENSLOT_LINK_DAYS', '36501'],
    ['OPENSLOT_LINK_DAYS', '1.5'],
    ['OPENSLOT_METRICS_PORT', 'metrics'],
    ['OPENSLOT_TRUSTED_PROXIES', 'proxy'],
    ['OPENSLOT_TRUSTED_PROXIES', '10.0.0.1, 10.0.0.0/40'],
    ['OPENSLOT_OUTBOUND_ALLOW', 'localhost'],
    ['OPENSLOT_OUTBOUND_ALLOW', '10.0.0.0/8,10.0.0.0/33'],
    ['OPENSLOT_OUTBOUND_ALLOW', 'fd00::/8/1'],
    ['OPENSLOT_SECRET', 'short'],
    ['OPENSLOT_SECRET', ''],
    ['OPENSLOT_SECRET', '   '],
  ]

  test('that cannot be used are refused with a sentence that names them', () => {
    for (const [name, value] of wrong) {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) =>
          error instanceof WrongSetting && error.message.startsWith(name) && error.message.length > name.length + 20,
        `${name}=${value}`,
      )
    }
  })

  const pairs: readonly (readonly [environment: Record<string, string>, refusal: RegExp])[] = [
    [
      { OPENSLOT_DATABASE_DIRECT_URL: 'postgres://a@host/b' },
      /^OPENSLOT_DATABASE_DIRECT_URL is set without DATABASE_URL\. Set both/,
    ],
    [
      { OPENSLOT_DATABASE_REPLICA_URL: 'postgres://a@host/b' },
      /^OPENSLOT_DATABASE_REPLICA_URL is set without DATABASE_URL\. Set DATABASE_URL/,
    ],
    [
      { OPENSLOT_SECRET: 'a'.repeat(32), OPENSLOT_SECRET_FILE: '/run/secrets/openslot' },
      /are both set\. Unset one of them/,
    ],
    [
      { OPENSLOT_METRICS_HOST: '0.0.0.0' },
      /^OPENSLOT_METRICS_HOST is set without OPENSLOT_METRICS_PORT.* Set both or neither\./,
    ],
    [
      { PORT: '9464', OPENSLOT_METRICS_PORT: '9464' },
      /^PORT and OPENSLOT_METRICS_PORT are both 9464\. Use different ports/,
    ],
    [{ OPENSLOT_OIDC_ISSUER: 'https://id.acme.test' }, /belong together: set all or none/],
    [{ OPENSLOT_OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' }, /the accounts of everybody/],
    [{ OPENSLOT_OIDC_DOMAINS: 'acme.test,acme' }, /"acme" is none/],
    [{ OPENSLOT_GOOGLE_CLIENT_ID: 'a' }, /belong together: set both or neither/],
    [{ OPENSLOT_ZOOM_CLIENT_SECRET: 'a' }, /OPENSLOT_ZOOM_CLIENT_ID and OPENSLOT_ZOOM_CLIENT_SECRET belong together/],
  ]

  test('that do not go together are refused, with a sentence that says what to set', () => {
    for (const [environment, message] of pairs)
      assert.throws(() => readConfig(environment), { name: 'WrongSetting', message })
  })

  test('can be written as their examples show', () => {
    for (const [name, { form, example }] of Object.entries<Setting>(settings)) form.read(name, example, example)
  })

  test('have a default that can be written, or words that say what happens without them, never both', () => {
    for (const [name, { byDefault, otherwise }] of Object.entries<Setting>(settings))
      assert.ok((byDefault === undefined) !== (otherwise === undefined), `${name} says one of the two`)
  })

  test('that look like ours and are none are named, and nothing else is', () => {
    const environment = { OPENSLOT_RATELIMIT: '5', OPENSLOT_TEST_REQUIRE: 'redis', OPENSLOT_LOG: 'warn', PATH: '/bin' }
    assert.deepEqual(readConfig(environment).settings.unknown, ['OPENSLOT_RATELIMIT'])
  })

  test('never show a secret when they are refused', () => {
    for (const [name, value] of [
      ['DATABASE_URL', 'mysql://someone:hunter2@host/x'],
      ['OPENSLOT_SECRET', 'hunter2'],
      ['SMTP_URL', 'mail://x:hunter2@host'],
    ] as const) {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) => error instanceof WrongSetting && !error.message.includes('hunter2'),
      )
    }
  })
})
