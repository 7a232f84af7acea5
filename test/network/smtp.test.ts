import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Mail } from '#platform/mail/mail.ts'
import { smtpMailer } from '#platform/mail/smtp.ts'
import { reachSmtp } from '#platform/mail/smtp-check.ts'
import { eventually } from '../support/eventually.ts'

const mailTo = (address: string): Mail => ({
  messageId: `<${address}>`,
  date: new Date('2026-03-02T10:00:00Z'),
  from: { name: 'Openslot', address: 'no-reply@book.test' },
  to: { name: '', address },
  subject: 'Confirmed',
  text: '.hidden\n..\n',
  html: '<p>Hello</p>',
})

interface Talk {
  readonly url: string
  /** Each line that came, of all connections. */
  readonly lines: string[]
  /** Each piece in which they came. */
  readonly pieces: string[]
  connections(): number
  /** How many of them are not closed yet. */
  open(): number
}

type Answer = (line: string, socket: Socket, connection: number) => string | undefined

/** A server that answers as a test says; what follows upon 354 is read to its end. */
const aTalk = async (answer: Answer, greeting = '220 here'): Promise<Talk> => {
  const lines: string[] = []
  const pieces: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    const connection = connections
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    let isData = false
    let rest = ''
    socket.write(`${greeting}\r\n`)
    socket.on('data', (chunk) => {
      pieces.push(chunk.toString())
      rest += chunk.toString()
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        lines.push(line)
        if (isData && line !== '.') continue
        isData = false
        const text = answer(line, socket, connection)
        if (text?.startsWith('354')) isData = true
        if (text !== undefined) socket.write(`${text}\r\n`)
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    pieces,
    connections: () => connections,
    open: () => sockets.size,
  }
}

const politely =
  (extensions: string, other: Answer = () => undefined): Answer =>
  (line, ...rest) => {
    const answer = other(line, ...rest)
    if (answer !== undefined) return answer
    if (line.startsWith('EHLO')) return `250-here\r\n${extensions}`
    if (line === 'DATA') return '354 go on'
    if (line === 'STARTTLS' && !extensions.includes('STARTTLS')) return '502 not here'
    return line === 'QUIT' ? '221 bye' : '250 ok'
  }

const send = async (url: string, ...addresses: readonly string[]) => {
  const mailer = smtpMailer(url)
  const outcomes = []
  for (const address of addresses) outcomes.push(await mailer.send(mailTo(address)))
  mailer.close()
  return outcomes
}

const accepted = { kind: 'accepted' }

describe('a mail server', () => {
  test('that pipelines gets the envelope at once; one that does not, a command at a time', async () => {
    for (const [extensions, isPipelined] of [
      ['250 PIPELINING', true],
      ['250 8BITMIME', false],
    ] as const) {
      const talk = await aTalk(politely(extensions))
      assert.deepEqual(await send(talk.url, 'a@client.test', 'b@client.test'), [accepted, accepted])
      const envelope = 'MAIL FROM:<no-reply@book.test>\r\nRCPT TO:<b@client.test>\r\nDATA\r\n'
      assert.equal(talk.pieces.includes(envelope), isPipelined)
      assert.equal(talk.connections(), 1, 'the connection is kept')
      assert.ok(!talk.lines.includes('..'), 'no line of a message looks like its end')
    }
  })

  test('that refuses a recipient and goes on all the same gets an empty message, and the next one whole', async () => {
    const talk = await aTalk(politely('250 PIPELINING', (line) => (line.includes('nobody@') ? '550 who?' : undefined)))
    assert.deepEqual(await send(talk.url, 'nobody@client.test', 'b@client.test'), [
      { kind: 'refused', code: 550 },
      accepted,
    ])
    assert.deepEqual(talk.lines.slice(1, 5), [
      'MAIL FROM:<no-reply@book.test>',
      'RCPT TO:<nobody@client.test>',
      'DATA',
      '.',
    ])
    assert.equal(talk.connections(), 2, 'a connection on which something failed is not used again')
  })

  test('that closed a kept connection meanwhile gets the next message over another, once', async () => {
    const talk = await aTalk(
      politely('250 PIPELINING', (line, socket, connection) => {
        if (
          connection === 1 &&
          line === 'MAIL FROM:<no-reply@book.test>' &&
          talk.lines.filter((one) => one === '.').length === 1
        )
          socket.destroy()
        return undefined
      }),
    )
    assert.deepEqual(await send(talk.url, 'a@client.test', 'b@client.test'), [accepted, accepted])
    assert.deepEqual([talk.connections(), talk.lines.filter((line) => line === '.').length], [2, 2])
  })

  test('that closes after the last byte was sent has perhaps taken it: that is a failure, not a second attempt', async () => {
    const talk = await aTalk(
      politely('250 PIPELINING', (line, socket) => (line === '.' ? void socket.destroy() : undefined)),
    )
    assert.deepEqual(await send(talk.url, 'a@client.test'), [{ kind: 'unreachable', code: 'ECONNECTION' }])
    assert.equal(talk.connections(), 1)
  })

  test('that says something unasked while a connection is kept is not believed: the next message goes over another', async () => {
    const talk = await aTalk(
      politely('250 PIPELINING', (line) => (line === '.' ? '250 taken\r\n250 and the next one, too' : undefined)),
    )
    assert.deepEqual(await send(talk.url, 'a@client.test', 'b@client.test'), [accepted, accepted])
    assert.deepEqual([talk.connections(), talk.lines.filter((line) => line === '.').length], [2, 2])
  })

  test('that trickles its answers for ever is given up in time, whether it greets or takes a message', async () => {
    const trickle = (socket: Socket, text: string): string => {
      const timer = setInterval(() => socket.write(text), 20)
      socket.on('close', () => clearInterval(timer))
      return text.trimEnd()
    }
    for (const stage of ['EHLO', '.']) {
      const talk = await aTalk(
        politely('250 PIPELINING', (line, socket) =>
          line.startsWith(stage) ? trickle(socket, '250-more\r\n') : undefined,
        ),
      )
      const mailer = smtpMailer(talk.url, 300)
      assert.deepEqual(await mailer.send(mailTo('a@client.test')), { kind: 'timed_out' })
      mailer.close()
      assert.deepEqual(await mailer.send(mailTo('a@client.test')), { kind: 'unreachable', code: 'closed' })
    }
  })

  test('that says goodbye, talks nonsense or answers too much is no recipient’s fault', async () => {
    const goodbye = await aTalk(
      politely('250 PIPELINING', (line) => (line.startsWith('MAIL') ? '421 too busy' : undefined)),
    )
    assert.deepEqual(await send(goodbye.url, 'a@client.test'), [{ kind: 'deferred', code: 421 }])
    assert.deepEqual(await send((await aTalk(() => undefined, 'HTTP/1.1 400 Bad Request')).url, 'a@client.test'), [
      { kind: 'unreachable', code: 'EPROTOCOL' },
    ])
    assert.deepEqual(await send((await aTalk(() => undefined, '2'.repeat(70_000))).url, 'a@client.test'), [
      { kind: 'unreachable', code: 'EPROTOCOL' },
    ])
  })

  test('that takes addresses beyond ASCII is told that this is one', async () => {
    const talk = await aTalk(politely('250 SMTPUTF8'))
    assert.deepEqual(await send(talk.url, 'jürgen@client.test'), [accepted])
    assert.ok(talk.lines.includes('MAIL FROM:<no-reply@book.test> SMTPUTF8'))
  })
})

describe('before TLS', () => {
  test('what was put behind the answer to STARTTLS is not believed', async () => {
    const talk = await aTalk(
      politely('250 STARTTLS', (line, socket) => {
        if (line !== 'STARTTLS') return undefined
        socket.once('data', () => socket.destroy())
        return '220 go on\r\n250-here\r\n250 AUTH PLAIN'
      }),
    )
    const url = talk.url.replace('smtp://', 'smtp://user:secret@')
    // What ends the connection is either the server, or TLS that finds plain text, whichever is noticed first.
    assert.equal((await reachSmtp(url)).kind, 'unreachable')
    assert.ok(!talk.pieces.some((piece) => piece.includes('AUTH')))
  })

  test('requireTLS refuses a server without it, and says no password', async () => {
    const talk = await aTalk(politely('250 AUTH PLAIN'))
    assert.deepEqual(await reachSmtp(`${talk.url.replace('smtp://', 'smtp://user:secret@')}?requireTLS=true`), {
      kind: 'unencrypted',
    })
    await eventually('the connection is closed, so nothing more comes', () => talk.open() === 0)
    assert.ok(!talk.lines.some((line) => line.startsWith('AUTH')))
  })
})

describe('a password', () => {
  test('is not sent to a server that offers no TLS, unless the address says ignoreTLS=true', async () => {
    const talk = await aTalk(politely('250 AUTH PLAIN LOGIN'))
    const url = talk.url.replace('smtp://', 'smtp://user:secret@')
    assert.deepEqual(await reachSmtp(url), { kind: 'unencrypted' })
    assert.deepEqual(await send(url, 'a@client.test'), [{ kind: 'unreachable', code: 'ETLS' }])
    assert.ok(!talk.lines.some((line) => line.startsWith('AUTH')))
    assert.deepEqual(await reachSmtp(`${url}?ignoreTLS=true`), { kind: 'ready', isEncrypted: false })
    assert.ok(talk.lines.some((line) => line.startsWith('AUTH')))
  })
})

describe('signing in', () => {
  const aServer = async (options: SMTPServerOptions): Promise<string> => {
    const server = new SMTPServer({
      disableReverseLookup: true,
      logger: false,
      onAuth: ({ username, password }, _, done) =>
        username === 'user' && password === 'pä:ss' ? done(null, { user: username }) : done(new Error('no')),
      onData: (stream, _, done) => void stream.resume().on('end', () => done()),
      ...options,
    })
    server.on('error', () => {})
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    after(() => new Promise<void>((done) => server.close(() => done())))
    return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
  }

  test('PLAIN or LOGIN, over TLS or without, as the server offers; with a wrong password nothing is sent, and it is tried again later', async () => {
    for (const [protocol, options, query] of [
      ['smtp', { authMethods: ['PLAIN'], disabledCommands: ['STARTTLS'], allowInsecureAuth: true }, '?ignoreTLS=true'],
      ['smtp', { authMethods: ['LOGIN'], disabledCommands: ['STARTTLS'], allowInsecureAuth: true }, '?ignoreTLS=true'],
      ['smtp', {}, '?tls.rejectUnauthorized=false'],
      ['smtps', { secure: true }, '?tls.rejectUnauthorized=false'],
    ] as const) {
      const at = await aServer(options as unknown as SMTPServerOptions)
      const url = (password: string): string => `${protocol}://user:${encodeURIComponent(password)}@${at}${query}`
      assert.deepEqual(await send(url('pä:ss'), 'a@client.test', 'b@client.test'), [accepted, accepted])
      assert.deepEqual(await send(url('other'), 'a@client.test'), [{ kind: 'deferred', code: 535 }])
    }
  })
})
