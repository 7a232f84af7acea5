// seconds: 35
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { aMember } from '../../support/cast.ts'
import { eventually } from '../../support/eventually.ts'
import { startHaproxy } from '../../support/haproxy.ts'
import { launchCommand, type Running, type Service } from '../../support/processes.ts'
import { aType, booking, open, sendTo, slot, startWorld } from '../../support/races.ts'
import { raw } from '../../support/raw.ts'
import { lacking } from '../../support/requirements.ts'

describe('two serve behind HAProxy, and two work', { skip: lacking('patroni') }, () => {
  test('are restarted one after the other under load: no request fails or has to be sent twice, and everything is announced', async (t) => {
    const world = await startWorld({ servers: 2 })
    const agent = new Agent({ keepAlive: true })
    const startWork = (): Running => launchCommand(['work'], world.settings)
    const works = [startWork(), startWork()]
    t.after(async () => {
      agent.destroy()
      for (const work of works) work.process.kill('SIGTERM')
      await world.stop()
    })
    const { address, countRefused, countUp } = await startHaproxy(
      world.servers.map((server) => Number(new URL(server.address).port)),
    )

    const statuses = new Map<number | string, number>()
    const count = (status: number | string): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1)
    let [running, lastAt, longestGap] = [true, performance.now(), 0]
    const send = async (sending: Parameters<typeof sendTo>[2]): Promise<boolean> =>
      sendTo(address, agent, sending).then(
        ({ status }) => {
          count(status)
          return status < 300
        },
        (error: NodeJS.ErrnoException) => {
          count(error.code ?? error.message)
          return false
        },
      )
    const caller = async (): Promise<void> => {
      const host = await aMember(world.app, world.owner)
      const type = await aType(world, host, open())
      for (let next = 0; running; next += 1) {
        if (await send(booking(type, slot(next, 30), host))) {
          longestGap = Math.max(longestGap, performance.now() - lastAt)
          lastAt = performance.now()
        }
        await send({ address: `GET /scheduled_events?user=${encodeURIComponent(host.uri)}`, token: host.token })
      }
    }
    const callers = Promise.all(Array.from({ length: 4 }, caller))
    for (const index of [0, 1]) {
      const server = world.servers[index] as Service
      await server.stop()
      await world.restart(index)
      const work = works[index] as Running
      work.process.kill('SIGTERM')
      assert.equal((await work.ended).code, 0)
      works[index] = startWork()
      await eventually('HAProxy sees that it is back', async () => (await countUp()) === 2)
    }
    running = false
    await callers
    console.log(
      `each restarted once: ${JSON.stringify(Object.fromEntries(statuses))}, longest gap between bookings ${Math.round(longestGap)} ms`,
    )
    assert.deepEqual([...statuses.keys()], [200])
    // HAProxy hides it from its clients when a server goes without a word; that it never had to shows that each said so
    // first.
    assert.equal(await countRefused(), 0, 'requests were sent to a server that had stopped listening')
    await eventually('everything is announced', async () => {
      const [row] = await raw(
        world.app.context.database.reader,
        sql<{ count: number }>`select count(*)::integer as count from facts where announce_at < now()`,
      )
      return row?.count === 0
    })
    await world.check()
  })
})
