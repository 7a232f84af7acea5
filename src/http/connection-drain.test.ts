import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type FastifyInstance, fastify } from 'fastify'
import { ConnectionDrain } from './connection-drain.ts'
import type { Readiness } from './health.ts'

const listening = async (notice: { watchedMilliseconds: number; unwatchedMilliseconds: number }) => {
  const server: FastifyInstance = fastify({ forceCloseConnections: 'idle' })
  server.get('/', async () => 'answered')
  server.post('/', async () => 'answered')
  const readiness: Readiness = { accepting: true }
  const departure = new ConnectionDrain(server, readiness, 1, notice)
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  return { address, readiness, departure }
}

describe('a server that leaves', () => {
  test('takes new connections for a while longer when somebody asks regularly whether it is ready', async () => {
    const { address, readiness, departure } = await listening({ watchedMilliseconds: 400, unwatchedMilliseconds: 0 })
    for (let asked = 0; asked < 3; asked += 1) readiness.onReady?.()
    const leaving = departure.leave(5_000)
    assert.equal(readiness.accepting, false)
    await pause(150)
    const answer = await fetch(address)
    assert.deepEqual([answer.status, answer.headers.get('connection'), await answer.text()], [200, 'close', 'answered'])
    await leaving
    await assert.rejects(fetch(address))
  })

  test('goes at once when it was asked only until it was ready, and nobody is there', { timeout: 10_000 }, async () => {
    const { address, readiness, departure } = await listening({
      watchedMilliseconds: 60_000,
      unwatchedMilliseconds: 60_000,
    })
    readiness.onReady?.()
    await departure.leave(5_000)
    await assert.rejects(fetch(address))
  })

  test('cuts off what does not end in time', { timeout: 10_000 }, async () => {
    const { address, departure } = await listening({ watchedMilliseconds: 0, unwatchedMilliseconds: 0 })
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
      .on('error', () => {})
      .resume()
    socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{')
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    await departure.leave(200)
    await closed
  })
})
