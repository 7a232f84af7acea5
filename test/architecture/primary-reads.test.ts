import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as accounts from '#accounts/index.ts'
import * as oauth from '#oauth/index.ts'

test('lists of tokens, sessions and applications are never read from a replica: what was revoked is gone at once', () => {
  const lists = Object.values({ ...accounts, ...oauth } as Record<string, unknown>)
    .filter(
      (one): one is { name: string; kind: string; fromPrimary?: true } =>
        typeof one === 'object' && one !== null && 'kind' in one && 'run' in one,
    )
    .filter(({ kind }) => kind === 'list' || kind === 'collection')
  assert.ok(lists.length >= 4, `${lists.map(({ name }) => name)}`)
  assert.deepEqual(
    lists.filter(({ fromPrimary }) => !fromPrimary).map(({ name }) => name),
    [],
  )
})
