// seconds: 2
// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inviteeToken, withLinkDigest } from '#bookings/index.ts'
import { writeExport } from '#organizations/index.ts'
import { Codes } from '#platform/crypto/codes.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, hours } from '../../support/bookings.ts'
import { type CalendlyStandIn, calendlyContent, calendlyStandIn } from '../../support/calendly-stand-in.ts'
import { aFounder } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { importFrom } from '../../support/importing.ts'
import { Visitor } from '../../support/visitor.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { database, codes } = app.context

test('links of an installation with another secret work once its export was read here; links that nobody gave do not', async () => {
  const owner = await aFounder(app)
  const { organizationId } = owner.principal
  const { inviteeId } = await aBooking(app, owner, await anEventType(app, owner, { active: true }), { start_time: hours()() })
  const holder = { id: inviteeId, organizationId }
  const [there, elsewhere] = [new Codes(Buffer.alloc(32, 1)), new Codes(Buffer.alloc(32, 2))]
  const statuses = async (of: Codes): Promise<number[]> => {
    const token = inviteeToken(of, holder)
    const paths = [`/cancellations/${token}`, `/reschedulings/${token}`, `/invitees/${token}/ics`, `/notification_subscriptions/${token}/opt_out`]
    return Promise.all(paths.map(async (path) => (await new Visitor(app).get(path)).status))
  }
  assert.deepEqual(await statuses(there), [404, 404, 404, 404])

  // What the export of that installation says of the invitee, and what is read of it here.
  const lines: string[] = []
  await writeExport(app.context, { id: organizationId, name: 'Acme' }, async (line) => void lines.push(withLinkDigest(there, line)))
  const { row } = JSON.parse(lines.find((line) => line.startsWith('{"table":"invitees"')) ?? '{}')
  assert.ok(!JSON.stringify(row).includes(inviteeToken(there, holder).slice(-26)), 'the export opens nothing')
  await database.write((tx) => tx.updateTable('invitees').set({ former_links: row.former_links }).where('id', '=', inviteeId).execute())

  assert.deepEqual(await statuses(there), [200, 200, 200, 200])
  assert.deepEqual(await statuses(codes), [200, 200, 200, 200])
  assert.deepEqual(await statuses(elsewhere), [404, 404, 404, 404])
})

describe('links that Calendly gave', () => {
  test('an id that is no UUID, in capital letters, shows the page, and cancels', async () => {
    const content = calendlyContent()
    const id = `GYL2${content.invitees[1].uri.slice(-8).toUpperCase()}`
    Object.assign(content.invitees[1], { uri: `${content.events[1].uri}/invitees/${id}` })
    const source: CalendlyStandIn = await calendlyStandIn(content)
    await importFrom(app, await aFounder(app), source).finally(() => source.close())
    const visitor = new Visitor(app)
    assert.equal((await visitor.get(`/reschedulings/${id}`)).status, 200)
    assert.equal((await visitor.get(`/cancellations/${id}`)).status, 200)
    const sent = await visitor.submit(`/cancellations/${id}`, { reason: 'Ill' })
    assert.deepEqual([sent.status, sent.location], [303, `/cancellations/${id}`])
    assert.match((await visitor.get(`/cancellations/${id}`)).text, /canceled/i)
    assert.match((await new Visitor(app).get('/cancellations/no-such-id')).text, /^<!doctype html>/)
  })
})
