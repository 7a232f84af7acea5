import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { openEmbedded } from '#platform/db/embedded.ts'
import { assertInvariants } from './invariants.ts'
import { newInstallation, type Service, startService } from './processes.ts'
import { slot } from './races.ts'

interface Caller {
  readonly token: string
  readonly user: string
  readonly eventType: string
}

/**
 * The whole service on the embedded database, killed in the middle of bookings over HTTP, again and again; then
 * everything that was answered with 200 must be there, and nothing that must never be so is.
 */
export const killServiceAgainAndAgain = async (rounds: number): Promise<void> => {
  const settings: Readonly<Record<string, string>> = { ...(await newInstallation()), OPENSLOT_RATE_LIMITS: 'off' }
  const acknowledged = new Set<string>()
  const readyAfter: number[] = []
  let caller: Caller | undefined
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    const service = await startService(settings, ['start', '--json'])
    readyAfter.push(Math.round(performance.now() - began))
    caller ??= await anEndlessType(service)
    await bookUntilKilled(service, caller, acknowledged, round)
  }
  if (!caller) return

  const service = await startService(settings)
  const kept = new Set<string>()
  for (
    let path: string | null = `/scheduled_events?user=${encodeURIComponent(caller.user)}&status=active&count=100`;
    path !== null;
  ) {
    const { body } = await service.ask(path, caller.token)
    for (const { uri } of body.collection) kept.add(uri)
    path =
      body.pagination.next_page &&
      new URL(body.pagination.next_page).pathname + new URL(body.pagination.next_page).search
  }
  assert.equal((await service.stop()).code, 0)
  console.log(
    `${acknowledged.size} bookings were acknowledged in ${rounds} lives, ${kept.size} are there; ready after ${readyAfter.join(', ')} ms`,
  )
  assert.ok(acknowledged.size > rounds * 4, 'bookings were under way when it was killed')
  assert.deepEqual(
    [...acknowledged].filter((uri) => !kept.has(uri)),
    [],
  )
  const database = await openEmbedded(settings.OPENSLOT_DATA ?? '')
  await assertInvariants(database).finally(() => database.close())
}

/** A type of the founder that can be booked without end. */
export const anEndlessType = async (service: Service): Promise<Caller> => {
  const { token } = JSON.parse(service.stdout())
  const user = (await service.ask('/users/me', token)).body.resource.uri
  const answer = await fetch(`${service.address}/event_types`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      owner: user,
      name: 'Intro call',
      duration: 5,
      active: true,
      timezone: 'UTC',
      scheduling_rules: { start_time_increment: 5, minimum_notice: 0, booking_window: { type: 'unlimited' } },
    }),
  })
  assert.equal(answer.status, 201)
  const { resource } = (await answer.json()) as { resource: { uri: string } }
  return { token, user, eventType: resource.uri }
}

let next = 0

const bookUntilKilled = async (
  service: Service,
  { token, eventType }: Caller,
  acknowledged: Set<string>,
  round: number,
): Promise<void> => {
  const before = acknowledged.size
  let killed = false
  const writer = async (): Promise<void> => {
    while (!killed) {
      const mine = next++
      const answer = await fetch(`${service.address}/invitees`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          event_type: eventType,
          start_time: slot(mine, 5),
          invitee: { name: 'Demo Invitee', email: `invitee.${mine}@client.test`, timezone: 'Europe/Paris' },
        }),
      }).catch(() => undefined)
      if (answer?.status === 200) {
        const body = (await answer.json().catch(() => undefined)) as { resource: { event: string } } | undefined
        if (body) acknowledged.add(body.resource.event)
      } else assert.ok(killed || answer === undefined, `${answer?.status}`)
    }
  }
  const writers = Promise.all([writer(), writer(), writer(), writer()])
  while (acknowledged.size < before + 8) await pause(5)
  // At another moment of its work each time.
  await pause((round * 37) % 150)
  killed = true
  service.process.kill('SIGKILL')
  await Promise.all([writers, service.ended])
}
