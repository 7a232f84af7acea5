import type { Socket } from 'node:net'

export interface Reply {
  readonly code: number
  readonly lines: readonly string[]
}

interface Waiter {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

/** Something between us and the server: `code` as the machine calls it. */
export const smtpFault = (code: string): Error & { readonly code: string } => Object.assign(new Error(`The mail server: ${code}`), { code })

/** No answer of a mail server is longer. */
const maxLength = 65_536

/** Reads the answers of a mail server from its socket: each belongs to the command that has waited longest. */
export class ReplyReader {
  readonly #socket: Socket
  readonly #waiters: Waiter[] = []
  #text = ''
  #lines: string[] = []
  #fault: Error | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', this.#read).on('error', this.fail).on('close', this.#lose).on('timeout', this.#giveUp)
  }

  get isOpen(): boolean {
    return this.#fault === undefined
  }

  /** Nothing has come that nobody asked for. */
  get isEmpty(): boolean {
    return this.isOpen && this.#text === '' && this.#lines.length === 0
  }

  next(): Promise<Reply> {
    if (this.#fault) return Promise.reject(this.#fault)
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }))
  }

  readonly fail = (error: Error): void => {
    this.#fault ??= error
    for (const { reject } of this.#waiters.splice(0)) reject(this.#fault)
  }

  /** From now on it is no fault when the server closes. */
  expectClose(): void {
    this.#fault ??= smtpFault('closed')
  }

  /** Leaves the socket to another reader. */
  detach(): void {
    this.#socket.off('data', this.#read).off('close', this.#lose).off('timeout', this.#giveUp).setTimeout(0)
  }

  readonly #lose = (): void => this.fail(smtpFault('ECONNRESET'))

  readonly #giveUp = (): void => this.#breakOff('ETIMEDOUT')

  readonly #read = (chunk: Buffer): void => {
    this.#text += chunk.toString('latin1')
    if (this.#text.length > maxLength) {
      this.#breakOff('EPROTOCOL')
      return
    }
    const lines = this.#text.split('\n')
    this.#text = lines.pop() ?? ''
    for (const line of lines) this.#take(line.trimEnd())
  }

  #take(line: string): void {
    const [, code, mark, text = ''] = /^(\d{3})([ -]?)(.*)$/.exec(line) ?? []
    if (code === undefined) {
      this.#breakOff('EPROTOCOL')
      return
    }
    this.#lines.push(text)
    if (mark === '-' && this.#lines.length < 1000) return
    const reply = { code: Number(code), lines: this.#lines }
    this.#lines = []
    const waiter = this.#waiters.shift()
    if (waiter) waiter.resolve(reply)
    // Nobody asked: a server that is about to close. Taken for the next answer, it would pass for a message that was accepted.
    else this.#breakOff('ECONNRESET')
  }

  #breakOff(code: string): void {
    this.fail(smtpFault(code))
    this.#socket.destroy()
  }
}
