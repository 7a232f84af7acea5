import { OwnConnection } from './own-connection.ts'

/** A few words to every process on a database. Who does not listen just then misses them: nothing is kept. */
export interface Broadcast {
  /** From then on, what is sent is heard. */
  listen(): Promise<void>
  send(text: string): Promise<void>
  close(): Promise<void>
}

/** As much as PostgreSQL takes along with a NOTIFY. */
export const maxBroadcastBytes = 7999

const answerMilliseconds = 2000

/** Connects when it is first used. The channel is a name of ours, never one that came in. */
export const openBroadcast = (url: string, channel: string, onText: (text: string) => void): Broadcast => {
  const connection = new OwnConnection(url, {
    purpose: channel,
    answerMilliseconds,
    greeting: `listen ${channel}`,
    onNotification: onText,
  })
  return {
    listen: async () => void (await connection.query('is_listening', 'select 1', [])),
    send: async (text) => void (await connection.query('send_broadcast', 'select pg_notify($1, $2)', [channel, text])),
    close: () => connection.close(),
  }
}
