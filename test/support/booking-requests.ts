import { sql } from 'kysely'
import { requestEventType } from '#bookings/index.ts'
import type { TestApp } from './app.ts'
import { bookingOf } from './bookings.ts'
import { lastPart, type Made, type Person } from './cast.ts'
import { anEventType } from './event-types.ts'
import { raw } from './raw.ts'

/** A one-on-one type whose hosts confirm each booking. */
export const aTypeWithApproval = (app: TestApp, owner: Person, hours = 24): Promise<Made> =>
  anEventType(app, owner, { active: true, booking_rules: { approval: { hours } } })

/** What a visitor requests on the page of the type. */
export const aRequest = async (app: TestApp, eventType: Made, more: Readonly<Record<string, unknown>> = {}) => {
  const request = await app.runOpen(requestEventType, bookingOf(eventType, more))
  return { ...request, id: lastPart(request.uri), token: lastPart(request.next?.url ?? '') }
}

/** As if its time had passed: the clock of the database cannot be moved, so what it is compared with is. */
export const letExpire = (app: TestApp, id: string): Promise<void> =>
  app.context.database.write(async (tx) => {
    const past = sql`now() - interval '1 second'`
    await raw(tx, sql`update booking_requests set expires_at = ${past} where id = ${id}`)
    await raw(tx, sql`update held_seats set held_until = ${past} where request_id = ${id}`)
    const event = sql`(select scheduled_event_id from booking_requests where id = ${id})`
    // Others may hold seats at the same time.
    const until = sql`coalesce((select max(held_until) from held_seats where scheduled_event_id = ${event}), ${past})`
    await raw(
      tx,
      sql`update taken_spans set held_until = ${until} where kind = 'reserved' and scheduled_event_id = ${event}`,
    )
  })
