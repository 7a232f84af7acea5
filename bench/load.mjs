// The load, in a process of its own: so many connections, each asking the next time as soon as it is answered. On bare
// sockets, because on a small machine whatever this costs is taken from the servers it measures.
import { connect } from 'node:net'

const endOfHeaders = Buffer.from('\r\n\r\n')

/** The request, or each of several in turn. */
const requestsOf = (request) => {
  const requests = [request].flat()
  let next = 0
  return () => requests[next++ % requests.length]
}

/** One connection; resolves with how often it was answered, and rejects on any answer but 200. */
const askOn = (port, nextRequest, isOver) =>
  new Promise((done, fail) => {
    let answers = 0
    let received = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    const ask = () => {
      if (isOver()) socket.end(() => done(answers))
      else socket.write(nextRequest())
    }
    socket.on('connect', ask).on('error', fail)
    socket.on('close', () => done(answers))
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const headersEnd = received.indexOf(endOfHeaders)
      if (headersEnd < 0) return
      const head = received.latin1Slice(0, headersEnd)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (!head.startsWith('HTTP/1.1 200') || Number.isNaN(length)) {
        socket.destroy()
        fail(new Error(`An answer was not as expected: ${head.split('\r\n')[0]}`))
        return
      }
      if (received.length < headersEnd + 4 + length) return
      received = Buffer.alloc(0)
      answers += 1
      ask()
    })
  })

process.on('message', async ({ port, request, connections, milliseconds }) => {
  const end = performance.now() + milliseconds
  const isOver = () => performance.now() >= end
  const nextRequest = requestsOf(request)
  try {
    const answers = await Promise.all(Array.from({ length: connections }, () => askOn(port, nextRequest, isOver)))
    process.send({ answers: answers.reduce((sum, count) => sum + count, 0) })
  } catch (error) {
    process.send({ failed: error.message })
  }
})

// The bench was killed.
process.once('disconnect', () => process.exit())
