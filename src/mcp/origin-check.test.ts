import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Addresses } from '#platform/config.ts'
import { makeOriginCheck } from './origin-check.ts'

const at = (host: string): Addresses =>
  ({
    mcp: `https://mcp.${host}/mcp`,
    api: `https://api.${host}`,
    auth: `https://auth.${host}`,
    site: `https://${host}`,
  }) as unknown as Addresses

describe('whom the MCP server talks to', () => {
  const check = makeOriginCheck(at('acme.test'), ['https://agent.test'])

  test('programs, and pages of this service or of a named origin', () => {
    for (const origin of [undefined, 'https://mcp.acme.test', 'https://acme.test', 'https://agent.test'])
      assert.equal(check('MCP.acme.test', origin), undefined, origin)
  })

  test('not under another name: a page elsewhere may have had its name lead here', () => {
    assert.match(check('evil.test', undefined) ?? '', /^The host evil\.test is not this server/)
    for (const host of ['evilmcp.acme.test', 'mcp.acme.test.evil.test', 'acme.test'])
      assert.ok(check(host, undefined), host)
    assert.match(check('localhost', undefined) ?? '', /^The host localhost is not/)
  })

  test('not for other pages: neither another port nor a longer name is the same origin', () => {
    for (const origin of [
      'https://evil.test',
      'https://acme.test:8443',
      'https://acme.test.evil.test',
      'null',
      'http://localhost',
    ])
      assert.match(check('mcp.acme.test', origin) ?? '', /^Pages from .+ may not call this server/, origin)
  })

  test('on a loopback address every loopback name and page will do, and no other', () => {
    const local = { mcp: 'http://localhost:3000/mcp', api: 'http://localhost:3000', auth: 'http://localhost:3000' }
    const checkLocal = makeOriginCheck({ ...local, site: 'http://localhost:3000' } as unknown as Addresses, [])
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      assert.equal(checkLocal(host, 'http://127.0.0.1:6274'), undefined)
    assert.ok(checkLocal('127.0.0.1', 'https://evil.test'))
    assert.ok(checkLocal('127.0.0.1.evil.test', undefined))
  })

  test('what is shown of a refused name is short and printable', () => {
    const said = check(`${'a'.repeat(500)}\n`, undefined) ?? ''
    assert.ok(said.length < 400 && !said.includes('\n'))
    assert.match(check('evil\u001b[31m.test', undefined) ?? '', /evil\?\[31m\.test/)
  })
})
