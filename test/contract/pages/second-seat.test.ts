// on: embedded
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { aSharedType, tokenIn, tuesday } from '../../support/bookings.ts'
import { aCast, aMember } from '../../support/cast.ts'
import { type Shown, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner } = await aCast(app)

const aGroupPage = async () => {
  const host = await aMember(app, owner)
  const { uri } = await aSharedType(app, host, 'group', { seats: 9, hosts: [host] })
  const { resource } = (await app.ask(`GET ${uri}`, { token: host.token })).body
  return { host, path: new URL(resource.scheduling_url).pathname }
}

const details = { name: 'A Visitor', email: 'visitor@client.test', timezone: 'Europe/Stockholm', place: '0' }

/** Fills in the form of a time, as a browser without a script does. */
const fillIn = (path: string, fields: Readonly<Record<string, string>> = {}, start = tuesday()): Promise<Shown> =>
  new Visitor(app).submit(`${path}/${start}`, { ...details, ...fields })

test('400 and a question: a second seat of a group time for the same address is booked only after it was confirmed', async () => {
  const { host, path } = await aGroupPage()
  await fillIn(path)
  const again = { ...details, email: ' Visitor@Client.test ' }
  const someone = new Visitor(app)
  const asked = await someone.submit(`${path}/${tuesday()}`, again)
  assert.equal(asked.status, 400)
  assert.match(asked.text, /You already have a seat at this time\. Do you want to book another one\?/)
  assert.match(asked.text, /<button[^>]*>Book another seat<\/button>/)
  assert.doesNotMatch(asked.text, /class="other-times"/)
  const { form_token, another_seat_for } = asked.fields
  const json = await someone.post(
    `${path}/${tuesday()}`,
    { ...again, form_token: form_token ?? '' },
    { headers: { accept: 'application/json' } },
  )
  assert.deepEqual([json.status, JSON.parse(json.text).outcome], [400, 'asked'])
  const confirmed = { form_token: form_token ?? '', another_seat_for: another_seat_for ?? '' }
  const second = await someone.post(`${path}/${tuesday()}`, { ...again, ...confirmed })
  assert.equal(second.status, 303)
  const { collection } = (await app.ask('GET /scheduled_events', { token: host.token, query: { user: host.uri } })).body
  assert.deepEqual(
    collection.map(({ invitees_counter }: { invitees_counter: { active: number } }) => invitees_counter.active),
    [2],
  )
})

test('a seat at a group time is asked about only for the address that has it, at that time, while it is not canceled', async () => {
  const { path } = await aGroupPage()
  const token = tokenIn((await fillIn(path)).location)
  assert.equal((await fillIn(path, { email: 'someone@client.test' })).status, 303)
  assert.equal((await fillIn(path, {}, tuesday('11:00'))).status, 303)
  await new Visitor(app).submit(`/cancellations/${token}`, {})
  assert.equal((await fillIn(path)).status, 303)
  // Confirmed for another address than the one in the form.
  assert.equal((await fillIn(path, { another_seat_for: 'someone@client.test' })).status, 400)
})
