import { randomBytes } from 'node:crypto'
import { readdir, rename, unlink } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { TooLate } from '#platform/deadline.ts'
import { ask, connects, serveLine } from './line-socket.ts'

/** Answers one request from a command on this machine. */
export type RequestHandler = (request: unknown) => Promise<unknown>

/** The folder is ours. */
export interface FolderClaim {
  /** Until this is called, requests wait. */
  answerWith(answer: RequestHandler): void
  release(): Promise<void>
}

export type ElectionOutcome =
  | { readonly kind: 'elected'; readonly claim: FolderClaim }
  | { readonly kind: 'lost'; readonly ownerPid: number | undefined }

export const ownerName = 'openslot.sock'
const candidateForm = /^openslot-[0-9a-f]{16}\.sock$/

const roundMilliseconds = 20
const whoMilliseconds = 2_000
// A candidate that was stopped in the middle would keep all others waiting.
const electionMilliseconds = 10_000

/**
 * Of all processes that want the folder at once, exactly one is elected, whatever crashes have left there.
 *
 * Each first listens under a name that no other process ever uses, and only then looks around. Of any two, the later
 * one therefore sees the other: either still as a candidate, of whom the lowest name goes on, or as the owner. A file
 * that refuses connections is a dead process's; since names are used once, removing it cannot hit a living one.
 * (Removing a dead owner's file would be such a race, so it is never removed but replaced, by the one who was elected.)
 */
export const beElected = async (folder: string): Promise<ElectionOutcome> => {
  const end = performance.now() + electionMilliseconds
  while (performance.now() < end) {
    const candidate = await Candidate.stand(folder)
    if (await candidate.wins(end)) return { kind: 'elected', claim: candidate }
    await candidate.release()
    const owner = await electedOwner(folder, end)
    if (owner) return { kind: 'lost', ownerPid: owner.pid }
  }
  return { kind: 'lost', ownerPid: undefined }
}

class Candidate implements FolderClaim {
  private readonly folder: string
  private readonly name = `openslot-${randomBytes(8).toString('hex')}.sock`
  private readonly server: Server
  private readonly sockets = new Set<Socket>()
  private readonly answer: Promise<RequestHandler>
  private isOwner = false
  answerWith: (answer: RequestHandler) => void = () => {}

  static async stand(folder: string): Promise<Candidate> {
    const candidate = new Candidate(folder)
    await listen(candidate.server, join(folder, candidate.name))
    return candidate
  }

  private constructor(folder: string) {
    this.folder = folder
    this.answer = new Promise((resolve) => {
      this.answerWith = resolve
    })
    this.server = createServer((socket) => {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket))
      serveLine(socket, async (request) => (isWho(request) ? process.pid : (await this.answer)(request)))
    })
  }

  async wins(end: number): Promise<boolean> {
    while (performance.now() < end) {
      const others = (await livingCandidates(this.folder)).filter((name) => name !== this.name)
      // The owner last: a candidate that becomes the owner while we look is seen under one name or the other.
      if (await connects(join(this.folder, ownerName))) return false
      if (others.length === 0) return this.becomeOwner()
      if (others.some((name) => name < this.name)) return false
      await pause(roundMilliseconds)
    }
    return false
  }

  private async becomeOwner(): Promise<boolean> {
    try {
      await rename(join(this.folder, this.name), join(this.folder, ownerName))
      this.isOwner = true
    } catch (error) {
      // Another candidate looked at the very moment when our socket had its name but did not listen yet, and cleared it
      // away.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    return this.isOwner
  }

  async release(): Promise<void> {
    // Before we stop listening: after that the name may already be the next owner's.
    if (this.isOwner) await unlink(join(this.folder, ownerName)).catch(() => {})
    await new Promise<void>((done) => {
      this.server.close(() => done())
      for (const socket of this.sockets) socket.destroy()
    })
  }
}

const livingCandidates = async (folder: string): Promise<string[]> => {
  const names = (await readdir(folder)).filter((name) => candidateForm.test(name))
  const living: string[] = []
  for (const name of names) {
    if (await connects(join(folder, name))) living.push(name)
    else await unlink(join(folder, name)).catch(() => {})
  }
  return living
}

/** Undefined when those who stood in our way are gone too. */
const electedOwner = async (folder: string, end: number): Promise<{ pid: number | undefined } | undefined> => {
  while (performance.now() < end) {
    try {
      const pid = await ask(join(folder, ownerName), { who: true }, whoMilliseconds)
      if (pid !== undefined) return { pid: pid as number }
    } catch (error) {
      // It is busy or stopped, but it is there. Otherwise it has gone while we asked, and we look again.
      if (error instanceof TooLate) return { pid: undefined }
    }
    if ((await livingCandidates(folder)).length === 0 && !(await connects(join(folder, ownerName)))) return undefined
    await pause(roundMilliseconds)
  }
  return undefined
}

const isWho = (request: unknown): boolean => (request as { who?: unknown } | null)?.who === true

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    // Only this user may connect. The socket is made before listen() returns, so the mask covers nothing else.
    const mask = process.umask(0o177)
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      // Later errors are of one connection that could not be accepted.
      server.on('error', () => {})
      resolve()
    })
    process.umask(mask)
  })
