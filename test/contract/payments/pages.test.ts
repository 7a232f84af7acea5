// on: embedded
// seconds: 8
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../../languages/all.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { letExpire } from '../../support/booking-requests.ts'
import { bookingOf } from '../../support/bookings.ts'
import type { Made } from '../../support/cast.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import type { ReceivedMail } from '../../support/mail-server.ts'
import { paidTypeScenes, statesOf } from '../../support/payment-scene.ts'
import { OutgoingToStandIns } from '../../support/stand-in-outgoing.ts'
import { Visitor } from '../../support/visitor.ts'

const app = await mailApp({
  settings: { OPENSLOT_SITE_URL: 'https://book.test', OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' },
})
const outgoing = new OutgoingToStandIns()
Object.assign(app.context, { outgoing })
const aScene = paidTypeScenes(app, outgoing)
type Scene = Awaited<ReturnType<typeof aScene>>

const pathOf = async ({ owner }: Scene, { uri }: Made): Promise<string> =>
  new URL(resourceOf(await app.ask(`GET ${uri}`, { token: owner.token })).scheduling_url).pathname

/** A visitor who has filled in the form, and is on the page where they pay. */
const atPayment = async (scene: Scene, email: string, hour = 13) => {
  const path = await pathOf(scene, scene.eventType)
  const visitor = new Visitor(app)
  const start = scene.start_time.replace('T10', `T${hour}`)
  const form = { name: 'A Visitor', email, timezone: 'Europe/Stockholm' }
  const { location = '' } = await visitor.submit(`${path}/${start}`, form)
  const page = await visitor.get(location)
  const pay = async (service: string) => {
    const { fields } = await visitor.get(location)
    return visitor.post(`${location}/payment`, { form_token: fields.form_token ?? '', service })
  }
  return { visitor, location, page, pay, path, start, id: location.slice('/requests/'.length + 9).slice(0, 36) }
}

describe('a visitor of a paid event type', () => {
  test('sees the price before they book, pays on the page of the service, and is booked when they come back', async () => {
    const scene = await aScene()
    const path = await pathOf(scene, scene.eventType)
    const visitor = new Visitor(app)
    const shown = await visitor.get(`${path}/${scene.start_time.replace('T10', 'T13')}`)
    assert.match(shown.text, /€25\.00/)
    assert.match(shown.text, /Continue to payment/)
    const { location, page, pay } = await atPayment(scene, 'payer@client.test')
    for (const text of [/Pay to confirm your booking/, /€25\.00/, /No shows pay\./, /by card/, /with PayPal/])
      assert.match(page.text, text)
    assert.match(String(page.headers['content-security-policy']), /form-action 'self' https:;/)
    const sent = await pay('stripe')
    assert.equal(sent.status, 303)
    assert.match(sent.location ?? '', /^https:\/\/checkout\.stripe/)
    scene.pay('stripe')
    const mails = await app.mailDuring(async () => {
      const back = await visitor.get(`${location}/paid`)
      assert.equal(back.location, location)
    })
    const confirmed = await visitor.get(location)
    assert.match((await visitor.get(confirmed.location ?? '')).text, /You’re booked/)
    assert.deepEqual(mails.map(recipientOf).sort(), [scene.owner.email, 'payer@client.test'].sort())
    for (const { text } of mails) assert.match(text, /Paid:\s+€25\.00/)
  })

  test('who breaks off can try again, and is told so', async () => {
    const scene = await aScene()
    const { visitor, location, pay } = await atPayment(scene, 'again@client.test')
    await pay('stripe')
    assert.match((await visitor.get(`${location}?payment=canceled`)).text, /You haven’t paid yet/)
    const unsure = await visitor.get(`${location}/paid`)
    assert.equal(unsure.status, 200)
    assert.match(unsure.text, /Waiting for your payment/)
    assert.equal((await pay('stripe')).status, 303)
  })

  test('stays on the page when the service is away, or is not connected', async () => {
    const scene = await aScene()
    const { pay } = await atPayment(scene, 'away@client.test')
    scene.own.interrupt((_, answer) => {
      answer(500)
      return true
    })
    const refused = await pay('webhook')
    assert.equal(refused.status, 400)
    assert.match(refused.text, /couldn’t be started/)
    assert.equal((await pay('other')).status, 303)
  })

  test('who pays too late is told that they get the money back, on the page and by mail', async () => {
    const scene = await aScene()
    const { visitor, location, pay, id, start } = await atPayment(scene, 'late@client.test')
    await pay('stripe')
    scene.pay('stripe')
    await letExpire(app, id)
    assertStatus(
      await app.ask('POST /invitees', {
        token: scene.owner.token,
        body: bookingOf(scene.eventType, { start_time: start }),
      }),
      200,
    )
    const mails = await app.mailDuring(async () => {
      await visitor.get(`${location}/paid`)
    })
    assert.match((await visitor.get(location)).text, /You get the full amount back/)
    const mail = mails.find((one) => recipientOf(one) === 'late@client.test')
    assert.match(mail?.subject ?? '', /^Money back: Intro call/)
    assert.match(mail?.text ?? '', /€25\.00 back in full/)
  })

  test('reads it in their language', async () => {
    const scene = await aScene()
    const { visitor, location } = await atPayment(scene, 'words@client.test')
    for (const { locale, requests } of languages)
      assert.ok((await visitor.get(`${location}?locale=${locale}`)).text.includes(requests.payTitle), locale)
  })
})

describe('a request that was accepted and waits to be paid', () => {
  test('is paid from the mail; hosts hear of it when it is booked', async () => {
    const scene = await aScene({
      booking_rules: { approval: { hours: 24 }, payment: { amount: 25, currency: 'EUR' } },
    })
    const { location, id } = await atPayment(scene, 'asks@client.test')
    const mails = await app.mailDuring(async () => {
      assertStatus(await app.ask(`POST /booking_requests/${id}/acceptance`, { token: scene.owner.token }), 200)
    })
    assert.deepEqual(mails.map(recipientOf), ['asks@client.test'])
    assert.match(mails[0]?.subject ?? '', /^Pay to confirm: Intro call/)
    assert.ok(mails[0]?.text.includes(`https://book.test${location}`))
  })

  test('hosts who accepted hear that it was not paid or was withdrawn, and nothing of one they never heard of', async () => {
    const rules = { approval: { hours: 24 }, payment: { amount: 25, currency: 'EUR' } }
    const scene = await aScene({ booking_rules: rules })
    const [unpaid, withdrawn] = [
      await atPayment(scene, 'unpaid@client.test'),
      await atPayment(scene, 'gone@client.test', 14),
    ]
    await app.mailDuring(async () => {
      for (const { id } of [unpaid, withdrawn])
        assertStatus(await app.ask(`POST /booking_requests/${id}/acceptance`, { token: scene.owner.token }), 200)
    })
    const toHost = (mails: readonly ReceivedMail[]) =>
      mails.filter((mail) => recipientOf(mail) === scene.owner.email && mail.text.includes('A Visitor'))
    const afterwards = toHost(
      await app.mailDuring(async () => {
        assertStatus(await app.ask(`DELETE /booking_requests/${withdrawn.id}`, { token: scene.owner.token }), 204)
      }),
    )
    assert.match(afterwards[0]?.subject ?? '', /^Withdrawn: Intro call/)
    await letExpire(app, unpaid.id)
    const later = toHost(await app.mailDuring(async () => app.clock.advance(25 * 3_600_000)))
    assert.match(later[0]?.subject ?? '', /^Expired: Intro call/)
    assert.match(later[0]?.text ?? '', /didn’t pay in time, so the request that you accepted has expired/)

    const other = await aScene()
    const { id } = await atPayment(other, 'never@client.test')
    await letExpire(app, id)
    const mails = await app.mailDuring(async () => app.clock.advance(3_600_000))
    assert.ok(mails.some((mail) => recipientOf(mail) === 'never@client.test'))
    assert.ok(!mails.some((mail) => recipientOf(mail) === other.owner.email))
  })
})

describe('an invitee whose data are deleted', () => {
  const erase = async ({ owner }: Scene, email: string) => {
    const asked = { token: owner.token, body: { emails: [email] } }
    await app.mailDuring(async () => {
      assertStatus(await app.ask('POST /data_compliance/deletion/invitees', asked), 202)
    })
  }
  const inviteesOf = ({ organizationId }: Scene) =>
    app.context.database.reader
      .selectFrom('invitees')
      .select(['email', 'payment'])
      .where('organization_id', '=', organizationId)
      .execute()

  test('leaves the amount and the reference of the service to the books, and nothing that names them', async () => {
    const scene = await aScene()
    const { visitor, location, pay } = await atPayment(scene, 'erased.payer@client.test')
    await pay('stripe')
    scene.pay('stripe')
    await app.mailDuring(async () => void (await visitor.get(`${location}/paid`)))
    await erase(scene, 'erased.payer@client.test')
    const [invitee] = await inviteesOf(scene)
    assert.ok(invitee && !invitee.email.includes('payer'))
    assert.match(String(invitee.payment), /"amountMinor":2500/)
    assert.deepEqual(await statesOf(scene), ['booked'])
    assert.equal(/payer|A Visitor/.test(JSON.stringify(await scene.payments())), false)
    assert.equal(scene.returned(), 0)
  })

  test('while they pay is not booked, and gets the money back', async () => {
    const scene = await aScene()
    const { pay } = await atPayment(scene, 'erased.late@client.test')
    await pay('stripe')
    await erase(scene, 'erased.late@client.test')
    scene.pay('stripe')
    await app.mailDuring(async () => {
      assert.equal(await scene.ring('stripe', await scene.bellOf('stripe')), 202)
    })
    assert.deepEqual([await statesOf(scene), scene.returned()], [['returned'], 1])
    assert.deepEqual(await inviteesOf(scene), [])
  })
})
