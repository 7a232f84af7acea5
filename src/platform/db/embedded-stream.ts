import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import { DatabaseAway } from './faults.ts'

const byteOf = (character: string): number => character.charCodeAt(0)

/** The first byte of each message of the protocol names its kind: sync, query, flush; then what belongs to a copy. */
const endsBatch = new Set([...'SQHdcf'].map(byteOf))
const endsQuery = new Set([...'SQ'].map(byteOf))

/** A startup message has no kind: it begins with its length. */
const startup = 0

/** Authentication is done, and it waits for a query outside a transaction. */
const welcome = Buffer.from([byteOf('R'), 0, 0, 0, 8, 0, 0, 0, 0, byteOf('Z'), 0, 0, 0, 5, byteOf('I')])

/** How a message begins that says it waits for the next query; a byte follows. */
const waiting = Buffer.from([byteOf('Z'), 0, 0, 0, 5])

const noEnd = new Error('The embedded database answered without an end.')

/**
 * To pg, PGlite is a server at the other end of this stream: pg writes and reads the protocol itself, which takes a
 * third less time than what PGlite brings for it. Parse, Bind, Describe, Execute and Sync are passed on together: less
 * work per query, and errors stay in step.
 */
export class EngineStream extends Duplex {
  readonly #pglite: PGlite
  readonly #onStep: () => void
  #held: Buffer[] = []

  constructor(pglite: PGlite, onStep: () => void) {
    super()
    this.#pglite = pglite
    this.#onStep = onStep
  }

  /** What pg asks of a socket. */
  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(message: Buffer, _: BufferEncoding, done: () => void): void {
    void this.#take([message]).then(() => done())
  }

  override _writev(messages: { readonly chunk: Buffer }[], done: () => void): void {
    void this.#take(messages.map(({ chunk }) => chunk)).then(() => done())
  }

  async #take(messages: readonly Buffer[]): Promise<void> {
    for (const message of messages) {
      const [kind = startup] = message
      if (kind === startup) {
        this.push(welcome)
        continue
      }
      this.#held.push(message)
      if (!endsBatch.has(kind)) continue
      const batch = this.#held.length > 1 ? Buffer.concat(this.#held) : message
      this.#held = []
      try {
        await this.#ask(batch, endsQuery.has(kind))
      } catch (error) {
        // Not `destroy`: what is left of the stream is taken back by nobody, and pg takes this for the end of the
        // connection.
        this.emit('error', new DatabaseAway(error))
      }
    }
  }

  async #ask(batch: Buffer, isWholeQuery: boolean): Promise<void> {
    this.#onStep()
    const answers: Buffer[] = []
    // What it passes on is its own memory, which changes with the next message.
    await this.#pglite.execProtocolRawStream(batch, { onRawData: (data) => answers.push(Buffer.from(data)) })
    this.#onStep()
    const answer = answers.length === 1 ? (answers[0] as Buffer) : Buffer.concat(answers)
    this.push(answer)
    // After an error of the machine below it PGlite goes on as if nothing had been asked; pg would wait for ever.
    if (isWholeQuery && !answer.subarray(-6, -1).equals(waiting)) throw noEnd
  }
}
