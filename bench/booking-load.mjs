// The load of bookings, in a process of its own: so many connections, each booking the next free time of the next host
// as soon as it is answered. What does not fit this plan, an answer that is no booking, ends it.
import { connect } from 'node:net'
import { bookingRequests } from './booking-requests.mjs'

const endOfHeaders = Buffer.from('\r\n\r\n')
const requestFor = bookingRequests('invitee')

const bookOn = (order, isOver) =>
  new Promise((done, fail) => {
    let answers = 0
    let received = Buffer.alloc(0)
    const socket = connect(order.port, '127.0.0.1').setNoDelay(true)
    const ask = () => {
      if (isOver()) socket.end(() => done(answers))
      else socket.write(requestFor(order))
    }
    socket.on('connect', ask).on('error', fail)
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const headersEnd = received.indexOf(endOfHeaders)
      if (headersEnd < 0) return
      const head = received.latin1Slice(0, headersEnd)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (received.length < headersEnd + 4 + length) return
      if (!head.startsWith('HTTP/1.1 200')) {
        socket.destroy()
        fail(new Error(`A booking was not as expected: ${received.utf8Slice()}`))
        return
      }
      received = Buffer.alloc(0)
      answers += 1
      ask()
    })
  })

process.on('message', async (order) => {
  const end = performance.now() + order.milliseconds
  const isOver = () => performance.now() >= end
  try {
    const answers = await Promise.all(Array.from({ length: order.connections }, () => bookOn(order, isOver)))
    process.send({ answers: answers.reduce((sum, count) => sum + count, 0) })
  } catch (error) {
    process.send({ failed: error.message })
  }
})

// The bench was killed.
process.once('disconnect', () => process.exit())
