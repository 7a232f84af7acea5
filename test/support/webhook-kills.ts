import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from './eventually.ts'
import { aMailServer, type MailServer, type ReceivedMail } from './mail-server.ts'
import { newInstallation, type Service, startService } from './processes.ts'
import { aReceiver, type Receiver } from './receiver.ts'

interface Load {
  readonly bookings: number
  readonly refusals: number
  readonly kills: number
}

/**
 * Bookings and refused attempts on a service that is killed meanwhile; then what was delivered is compared with what
 * was booked.
 */
export const killServiceThatDelivers = async ({ bookings, refusals, kills }: Load): Promise<void> => {
  const receiver = await aReceiver()
  const mailServer = await aMailServer()
  const sending = { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8', SMTP_URL: mailServer.url }
  const settings = { ...(await newInstallation()), OPENSLOT_RATE_LIMITS: 'off', ...sending }
  let service = await startService(settings, ['start', '--json'])
  const { token, owner, organization } = JSON.parse(service.stdout())
  const post = async (
    path: string,
    body: object,
  ): Promise<{ status: number; body: Record<string, Record<string, string>> } | undefined> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    try {
      const answer = await fetch(service.address + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: answer.status, body: (await answer.json()) as Record<string, Record<string, string>> }
    } catch {
      return undefined // It was killed meanwhile: whether it was done is not known.
    }
  }
  const eventType = String(
    (await post('/event_types', { owner: owner.uri, name: 'Short call', duration: 5, active: true, reminders: [] }))
      ?.body.resource?.uri,
  )
  const hook = { url: receiver.url, events: ['invitee.created'], organization: organization.uri, scope: 'organization' }
  assert.equal((await post('/webhook_subscriptions', hook))?.status, 201)
  const slots = await openSlots(service, token, eventType, bookings)

  const refused = { count: 0 }
  const book = async (start_time: string, email: string): Promise<number | undefined> => {
    const answer = await post('/invitees', {
      event_type: eventType,
      start_time,
      invitee: { name: 'Demo Invitee', email, timezone: 'Europe/Lisbon' },
    })
    if (answer?.status === 400) refused.count += 1
    return answer?.status
  }
  // What a kill left open is tried again in the next life: so all of it is booked in the end.
  const waiting = [...slots]
  const taken: string[] = []
  for (let life = 0; life <= kills; life += 1) {
    let isKilled = false
    const caller = async (): Promise<void> => {
      for (let start_time = waiting.shift(); start_time !== undefined; start_time = waiting.shift()) {
        const status = await book(start_time, `invitee.${start_time}@client.test`.replaceAll(':', ''))
        if (status === undefined) waiting.push(start_time)
        else taken.push(start_time)
        for (let count = 0; count < refusals / bookings && !isKilled; count += 1)
          await book(taken[count % Math.max(1, taken.length)] ?? start_time, 'late@client.test')
        if (isKilled) return
      }
    }
    const callers = Promise.all(Array.from({ length: 4 }, caller))
    if (life === kills) {
      await callers
      break
    }
    // At another moment of its work each time, and never when all of it is done.
    const left = Math.floor((slots.length * (kills - life)) / (kills + 1))
    while (waiting.length > left) await pause(5)
    await pause((life * 37) % 150)
    service.process.kill('SIGKILL')
    isKilled = true
    await Promise.all([callers, service.ended])
    service = await startService(settings)
  }
  // Those that a kill swallowed.
  while (refused.count < refusals) await book(taken[0] ?? '', 'late@client.test')
  const { repeats, booked } = await compare(service, token, organization.uri, receiver, mailServer)
  console.log(
    `${booked} were booked, ${refused.count} attempts refused, ${receiver.received.length} messages came, ${repeats} of them again, with ${kills} kills; ${mailServer.received.length} mails`,
  )
  assert.equal(booked, bookings)
  if (kills === 0) assert.deepEqual([repeats, mailServer.received.length], [0, 2 * bookings])
}

/** Gives how much was booked, and how many messages came more than once. */
const compare = async (
  service: Service,
  token: string,
  organization: string,
  receiver: Receiver,
  mailServer: MailServer,
): Promise<{ repeats: number; booked: number }> => {
  const booked = new Set<string>()
  for (let path: string | null = `/scheduled_events?organization=${organization}&count=100`; path !== null; ) {
    const { body } = await service.ask(path, token)
    for (const { uri } of body.collection) booked.add(uri)
    path =
      body.pagination.next_page &&
      new URL(body.pagination.next_page).pathname + new URL(body.pagination.next_page).search
  }
  const announced = () => new Set(receiver.received.map(({ body }) => String(body.payload.event)))
  await eventually(
    'everything that was booked is announced',
    () => [...booked].every((uri) => announced().has(uri)),
    300_000,
  )
  // By mail too: to the invitee and the host, for each booking.
  const ids = (mails: readonly ReceivedMail[]) => new Set(mails.map(({ messageId }) => messageId)).size
  const invitees = () => mailServer.received.filter(({ envelopeTo }) => envelopeTo[0]?.startsWith('invitee.'))
  const isMailed = () => ids(invitees()) === booked.size && ids(mailServer.received) === 2 * booked.size
  await eventually('everybody who booked has mail, and their host', isMailed, 300_000)
  assert.ok(mailServer.received.every(({ envelopeTo }) => envelopeTo[0] !== 'late@client.test'))
  await service.stop()
  assert.deepEqual(
    [...announced()].filter((uri) => !booked.has(uri)),
    [],
    'nothing is announced that was not booked',
  )
  const idsOf = new Map<string, Set<string>>()
  for (const { id, body } of receiver.received)
    idsOf.set(body.payload.event, (idsOf.get(body.payload.event) ?? new Set()).add(id))
  assert.deepEqual(
    [...idsOf].filter(([, all]) => all.size !== 1),
    [],
    'a repeat has the same id',
  )
  return { repeats: receiver.received.length - booked.size, booked: booked.size }
}

/** The first so many openings, week by week. */
const openSlots = async (service: Service, token: string, eventType: string, count: number): Promise<string[]> => {
  const slots: string[] = []
  for (let week = 0; slots.length < count; week += 1) {
    const at = (days: number): string => new Date(Date.now() + 3_600_000 + days * 86_400_000).toISOString()
    const query = new URLSearchParams({ event_type: eventType, start_time: at(week * 7), end_time: at(week * 7 + 7) })
    const { status, body } = await service.ask(`/event_type_available_times?${query}`, token)
    assert.equal(status, 200, JSON.stringify(body))
    slots.push(...body.collection.map(({ start_time }: { start_time: string }) => start_time))
    assert.ok(week < 9, `only ${slots.length} openings`)
  }
  return slots.slice(0, count)
}
