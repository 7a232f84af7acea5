import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { raw } from './raw.ts'

interface Traits {
  readonly email?: string
  readonly name?: string
  readonly state?: 'unconfirmed' | 'waiting' | 'booked' | 'left'
  /** The first wanted day, and the one after the last. */
  readonly days?: readonly [string, string]
  readonly since?: Date
}

/** Somebody who waits for a time of the type, as if they had joined through its page. */
export const aWaitingPerson = async (
  app: TestApp,
  organizationId: string,
  eventTypeId: string,
  { name = 'A Visitor', email = `${randomUUID()}@waits.test`, state = 'waiting', days, since }: Traits = {},
): Promise<{ readonly id: string; readonly email: string }> => {
  const id = randomUUID()
  const person = app.context.persons.of(organizationId, email)
  const [from, until] = days ?? ['2026-03-10', '2026-03-11']
  const booking = { invitee: { name, email, timezone: 'UTC' } }
  const at = since ?? app.clock.now()
  await app.context.database.write((tx) =>
    raw(
      tx,
      sql`insert into waiting_list_entries (organization_id, id, event_type_id, state, booking, person, email, name, timezone, wanted_from, wanted_until, created_at, updated_at)
        values (${organizationId}, ${id}, ${eventTypeId}, ${state}, ${JSON.stringify(booking)}, ${person}, ${email}, ${name}, 'UTC', ${`${from}T00:00:00Z`}, ${`${until}T00:00:00Z`}, ${at}, ${at})`,
    ),
  )
  return { id, email }
}
