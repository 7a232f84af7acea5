import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { SourceFault } from '../source-fault.ts'
import { maxPages, SourceClient } from './source-client.ts'

test('a list whose pages never end is given up', async () => {
  let requests = 0
  const body = Buffer.from(JSON.stringify({ collection: [{}], pagination: { next_page_token: 'again' } }))
  const outgoing = {
    send: async () => {
      requests += 1
      return { kind: 'answered', status: 200, headers: {}, body, isWhole: true }
    },
  } as unknown as Outgoing
  const client = new SourceClient({ outgoing, source: 'https://other.test', token: 'token', workMilliseconds: 60_000 })
  await assert.rejects(
    client.all('/groups', {}, z.object({})),
    (error: Error) => error instanceof SourceFault && error.remark.code === 'source_endless',
  )
  assert.equal(requests, maxPages)
})
