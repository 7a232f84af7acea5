import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { fileIn, runForJson, startService } from './processes.mjs'
import { median } from './rounds.mjs'

const bookers = 4
const goal = 1.2

/** What the receiver of the messages does: nothing at all, not be there, or take one after the other. */
const receivers = ['silent', 'absent', 'answering']

/**
 * How long a booking takes, 95 of 100, while many messages wait, beside the same without them: in turn, in one run, on
 * the same processes.
 */
export const measurePending = async ({ databaseUrl, settings, fillBookings, effort, atEnd }) => {
  const { messages: pending, bookings: bookingsPerRound, warmRounds, rounds, layouts } = effort
  const filled = await runForJson(fillBookings, { ...settings, BENCH_EVENTS: '10000' })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  atEnd(() => client.end())
  const figures = []
  const book = bookingsOf({ token: filled.token, eventTypes: filled.eventTypes, from: Date.UTC(2040, 0, 1) })
  // In one process, or in two: who answers requests, and who sends.
  for (const layout of layouts) {
    const processes = []
    for (const part of layout) {
      processes.push(
        await startService(
          { ...settings, OPENSLOT_RATE_LIMITS: 'off', OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' },
          atEnd,
          part,
        ),
      )
    }
    const address = `http://127.0.0.1:${processes[0].port}`
    await processes[0].untilReady(`${address}/health/ready`)
    for (let warm = 0; warm < warmRounds; warm += 1) await book(address, bookingsPerRound)
    for (const behaviour of receivers) {
      const receiver = await startReceiver(behaviour, atEnd)
      const backlog = await aBacklog({
        client,
        address,
        pending,
        filled,
        baseUrl: settings.OPENSLOT_BASE_URL,
        url: receiver.url,
      })
      figures.push({
        layout: layout.join(' and '),
        receiver: behaviour,
        ...(await compare({ address, backlog, pending, book: () => book(address, bookingsPerRound), rounds })),
      })
      await backlog.clear()
      receiver.stop()
    }
    for (const one of processes) await one.stop()
  }
  return { pending, figures, goal }
}

/**
 * Every other round goes the other way round. Before each, the database has just taken as many messages, which are gone
 * again or not.
 */
const compare = async ({ backlog, pending, book, rounds }) => {
  const took = { without: [], beside: [] }
  let tried = 0
  const without = async () => {
    await backlog.fill()
    await backlog.clear()
    took.without.push(await book())
  }
  const beside = async () => {
    await backlog.fill()
    took.beside.push(await book())
    tried = Math.max(tried, pending - (await backlog.countUntried()))
  }
  for (let round = 0; round < rounds; round += 1)
    for (const one of round % 2 === 0 ? [without, beside] : [beside, without]) await one()
  const at = (name, part) => median(took[name].map((one) => one[part]))
  return {
    tried,
    without: { half: at('without', 'half'), most: at('without', 'most') },
    beside: { half: at('beside', 'half'), most: at('beside', 'most') },
    // Of each pair, which had the same neighbours on the machine.
    rise: median(took.beside.map(({ most }, round) => most / took.without[round].most)),
  }
}

/** A process of its own: its CPU time is not counted as the booking's. */
const startReceiver = async (behaviour, atEnd) => {
  const child = spawn(process.execPath, [fileIn('receiver.mjs'), behaviour], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const stop = () => child.kill('SIGKILL')
  atEnd(async () => stop())
  const [port] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}/`, stop }
}

/** Messages of a subscription that are due, made as the service makes them; they can be taken away and put back. */
const aBacklog = async ({ client, address, pending, filled: { token, organization }, baseUrl, url }) => {
  const answer = await fetch(`${address}/webhook_subscriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    // Of something that does not happen here, so that bookings make no messages of their own.
    body: JSON.stringify({
      url,
      events: ['event_type.deleted'],
      organization: `${baseUrl}/organizations/${organization}`,
      scope: 'organization',
    }),
  })
  if (answer.status !== 201) throw new Error(`There is no subscription: ${answer.status} ${await answer.text()}`)
  const subscription = (await answer.json()).resource.uri.split('/').at(-1)
  const lane = `webhook ${organization} ${new URL(url).host}`
  const clear = async () => {
    await client.query("delete from jobs where lane = $1 and kind = 'webhook_delivery'", [lane])
    await client.query('delete from webhook_deliveries where subscription_id = $1', [subscription])
  }
  return {
    clear,
    fill: async () => {
      await clear()
      await client.query(
        `with made as (
          insert into webhook_deliveries (id, organization_id, subscription_id, fact_id, event, body, status, created_at)
          select gen_random_uuid(), $1, $2, gen_random_uuid(), 'event_type.deleted', $4, 'pending', now() from generate_series(1, $3::integer)
          returning id
        )
        insert into jobs (organization_id, kind, lane, subject_id, run_at, created_at)
        select $1, 'webhook_delivery', $5, id, 'epoch', now() from made`,
        [
          organization,
          subscription,
          pending,
          JSON.stringify({ event: 'event_type.deleted', payload: { filler: 'x'.repeat(1500) } }),
          lane,
        ],
      )
    },
    countUntried: async () =>
      Number((await client.query('select count(*) from jobs where lane = $1 and attempts = 0', [lane])).rows[0].count),
  }
}

/** Books the next free times, a few at once; gives how long one takes, half of them and 95 of 100. */
const bookingsOf = ({ token, eventTypes, from }) => {
  let next = 0
  const one = async (address) => {
    const index = next
    next += 1
    const began = performance.now()
    const answer = await fetch(`${address}/invitees`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        event_type: eventTypes[index % eventTypes.length],
        start_time: new Date(from + Math.floor(index / eventTypes.length) * 300_000).toISOString(),
        invitee: { name: 'Demo Invitee', email: `pending${index}@client.test`, timezone: 'Europe/Stockholm' },
      }),
    })
    if (answer.status !== 200) throw new Error(`A booking was not as expected: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
    return performance.now() - began
  }
  return async (address, count) => {
    const took = []
    let begun = 0
    const booker = async () => {
      while (begun < count) {
        begun += 1
        took.push(await one(address))
      }
    }
    await Promise.all(Array.from({ length: bookers }, booker))
    took.sort((a, b) => a - b)
    return { half: took[count >> 1], most: took[Math.ceil(count * 0.95) - 1] }
  }
}
