import { randomUUID } from 'node:crypto'
import { credentialsContext } from '#calendars/connection.ts'
import { insertCalendars, listCalendarsOf } from '#calendars/store/calendars.ts'
import { insertConnection } from '#calendars/store/connections.ts'
import { resourceOf } from './answers.ts'
import type { TestApp } from './app.ts'
import type { CaldavServer } from './caldav-server.ts'
import type { Made, Person } from './cast.ts'
import { itemsOf } from './event-types.ts'

/** A connection as the API shows it. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
export type Connection = any

export const connect = async (
  app: TestApp,
  person: Person,
  { url, username, password }: Pick<CaldavServer, 'url' | 'username' | 'password'>,
): Promise<Connection> =>
  resourceOf(
    await app.ask('POST /calendar_connections', {
      token: person.token,
      body: { kind: 'caldav', url, username, password },
    }),
  )

/** The hours at which a type is offered on a day. */
export const hoursOffered = async (app: TestApp, person: Person, { uri }: Made, day: string): Promise<string[]> => {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString()
  const query = { event_type: uri, start_time: `${day}T00:00:00Z`, end_time: next }
  return itemsOf(await app.ask('GET /event_type_available_times', { token: person.token, query })).map(
    ({ start_time }) => start_time.slice(11, 13),
  )
}

/** A connection that was never read, of a server that is not asked. It makes nobody busy. */
export const aConnectionOf = async (
  app: TestApp,
  { principal: { organizationId }, membershipId }: Pick<Person, 'principal' | 'membershipId'>,
): Promise<{ readonly connection: string; readonly calendar: string }> => {
  const id = randomUUID()
  const now = app.clock.now()
  const credentials = app.context.encryption.encrypt(
    JSON.stringify({ kind: 'ics', url: 'https://feeds.client.test/one.ics' }),
    ...credentialsContext(id),
  )
  const calendar = await app.context.database.write(async (tx) => {
    const made = {
      id,
      membershipId,
      kind: 'ics' as const,
      account: 'feeds.client.test',
      server: 'feeds.client.test',
      credentials,
      ownAddresses: [],
    }
    await insertConnection(tx, organizationId, made, now)
    const found = [{ foreignId: 'feed', name: 'Feed', timeZone: null, isWritable: false, isOwn: true }]
    await insertCalendars(tx, { organizationId, membershipId, connectionId: id }, found, now)
    await tx.updateTable('calendars').set({ checks_conflicts: false }).where('connection_id', '=', id).execute()
    return (await listCalendarsOf(tx, organizationId, [id]))[0]?.id as string
  })
  return { connection: id, calendar }
}
