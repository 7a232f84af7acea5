import type { Mail, Mailer, MailOutcome } from './mail.ts'
import { writeMessage } from './mime.ts'
import { SmtpConnection, SmtpRefusal, type SmtpServer, smtpServerOf } from './smtp-connection.ts'
import { smtpFault } from './smtp-replies.ts'

/** Of all that is sent at once. The lanes of the queue allow no more. */
const maxConnections = 10
/** Some servers take no more over one connection. */
const maxMessages = 100
const idleMilliseconds = 10_000

/** Well under the lease of a job: nobody else begins while we still try. */
const wholeMilliseconds = 40_000

/** Sends through an SMTP server, over connections that are kept. */
export const smtpMailer = (url: string, withinMilliseconds = wholeMilliseconds): Mailer => {
  const pool = new SmtpPool(smtpServerOf(url), withinMilliseconds)
  return {
    send: async (mail) => {
      try {
        await pool.send(mail)
        return { kind: 'accepted' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close: () => pool.close(),
  }
}

class SmtpPool {
  readonly #server: SmtpServer
  readonly #withinMilliseconds: number
  readonly #idle = new Map<SmtpConnection, NodeJS.Timeout>()
  readonly #waiting: (() => void)[] = []
  #inUse = 0
  #isClosed = false

  constructor(server: SmtpServer, withinMilliseconds: number) {
    this.#server = server
    this.#withinMilliseconds = withinMilliseconds
  }

  async send(mail: Mail): Promise<void> {
    const message = writeMessage(mail)
    const envelope = { from: mail.from.address, to: mail.to.address }
    const deadline = performance.now() + this.#withinMilliseconds
    await this.#enter()
    try {
      for (;;) {
        if (this.#isClosed) throw smtpFault('closed')
        const connection = this.#takeIdle() ?? (await SmtpConnection.open(this.#server, deadline - performance.now()))
        if (await this.#sendOver(connection, envelope, message, deadline)) return
      }
    } finally {
      this.#leave()
    }
  }

  close(): void {
    this.#isClosed = true
    for (const connection of [...this.#idle.keys()]) this.#drop(connection)
  }

  /** False when the server had closed a kept connection meanwhile, and has seen nothing of the message. */
  async #sendOver(connection: SmtpConnection, envelope: { from: string; to: string }, message: Buffer, deadline: number): Promise<boolean> {
    const timer = setTimeout(() => connection.destroy('ETIMEDOUT'), deadline - performance.now())
    const wasUsed = connection.sent > 0
    let isBegun = false
    try {
      await connection.send(envelope, message, () => {
        isBegun = true
      })
      return true
    } catch (error) {
      if (wasUsed && !isBegun && !(error instanceof SmtpRefusal) && (error as { code?: string }).code !== 'ETIMEDOUT') return false
      throw error
    } finally {
      clearTimeout(timer)
      this.#keep(connection)
    }
  }

  async #enter(): Promise<void> {
    if (this.#inUse < maxConnections) this.#inUse += 1
    else await new Promise<void>((turn) => this.#waiting.push(turn))
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#inUse -= 1
  }

  #takeIdle(): SmtpConnection | undefined {
    for (const [connection, timer] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(connection)
      if (connection.isOpen) return connection
    }
    return undefined
  }

  #keep(connection: SmtpConnection): void {
    if (!connection.isOpen) return
    if (this.#isClosed || connection.sent >= maxMessages) connection.close()
    else this.#idle.set(connection, setTimeout(() => this.#drop(connection), idleMilliseconds).unref())
  }

  #drop(connection: SmtpConnection): void {
    clearTimeout(this.#idle.get(connection))
    this.#idle.delete(connection)
    connection.close()
  }
}

/**
 * Only what the server says about the recipient is final. Anything else that it refuses may be about our sign-in, its
 * settings or its mood that day, and a person can put it right.
 */
const outcomeOf = (error: unknown): MailOutcome => {
  if (error instanceof SmtpRefusal) return { kind: error.code >= 500 && error.command === 'RCPT TO' ? 'refused' : 'deferred', code: error.code }
  const { code } = error as { readonly code?: unknown }
  if (code === 'ETIMEDOUT') return { kind: 'timed_out' }
  // Whatever the machine or the way to the server did has a code. Everything else is our own mistake.
  if (!(error instanceof Error) || typeof code !== 'string') throw error
  return { kind: 'unreachable', code }
}
