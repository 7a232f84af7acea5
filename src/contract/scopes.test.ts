import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allows, isMcpScope, isScope, legacyScope, mcpScopes, scopes } from './scopes.ts'

describe('scopes', () => {
  test('are those of the contract, in its order', () => {
    assert.equal(
      scopes.join(' '),
      'availability:read availability:write booking_requests:read booking_requests:write calendars:read calendars:write event_types:read event_types:write locations:read message_rules:read message_rules:write routing_forms:read shares:read shares:write scheduled_events:read scheduled_events:write scheduling_links:write groups:read organizations:read organizations:write users:read users:write activity_log:read data_compliance:write outgoing_communications:read webhooks:read webhooks:write',
    )
    for (const scope of scopes) assert.match(scope, /^[a-z_]+:(read|write)$/)
  })

  test('allow themselves; write includes its read; the one of old includes all; nothing else does', () => {
    for (const granted of scopes) {
      const allowed = scopes.filter((wanted) => allows(new Set([granted]), wanted))
      const expected = scopes.filter(
        (wanted) => wanted === granted || (granted.endsWith(':write') && wanted === granted.replace(':write', ':read')),
      )
      assert.deepEqual(allowed, expected)
    }
    assert.ok(scopes.every((wanted) => allows(new Set([legacyScope]), wanted)))
    assert.ok(!scopes.some((wanted) => allows(new Set(), wanted)))
    assert.ok(
      !scopes.some((wanted) => allows(new Set(['users', 'users:*', '*', 'user:read', 'mcp:scheduling:write']), wanted)),
    )
  })

  test('are distinguished from other words, also from names that every object has', () => {
    for (const scope of scopes) assert.ok(isScope(scope))
    for (const name of [
      legacyScope,
      '',
      'users',
      'contacts:read',
      'contacts:write',
      'meeting_recaps:read',
      'meeting_recaps:write',
      'Users:read',
      'toString',
      'constructor',
      '__proto__',
    ])
      assert.ok(!isScope(name), name)
  })

  test('the one of old is called default: tokens of that time hold the word', () =>
    assert.ok(allows(new Set(['default']), 'users:write')))

  test('of tools are two, and are no scopes of the API', () => {
    assert.deepEqual([...mcpScopes], ['mcp:scheduling:read', 'mcp:scheduling:write'])
    for (const name of mcpScopes) assert.deepEqual([isMcpScope(name), isScope(name)], [true, false])
    for (const name of [...scopes, legacyScope, '', 'mcp', 'mcp:scheduling', 'mcp:scheduling:'])
      assert.ok(!isMcpScope(name), name)
  })
})
