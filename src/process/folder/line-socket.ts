import { connect, type Socket } from 'node:net'
import { TooLate } from '#platform/deadline.ts'

// One request a connection: a line of JSON goes in, a line comes back, either { answer } or { failed }.

const maxLineCharacters = 1_000_000
const silenceMilliseconds = 10_000

export const serveLine = (socket: Socket, answer: (request: unknown) => Promise<unknown>): void => {
  // A client that connects and sends nothing is disconnected.
  socket.setTimeout(silenceMilliseconds, () => socket.destroy())
  socket.on('error', () => {})
  readLine(socket, async (line) => {
    socket.setTimeout(0)
    const reply = await replyTo(line, answer)
    if (!socket.destroyed) socket.end(`${JSON.stringify(reply)}\n`)
  })
}

const replyTo = async (line: string, answer: (request: unknown) => Promise<unknown>): Promise<object> => {
  try {
    return { answer: (await answer(JSON.parse(line))) ?? null }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Undefined when nobody listens there. Throws TooLate when there is no answer in time, and the refusal when the answer
 * is one.
 */
export const ask = (path: string, request: unknown, milliseconds: number): Promise<unknown | undefined> =>
  new Promise((resolve, reject) => {
    const socket = connect(path)
    const give = (settle: () => void) => {
      clearTimeout(timer)
      socket.destroy()
      settle()
    }
    const timer = setTimeout(() => give(() => reject(new TooLate(milliseconds))), milliseconds)
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`))
    const stopped = new Error('The running service stopped before it responded.')
    socket.on('error', (error) =>
      give(() => (isNobody(error) ? resolve(undefined) : reject(isCutOff(error) ? stopped : error))),
    )
    socket.on('close', () => give(() => reject(stopped)))
    readLine(socket, (line) => {
      const reply = JSON.parse(line) as { answer?: unknown; failed?: string }
      give(() => (reply.failed === undefined ? resolve(reply.answer) : reject(new Error(reply.failed))))
    })
  })

/** The kernel answers this for a process that listens, even when it is busy or stopped. */
export const connects = (path: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (isNobody(error)) resolve(false)
      // It stopped listening before it let us in.
      else if (error.code === 'ECONNRESET') resolve(connects(path))
      // Too many are waiting to be let in: somebody is there.
      else if (error.code === 'EAGAIN') resolve(true)
      else reject(error)
    })
  })

const isNobody = (error: NodeJS.ErrnoException): boolean => error.code === 'ECONNREFUSED' || error.code === 'ENOENT'

const isCutOff = (error: NodeJS.ErrnoException): boolean => error.code === 'ECONNRESET' || error.code === 'EPIPE'

/** Calls back once, with the first line; what comes after it is not read. */
const readLine = (socket: Socket, onLine: (line: string) => void): void => {
  let text = ''
  const onData = (chunk: string) => {
    text += chunk
    const end = text.indexOf('\n')
    if (end === -1 && text.length <= maxLineCharacters) return
    socket.off('data', onData)
    socket.resume()
    if (end === -1) socket.destroy()
    else onLine(text.slice(0, end))
  }
  socket.setEncoding('utf8').on('data', onData)
}
