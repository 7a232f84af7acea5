// on: embedded
// seconds: 2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { testApp } from '../../support/app.ts'
import { aBooking, hours } from '../../support/bookings.ts'
import { aConnectionOf } from '../../support/calendars.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

const screens = ['/app', '/app/meetings', '/app/integrations', '/app/insights']
const noMail = 'No mail server is set up. Emails are saved to files'
const loopback = 'which works on this computer only'

describe('what keeps the product from working', () => {
  test('stands on every screen, for those who can settle it: no mail server, an address of this computer', async () => {
    const app = await testApp()
    const { owner, colleague } = await aCast(app)
    const [admin, member] = [await signedInAs(app, owner), await signedInAs(app, colleague)]
    for (const screen of screens)
      for (const words of [noMail, loopback]) {
        assert.ok((await admin.get(screen)).text.includes(words), `${screen}: ${words}`)
        assert.ok(!(await member.get(screen)).text.includes(words), `${screen} of a member: ${words}`)
      }
    const public_ = await testApp({
      settings: { OPENSLOT_SITE_URL: 'https://book.test', SMTP_URL: 'smtp://127.0.0.1:1' },
    })
    const settled = await (await signedInAs(public_, owner)).get('/app/meetings')
    for (const words of [noMail, loopback]) assert.ok(!settled.text.includes(words), words)
  })

  test('a calendar that cannot be synced any more stands on every screen of its owner, with its name, and on no other', async () => {
    const app = await testApp()
    const { colleague, owner } = await aCast(app)
    const { connection } = await aConnectionOf(app, colleague)
    await app.context.database.write((tx) =>
      sql`update calendar_connections set is_lost = true, account = 'robin@harbour.test' where id = ${connection}::uuid`.execute(
        tx,
      ),
    )
    const [host, other] = [await signedInAs(app, colleague), await signedInAs(app, owner)]
    for (const screen of screens) {
      assert.ok(
        (await host.get(screen)).text.includes('We can’t sync your calendar robin@harbour.test. Nobody can book you'),
        screen,
      )
      assert.ok(!(await other.get(screen)).text.includes('robin@harbour.test'), screen)
    }
    await app.context.database.write((tx) =>
      sql`update calendar_connections set stays_open = true where id = ${connection}::uuid`.execute(tx),
    )
    assert.ok((await host.get('/app')).text.includes('Its events no longer block your time.'))
  })
})

test('without a mail server nothing is said to be sent or on its way', async () => {
  const app = await testApp()
  const { colleague } = await aCast(app)
  const type = await anEventType(app, colleague, { active: true })
  const booked = await aBooking(app, colleague, type, { start_time: hours()() })
  const confirmation = await new Visitor(app).get(
    new URL(booked.invitee.cancel_url).pathname.replace('/cancellations/', '/invitees/'),
  )
  assert.ok(!confirmation.text.includes('on its way'))
  const { scheduling_url } = (await app.ask(`GET ${type.uri}`, { token: colleague.token })).body.resource
  const page = await new Visitor(app).get(`${new URL(scheduling_url).pathname}/invitees/${booked.token}`)
  assert.equal(page.status, 200)
  assert.ok(
    !page.text.includes('on its way') && page.text.includes('This server can’t send emails, so bookmark this page'),
    page.text.slice(0, 3000),
  )
  const panel = await (await signedInAs(app, colleague)).get(`/app/meetings?open=${booked.eventId}`)
  assert.ok(!/by email|in the email|and notify/.test(panel.text) && panel.text.includes('so nobody gets an email'))
  assert.ok(panel.text.includes(`Cancel for ${booked.invitee.email}`), panel.text)
  const visitor = new Visitor(app)
  const forgot = await visitor.get('/password')
  assert.ok(!/We’ll send|Send link/.test(forgot.text) && forgot.text.includes('This server can’t send emails'))
  const reset = await visitor.submit('/password', { email: colleague.email })
  assert.ok(
    !/Check your email|on its way/.test(reset.text) && reset.text.includes('This server can’t send emails'),
    reset.text,
  )
})

test('without a mail server the account page and "Sent mail" say that messages are saved to files', async () => {
  const app = await testApp()
  const { owner } = await aCast(app)
  const visitor = await signedInAs(app, owner)
  const account = await visitor.get('/account?note=email-saved')
  assert.ok(!/we first send|We’ve sent|Send confirmation link/.test(account.text), account.text)
  assert.ok(account.text.includes('A confirmation link was saved to a file on the server'), account.text)
  const filters =
    /<nav class="segments"[\s\S]*?<\/nav>/.exec((await visitor.get('/app/organization/mail')).text)?.[0] ?? ''
  assert.ok(!filters.includes('>Sent<') && filters.includes('Saved to a file'), filters)
})

test('the last welcome step says that the link works on this computer only', async () => {
  const app = await testApp()
  const { owner } = await aCast(app)
  await anEventType(app, owner, { active: true })
  const done = await (await signedInAs(app, owner)).get('/app/welcome/done')
  assert.equal(done.status, 200)
  assert.ok(done.text.includes('works on this computer only'), done.text)
})
