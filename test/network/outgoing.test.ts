import assert from 'node:assert/strict'
import { createServer as createHttp, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readNetwork } from '#platform/net/address.ts'
import { Destinations } from '#platform/net/destinations.ts'
import { Outgoing, type OutgoingOptions } from '#platform/net/outgoing.ts'
import { aCertificate } from '../support/certificate.ts'
import { eventually } from '../support/eventually.ts'

const loopback = ['127.0.0.0/8', '::1'].map((text) => readNetwork(text) ?? assert.fail(text))

/** As an operator has it who allows this machine itself. */
const outgoing = (options: OutgoingOptions = {}): Outgoing => new Outgoing(new Destinations(loopback), options)

const closing: (() => void)[] = []
after(() => {
  for (const close of closing) close()
})

const listening = (server: Server | ReturnType<typeof createTcp>, host = '127.0.0.1', port = 0): Promise<number> =>
  new Promise((done) =>
    server.listen(port, host, () => {
      closing.push(() => {
        if ('closeAllConnections' in server) server.closeAllConnections()
        server.close()
      })
      done((server.address() as AddressInfo).port)
    }),
  )

interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

const receiver = async (
  answer: (response: ServerResponse, request: IncomingMessage) => void = (response) => response.end('thanks'),
) => {
  const received: Received[] = []
  const port = await listening(
    createHttp(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      received.push({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks) })
      answer(response, request)
    }),
  )
  return { url: `http://127.0.0.1:${port}`, port, received }
}

/** A server below HTTP: what it does with a connection is its own affair. */
const rawServer = async (serve: (socket: Socket) => void) => {
  let connections = 0
  const port = await listening(
    createTcp((socket) => {
      connections += 1
      socket.on('error', () => {})
      closing.push(() => socket.destroy())
      serve(socket)
    }),
  )
  return { port, connections: () => connections }
}

