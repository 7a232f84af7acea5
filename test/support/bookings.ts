import { randomUUID } from 'node:crypto'
import { assertStatus } from './answers.ts'
import type { TestApp } from './app.ts'
import { lastPart, type Made, type Person } from './cast.ts'

/** The test clock stands on Monday, 2 March 2026, 10:00 UTC; hosts live in Lisbon, which is UTC then: Tuesday at nine is free. */
export const tuesday = (time = '09:00'): string => `2026-03-03T${time}:00Z`

export const anInviteeNamed = (name = `invitee ${randomUUID().slice(0, 8)}`) => ({
  name,
  email: `${name.replaceAll(' ', '.').toLowerCase()}@client.test`,
  timezone: 'Europe/Stockholm',
})

/** What is sent to book a type; the rest as it is named. */
export const bookingOf = (eventType: Made, more: Readonly<Record<string, unknown>> = {}) => ({
  event_type: eventType.uri,
  start_time: tuesday(),
  invitee: anInviteeNamed(),
  ...more,
})

/** Something that was booked. */
export interface Booked {
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  readonly invitee: any
  readonly inviteeId: string
  readonly event: string
  readonly eventId: string
}

export const aBooking = async (app: TestApp, by: Person, eventType: Made, more: Readonly<Record<string, unknown>> = {}): Promise<Booked> => {
  const answer = await app.ask('POST /invitees', { token: by.token, body: bookingOf(eventType, more) })
  assertStatus(answer, 200)
  const { resource } = answer.body
  return { invitee: resource, inviteeId: lastPart(resource.uri), event: resource.event, eventId: lastPart(resource.event) }
}
