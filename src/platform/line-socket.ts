import { connect, type Socket } from 'node:net'

// One request a connection: a line of JSON goes in, a line comes back, either { answer } or { failed }.

const maxLineCharacters = 1_000_000
const silenceMilliseconds = 10_000

export const serveLine = (socket: Socket, answer: (request: unknown) => Promise<unknown>): void => {
  // Whoever connects and says nothing is let go.
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

/** Undefined when nobody listens there. Throws when there is no answer in time, or when the answer is a refusal. */
export const ask = (path: string, request: unknown, milliseconds: number): Promise<unknown | undefined> =>
  new Promise((resolve, reject) => {
    const socket = connect(path)
    const give = (settle: () => void) => {
      clearTimeout(timer)
      socket.destroy()
      settle()
    }
    const timer = setTimeout(() => give(() => reject(new Error(`The running service did not answer within ${milliseconds / 1000} seconds.`))), milliseconds)
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`))
    socket.on('error', (error) => give(() => (isNobody(error) ? resolve(undefined) : reject(error))))
    socket.on('close', () => give(() => reject(new Error('The running service stopped before it answered.'))))
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
      // Too many are waiting to be let in: somebody is there.
      else if (error.code === 'EAGAIN') resolve(true)
      else reject(error)
    })
  })

const isNobody = (error: NodeJS.ErrnoException): boolean => error.code === 'ECONNREFUSED' || error.code === 'ENOENT'

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
