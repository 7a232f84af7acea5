import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actorOf, factNames } from './fact.ts'

test('a fact is named once: what it happened to, and what happened', () => {
  assert.equal(new Set(factNames).size, factNames.length)
  for (const name of factNames) assert.match(name, /^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/)
})

test('a member did it, or the machine for its operator', () => {
  const principal = { organizationId: 'o', membershipId: 'm', userId: 'u', role: 'owner', plan: 'teams', stage: 'active', scopes: new Set<string>() } as const
  assert.deepEqual(actorOf({ ...principal, via: { kind: 'token', tokenId: 't', clientId: null } }), { type: 'user', membershipId: 'm' })
  assert.deepEqual(actorOf({ ...principal, via: { kind: 'command_line' } }), { type: 'system' })
})