describe('a request', () => {
  test('carries the bytes as they are, and brings back the answer', async () => {
    const { url, port, received } = await receiver()
    const body = Buffer.from('{"a":"é\u2028"}\n \0')
    const outcome = await outgoing().send({
      url: `${url}/hook?x=%20y`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-own': '1' },
      body,
    })
    assert.equal(outcome.kind === 'answered' && outcome.isWhole && `${outcome.status} ${outcome.body}`, '200 thanks')
    const [only] = received
    assert.equal(received.length, 1)
    assert.deepEqual(
      { method: only?.method, url: only?.url, body: only?.body },
      { method: 'POST', url: '/hook?x=%20y', body },
    )
    const {
      'content-type': type,
      'x-own': own,
      host,
      'content-length': length,
      'transfer-encoding': encoding,
    } = only?.headers ?? {}
    assert.deepEqual(
      { type, own, host, length, encoding },
      {
        type: 'application/json',
        own: '1',
        host: `127.0.0.1:${port}`,
        length: String(body.length),
        encoding: undefined,
      },
    )
  })

  test('does not follow where it is sent on to', async () => {
    const target = await receiver()
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await receiver((response) => response.writeHead(status, { location: target.url }).end())
      const outcome = await outgoing().send({ url, method: 'POST', body: Buffer.from('x') })
      assert.equal(outcome.kind === 'answered' && outcome.status, status)
    }
    assert.equal(target.received.length, 0)
  })

  test('reads no more of the answer than it may', async () => {
    let sent = 0
    const { url } = await receiver((response) => {
      const pour = (): void => {
        while (!response.destroyed && sent < 200_000_000) {
          sent += 65_536
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', pour)
        }
      }
      pour()
    })
    const outcome = await outgoing().send({ url, method: 'GET', maxAnswerBytes: 1000 })
    assert.deepEqual(
      outcome.kind === 'answered' && { status: outcome.status, length: outcome.body.length, isWhole: outcome.isWhole },
      {
        status: 200,
        length: 1000,
        isWhole: false,
      },
    )
    assert.ok(sent < 50_000_000, `${sent} bytes were taken`)
  })

  test('hands over an answer piece by piece, the next when one is done, and all of it although the other side has closed long ago', async () => {
    const bytes = Buffer.alloc(3_000_000, 'calendar ')
    const { url } = await receiver((response) => response.end(bytes))
    const taken: Buffer[] = []
    let atOnce = 0
    const onData = async (chunk: Buffer): Promise<void> => {
      atOnce += 1
      assert.equal(atOnce, 1)
      taken.push(chunk)
      for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done))
      atOnce -= 1
    }
    const outcome = await outgoing().send({ url, method: 'GET', maxAnswerBytes: bytes.length, onData })
    assert.deepEqual(outcome.kind === 'answered' && [outcome.status, outcome.isWhole], [200, true])
    assert.equal(atOnce, 0, 'the last piece is done')
    assert.ok(Buffer.concat(taken).equals(bytes))
    const failing = outgoing().send({
      url,
      method: 'GET',
      maxAnswerBytes: bytes.length,
      onData: () => Promise.reject(new Error('our own fault')),
    })
    await assert.rejects(failing, /our own fault/)
  })

  test('does not unpack what is compressed: a gzip bomb is the few bytes that came', async () => {
    // 200 MB of zeros in 200 kB.
    const bomb = gzipSync(Buffer.alloc(200_000_000))
    const { url } = await receiver((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end(bomb),
    )
    const before = process.memoryUsage().arrayBuffers
    const outcome = await outgoing().send({ url, method: 'POST', body: Buffer.from('x'), maxAnswerBytes: 4096 })
    assert.ok(outcome.kind === 'answered')
    assert.deepEqual([outcome.status, outcome.isWhole, outcome.body.equals(bomb.subarray(0, 4096))], [200, false, true])
    assert.ok(process.memoryUsage().arrayBuffers - before < 20_000_000)
  })

  test('never waits for ever, at whichever step the other side falls silent', async () => {
    const quick = { connectMilliseconds: 300, answerMilliseconds: 300 }
    const silent = await rawServer(() => {})
    const drip = (text: string) =>
      rawServer((socket) => {
        socket.write(text)
        const timer = setInterval(() => socket.write('x'), 20)
        socket.on('close', () => clearInterval(timer))
      })
    const [headers, body] = [
      await drip('HTTP/1.1 200 OK\r\nx-a: '),
      await drip('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'),
    ]
    const send = (url: string, options = {}) => outgoing({ ...quick, ...options }).send({ url, method: 'GET' })

    assert.deepEqual(await send('https://hooks.client.test/', { resolve: () => new Promise(() => {}) }), {
      kind: 'timed_out',
      during: 'connect',
    })
    assert.deepEqual(await send(`https://127.0.0.1:${silent.port}/`), { kind: 'timed_out', during: 'connect' })
    assert.deepEqual(await send(`http://127.0.0.1:${silent.port}/`), { kind: 'timed_out', during: 'answer' })
    assert.deepEqual(await send(`http://127.0.0.1:${headers.port}/`), { kind: 'timed_out', during: 'answer' })
    const begun = await send(`http://127.0.0.1:${body.port}/`)
    assert.equal(begun.kind === 'answered' && `${begun.status} ${begun.isWhole}`, '200 false')
  })

  const broken: readonly (readonly [what: string, text: string | undefined])[] = [
    ['is no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['ends at once', ''],
    ['is cut', undefined],
    ['switches to another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['has headers without end', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(5000)}`],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
  ]
  for (const [what, text] of broken) {
    test(`has an outcome, and no error, when the answer ${what}`, async () => {
      const { port } = await rawServer((socket) =>
        socket.once('data', () => (text === undefined ? socket.resetAndDestroy() : socket.end(text))),
      )
      const outcome = await outgoing().send({
        url: `http://127.0.0.1:${port}/`,
        method: 'POST',
        body: Buffer.from('x'),
      })
      assert.equal(outcome.kind, 'unreachable', JSON.stringify(outcome))
    })
  }

  test('tells a refused connection and an unknown name apart', async () => {
    const { port } = await rawServer(() => {})
    closing.pop()?.()
    const refused = await outgoing().send({ url: `http://127.0.0.1:${port}/`, method: 'GET' })
    assert.deepEqual(refused, { kind: 'unreachable', code: 'ECONNREFUSED' })
    assert.deepEqual(
      await outgoing({ resolve: async () => [] }).send({ url: 'https://hooks.client.test/', method: 'GET' }),
      { kind: 'unknown_name' },
    )
    const failing = outgoing({
      resolve: async () => Promise.reject(Object.assign(new Error('no'), { code: 'ESERVFAIL' })),
    })
    assert.deepEqual(await failing.send({ url: 'https://hooks.client.test/', method: 'GET' }), {
      kind: 'unreachable',
      code: 'ESERVFAIL',
    })
  })

  test('tries the next address when one does not answer', async () => {
    const { port, received } = await receiver()
    const outcome = await outgoing({ resolve: async () => ['::1', '127.0.0.1'] }).send({
      url: `http://hooks.client.test:${port}/`,
      method: 'GET',
    })
    assert.equal(outcome.kind, 'answered')
    assert.equal(received[0]?.headers.host, `hooks.client.test:${port}`)
  })
})

describe('a connection', () => {
  /** Says of each request by which connection it came; closes one, without an answer, at the request after so many. */
  const counting = (closesAfter = 1000) => {
    const requests: string[] = []
    let connections = 0
    const serve = (socket: Socket): void => {
      const own = ++connections
      let answered = 0
      socket.on('data', (chunk) => {
        requests.push(`${own} ${String(chunk).split(' ')[0]}`)
        if (answered === closesAfter) socket.destroy()
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
        answered += 1
      })
    }
    return { requests, serve }
  }
  const post = { method: 'POST', body: Buffer.from('x') } as const

  test('is kept for the next request, but for one that must not be sent twice', async () => {
    const { requests, serve } = counting()
    const url = `http://127.0.0.1:${(await rawServer(serve)).port}/`
    const way = outgoing()
    for (const request of [
      { method: 'GET' },
      { method: 'REPORT' },
      { ...post, mayRepeat: true },
      post,
      post,
      { method: 'GET' },
    ] as const)
      assert.equal((await way.send({ url, ...request })).kind, 'answered')
    assert.deepEqual(requests, ['1 GET', '1 REPORT', '1 POST', '2 POST', '3 POST', '1 GET'])
  })

  test('that was closed meanwhile says nothing about the receiver: the request goes over a new one. A new one that is closed does', async () => {
    const kept = counting(1)
    const way = outgoing()
    const url = `http://127.0.0.1:${(await rawServer(kept.serve)).port}/`
    for (let count = 0; count < 3; count += 1)
      assert.equal((await way.send({ url, ...post, mayRepeat: true })).kind, 'answered')
    assert.deepEqual(kept.requests, ['1 POST', '1 POST', '2 POST', '3 POST'])
    const never = counting(0)
    const { port } = await rawServer(never.serve)
    assert.equal((await way.send({ url: `http://127.0.0.1:${port}/`, ...post, mayRepeat: true })).kind, 'unreachable')
    assert.deepEqual(never.requests, ['1 POST'])
  })

  test('that breaks in the middle of an answer ends the request: nothing of it is taken twice', async () => {
    const chunks: string[] = []
    let requests = 0
    const { port } = await rawServer((socket) =>
      socket.on('data', () => {
        requests += 1
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
        else
          socket.write(
            'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf',
            () =>
              void eventually('the half has arrived', () => chunks.includes('half')).then(() =>
                socket.resetAndDestroy(),
              ),
          )
      }),
    )
    const way = outgoing()
    const ask = () =>
      way.send({
        url: `http://127.0.0.1:${port}/`,
        method: 'GET',
        onData: async (chunk) => void chunks.push(String(chunk)),
      })
    assert.equal((await ask()).kind, 'answered')
    const cut = await ask()
    assert.ok(cut.kind === 'unreachable' || (cut.kind === 'answered' && !cut.isWhole), JSON.stringify(cut))
    assert.deepEqual([chunks, requests], [['ok', 'half'], 2])
  })

  test('is used only while its name stands for the same addresses, in any order', async () => {
    const [one, other] = [counting(), counting()]
    const { port } = await rawServer(one.serve)
    await listening(createTcp(other.serve), '127.0.0.2', port)
    const answers = [
      ['127.0.0.1', '127.0.0.3'],
      ['127.0.0.3', '127.0.0.1'],
      ['127.0.0.2'],
      ['127.0.0.1', '127.0.0.3'],
      ['127.0.0.1'],
    ]
    const way = outgoing({ resolve: async () => answers.shift() ?? [] })
    for (let count = 0; count < 5; count += 1)
      assert.equal((await way.send({ url: `http://hooks.client.test:${port}/`, method: 'GET' })).kind, 'answered')
    assert.deepEqual([one.requests, other.requests], [['1 GET', '1 GET', '1 GET', '2 GET'], ['1 GET']])
  })

  test('is closed when its answer was not read to the end', async () => {
    const { requests, serve } = counting()
    const url = `http://127.0.0.1:${(await rawServer(serve)).port}/`
    const way = outgoing()
    for (let count = 0; count < 2; count += 1) await way.send({ url, method: 'GET', maxAnswerBytes: 1 })
    assert.deepEqual(requests, ['1 GET', '2 GET'])
  })
})

describe('https', () => {
  const { key, cert } = aCertificate('hooks.client.test')
  const secured = async () => {
    let requests = 0
    const port = await listening(
      createHttps({ key, cert }, (_, response) => {
        requests += 1
        response.end('secret')
      }),
    )
    return { port, requests: () => requests }
  }
  const resolve = async () => ['127.0.0.1']

  test('wants a certificate for the name, although it connects to an address', async () => {
    const { port, requests } = await secured()
    const good = await outgoing({ resolve, ca: cert }).send({
      url: `https://hooks.client.test:${port}/`,
      method: 'GET',
    })
    assert.equal(good.kind === 'answered' && String(good.body), 'secret', JSON.stringify(good))
    const other = await outgoing({ resolve, ca: cert }).send({
      url: `https://other.client.test:${port}/`,
      method: 'GET',
    })
    assert.deepEqual(other, { kind: 'unreachable', code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    assert.equal(requests(), 1)
  })

  test('requires a certificate of a known authority', async () => {
    const { port, requests } = await secured()
    assert.deepEqual(await outgoing({ resolve }).send({ url: `https://hooks.client.test:${port}/`, method: 'GET' }), {
      kind: 'unreachable',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
    assert.equal(requests(), 0)
  })
})

describe('a name', () => {
  test('is resolved once: a later change of the name does not matter', async () => {
    const { port, connections } = await rawServer((socket) => socket.end())
    for (const answers of [
      [['93.184.216.34'], ['127.0.0.1']],
      [['127.0.0.1'], ['93.184.216.34']],
    ]) {
      let asked = 0
      const strict = new Outgoing(new Destinations(), {
        resolve: async () => answers[asked++ % 2] ?? [],
        connectMilliseconds: 300,
      })
      const outcome = await strict.send({ url: `https://rebind.test:${port}/`, method: 'POST', body: Buffer.from('x') })
      assert.notEqual(outcome.kind, 'answered')
      assert.equal(asked, 1)
    }
    assert.equal(connections(), 0)
  })

  test('with one address inside among others is refused, whichever comes first', async () => {
    const { port, connections } = await rawServer((socket) => socket.end())
    for (const addresses of [
      ['93.184.216.34', '127.0.0.1'],
      ['127.0.0.1', '93.184.216.34'],
      ['2606:4700::1111', '::1'],
      ['8.8.8.8', '::ffff:127.0.0.1'],
    ]) {
      const strict = new Outgoing(new Destinations(), { resolve: async () => addresses })
      assert.deepEqual(await strict.send({ url: `https://both.test:${port}/`, method: 'GET' }), {
        kind: 'refused',
        why: 'private',
      })
    }
    assert.equal(connections(), 0)
  })

  test('of this machine is internal, by any name', async () => {
    const { port, connections } = await rawServer((socket) => socket.end())
    for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'anything.localhost', 'localhost.localhost.']) {
      assert.deepEqual(
        await new Outgoing(new Destinations()).send({ url: `https://${name}:${port}/`, method: 'GET' }),
        { kind: 'refused', why: 'private' },
      )
    }
    assert.equal(connections(), 0)
  })
})
