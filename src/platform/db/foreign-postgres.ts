import pg from 'pg'
import { settingsFor } from './postgres.ts'
import { sessionSettings } from './type-parsers.ts'

const connectMilliseconds = 10_000
const statementMilliseconds = 60_000

/** The database of another service. It is only read: the server refuses everything else. */
export class ForeignPostgres {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /** Throws what the driver throws. */
  static async open(url: string): Promise<ForeignPostgres> {
    const client = new pg.Client({
      ...settingsFor(url, { default_transaction_read_only: 'on', ...sessionSettings }),
      application_name: 'openslot import',
      connectionTimeoutMillis: connectMilliseconds,
      statement_timeout: statementMilliseconds,
    })
    // A loss is learned from the statement that fails.
    client.on('error', () => {})
    await client.connect()
    return new ForeignPostgres(client)
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(text, [...values])).rows
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {})
  }
}
