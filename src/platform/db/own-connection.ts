import pg from 'pg'
import { TooLate, within } from '../deadline.ts'
import { settingsFor } from './postgres.ts'
import { sayGoodbye } from './readers.ts'
import { socketOf } from './socket.ts'
import { sessionSettings } from './type-parsers.ts'

export interface OwnConnectionOptions {
  readonly purpose: string
  /**
   * The longest a statement may take. After that the connection is given up, for the other end may be gone without a
   * word.
   */
  readonly answerMilliseconds: number
  /** Of the session, by their PostgreSQL names. */
  readonly settings?: Readonly<Record<string, string>>
  /** Run on each new connection before anything else. */
  readonly greeting?: string
  /** Called on each NOTIFY that the greeting listens to, with what came along. */
  readonly onNotification?: (text: string) => void
}

const connectMilliseconds = 1000

/**
 * One connection beside the pool, for what may not wait behind transactions or must keep a session. It pipelines; it
 * connects when first asked, and again after a loss.
 */
export class OwnConnection {
  readonly #url: string
  readonly #options: OwnConnectionOptions
  #connected: Promise<pg.Client> | undefined
  #closed = false

  constructor(url: string, options: OwnConnectionOptions) {
    this.#url = url
    this.#options = options
  }

  /** Named, so that the server parses it once. Each statement is a transaction of its own. */
  async query<Row extends object>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    if (this.#closed) throw new Error('This connection was closed.')
    this.#connected ??= this.#connect()
    const client = await this.#connected
    try {
      return (await within(this.#options.answerMilliseconds, client.query<Row>({ name, text, values: [...values] })))
        .rows
    } catch (error) {
      if (error instanceof TooLate) cut(client)
      throw error
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    const client = await this.#connected?.catch(() => undefined)
    if (client) await sayGoodbye(client)
  }

  #connect(): Promise<pg.Client> {
    const { onNotification } = this.#options
    const client = this.#newClient()
    const made = this.#greet(client)
    const forget = () => {
      // Only while it is the current one: a newer connection must not be forgotten because an old one failed.
      if (this.#connected === made) this.#connected = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    if (onNotification) client.on('notification', ({ payload = '' }) => onNotification(payload))
    made.catch(() => {
      forget()
      cut(client)
    })
    return made
  }

  #newClient(): pg.Client {
    const { purpose, answerMilliseconds, settings } = this.#options
    return new pg.Client({
      ...settingsFor(this.#url, { ...settings, ...sessionSettings }),
      application_name: `openslot ${purpose}`,
      connectionTimeoutMillis: connectMilliseconds,
      statement_timeout: answerMilliseconds,
      lock_timeout: answerMilliseconds,
      pipeline: true,
    } as pg.ClientConfig)
  }

  async #greet(client: pg.Client): Promise<pg.Client> {
    const { greeting, answerMilliseconds } = this.#options
    await client.connect()
    if (greeting !== undefined) await within(answerMilliseconds, client.query(greeting))
    return client
  }
}

/** Not `end`: that waits for what is under way, and what is under way may never be done. */
const cut = (client: pg.Client): void => void socketOf(client).destroy()
