// on: embedded
// seconds: 6
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DatabaseCommand } from '#cli/command.ts'
import { commands } from '#cli/commands/payment.ts'
import { overviewOfAccounts } from '#integrations/index.ts'
import { writeExport } from '#organizations/index.ts'
import { readConfig } from '#platform/config.ts'
import { assertAnswer, assertStatus, invalidArgument, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aFounder, aMember, lastPart, type Person } from '../../support/cast.ts'
import { client } from '../../support/oauth-stand-in.ts'
import { aPaymentService, newPaymentServices, paymentSigningKey } from '../../support/payments.ts'
import { paypalKeys } from '../../support/paypal-stand-in.ts'
import { OutgoingToStandIns } from '../../support/stand-in-outgoing.ts'
import { stripeKeys } from '../../support/stripe-stand-in.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const outgoing = new OutgoingToStandIns()
Object.assign(app.context, { outgoing })

const connect = ({ token }: Person, body: object) => app.ask('POST /payment_accounts', { token, body })
const list = async ({ token }: Person) => (await app.ask('GET /payment_accounts', { token })).body.collection
const stripe = { service: 'stripe', ...stripeKeys }
const paypal = { service: 'paypal', ...paypalKeys }

describe('POST /payment_accounts', () => {
  test('201: keys that the service takes are connected, one account of each service', async () => {
    await newPaymentServices(outgoing)
    const own = await aPaymentService()
    const owner = await aFounder(app)
    const { organizationId } = owner.principal
    const first = resourceOf(await connect(owner, stripe))
    assert.deepEqual(
      [first.service, first.account, first.state, first.reason],
      ['stripe', 'acct_1StandIn (test mode)', 'connected', null],
    )
    assert.equal(lastPart(first.webhook_url), organizationId)
    assert.equal(resourceOf(await connect(owner, paypal)).account, `…${client.id.slice(-6)} (sandbox)`)
    const webhook = { service: 'webhook', url: `${own.url}/pay`, signing_key: paymentSigningKey }
    assert.equal(resourceOf(await connect(owner, webhook)).account, new URL(own.url).host)

    const again = resourceOf(await connect(owner, stripe))
    assert.equal(again.uri, first.uri, 'the same account keeps its payments')
    const member = await aMember(app, owner)
    assert.deepEqual(
      (await list(member)).map(({ service }: { service: string }) => service),
      ['stripe', 'paypal', 'webhook'],
    )
  })

  test('400: keys that the service rejects are not saved', async () => {
    const services = await newPaymentServices(outgoing)
    services.stripe.isClosed = true
    services.paypal.interceptTokens = () => ({ status: 401, body: { error: 'invalid_client' } })
    const own = await aPaymentService()
    own.interrupt((_, answer) => {
      answer(401)
      return true
    })
    const owner = await aFounder(app)
    for (const body of [
      stripe,
      paypal,
      { service: 'webhook', url: own.url, signing_key: paymentSigningKey },
      { service: 'webhook', url: 'https://10.0.0.1/', signing_key: paymentSigningKey },
    ])
      assertStatus(await connect(owner, body), 400)
    assert.deepEqual(await list(owner), [])
  })

  test('400: what is no key is refused by its name', async () => {
    const owner = await aFounder(app)
    const cases = [
      [{ service: 'stripe', secret_key: 'pk_test_51StandIn0123456789' }, 'secret_key', /secret or restricted key/],
      [{ ...stripe, webhook_secret: 'secret' }, 'webhook_secret', /signing secret/],
      [{ service: 'paypal', client_id: 'id', client_secret: 'secret' }, 'environment', /is missing/],
      [{ service: 'webhook', url: 'https://pay.test/', signing_key: 'short' }, 'signing_key', /less than 16/],
    ] as const
    for (const [body, parameter, message] of cases) {
      const answer = await connect(owner, body)
      assertStatus(answer, 400)
      assert.equal(answer.body.details[0].parameter, parameter)
      assert.match(answer.body.details[0].message, message)
    }
    assertAnswer(await connect(owner, { service: 'cash' }), 400, invalidArgument(['service', 'invalid']))
  })

  test('neither keys nor addresses are in answers, the log, exports, or any table', async () => {
    await newPaymentServices(outgoing)
    const own = await aPaymentService()
    const owner = await aFounder(app)
    const url = `${own.url}/secret-path`
    const answers = [
      await connect(owner, stripe),
      await connect(owner, paypal),
      await connect(owner, { service: 'webhook', url, signing_key: paymentSigningKey }),
      await list(owner),
    ]
    const { organizationId } = owner.principal
    const exported: string[] = []
    await writeExport(app.context, { id: organizationId, name: '' }, async (line) => void exported.push(line))
    assert.ok(exported.some((line) => line.includes('"provider_accounts"')))
    const rows = await app.context.database.session((session) =>
      session.query<{ row: string }>(
        `select to_jsonb(one)::text as row from provider_accounts as one where organization_id = '${organizationId}'
         union all select subject::text from facts where organization_id = '${organizationId}'`,
      ),
    )
    const secrets = [
      ...[stripeKeys.secret_key, stripeKeys.webhook_secret, paymentSigningKey, client.secret, 'secret-path'],
    ]
    const seen = JSON.stringify([answers, exported, rows, app.logged])
    for (const secret of secrets) assert.ok(!seen.includes(secret), secret)
  })
})

