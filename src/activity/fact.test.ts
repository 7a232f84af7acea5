import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factNames } from './catalogue.ts'
import { actorOf } from './fact.ts'

test('a fact is named after its subject and what happened to it', () => {
  for (const name of factNames) assert.match(name, /^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/)
})

test('the actor is a member, or the system for its operator', () => {
  const principal = {
    organizationId: 'o',
    membershipId: 'm',
    userId: 'u',
    role: 'owner',
    plan: 'teams',
    stage: 'active',
    scopes: new Set<string>(),
  } as const
  assert.deepEqual(actorOf({ ...principal, via: { kind: 'token', tokenId: 't', clientId: null } }), {
    type: 'user',
    membershipId: 'm',
  })
  assert.deepEqual(actorOf({ ...principal, via: { kind: 'command_line' } }), { type: 'system' })
})
