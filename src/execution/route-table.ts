import type { Operation } from './operation.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** An address: `GET /organizations/:uuid`. */
export type Address = `${Method} /${string}`

/** The status belongs to the address, not to the operation: two addresses of one operation may answer differently. */
export interface Route {
  readonly operation: Operation
  readonly status: 200 | 201 | 202 | 204
  /** Which field of the input a part of the path fills, where the two have different names. */
  readonly path?: Readonly<Record<string, string>>
  /** What it answers stands alone, without `resource` around it. */
  readonly isBare?: boolean
}

/** A room's table of contents. */
export type RouteTable = Readonly<Record<Address, Operation | Route>>

/** 204 where the operation answers nothing, 200 elsewhere, unless the table says otherwise. */
export const routeOf = (entry: Operation | Route): Route => {
  if ('operation' in entry) return entry
  return { operation: entry, status: entry.output.type === 'void' ? 204 : 200 }
}
