import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { newInstallation, type Service, startService } from './processes.ts'

/** The whole service, killed in the middle of writes over HTTP, again and again; then everything that was answered with 201 must be there. */
export const killServiceAgainAndAgain = async (rounds: number): Promise<void> => {
  const settings = { ...(await newInstallation()), OPENSLOT_RATE_LIMIT: '1000000' }
  const acknowledged = new Set<string>()
  let token = ''
  let organization = ''
  for (let round = 0; round < rounds; round += 1) {
    const service = await startService(settings, ['start', '--json'])
    if (round === 0) {
      const first = JSON.parse(service.stdout())
      token = first.token
      organization = first.organization.uri
    }
    await writeUntilKilled(service, { token, organization }, acknowledged, round)
  }

  const service = await startService(settings)
  const kept = new Set<string>()
  for (let path: string | null = `/organization_invitations?organization=${organization}&count=100`; path !== null; ) {
    const { body } = await service.ask(path, token)
    for (const { email } of body.collection) kept.add(email)
    path = body.pagination.next_page && new URL(body.pagination.next_page).pathname + new URL(body.pagination.next_page).search
  }
  assert.equal((await service.stop()).code, 0)
  console.log(`${acknowledged.size} writes were acknowledged in ${rounds} lives, ${kept.size} are there`)
  assert.ok(acknowledged.size > rounds * 4, 'writes were under way when it was killed')
  assert.deepEqual(
    [...acknowledged].filter((email) => !kept.has(email)),
    [],
  )
}

const writeUntilKilled = async (
  service: Service,
  { token, organization }: { token: string; organization: string },
  acknowledged: Set<string>,
  round: number,
): Promise<void> => {
  const before = acknowledged.size
  let killed = false
  const writer = async (): Promise<void> => {
    while (!killed) {
      const email = `${randomUUID()}@kept.test`
      const answer = await fetch(`${service.address}/organization_invitations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ organization, email }),
      }).catch(() => undefined)
      if (answer?.status === 201) acknowledged.add(email)
      else assert.ok(killed || answer === undefined, `${answer?.status}`)
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
