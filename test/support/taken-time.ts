import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import type { Person } from './cast.ts'

export interface Taking {
  readonly eventTypeId?: string
  readonly kind?: 'meeting' | 'reserved'
  readonly bufferMinutes?: number
  readonly seatsTaken?: number
}

/** Time of a host that is spoken for, as a booking would leave it. */
export const takeTime = async (
  app: TestApp,
  host: Person,
  from: string,
  to: string,
  { eventTypeId, kind = 'meeting', bufferMinutes = 0, seatsTaken = 1 }: Taking = {},
): Promise<string> => {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const scheduledEventId = randomUUID()
  await app.context.database.write(async (tx) => {
    await tx
      .insertInto('taken_spans')
      .values({
        organization_id: host.principal.organizationId,
        membership_id: host.membershipId,
        span: sql`tstzrange(${new Date(start - bufferMinutes * 60_000)}, ${new Date(end + bufferMinutes * 60_000)})`,
        starts_at: new Date(start),
        ends_at: new Date(end),
        kind,
        scheduled_event_id: kind === 'meeting' ? scheduledEventId : null,
        event_type_id: eventTypeId ?? null,
        seats_taken: seatsTaken,
      })
      .execute()
  })
  return scheduledEventId
}
