// seconds: 3
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aFounder, type Person } from '../../support/cast.ts'
import { listeningApp } from '../../support/listening-app.ts'
import { envelopeOf, mcpTokenOf, modernVersion, resultIn } from '../../support/mcp.ts'

const calls = 200

/** A call over the network, of either era; every third one in a way that the protocol's package answers. */
const ask = async (url: string, token: string, id: number): Promise<{ id: number; uri: string }> => {
  const isModern = id % 2 === 0
  const meta = { ...(isModern ? envelopeOf() : {}), ...(id % 3 === 0 ? { 'openslot.test/long-way': id } : {}) }
  const name = 'users-get_current_user'
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': isModern ? modernVersion : '2025-11-25',
      ...(isModern ? { 'mcp-method': 'tools/call', 'mcp-name': name } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {}, _meta: meta } }),
  })
  const text = await answer.text()
  const body = JSON.parse(text)
  return { id: body.id, uri: resultIn({ status: answer.status, headers: {}, text, body }).body.resource.uri }
}

test('F8: of 200 parallel calls by two clients, with the same numbers, none gets an answer of the other', async () => {
  const { app, address, close } = await listeningApp()
  try {
    const people = await Promise.all([aFounder(app), aFounder(app)])
    const clients = await Promise.all(
      people.map(async (person: Person) => ({ person, token: await mcpTokenOf(app, person) })),
    )
    const asked = Array.from({ length: calls }, (_, number) => ({
      ...(clients[number % 2] as (typeof clients)[0]),
      id: number >> 1,
    }))
    const answers = await Promise.all(
      asked.map(async ({ person, token, id }) => ({ person, id, got: await ask(`${address}/mcp`, token, id) })),
    )
    assert.equal(answers.length, calls)
    assert.deepEqual(
      answers.filter(({ person, id, got }) => got.uri !== person.uri || got.id !== id),
      [],
      'crossed answers',
    )
  } finally {
    await close()
  }
})
