import type { Socket } from 'node:net'
import type pg from 'pg'

/** The socket of a client, which pg's types do not show. */
export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** What is asked in this turn of the event loop is sent together: to send takes longer than all the rest of a query. */
export const gather = (client: pg.ClientBase, then?: () => void): void => {
  const socket = socketOf(client)
  socket.cork()
  setImmediate(() => {
    then?.()
    socket.uncork()
  })
}
