import pg from 'pg'
import { parserOf } from './type-parsers.ts'

/** pg's connection, as far as an object that submits itself needs it. Its published types leave it open. */
interface Connection {
  /** That of the embedded database has neither. */
  readonly stream: { cork?(): void; uncork?(): void }
  close(message: { readonly type: 'S'; readonly name: string }): void
  parse(message: { readonly name: string; readonly text: string }): void
  bind(message: { readonly statement: string; readonly values: readonly unknown[] }): void
  describe(message: { readonly type: 'P' }): void
  execute(message: object): void
  sync(): void
}

type Row = Record<string, unknown>

interface Description {
  readonly columns: readonly { readonly name: string; readonly parse: (text: string) => unknown }[]
  /** A row of nulls. To copy it is faster than to add one property after another. */
  readonly template: Row
}

export interface NamedResult {
  readonly rows: Row[]
  readonly rowCount: number
  readonly command: string
}

/** Its published type declares `submit` as a property, which no method may override. */
const Query = pg.Query as unknown as new (text: string) => object

interface Prepared {
  /** Set when the statement has run once. Until then each use asks for it. */
  description?: Description
  /** The first use failed, and may have failed before the server knew the statement. */
  isInDoubt?: boolean
}

/**
 * What was sent to be prepared, by connection and by the statement's name. The columns cannot change unnoticed: the
 * server then refuses the statement (see `isStalePlan`).
 */
const preparedOn = new WeakMap<object, Map<string, Prepared>>()

/**
 * A prepared statement whose columns are described once per connection. pg's own query asks for the description each
 * time, and for a wide row that costs both sides more than the row itself. The client calls `submit` once and the
 * `handle` methods as messages arrive; a pipelined client takes only subclasses of its own query.
 */
export class NamedQuery extends Query {
  /** pg reads the name and the text, and calls back when its own time limit has passed. */
  readonly name: string
  readonly text: string
  callback: (error: Error | null, result?: NamedResult) => void
  readonly #values: readonly unknown[]
  readonly #rows: Row[] = []
  #description: Description = { columns: [], template: {} }
  #prepared: Prepared = {}
  #isFirst = false
  #command = ''
  #rowCount = 0
  #parseError: Error | undefined

  constructor(name: string, text: string, values: readonly unknown[], callback: NamedQuery['callback']) {
    super(text)
    this.name = name
    this.text = text
    this.callback = callback
    this.#values = values
  }

  submit(submittedTo: pg.Connection): void {
    const connection = submittedTo as unknown as Connection
    const statements = preparedOn.get(connection) ?? new Map<string, Prepared>()
    preparedOn.set(connection, statements)
    const before = statements.get(this.name)
    this.#isFirst = before === undefined || before.isInDoubt === true
    if (before && !this.#isFirst) this.#prepared = before
    else statements.set(this.name, this.#prepared)
    const { description } = this.#prepared
    connection.stream.cork?.()
    try {
      if (this.#isFirst) {
        // To close a statement that the server does not know is no error.
        if (before) connection.close({ type: 'S', name: this.name })
        connection.parse({ name: this.name, text: this.text })
      }
      connection.bind({ statement: this.name, values: this.#values })
      if (description) this.#description = description
      else connection.describe({ type: 'P' })
      connection.execute({})
      connection.sync()
    } finally {
      connection.stream.uncork?.()
    }
  }

  handleRowDescription({
    fields,
  }: {
    readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
  }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
    this.#description = { columns, template: Object.fromEntries(columns.map(({ name }) => [name, null])) }
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#parseError) return
    const { columns, template } = this.#description
    const row = { ...template }
    try {
      for (let index = 0; index < fields.length; index += 1) {
        const text = fields[index] as string | null
        const column = columns[index] as Description['columns'][number]
        if (text !== null) row[column.name] = column.parse(text)
      }
      this.#rows.push(row)
    } catch (error) {
      this.#parseError = error as Error
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#command = text.slice(0, text.search(/ |$/))
    this.#rowCount = Number(/\d+$/.exec(text)?.[0] ?? 0)
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleError(error: Error): void {
    if (this.#isFirst && !this.#prepared.description) this.#prepared.isInDoubt = true
    this.callback(this.#parseError ?? error)
  }

  handleReadyForQuery(): void {
    if (this.#parseError) {
      this.callback(this.#parseError)
      return
    }
    this.#prepared.description ??= this.#description
    this.callback(null, { rows: this.#rows, rowCount: this.#rowCount, command: this.#command })
  }
}
