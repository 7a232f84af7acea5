import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { aMember } from './cast.ts'
import type { Flooded, Order } from './flood-process.ts'
import { openProgram } from './programs.ts'
import { aType, booking, figures, open, type Reply, type Sending, sendTo, slot, startWorld } from './races.ts'

export interface PageFlood {
  readonly count: number
  readonly seconds: number
  readonly fromEverywhere: boolean
  readonly servers?: number
}

/**
 * Visitors of one page that has ours in it look at pages and months, more than can be served, while bookings are made
 * through the API (D8).
 */
export const floodPages = async ({ count, seconds, fromEverywhere, servers = 4 }: PageFlood): Promise<void> => {
  const world = await startWorld({
    servers,
    settings: { OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_TRUSTED_PROXIES: '127.0.0.1' },
  })
  const visitors = openProgram('test/support/flood-process.ts')
  try {
    const shop = await aMember(world.app, world.owner)
    const shown = await aType(world, shop, open())
    const { body } = await world.app.ask(`GET ${shown.uri}`, { token: shop.token })
    const path = new URL(body.resource.scheduling_url).pathname
    const paths = [path, `/api/booking/event_types/${shown.id}/months/${monthNow()}?timezone=Europe%2FBerlin`]
    const booker = await aMember(world.app, world.owner)
    const booked = await aType(world, booker, open())

    // A service that has been asked before: what the first requests of a new process cost is not what is looked for.
    for (const { address } of world.servers)
      for (let look = 0; look < 200; look += 1) await (await fetch(address + paths[look % paths.length])).arrayBuffer()

    // A client of the API keeps its connections. libuv accepts one connection in a turn of the event loop, so that one
    // who connects behind two hundred others waits for two hundred turns: that is measured apart.
    for (let index = 0; index < servers; index += 1)
      await world.send(index, { address: 'GET /users/me', token: booker.token })
    const unkept = new Agent({ keepAlive: false })

    const onKept: Reply[] = []
    const onNew: Reply[] = []
    let isOver = false
    let retries = 0
    const book = async (): Promise<void> => {
      for (let index = 0; !isOver; index += 1) {
        const isNew = index % 2 === 1
        const sending = booking(booked, slot(index, 30), booker, { 'idempotency-key': `book ${index}` })
        ;(isNew ? onNew : onKept).push(await insist(index >> 1, sending, isNew))
        // So often do they book: a pace, not a wait.
        await pause(150)
      }
    }
    /** As a careful client does it, who tries again after a 503. All of it is how long it took. */
    const insist = async (index: number, sending: Sending, isNew: boolean): Promise<Reply> => {
      const began = performance.now()
      for (let attempt = 0; ; attempt += 1) {
        const server = world.servers[(index + attempt) % servers] as { readonly address: string }
        const reply = await (isNew ? sendTo(server.address, unkept, sending) : world.send(index + attempt, sending))
        if (reply.status !== 503 || attempt === 100) return { ...reply, milliseconds: performance.now() - began }
        retries += 1
        // A client's own pause before it tries again.
        await pause(100)
      }
    }
    const bookings = book()
    const flood = visitors.start()
    const order: Order = {
      ports: world.servers.map(({ address }) => Number(new URL(address).port)),
      paths,
      count,
      seconds,
      fromEverywhere,
    }
    flood.send(order)
    const flooded = await flood.hear<Flooded>()
    isOver = true
    await bookings
    console.log(`${count} looked within ${flooded.seconds.toFixed(1)} s: ${JSON.stringify(flooded.statuses)}`)
    figures(`bookings meanwhile on kept connections (goal: p99 at most 1000 ms)`, onKept, flooded.seconds)
    figures(`bookings meanwhile, each on a connection of its own`, onNew, flooded.seconds)
    console.log(`${retries} retries after a 503`)
    assert.ok(onKept.length > 0 && onNew.length > 0)
    assert.deepEqual(
      Object.keys(flooded.statuses).filter((status) => !['200', '429', '503'].includes(status)),
      [],
    )
    assert.ok([...onKept, ...onNew].every(({ status }) => status === 200))
    await world.check()
  } finally {
    await visitors.close()
    await world.stop()
  }
}

/** The servers' clock is the machine's own. */
const monthNow = (): string => new Date().toISOString().slice(0, 7)