describe('POST /payment_accounts/{uuid}/test', () => {
  test('200: an account whose keys were revoked is lost until it is connected again', async () => {
    const services = await newPaymentServices(outgoing)
    const owner = await aFounder(app)
    const { uri } = resourceOf(await connect(owner, stripe))
    const check = async () => resourceOf(await app.ask(`POST ${new URL(uri).pathname}/test`, { token: owner.token }))
    assert.equal((await check()).state, 'connected')
    services.stripe.isClosed = true
    const member = await aMember(app, owner)
    assertStatus(await app.ask(`POST ${new URL(uri).pathname}/test`, { token: member.token }), 403)
    const lost = await check()
    assert.equal(lost.state, 'lost')
    assert.match(lost.reason, /rejected these credentials/)
    assert.ok((await overviewOfAccounts(app.context.database.reader, 'payment')).lost > 0)
    services.stripe.isClosed = false
    assert.equal(resourceOf(await connect(owner, stripe)).state, 'connected')
  })
})

describe('DELETE /payment_accounts/{uuid}', () => {
  test('204: the account is gone, and another can be connected', async () => {
    await newPaymentServices(outgoing)
    const owner = await aFounder(app)
    const { uri } = resourceOf(await connect(owner, stripe))
    const member = await aMember(app, owner)
    assertStatus(await app.ask(`DELETE ${new URL(uri).pathname}`, { token: member.token }), 403)
    assertStatus(await app.ask(`DELETE ${new URL(uri).pathname}`, { token: owner.token }), 204)
    assert.deepEqual(await list(owner), [])
    assertStatus(await app.ask(`DELETE ${new URL(uri).pathname}`, { token: owner.token }), 404)
    assertStatus(await connect(owner, stripe), 201)
  })
})

describe('on the command line', () => {
  test('accounts are connected with keys that are no arguments, listed, tested, and disconnected', async () => {
    await newPaymentServices(outgoing)
    const own = await aPaymentService()
    const owner = await aFounder(app)
    const run = async (name: string, values: Record<string, string> = {}) => {
      const command = commands.find((one) => one.name === `payment ${name}`) as DatabaseCommand
      const given = { ...values, organization: owner.principal.organizationId }
      const document = await command.run(app.context, given as never, readConfig({}))
      return command.show(document as never)
    }
    await assert.rejects(run('connect-stripe'), /on standard input/)
    const secrets = `${stripeKeys.secret_key} ${stripeKeys.webhook_secret}`
    assert.match(await run('connect-stripe', { key: secrets }), /^acct_1StandIn \(test mode\) connected/)
    const { client_id, client_secret, environment } = paypalKeys
    await run('connect-paypal', { 'client-id': client_id, 'client-secret': client_secret, environment })
    await run('connect', { url: own.url, key: paymentSigningKey })
    assert.match(await run('accounts'), /stripe[\s\S]*paypal[\s\S]*webhook/)
    const account = lastPart((await list(owner))[0].uri)
    assert.match(await run('check', { account }), /works/)
    assert.match(await run('disconnect', { account }), /^Disconnected/)
    assert.equal((await list(owner)).length, 2)
  })
})
