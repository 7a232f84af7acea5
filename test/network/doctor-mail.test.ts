import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { examineMail } from '#cli/doctor/mail.ts'
import { reachSmtp } from '#platform/mail/smtp-check.ts'

const sent: string[] = []

/** Its address; it knows one user, and records every sender. */
const aServer = async (options: SMTPServerOptions): Promise<string> => {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _, done) =>
      username === 'user' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    onMailFrom: ({ address }, _, done) => {
      sent.push(address)
      done()
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => new Promise<void>((done) => server.close(() => done())))
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

const plain: SMTPServerOptions = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }
const found = async (smtpUrl: string | undefined) => {
  const { check, verdict, message } = await examineMail({ smtpUrl, dataFolder: 'data' })
  assert.equal(check, 'mail')
  return `${verdict}: ${message}`
}

describe('the doctor asks the mail server', () => {
  test('one that takes us, and the user if there is one; and sends nothing', async () => {
    const place = await aServer(plain)
    assert.equal(await found(`smtp://${place}`), `ok: ${place} responds`)
    assert.match(
      await found(`smtp://user:p%40ss@${place}`),
      /^wrong: .+ offers no encryption, so the password was not sent\. .+ \?ignoreTLS=true/,
    )
    assert.equal(
      await found(`smtp://user:p%40ss@${place}?ignoreTLS=true`),
      `ok: ${place} responds and accepts the user`,
    )
    assert.match(
      await found(`smtp://user:other@${place}?ignoreTLS=true`),
      /^wrong: .+ rejected the user or the password \(535\)\. Correct them in SMTP_URL/,
    )
    assert.deepEqual(await reachSmtp(`smtp://${place}`), { kind: 'ready', isEncrypted: false })
    assert.deepEqual(sent, [])
  })

  test('an untrusted certificate is refused; where verification is off, it is encrypted', async () => {
    const place = await aServer({})
    assert.match(await found(`smtp://${place}`), /^wrong: The certificate of .+ is not valid \(\w*CERT\w*\)/)
    assert.deepEqual(await reachSmtp(`smtp://${place}?tls.rejectUnauthorized=false`), {
      kind: 'ready',
      isEncrypted: true,
    })
  })

  test('one that wants nothing of us, one that speaks another way, and none at all', async () => {
    const unfriendly = await aServer({
      ...plain,
      onConnect: (_, done) => done(Object.assign(new Error('go away'), { responseCode: 554 })),
    })
    assert.match(await found(`smtp://${unfriendly}`), /^wrong: .+ rejected the connection \(554\)/)
    assert.match(
      await found(`smtps://${await aServer(plain)}`),
      /^wrong: .+ cannot be reached \(\w+\)\. Check SMTP_URL: .+ smtps: for 465/,
    )
    assert.match(await found('smtp://127.0.0.1:1'), /^wrong: 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/)
    assert.match(
      await found(undefined),
      /^warning: SMTP_URL is not set, so no mail is sent: messages are saved to data\/mail/,
    )
  })
})
