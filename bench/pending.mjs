import { createServer } from 'node:http'
import pg from 'pg'
import { startService } from './processes.mjs'
import { median } from './rounds.mjs'

const pending = 10_000
const bookers = 4
const bookingsPerRound = 200

/**
 * How long a booking takes, 95 of 100, while ten thousand messages wait for a receiver that does not answer, beside the same
 * without them, round by round. `filled` is what fill-bookings.ts gives.
 */
export const measurePending = async ({ databaseUrl, settings, filled, rounds, atEnd }) => {
  const receiver = await silentReceiver(atEnd)
  const service = await startService({ ...settings, OPENSLOT_RATE_LIMITS: 'off', OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' }, atEnd)
  const address = `http://127.0.0.1:${service.port}`
  await service.untilReady(`${address}/health/ready`)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  atEnd(() => client.end())
  const backlog = await aBacklog({ client, address, token: filled.token, organization: filled.organization, baseUrl: settings.OPENSLOT_BASE_URL, receiver })
  const book = bookingsOf({ address, token: filled.token, eventTypes: filled.eventTypes, from: Date.UTC(2040, 0, 1) })
  await book(bookingsPerRound)
  const figures = { without: [], with: [] }
  for (let round = 0; round < rounds; round += 1) {
    await backlog.clear()
    figures.without.push(await book(bookingsPerRound))
    await backlog.fill()
    figures.with.push(await book(bookingsPerRound))
  }
  const left = await backlog.count()
  await backlog.clear()
  await service.stop()
  const [without, beside] = [median(figures.without), median(figures.with)]
  return { pending, left, withoutMilliseconds: without, withMilliseconds: beside, rise: beside / without, goal: 1.2 }
}

/** Takes connections and says nothing. */
const silentReceiver = async (atEnd) => {
  const server = createServer(() => {})
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${server.address().port}`
}

/** Messages of a subscription that are due, made as the service makes them; they can be taken away and put back. */
const aBacklog = async ({ client, address, token, organization, baseUrl, receiver }) => {
  const answer = await fetch(`${address}/webhook_subscriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    // Of something that does not happen here, so that bookings make no messages of their own.
    body: JSON.stringify({ url: receiver, events: ['event_type.deleted'], organization: `${baseUrl}/organizations/${organization}`, scope: 'organization' }),
  })
  if (answer.status !== 201) throw new Error(`There is no subscription: ${answer.status} ${await answer.text()}`)
  const subscription = (await answer.json()).resource.uri.split('/').at(-1)
  const lane = `webhook ${organization} ${new URL(receiver).host}`
  return {
    clear: async () => {
      await client.query("delete from jobs where lane = $1 and kind = 'webhook_delivery'", [lane])
      await client.query('delete from webhook_deliveries where subscription_id = $1', [subscription])
    },
    fill: async () => {
      await client.query(
        `with made as (
          insert into webhook_deliveries (id, organization_id, subscription_id, fact_id, event, body, status, created_at)
          select gen_random_uuid(), $1, $2, gen_random_uuid(), 'event_type.deleted', $4, 'pending', now() from generate_series(1, $3::integer)
          returning id
        )
        insert into jobs (organization_id, kind, lane, subject_id, run_at, created_at)
        select $1, 'webhook_delivery', $5, id, 'epoch', now() from made`,
        [organization, subscription, pending, JSON.stringify({ event: 'event_type.deleted', payload: { filler: 'x'.repeat(1500) } }), lane],
      )
    },
    count: async () => Number((await client.query('select count(*) from jobs where lane = $1', [lane])).rows[0].count),
  }
}

/** Books the next free times, a few at once; gives how long one takes, 95 of 100. */
const bookingsOf = ({ address, token, eventTypes, from }) => {
  let next = 0
  const one = async () => {
    const place = next
    next += 1
    const began = performance.now()
    const answer = await fetch(`${address}/invitees`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        event_type: eventTypes[place % eventTypes.length],
        start_time: new Date(from + Math.floor(place / eventTypes.length) * 300_000).toISOString(),
        invitee: { name: 'Demo Invitee', email: `pending${place}@client.test`, timezone: 'Europe/Stockholm' },
      }),
    })
    if (answer.status !== 200) throw new Error(`A booking was not as expected: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
    return performance.now() - began
  }
  return async (count) => {
    const took = []
    const booker = async () => {
      while (took.length < count) took.push(await one())
    }
    await Promise.all(Array.from({ length: bookers }, booker))
    return took.sort((a, b) => a - b)[Math.ceil(took.length * 0.95) - 1]
  }
}
