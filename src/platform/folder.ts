import { createHash, randomUUID } from 'node:crypto'
import { mkdir, stat, unlink } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** The folder is another process's. Two on one embedded database would destroy it. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(`The data folder ${folder} is in use by process ${pid}. Stop that one first, or set OPENSLOT_DATA to another folder.`)
    this.pid = pid
  }
}

/** Answers one request from a command on this machine. */
export type Answer = (request: unknown) => Promise<unknown>

export interface Claim {
  /** Until this is called, requests wait. */
  answerWith(answer: Answer): void
  release(): Promise<void>
}

// The kernel cuts longer paths silently, and then two folders may share a socket.
const maxSocketPathBytes = 100

export const socketPathOf = (folder: string): string => {
  const inside = join(resolve(folder), 'openslot.sock')
  if (Buffer.byteLength(inside) <= maxSocketPathBytes) return inside
  return join(tmpdir(), `openslot-${createHash('sha256').update(inside).digest('hex').slice(0, 24)}.sock`)
}

/**
 * Takes the folder for this process by listening on its socket, which is also where commands come in. The kernel ends
 * the listening with the process, so a crash leaves a file that refuses connections, and the next start takes over.
 */
export const claimFolder = async (folder: string): Promise<Claim> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = socketPathOf(folder)
  const nonce = randomUUID()
  let ready: (answer: Answer) => void = () => {}
  const answering = new Promise<Answer>((done) => {
    ready = done
  })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serve(socket, async (request) => {
      if (isWho(request)) return { pid: process.pid, nonce }
      return (await answering)(request)
    })
  })

  for (let attempt = 0; ; attempt += 1) {
    const failure = await listen(server, path)
    if (!failure) break
    if (failure.code !== 'EADDRINUSE' || attempt === 5) throw failure
    const before = await stat(path).catch(() => undefined)
    const owner = await whoOwns(path)
    if (owner) throw new FolderInUse(folder, owner.pid)
    const after = await stat(path).catch(() => undefined)
    if (before && after && before.ino === after.ino) await unlink(path).catch(() => {})
  }
  // Two starters may have found the same stale file: whoever is reached by its name is the owner.
  const owner = await whoOwns(path)
  if (owner?.nonce !== nonce) {
    server.close()
    throw new FolderInUse(folder, owner?.pid ?? 0)
  }

  return {
    answerWith: (answer) => ready(answer),
    release: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Asks the process that holds the folder; undefined when none does. */
export const askOwner = async (folder: string, request: unknown): Promise<unknown | undefined> => ask(socketPathOf(folder), request)

const isWho = (request: unknown): boolean => (request as { who?: unknown } | null)?.who === true

const whoOwns = async (path: string): Promise<{ pid: number; nonce: string } | undefined> =>
  (await ask(path, { who: true })) as { pid: number; nonce: string } | undefined

const listen = (server: Server, path: string): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise((done) => {
    const mask = process.umask(0o177)
    server.once('error', done)
    server.listen(path, () => {
      server.off('error', done)
      done(undefined)
    })
    process.umask(mask)
  })

/** One JSON value a line in, one a line out. */
const serve = (socket: Socket, answer: Answer): void => {
  createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', async (line) => {
    const reply = await answer(JSON.parse(line)).catch((error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }))
    socket.write(`${JSON.stringify(reply ?? null)}\n`)
  })
}

const ask = (path: string, request: unknown): Promise<unknown | undefined> =>
  new Promise((done, fail) => {
    const socket = connect(path)
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? done(undefined) : fail(error)))
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`))
    createInterface({ input: socket }).on('line', (line) => {
      socket.end()
      done(JSON.parse(line))
    })
    socket.on('close', () => done(undefined))
  })
