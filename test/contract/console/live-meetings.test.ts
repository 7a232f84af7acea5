// seconds: 3
// on: embedded
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changeMemberRole, removeGroupMember } from '#organizations/index.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, hours } from '../../support/bookings.ts'
import { aCast, aGroup, aMember, inGroup } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { eventually } from '../../support/eventually.ts'
import { withoutMail } from '../../support/mail.ts'
import { ownWork } from '../../support/own-work.ts'
import { signedInAs, type Visitor } from '../../support/visitor.ts'

// On PostgreSQL the worker is in another process than the page: the change goes through the database.
const [url] = [process.env.OPENSLOT_TEST_DATABASE].filter((one) => one?.startsWith('postgres'))
const settings = url === undefined ? {} : { DATABASE_URL: url }
const app = await testApp({ isHeard: true, settings })
const elsewhere = url === undefined ? app : await testApp({ settings })
const { work } = await ownWork(app, { ...withoutMail(app.context), changes: elsewhere.context.changes })
const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
const opened: AbortController[] = []
after(async () => {
  for (const one of opened) one.abort()
  await Promise.all([app.server.close(), elsewhere.server.close(), elsewhere.context.changes.close()])
})

/** What a page hears. */
const listen = async (visitor: Visitor, query = '') => {
  const abort = new AbortController()
  opened.push(abort)
  const answer = await fetch(`${address}/app/meetings/changes${query}`, {
    headers: { cookie: `__Host-openslot=${visitor.cookie}` },
    signal: abort.signal,
  })
  const heard = {
    status: answer.status,
    headers: answer.headers,
    text: '',
    hasEnded: false,
    leave: () => abort.abort(),
  }
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) heard.text += decoder.decode(chunk)
    heard.hasEnded = true
  }
  void read().catch(() => {})
  await eventually('it has begun', () => heard.text !== '' || heard.hasEnded)
  return heard
}
const changesIn = ({ text }: { readonly text: string }): number => text.split('data: changed\n\n').length - 1

const { owner, admin, colleague, outsider } = await aCast(app)
const type = await anEventType(app, colleague, { active: true })
const nextHour = hours()
const book = async () => {
  const booked = await aBooking(app, colleague, type, { start_time: nextHour() })
  await work()
  return booked
}

test('a page hears that a meeting of its host was booked or canceled, and nothing of it; others hear nothing; owners, admins and admins of a group of all if they ask', async () => {
  const host = await listen(await signedInAs(app, colleague))
  const [all, own, stranger] = [
    await listen(await signedInAs(app, owner), '?who=all'),
    await listen(await signedInAs(app, admin)),
    await listen(await signedInAs(app, outsider), '?who=all'),
  ]
  const [group, head, inside] = [await aGroup(app, owner), await aMember(app, owner), await aMember(app, owner)]
  await inGroup(app, owner, group, { membership: head.membershipUri }, 'admin')
  await inGroup(app, owner, group, { membership: inside.membershipUri })
  const [ofGroup, plain] = [
    await listen(await signedInAs(app, head), `?who=${group.id}`),
    await listen(await signedInAs(app, inside), `?who=${group.id}`),
  ]
  assert.deepEqual(
    ['content-type', 'cache-control', 'x-accel-buffering'].map((name) => host.headers.get(name)),
    ['text/event-stream; charset=utf-8', 'no-store', 'no'],
  )
  const { eventId } = await book()
  await eventually('all three hear it', () => [host, all, ofGroup].every((one) => changesIn(one) === 1))
  await app.ask(`POST /scheduled_events/${eventId}/cancellation`, { token: colleague.token, body: {} })
  await work()
  await eventually('they hear it again', () => [host, all, ofGroup].every((one) => changesIn(one) === 2))
  assert.equal(host.text, 'retry: 5000\n\ndata: changed\n\ndata: changed\n\n')
  assert.deepEqual([own, stranger, plain].map(changesIn), [0, 0, 0])
  for (const one of [host, all, own, stranger, ofGroup, plain]) one.leave()
})

test('it ends for who has another role, and for who administers the group no more that it is about', async () => {
  const [demoted, head] = [await aMember(app, owner, { role: 'admin' }), await aMember(app, owner)]
  const group = await aGroup(app, owner)
  const { id } = await inGroup(app, owner, group, { membership: head.membershipUri }, 'admin')
  const all = await listen(await signedInAs(app, demoted), '?who=all')
  const ofGroup = await listen(await signedInAs(app, head), `?who=${group.id}`)
  await book()
  await eventually('both hear it', () => [all, ofGroup].every((one) => changesIn(one) === 1))
  await app.run(changeMemberRole, owner.principal, { uuid: demoted.membershipId, role: 'user' })
  await app.run(removeGroupMember, owner.principal, { uuid: id })
  await book()
  await eventually('both are let go', () => [all, ofGroup].every(({ hasEnded }) => hasEnded))
  assert.deepEqual([all, ofGroup].map(changesIn), [1, 1])
})

test('it ends when the user signs out, when they are removed, and when the service stops; 429: one more than five at once', async () => {
  const visitor = await signedInAs(app, colleague)
  const signedOut = await listen(visitor)
  const other = await signedInAs(app, colleague)
  const removed = await listen(other)
  const more = await Promise.all([1, 2, 3].map(() => listen(other)))
  assert.deepEqual((await listen(other)).status, 429)
  for (const one of more) one.leave()
  await visitor.submit('/logout', {}, { page: '/app' })
  await book()
  await eventually('the one that signed out is let go', () => signedOut.hasEnded)
  assert.deepEqual([changesIn(signedOut), removed.hasEnded], [0, false])
  await eventually('the other hears it', () => changesIn(removed) === 1)

  const meeting = await aBooking(app, colleague, type, { start_time: nextHour() })
  assert.equal((await app.ask(`DELETE ${colleague.membershipUri}`, { token: owner.token })).status, 204)
  assert.equal(
    (await app.ask(`POST /scheduled_events/${meeting.eventId}/cancellation`, { token: owner.token, body: {} })).status,
    200,
  )
  await work()
  await eventually('the removed one is let go', () => removed.hasEnded)
  assert.equal(changesIn(removed), 1)

  const last = await listen(await signedInAs(app, owner))
  await app.context.changes.close()
  await eventually('the last is let go', () => last.hasEnded)
})
