import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { legacyScope, mcpScopes, scopes } from '#contract/scopes.ts'
import { explicitScopes, impliedAudience, includes, scopesIn, scopesToRequest } from './scope-request.ts'

const app = { scopes: ['users:read', 'webhooks:write'], isLegacy: false }
const legacy = { scopes, isLegacy: true }
const tool = { scopes: mcpScopes, isLegacy: false }
const either = { scopes: [...scopes, ...mcpScopes], isLegacy: false }

test('scopes are separated by any whitespace, and count once', () => {
  assert.deepEqual(scopesIn(' users:read  users:read\tgroups:read\n'), ['users:read', 'groups:read'])
  assert.deepEqual([scopesIn(undefined), scopesIn(' ')], [[], []])
})

describe('the implied audience of a token', () => {
  const cases: readonly [{ scopes: readonly string[]; isLegacy: boolean }, string[], 'rest' | 'mcp'][] = [
    [app, [], 'rest'],
    [tool, [], 'mcp'],
    [tool, ['default'], 'mcp'],
    [either, [], 'rest'],
    [either, ['mcp:scheduling:read'], 'mcp'],
    [either, ['mcp:scheduling:read', 'unknown'], 'mcp'],
    [either, ['mcp:scheduling:read', 'users:read'], 'rest'],
    [{ scopes: [], isLegacy: false }, [], 'rest'],
  ]
  for (const [client, asked, audience] of cases)
    test(`${client.scopes.length} scopes, asked for ${asked.join(' ') || 'nothing'}: ${audience}`, () =>
      assert.equal(impliedAudience(client, asked), audience))
})

describe('the scopes that a user is asked for', () => {
  const cases: readonly [
    string,
    { scopes: readonly string[]; isLegacy: boolean },
    string[],
    'rest' | 'mcp',
    readonly string[] | undefined,
  ][] = [
    ['nothing named: all of the app', app, [], 'rest', app.scopes],
    ['default: all of the app', app, ['default'], 'rest', app.scopes],
    ['what it has', app, ['webhooks:write'], 'rest', ['webhooks:write']],
    ['what is included in what it has', app, ['webhooks:read'], 'rest', ['webhooks:read']],
    ['the unknown is dropped', app, ['bookings:manage', 'users:read'], 'rest', ['users:read']],
    ['what it has not is dropped', app, ['groups:read', 'users:read'], 'rest', ['users:read']],
    ['default beside known ones: the known ones', app, ['default', 'users:read'], 'rest', ['users:read']],
    ['nothing left', app, ['groups:read'], 'rest', undefined],
    ['nothing known', app, ['bookings:manage'], 'rest', undefined],
    ['nothing for that resource', app, [], 'mcp', undefined],
    ['legacy: everything, by its one name', legacy, [], 'rest', [legacyScope]],
    ['legacy, asked for default', legacy, ['default'], 'rest', [legacyScope]],
    ['legacy, asked for single ones', legacy, ['users:read'], 'rest', ['users:read']],
    ['legacy, for MCP: nothing', legacy, [], 'mcp', undefined],
    ['a tool', tool, [], 'mcp', mcpScopes],
    ['a tool, for the API: nothing', tool, [], 'rest', undefined],
    [
      'only what belongs to the resource',
      either,
      ['users:read', 'mcp:scheduling:read'],
      'mcp',
      ['mcp:scheduling:read'],
    ],
  ]
  for (const [what, client, asked, audience, expected] of cases)
    test(what, () => assert.deepEqual(scopesToRequest(client, asked, audience), expected))
})

test('write includes read, also for MCP; nothing includes anything else', () => {
  assert.ok(includes(['users:read'], 'users:read'))
  assert.ok(includes(['webhooks:write'], 'webhooks:read'))
  assert.ok(includes(['mcp:scheduling:write'], 'mcp:scheduling:read'))
  for (const [given, scope] of [
    ['webhooks:read', 'webhooks:write'],
    ['mcp:scheduling:read', 'mcp:scheduling:write'],
    ['users:read', 'groups:read'],
    ['users:read', 'nonsense'],
  ] as const)
    assert.ok(!includes([given], scope))
})

test('the legacy scope expands to all scopes, in their order; others stay as they are', () => {
  assert.deepEqual(explicitScopes([legacyScope]), scopes)
  const given = ['users:read']
  assert.equal(explicitScopes(given), given)
})
