// seconds: 8
// on: embedded
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { aBooking, aSharedType, aTypeAsking, type Booked, hours } from '../../support/bookings.ts'
import { assertSameSides } from '../../support/both-sides.ts'
import { aCast, aGroup, type Cast, inGroup } from '../../support/cast.ts'
import { runCommand } from '../../support/command-line.ts'
import { type FaultyProxy, faultyProxy } from '../../support/faulty-proxy.ts'
import { type ListeningApp, listeningApp } from '../../support/listening-app.ts'
import { newInstallation, startService } from '../../support/processes.ts'
import { aPublishedForm, aSubmission } from '../../support/routing.ts'
import { aSubscription } from '../../support/webhooks.ts'

describe('importing everything from another service', () => {
  let source: ListeningApp
  let proxy: FaultyProxy
  let cast: Cast
  let here: Record<string, string>
  let booked: Booked

  const run = (...words: string[]) => runCommand(words, here)

  before(async () => {
    source = await listeningApp({ OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' })
    const { app } = source
    cast = await aCast(app)
    const { owner, admin, colleague } = cast
    const group = await aGroup(app, owner)
    await inGroup(app, owner, group, { membership: colleague.membershipUri })
    const next = hours()
    const asking = await aTypeAsking(app, owner, { name: 'What about?' })
    const together = await aSharedType(app, owner, 'group', { name: 'Webinar', seats: 5 })
    const either = await aSharedType(app, owner, 'round_robin', { name: 'Either', hosts: [admin, colleague] })
    const form = await aPublishedForm(app, owner)
    await aSubmission(app, form)
    await aSubscription(app, owner, 'https://receiver.test/hook')
    await aBooking(app, owner, asking, {
      start_time: next(),
      questions_and_answers: [{ question: 'What about?', answer: 'Rain' }],
      tracking: { utm_source: 'a' },
    })
    const canceled = await aBooking(app, owner, asking, { start_time: next(), event_guests: ['guest@client.test'] })
    await app.ask(`POST ${canceled.event}/cancellation`, { token: owner.token, body: { reason: 'Ill' } })
    const time = next()
    await aBooking(app, owner, together, { start_time: time })
    const noShow = await aBooking(app, owner, together, { start_time: time })
    await app.ask('POST /invitee_no_shows', { token: owner.token, body: { invitee: noShow.invitee.uri } })
    booked = await aBooking(app, owner, either, { start_time: next() })
    proxy = await faultyProxy(source.address, 20)
    here = {
      ...(await newInstallation()),
      OPENSLOT_RATE_LIMITS: 'off',
      OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8',
      OPENSLOT_IMPORT_TOKEN: owner.token,
    }
  })

  after(async () => {
    await proxy.close()
    await source.close()
  })

  test('nothing is written where it is refused; then both sides list the same, whatever the network did', async () => {
    const dry = await run('import', 'calendly', '--url', proxy.address, '--dry-run', '--json')
    assert.equal(dry.code, 0, dry.stdout)
    assert.equal(JSON.parse(dry.stdout).would_import.counts.scheduled_events, 4)

    const refusals = {
      'must be the URL of an API': await run('import', 'calendly', '--url', 'ftp://other.test'),
      'The token was rejected': await runCommand(['import', 'calendly', '--url', source.address], {
        ...here,
        OPENSLOT_IMPORT_TOKEN: 'wrong',
      }),
      'it isn’t imported: routing forms\\.\n[^]*Nothing was imported. To import the rest, add --partly':
        await runCommand(['import', 'calendly', '--url', source.address], {
          ...here,
          OPENSLOT_IMPORT_TOKEN: cast.colleague.token,
        }),
    }
    for (const [sentence, { code, stderr }] of Object.entries(refusals))
      assert.deepEqual([code, new RegExp(sentence).test(stderr)], [1, true], stderr)
    assert.match((await run('member', 'list')).stderr, /There is no organization yet/)

    const first = await run('import', 'calendly', '--url', proxy.address)
    assert.deepEqual(
      [
        first.code,
        /^Imported from .*[\s\S]*\n\nNext:\n- To sign in .*: openslot sign-in-link\n- The source keeps sending reminders/.test(
          first.stdout,
        ),
      ],
      [0, true],
      first.stdout,
    )

    const again = await run('import', 'calendly', '--url', proxy.address, '--json')
    const { resource: second } = JSON.parse(again.stdout)
    assert.deepEqual([second.state, second.run], ['finished', 2], again.stdout)
    for (const { kind, created, changed, gone } of second.counts)
      assert.deepEqual([created, changed, gone], [0, 0, 0], kind)

    const made = await run('token', 'create', '--email', cast.owner.email, '--name', 'test', '--all-scopes', '--json')
    const token = JSON.parse(made.stdout).token
    const service = await startService(here)
    try {
      const api = async (method: string, path: string, body?: object) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        return (
          await fetch(service.address + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
        ).json()
      }
      const counts = await assertSameSides(
        { address: source.address, token: cast.owner.token },
        { address: service.address, token },
      )
      assert.equal(counts.invitees, 5)
      const [hook] = (await api('GET', `/webhook_subscriptions?organization=${cast.organizationId}&scope=organization`))
        .collection
      assert.equal(hook.state, 'disabled')
      const activated = await api('POST', `${new URL(hook.uri).pathname}/activate`, { signing_key: 'a new key' })
      assert.equal(activated.resource.state, 'active', JSON.stringify(activated))
      // The addresses of invitees elsewhere ended with their id alone. By the clock of this service the meeting is
      // over.
      const at = async (path: string): Promise<number> => (await fetch(service.address + path)).status
      assert.deepEqual(
        [await at(`/cancellations/${booked.inviteeId}`), await at(`/reschedulings/${booked.inviteeId}`)],
        [410, 410],
      )
      assert.equal(await at(`/cancellations/${booked.eventId}`), 404)
      assert.equal((await fetch(`${source.address}/cancellations/${booked.inviteeId}`)).status, 404)
    } finally {
      await service.stop()
    }
  })
})
