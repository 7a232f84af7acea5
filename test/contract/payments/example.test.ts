// seconds: 3
// on: embedded
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { PaymentWebhookProvider } from '#payments/providers/webhook.ts'
import { testApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { paymentSigningKey } from '../../support/payments.ts'
import { freePort, newFolder } from '../../support/processes.ts'
import { snippetsOf } from '../../support/snippets.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })

test('a service of your own can be the one in the documentation', async () => {
  const [snippet, ...more] = snippetsOf('docs/payments.md').filter(({ language }) => language === 'js')
  assert.equal(more.length, 0)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const file = join(await newFolder(), 'payments.mjs')
  await writeFile(file, String(snippet?.code).replace('8000', String(port)))
  // Invitees are sent to https alone.
  const env = { ...process.env, SIGNING_KEY: paymentSigningKey, ORIGIN: url.replace('http:', 'https:') }
  const child = spawn(process.execPath, [file], { env, stdio: 'ignore' })
  after(() => child.kill())
  const status = (): Promise<number> =>
    fetch(url, { method: 'POST', body: '{}' }).then(
      (answer) => answer.status,
      () => 0,
    )
  await eventually('it answers', async () => (await status()) !== 0)
  assert.equal(await status(), 401, 'without a signature')
  const { outgoing } = app.context
  const plain = {
    send: (request: Parameters<typeof outgoing.send>[0]) =>
      outgoing.send({ ...request, url: request.url.replace('https:', 'http:') }),
  }
  const service = new PaymentWebhookProvider(
    { outgoing: Object.assign(Object.create(outgoing) as typeof outgoing, plain), now: new Date() },
    { url: url.replace('http:', 'https:'), signing_key: paymentSigningKey },
    { leftMilliseconds: () => 10_000 },
  )
  assert.deepEqual(await service.check(), { account: `127.0.0.1:${port}` })
  const payment = {
    ...{ id: 'p1', amountMinor: 2500, currency: 'EUR', description: 'Consultation', expiresAt: new Date() },
    ...{ returnUrl: 'https://a.test/paid', cancelUrl: 'https://a.test/' },
  }
  const opened = await service.open(payment)
  assert.ok('url' in opened)
  assert.deepEqual(await service.read(opened.id), { kind: 'open' })
  const back = await fetch(opened.url.replace('https:', 'http:'), { redirect: 'manual' })
  assert.equal(back.headers.get('location'), payment.returnUrl)
  assert.deepEqual(await service.read(opened.id), { kind: 'paid', externalId: 'p1', paid: undefined })
})
