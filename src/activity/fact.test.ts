import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factNames } from './catalogue.ts'
import { actorOf } from './fact.ts'

test('a fact is named after what it happened to, and what happened', () => {
  for (const name of factNames) assert.match(name, /^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/)
})

test('a member did it, or the machine for its operator', () => {
  const principal = { organizationId: 'o', membershipId: 'm', userId: 'u', role: 'owner', plan: 'teams', stage: 'active', scopes: new Set<string>() } as const
  assert.deepEqual(actorOf({ ...principal, via: { kind: 'token', tokenId: 't', clientId: null } }), { type: 'user', membershipId: 'm' })
  assert.deepEqual(actorOf({ ...principal, via: { kind: 'command_line' } }), { type: 'system' })
})
