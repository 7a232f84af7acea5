// on: embedded
// seconds: 3
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { calendars as english } from '../../../languages/console/en/calendars.ts'
import { testApp } from '../../support/app.ts'
import { aFounder, aMember, type Person } from '../../support/cast.ts'
import { aPaymentService, newPaymentServices, paymentSigningKey } from '../../support/payments.ts'
import { paypalKeys } from '../../support/paypal-stand-in.ts'
import { OutgoingToStandIns } from '../../support/stand-in-outgoing.ts'
import { stripeKeys } from '../../support/stripe-stand-in.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const outgoing = new OutgoingToStandIns()
Object.assign(app.context, { outgoing })
const page = '/app/integrations/payments'
const texts = english.payments

const listed = async ({ token }: Person): Promise<readonly { service: string; uri: string }[]> =>
  (await app.ask('GET /payment_accounts', { token })).body.collection

describe('payment accounts in the console', () => {
  test('are connected at each service, tested, and disconnected by owners; keys are never shown again', async () => {
    await newPaymentServices(outgoing)
    const own = await aPaymentService()
    const owner = await aFounder(app)
    const browser = await signedInAs(app, owner)
    assert.ok((await browser.get(page)).text.includes(texts.none))
    const all = [
      { service: 'stripe', ...stripeKeys },
      { service: 'paypal', ...paypalKeys },
      { service: 'webhook', url: own.url, signing_key: paymentSigningKey },
    ] as readonly Record<string, string>[]
    for (const keys of all) {
      const connected = await browser.submit(page, keys, { page })
      assert.equal(connected.location, `${page}?done=connected`)
    }
    assert.deepEqual(
      (await listed(owner)).map(({ service }) => service),
      ['stripe', 'paypal', 'webhook'],
    )
    const shown = (await browser.get(page)).text
    for (const secret of [stripeKeys.secret_key, paypalKeys.client_secret, paymentSigningKey])
      assert.ok(!shown.includes(secret))
    assert.ok(shown.includes(`/api/payment_webhooks/stripe/${owner.principal.organizationId}`))
    const [account] = await listed(owner)
    const id = account?.uri.split('/').at(-1) ?? ''
    assert.equal((await browser.submit(`${page}/${id}/check`, {}, { page })).location, `${page}?done=tested`)
    assert.equal((await browser.submit(`${page}/${id}/disconnect`, {}, { page })).location, `${page}?done=disconnected`)
    assert.equal((await listed(owner)).length, 2)
  })

  test('that are refused say why in the language of the reader, and save nothing', async () => {
    const { stripe } = await newPaymentServices(outgoing)
    const owner = await aFounder(app)
    const browser = await signedInAs(app, owner)
    const wrong = await browser.submit(page, { service: 'stripe', secret_key: 'nonsense' }, { page })
    assert.deepEqual([wrong.status, wrong.text.includes(texts.stripeKeyFormat)], [400, true])
    stripe.isClosed = true
    const closed = await browser.submit(page, { service: 'stripe', ...stripeKeys } as Record<string, string>, { page })
    assert.deepEqual([closed.status, closed.text.includes(texts.faults.access)], [400, true])
    assert.deepEqual(await listed(owner), [])
  })

  test('are seen by members, who cannot change them', async () => {
    const owner = await aFounder(app)
    const member = await signedInAs(app, await aMember(app, owner))
    const { text } = await member.get(page)
    assert.ok(text.includes(texts.adminsOnly) && !text.includes('name="secret_key"'))
    const sent = { service: 'stripe', ...stripeKeys } as Record<string, string>
    assert.ok([400, 403].includes((await member.submit(page, sent, { page })).status))
    assert.deepEqual(await listed(owner), [])
  })
})
