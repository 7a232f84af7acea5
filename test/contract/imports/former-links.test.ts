// seconds: 2
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { inviteeToken, stopRemindersUrl, withLinkDigest } from '#bookings/index.ts'
import { withOwnBytes } from '#imports/export-row.ts'
import { writeExport } from '#organizations/index.ts'
import { Codes } from '#platform/crypto/codes.ts'
import { resourceOf } from '../../support/answers.ts'
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
  const { inviteeId } = await aBooking(app, owner, await anEventType(app, owner, { active: true }), {
    start_time: hours()(),
  })
  const holder = { id: inviteeId, organizationId }
  const [there, elsewhere] = [new Codes(Buffer.alloc(32, 1)), new Codes(Buffer.alloc(32, 2))]
  const statuses = async (of: Codes): Promise<number[]> => {
    const token = inviteeToken(of, holder)
    const paths = [
      `/cancellations/${token}`,
      `/reschedulings/${token}`,
      `/invitees/${token}/ics`,
      `/notification_subscriptions/${token}/opt_out`,
    ]
    return Promise.all(paths.map(async (path) => (await new Visitor(app).get(path)).status))
  }
  assert.deepEqual(await statuses(there), [404, 404, 404, 404])

  // What the export of that installation says of the invitee, and what is read of it here.
  const lines: string[] = []
  await writeExport(
    app.context,
    { id: organizationId, name: 'Acme' },
    async (line) => void lines.push(withLinkDigest(there, line)),
  )
  const { row } = JSON.parse(lines.find((line) => line.startsWith('{"table":"invitees"')) ?? '{}')
  assert.ok(!JSON.stringify(row).includes(inviteeToken(there, holder).slice(-26)), 'the export opens nothing')
  await database.write((tx) =>
    tx.updateTable('invitees').set({ former_links: row.former_links }).where('id', '=', inviteeId).execute(),
  )

  assert.deepEqual(await statuses(there), [200, 200, 200, 200])
  assert.deepEqual(await statuses(codes), [200, 200, 200, 200])
  assert.deepEqual(await statuses(elsewhere), [404, 404, 404, 404])
})

test('a guest from an installation with another secret can stop reminders by their link, and do nothing else with it', async () => {
  const owner = await aFounder(app)
  const { organizationId } = owner.principal
  const guest = `guest.${randomUUID()}@client.test`
  const type = await anEventType(app, owner, { active: true })
  const { inviteeId } = await aBooking(app, owner, type, { start_time: hours()(), event_guests: [guest] })
  const there = new Codes(Buffer.alloc(32, 3))
  const address = stopRemindersUrl({ ...app.context, codes: there }, { id: inviteeId, organizationId }, guest)
  const { pathname } = new URL(address)
  const visitor = new Visitor(app)
  assert.equal((await visitor.get(pathname)).status, 404)
  const lines: string[] = []
  await writeExport(
    app.context,
    { id: organizationId, name: 'Acme' },
    async (line) => void lines.push(withLinkDigest(there, line)),
  )
  const { row } = JSON.parse(lines.find((line) => line.startsWith('{"table":"invitees"')) ?? '{}')
  await database.write((tx) =>
    tx.updateTable('invitees').set({ former_links: row.former_links }).where('id', '=', inviteeId).execute(),
  )
  assert.equal((await visitor.get(pathname)).status, 200)
  assert.ok((await visitor.submit(pathname, {})).status < 400)
  const { quiet } = await database.reader
    .selectFrom('invitees')
    .select('guests_without_reminders as quiet')
    .where('id', '=', inviteeId)
    .executeTakeFirstOrThrow()
  assert.deepEqual(quiet, [guest])
  const [, , token] = pathname.split('/')
  assert.equal((await visitor.get(`/cancellations/${token}`)).status, 404)
})

test('a single-use link that was handed out by the installation of an export books there and here, once', async () => {
  const owner = await aFounder(app)
  const { organizationId } = owner.principal
  const type = await anEventType(app, owner, { active: true })
  const body = { max_event_count: 1, owner: type.uri, owner_type: 'EventType' }
  const made = resourceOf(await app.ask('POST /scheduling_links', { token: owner.token, body }))
  const { pathname } = new URL(made.booking_url)
  const lines: string[] = []
  await writeExport(app.context, { id: organizationId, name: 'Acme' }, async (line) => void lines.push(line))
  const { row } = JSON.parse(lines.find((line) => line.startsWith('{"table":"booking_links"')) ?? '{}')
  // As it is read by an installation with another secret.
  const read = withOwnBytes('booking_links', row, {
    persons: app.context.persons,
    codes: new Codes(Buffer.alloc(32, 4)),
  })
  const [code_hash, former_codes] = [
    Buffer.from(String(read.code_hash).slice(2), 'hex'),
    read.former_codes as string[] | undefined,
  ]
  await database.write((tx) =>
    tx
      .updateTable('booking_links')
      .set({ code_hash, ...(former_codes ? { former_codes } : {}) })
      .where('id', '=', row.id)
      .execute(),
  )
  assert.equal((await new Visitor(app).get(pathname)).status, 200)
  await database.write((tx) =>
    tx.updateTable('booking_links').set({ used_at: app.clock.now() }).where('id', '=', row.id).execute(),
  )
  assert.notEqual((await new Visitor(app).get(pathname)).status, 200)
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
