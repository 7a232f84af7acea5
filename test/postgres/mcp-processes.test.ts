// seconds: 2
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { aBooking } from '../support/bookings.ts'
import { aFounder } from '../support/cast.ts'
import { anEventType } from '../support/event-types.ts'
import { listeningApp } from '../support/listening-app.ts'
import { mcpTokenOf, say } from '../support/mcp.ts'

const settings = { DATABASE_URL: process.env.OPENSLOT_TEST_DATABASE as string }

test('a client of 2025 is asked by one process and answers another: its yes arrives, and no other client can give it', async () => {
  const { app, address, close } = await listeningApp(settings)
  const other = await testApp({ settings: { ...settings, OPENSLOT_BASE_URL: address } })
  try {
    const owner = await aFounder(app)
    const booked = await aBooking(app, owner, await anEventType(app, owner, { active: true }), {
      start_time: '2026-03-05T10:00:00Z',
    })
    const token = await mcpTokenOf(app, owner)
    const begin = async (as: string): Promise<string> => {
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'old', version: '1' },
      }
      return String((await say(app, as, 'initialize', params, { era: 'legacy' })).headers['mcp-session-id'])
    }
    const session = await begin(token)
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
      'mcp-session-id': session,
    }
    const params = { name: 'meetings-cancel_event', arguments: { uri: booked.event } }
    const call = await fetch(`${address}/mcp`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    const messages = messagesIn(call)
    const question = (await messages.next()).value
    assert.equal(question.method, 'elicitation/create')

    const answer = (as: string, number: string, inSession: string, action = 'accept') =>
      other.ask('POST /mcp', {
        token: as,
        headers: { accept: headers.accept, 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': inSession },
        body: { jsonrpc: '2.0', id: number, result: { action, content: { confirm: true } } },
      })
    const isCanceled = async () =>
      (await app.ask(`GET ${booked.event}`, { token: owner.token })).body.resource.status === 'canceled'
    assert.equal((await answer(token, 'none', session)).status, 400, 'no question of ours')
    const stranger = await mcpTokenOf(app, await aFounder(app))
    assert.equal((await answer(stranger, question.id, session)).status, 404)
    // It arrives before the yes, and would be taken for the answer.
    assert.equal((await answer(stranger, question.id, await begin(stranger), 'decline')).status, 202)
    assert.equal(await isCanceled(), false)

    assert.equal((await answer(token, question.id, session)).status, 202)
    const { result } = (await messages.next()).value
    assert.equal(result.isError, undefined, JSON.stringify(result))
    assert.equal(await isCanceled(), true)
  } finally {
    await Promise.all([close(), other.server.close()])
  }
})

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a message.
async function* messagesIn({ body }: Response): AsyncGenerator<any, any> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1]
      if (data) yield JSON.parse(data)
    }
  }
}
