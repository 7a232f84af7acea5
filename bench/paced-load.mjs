// Bookings at a steady rate, in a process of its own: each is sent when its time has come, whether those before it are
// answered or not. How long one took is counted from that time, so that a server that falls behind cannot hide it.
import { connect } from 'node:net'
import { bookingRequests } from './booking-requests.mjs'
import { quantile } from './rounds.mjs'

const endOfHeaders = Buffer.from('\r\n\r\n')
const requestFor = bookingRequests('paced')

/** A connection that asks one thing at a time. */
const openConnection = (port, onFree, onEnd) =>
  new Promise((done, fail) => {
    let received = Buffer.alloc(0)
    let answered
    const socket = connect(port, '127.0.0.1', () => done(connection)).setNoDelay(true)
    const connection = {
      ask: (request) =>
        new Promise((finish, refuse) => {
          answered = { finish, refuse }
          socket.write(request)
        }),
      close: () => socket.destroy(),
    }
    socket.on('error', fail)
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const headersEnd = received.indexOf(endOfHeaders)
      if (headersEnd < 0) return
      const head = received.latin1Slice(0, headersEnd)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (received.length < headersEnd + 4 + length) return
      const text = received.utf8Slice()
      received = Buffer.alloc(0)
      // A connection that was never used is told that its time is over.
      if (!answered) return onEnd(connection)
      if (head.startsWith('HTTP/1.1 200')) answered.finish()
      else answered.refuse(new Error(`A booking was not as expected: ${text}`))
      onFree(connection)
    })
  })

const run = async (order) => {
  const { port, rate, seconds, connections } = order
  const free = []
  const waiting = []
  const assign = (connection) => {
    const job = waiting.shift()
    if (job) job(connection)
    else free.push(connection)
  }
  const leaveOut = (connection) => free.splice(free.indexOf(connection), 1)
  const all = await Promise.all(Array.from({ length: connections }, () => openConnection(port, assign, leaveOut)))
  free.push(...all)
  const took = []
  const began = performance.now()
  const sent = []
  for (let index = 0; index < rate * seconds; index += 1) {
    const due = began + (index * 1000) / rate
    const wait = due - performance.now()
    if (wait > 1) await new Promise((done) => setTimeout(done, wait))
    sent.push(
      new Promise((done, fail) => {
        const job = (connection) =>
          connection.ask(requestFor(order)).then(() => {
            took.push(performance.now() - due)
            done()
          }, fail)
        const connection = free.pop()
        if (connection) job(connection)
        else waiting.push(job)
      }),
    )
  }
  await Promise.all(sent)
  for (const connection of all) connection.close()
  return {
    answers: took.length,
    seconds: (performance.now() - began) / 1000,
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
  }
}

process.on('message', (order) =>
  run(order).then(
    (result) => process.send(result),
    (error) => process.send({ failed: error.message }),
  ),
)

// The bench was killed.
process.once('disconnect', () => process.exit())
