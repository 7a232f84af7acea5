// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setConferenceLink } from '#event-types/index.ts'
import { resourceOf } from '../../support/answers.ts'
import { letExpire } from '../../support/booking-requests.ts'
import { hours } from '../../support/bookings.ts'
import { aCast, aMember, type Made } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import type { ReceivedMail } from '../../support/mail-server.ts'
import { Visitor } from '../../support/visitor.ts'

const app = await mailApp({ settings: { OPENSLOT_SITE_URL: 'https://book.test' } })
const { owner, colleague } = await aCast(app)
const later = hours()
const approval = { approval: { hours: 24 } }

const pathOf = async ({ uri }: Made): Promise<string> =>
  new URL(resourceOf(await app.ask(`GET ${uri}`, { token: colleague.token })).scheduling_url).pathname

/** Fills in the form of a page, and sends it as a browser without a script does. */
const request = async (
  booking_rules: object,
  email: string,
  start = later(),
  traits: object = {},
  host = colleague,
) => {
  const path = await pathOf(await anEventType(app, host, { active: true, booking_rules, ...traits }))
  const details = { name: 'A Visitor', email, timezone: 'Europe/Stockholm', place: '0' }
  const visitor = new Visitor(app)
  let location = ''
  const mails = await app.mailDuring(async () => {
    location = (await visitor.submit(`${path}/${start}`, details)).location ?? ''
  })
  return {
    visitor,
    location,
    mails,
    path,
    start,
    id: location.slice('/requests/'.length + 9, '/requests/'.length + 45),
  }
}

const linkIn = ({ text }: ReceivedMail, kind: string): string =>
  new RegExp(`https://book\\.test(/${kind}/[^\\s#]+)`).exec(text)?.[1] ?? ''

const mailTo = (mails: readonly ReceivedMail[], recipient: string): ReceivedMail => {
  const found = mails.find((mail) => recipientOf(mail) === recipient)
  assert.ok(found, `no mail to ${recipient}`)
  return found
}

const has = (mails: readonly ReceivedMail[], recipient: string, subject: RegExp): boolean =>
  mails.some((mail) => recipientOf(mail) === recipient && subject.test(mail.subject))

