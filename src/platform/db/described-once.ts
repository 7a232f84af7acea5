import pg from 'pg'

/** What pg keeps of a description, to make objects of the rows that follow it. */
interface Description {
  readonly fields: unknown
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: unknown
}

/** Members of pg's client that its types do not show. */
interface Inside {
  readonly name: string | undefined
  readonly _result: Description
  _accumulateRows: boolean
}

interface Connection {
  describe(message: object): void
}

type Preparing = (this: pg.Query, connection: Connection) => void

const prepareAsPg = (pg.Query.prototype as unknown as { prepare: Preparing }).prepare

/** By connection and by the statement's name. A connection that is gone takes what it knew along. */
const known = new WeakMap<Connection, Map<string, Description>>()

/**
 * A query that asks the server to describe its rows only the first time on a connection. pg asks every time, and of a
 * statement with sixty columns the description costs both sides more than the row. It cannot change unnoticed: the server
 * refuses a named statement whose columns are no longer the same (see `isStalePlan`).
 */
export class DescribedOnce extends pg.Query {
  prepare(connection: Connection): void {
    const { name } = this.inside
    const description = name === undefined ? undefined : known.get(connection)?.get(name)
    if (description === undefined) {
      if (name !== undefined) this.remember(connection, name)
      prepareAsPg.call(this, connection)
      return
    }
    Object.assign(this.inside._result, description)
    this.inside._accumulateRows = true
    const { describe } = connection
    connection.describe = () => {}
    try {
      prepareAsPg.call(this, connection)
    } finally {
      connection.describe = describe
    }
  }

  private get inside(): Inside {
    return this as unknown as Inside
  }

  private remember(connection: Connection, name: string): void {
    this.once('end', () => {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this.inside._result
      const statements = known.get(connection) ?? new Map<string, Description>()
      known.set(connection, statements.set(name, { fields, _parsers, _prebuiltEmptyResultObject }))
    })
  }
}
