import { randomUUID } from 'node:crypto'
import { insertBusySpans, setCalendarsKnownUntil } from '#availability/index.ts'
import type { TestApp } from './app.ts'
import type { Person } from './cast.ts'

export interface BusyCalendar {
  readonly calendarId: string
}

/** A calendar of a member in which they are busy, as a look at it leaves it. It is known for a long time ahead. */
export const makeBusy = async (app: TestApp, member: Person, from: string, to: string): Promise<BusyCalendar> => {
  const calendarId = randomUUID()
  const { organizationId } = member.principal
  await app.context.database.write(async (tx) => {
    const calendar = { organizationId, membershipId: member.membershipId, calendarId }
    await insertBusySpans(tx, calendar, [{ itemKey: 'event', start: Date.parse(from), end: Date.parse(to) }])
    await setCalendarsKnownUntil(tx, organizationId, member.membershipId, new Date('2027-03-01T00:00:00Z'))
  })
  return { calendarId }
}

export const knowCalendarsUntil = (app: TestApp, member: Person, until: string | null): Promise<void> =>
  app.context.database.write((tx) =>
    setCalendarsKnownUntil(
      tx,
      member.principal.organizationId,
      member.membershipId,
      until === null ? null : new Date(until),
    ),
  )
