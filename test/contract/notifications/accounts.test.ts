import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { requestEmailChange, requestPasswordReset } from '#accounts/index.ts'
import { recordFact, system } from '#activity/index.ts'
import { uriOf } from '#contract/wire.ts'
import { changeMemberRole, removeOrganizationMember, resendOrganizationInvitation } from '#organizations/index.ts'
import { assertStatus } from '../../support/answers.ts'
import { aCast, aMember, anInvitation } from '../../support/cast.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import type { ReceivedMail } from '../../support/mail-server.ts'
import { raw } from '../../support/raw.ts'
import { aReceiver } from '../../support/receiver.ts'
import { aSubscription } from '../../support/webhooks.ts'

const app = await mailApp({
  settings: { OPENSLOT_SITE_URL: 'https://book.test', OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' },
})
const { owner, colleague, organizationId } = await aCast(app)

const linkIn = ({ text }: ReceivedMail): URL => new URL(/https:\/\/book\.test\/\S+/.exec(text)?.[0] ?? 'none:')

const onlyMail = async (recipient: string, work: () => Promise<unknown>): Promise<ReceivedMail> => {
  const received = await app.mailDuring(work)
  assert.deepEqual(received.map(recipientOf), [recipient])
  return received[0] as ReceivedMail
}

/** Nothing that lets its holder in is written down anywhere. */
const assertNotKept = async (link: URL): Promise<void> => {
  const code = link.pathname.split('/').at(-1) ?? ''
  assert.ok(code.length > 20)
  for (const table of ['mails', 'facts', 'jobs', 'account_links', 'organization_invitations']) {
    const rows = await raw(
      app.context.database.reader,
      sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(table)} t`,
    )
    assert.ok(
      rows.every(({ text }) => !text.includes(code)),
      table,
    )
  }
}

describe('mail about accounts', () => {
  test('an invitation has the link that answers it, sending again another one', async () => {
    let uri = ''
    const first = await onlyMail('new.one@acme.test', async () => {
      uri = (await anInvitation(app, owner, 'new.one@acme.test')).uri
    })
    assert.match(first.subject, /^Join /)
    assert.ok(first.text.includes(`${owner.name} invited you to join`))
    assert.equal((await app.ask(`GET ${linkIn(first).pathname}`)).status, 200)
    await assertNotKept(linkIn(first))
    app.clock.advance(60_000)
    const again = await onlyMail('new.one@acme.test', () =>
      app.run(resendOrganizationInvitation, owner.principal, { uuid: uri.split('/').at(-1) }),
    )
    assert.notEqual(linkIn(again).href, linkIn(first).href)
    assert.equal((await app.ask(`GET ${linkIn(again).pathname}`)).status, 200)
    assert.notEqual((await app.ask(`GET ${linkIn(first).pathname}`)).status, 200)
  })

  test('a new password: by a link that works; not after it has expired', async () => {
    const mail = await onlyMail(colleague.email, () => app.runOpen(requestPasswordReset, { email: colleague.email }))
    assert.equal(mail.subject, 'Reset your password')
    assert.match(linkIn(mail).pathname, /^\/password\//)
    assertStatus(await app.ask(`GET ${linkIn(mail).pathname}`), 200)
    await assertNotKept(linkIn(mail))
    assert.equal(mail.calendar, undefined)

    app.mailServer.behave(() => 451)
    const late = await app.mailDuring(async () => {
      await app.runOpen(requestPasswordReset, { email: colleague.email })
      await app.work()
      app.clock.advance(61 * 60_000)
    })
    app.mailServer.behave(() => undefined)
    app.clock.advance(3_600_000)
    await app.work()
    // Others have forgotten theirs too, on the same database.
    const isTheirs = (one: (typeof late)[number]): boolean => recipientOf(one) === colleague.email
    assert.deepEqual(late.filter(isTheirs), [])
    assert.equal(
      app.mailServer.received.filter((one) => one.subject === 'Reset your password' && isTheirs(one)).length,
      1,
    )
  })

  test('a changed address: the link is mailed to the new one', async () => {
    const mail = await onlyMail('colleague.anew@acme.test', () =>
      app.run(requestEmailChange, colleague.principal, { email: 'colleague.anew@acme.test' }),
    )
    assert.match(linkIn(mail).pathname, /^\/email\//)
    await assertNotKept(linkIn(mail))
  })

  test('no mail is sent to an address without an account', async () => {
    assert.deepEqual(
      await app.mailDuring(() => app.runOpen(requestPasswordReset, { email: 'stranger@elsewhere.test' })),
      [],
    )
  })

  test('the creator of a webhook subscription gets a mail when it is disabled', async () => {
    const maker = await aMember(app, owner, { role: 'admin' })
    const receiver = await aReceiver()
    const hook = await aSubscription(app, maker, receiver.url, { events: ['event_type.created'] })
    const mail = await onlyMail(maker.email, () =>
      app.context.database.write((tx) =>
        recordFact(tx, {
          name: 'webhook_subscription.disabled',
          organizationId,
          actor: system,
          subject: { uri: uriOf(app.context.links, 'webhook_subscriptions', hook.id), state: 'disabled' },
          occurredAt: app.clock.now(),
        }),
      ),
    )
    assert.equal(mail.subject, 'Your webhook was turned off')
    assert.ok(mail.text.includes(receiver.url))
    assert.ok(mail.html.includes('<a class="b" href="https://book.test/app/developers"'), 'a button leads to it')
  })

  test('the owner gets a mail when the creator of a webhook is removed, or loses the role it needs', async () => {
    const receiver = await aReceiver()
    const endings = {
      'no longer a member': (uuid: string) => app.run(removeOrganizationMember, owner.principal, { uuid }),
      'no longer has the role': (uuid: string) => app.run(changeMemberRole, owner.principal, { uuid, role: 'user' }),
    }
    for (const [words, end] of Object.entries(endings)) {
      const maker = await aMember(app, owner, { role: 'admin' })
      const url = `${receiver.url}/${maker.id}`
      await aSubscription(app, maker, url, { events: ['event_type.created'] })
      const mail = await onlyMail(owner.email, async () => {
        await end(maker.membershipId)
        // The first round ends the webhook, the next one announces that.
        await app.work()
      })
      assert.ok(
        [words, maker.name, url].every((part) => mail.text.includes(part)),
        mail.text,
      )
    }
  })

  test('the owner of a calendar that cannot be synced gets a mail that says what follows for bookings', async () => {
    const host = await aMember(app, owner)
    const lost = (subject: object) =>
      onlyMail(host.email, () =>
        app.context.database.write((tx) =>
          recordFact(tx, {
            name: 'calendar.lost',
            organizationId,
            actor: system,
            subject: { user: host.uri, account: 'host@calendar.test', isNotified: true, ...subject },
            occurredAt: app.clock.now(),
          }),
        ),
      )
    const closed = await lost({ cause: 'credentials', staysOpen: false })
    assert.equal(closed.subject, 'We can’t sync your calendar host@calendar.test')
    assert.match(closed.text, /no longer accepts the password\.[\s\S]*nobody can book you until/)
    const open = await lost({ cause: 'silent', staysOpen: true })
    assert.match(open.text, /You can still be booked/)
    assert.doesNotMatch(open.text, /nobody can book you/)
    const removed = await lost({ cause: 'removed' })
    assert.equal(removed.subject, 'Your calendar host@calendar.test was deleted')
    assert.doesNotMatch(removed.text, /book you|password/)
  })
})