describe('a visitor who requests a time', () => {
  test('is told what happens next, on the page and by mail; the host by another, whose links only show', async () => {
    const { visitor, location, mails } = await request(approval, 'one@client.test')
    assert.match(location, /^\/requests\/[0-9a-f]{8}-/)
    const page = await visitor.get(location)
    assert.equal(page.status, 200)
    assert.match(page.text, /Request sent/)
    assert.match(page.text, /Withdraw request/)
    assert.match(mailTo(mails, 'one@client.test').subject, /^Request sent: Intro call/)
    const toHost = mailTo(mails, colleague.email)
    assert.match(toHost.subject, /^A Visitor asks for Intro call/)
    const decision = linkIn(toHost, 'decisions')
    const shown = await visitor.get(decision)
    assert.match(shown.text, /A Visitor \(one@client\.test\) would like to meet with you/)
    assert.match((await visitor.get(location)).text, /Request sent/)
    assert.equal(mails.length, 2)
  })

  test('gets the link to the video meeting once the host has accepted, and not before', async () => {
    const room = 'https://meet.test/room-7'
    const link = { user: colleague.uri, kind: 'zoom_conference' as const, url: room }
    await app.run(setConferenceLink, colleague.principal, link)
    const locations = [{ kind: 'zoom_conference' }]
    const { visitor, location, mails } = await request(approval, 'room@client.test', later(), { locations })
    assert.match(location, /^\/requests\//)
    assert.equal((await visitor.get(location)).text.includes(room), false)
    assert.equal(
      mails.some(({ text, html }) => `${text}${html}`.includes(room)),
      false,
    )
    const decision = linkIn(mailTo(mails, colleague.email), 'decisions')
    const confirmations = await app.mailDuring(() => new Visitor(app).submit(decision, { decision: 'accept' }))
    assert.ok(mailTo(confirmations, 'room@client.test').text.includes(room))
  })

  test('is booked once the host accepts it from the mail, and gets the confirmation', async () => {
    const { visitor, location, mails } = await request(approval, 'two@client.test')
    const decision = linkIn(mailTo(mails, colleague.email), 'decisions')
    const host = new Visitor(app)
    const confirmations = await app.mailDuring(async () => {
      assert.equal((await host.submit(decision, { decision: 'accept' })).status, 303)
    })
    assert.match((await host.get(decision)).text, /Request accepted/)
    assert.match(mailTo(confirmations, 'two@client.test').subject, /Intro call/)
    const followed = await visitor.get(location)
    assert.equal(followed.status, 303)
    assert.match((await visitor.get(followed.location ?? '')).text, /You’re booked|booked/i)
  })

  test('gets the host’s sentence and a way to other times when it is declined', async () => {
    const { visitor, location, mails, path } = await request(approval, 'three@client.test')
    const decision = linkIn(mailTo(mails, colleague.email), 'decisions')
    const told = await app.mailDuring(async () => {
      await new Visitor(app).submit(decision, { decision: 'decline', reason: 'Next week is better' })
    })
    const mail = mailTo(told, 'three@client.test')
    assert.match(mail.subject, /^Declined: Intro call/)
    assert.ok(mail.text.includes('Next week is better') && mail.text.includes(`https://book.test${path}`))
    const page = await visitor.get(location)
    assert.match(page.text, /Next week is better/)
    assert.match(page.text, new RegExp(`href="${path}"`))
  })

  test('can withdraw it, and the host is told', async () => {
    const { visitor, location, mails } = await request(approval, 'four@client.test')
    const told = await app.mailDuring(async () => {
      const { fields } = await visitor.get(location)
      assert.equal((await visitor.post(`${location}/withdrawal`, { form_token: fields.form_token ?? '' })).status, 303)
    })
    assert.match(mailTo(told, colleague.email).subject, /^Withdrawn/)
    assert.match((await visitor.get(location)).text, /Request withdrawn/)
    assert.match((await visitor.get(linkIn(mailTo(mails, colleague.email), 'decisions'))).text, /Already decided/)
  })

  test('is told when their host is no longer a member, instead of waiting in vain', async () => {
    const host = await aMember(app, owner)
    const { visitor, location } = await request(approval, 'eight@client.test', later(), {}, host)
    const told = await app.mailDuring(async () => {
      const removed = await app.ask(`DELETE /organization_memberships/${host.membershipId}`, { token: owner.token })
      assert.equal(removed.status, 204)
    })
    assert.match(mailTo(told, 'eight@client.test').subject, /^Declined: Intro call/)
    assert.match((await visitor.get(location)).text, /<title>Request declined · .*can’t make this time/s)
  })

  test('whose request has expired reads so', async () => {
    const { visitor, location, id } = await request(approval, 'five@client.test')
    await letExpire(app, id)
    assert.match((await visitor.get(location)).text, /This request has expired/)
  })

  test('gets the code again when they ask for it, three times at most; viewing the page sends nothing', async () => {
    const { visitor, location, mails } = await request({ email_confirmation: true }, 'again@client.test')
    const codeIn = (mail: ReceivedMail): string => /\b\d{6}\b/.exec(mail.text)?.[0] ?? '-'
    const first = codeIn(mailTo(mails, 'again@client.test'))
    const again = () =>
      app.mailDuring(async () => {
        const { fields } = await visitor.get(location)
        const sent = await visitor.post(`${location}/code_resend`, { form_token: fields.form_token ?? '' })
        assert.equal(sent.status, 303)
        assert.doesNotMatch((await visitor.get(location)).text, /We sent the code/)
        if (sent.location?.includes('code=sent'))
          assert.match((await visitor.get(sent.location)).text, /We sent the code/)
      })
    for (let count = 0; count < 3; count += 1) {
      const told = await again()
      assert.deepEqual(told.map(codeIn), [first])
    }
    assert.doesNotMatch((await visitor.get(location)).text, /Send the code again/)
    assert.deepEqual(await again(), [])
    assert.equal((await visitor.get(`${location}/code_resend`)).status, 404)
    const { fields } = await visitor.get(location)
    assert.equal(
      (await visitor.post(`${location}/code`, { form_token: fields.form_token ?? '', code: first })).status,
      303,
    )
    assert.notEqual((await visitor.get(location)).status, 200)
  })

  test('enters the code from their mail; nobody else hears of them before', async () => {
    const { visitor, location, mails } = await request({ email_confirmation: true }, 'six@client.test')
    assert.deepEqual(mails.map(recipientOf), ['six@client.test'])
    const code = /\b(\d{6})\b/.exec(mails[0]?.subject ?? '')?.[1] ?? ''
    const { fields } = await visitor.get(location)
    const form_token = fields.form_token ?? ''
    const wrong = await visitor.post(`${location}/code`, { form_token, code: code === '000000' ? '1' : '000000' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /That code isn’t right/)
    const confirmations = await app.mailDuring(async () => {
      assert.equal((await visitor.post(`${location}/code`, { form_token, code })).status, 303)
    })
    assert.deepEqual(confirmations.map(recipientOf).sort(), [colleague.email, 'six@client.test'].sort())
  })

  test('whose host does not answer hears of it when it expires, and the host is reminded half way', async () => {
    const { id } = await request(approval, 'seven@client.test', '2026-03-26T15:00:00Z')
    const reminded = await app.mailDuring(async () => app.clock.advance(12.5 * 3_600_000))
    assert.ok(has(reminded, colleague.email, /^Still waiting: A Visitor/))
    await letExpire(app, id)
    const told = await app.mailDuring(async () => app.clock.advance(12.5 * 3_600_000))
    assert.ok(has(told, 'seven@client.test', /^Expired: Intro call/))
    assert.ok(has(told, colleague.email, /^Expired: Intro call/))
  })
})
