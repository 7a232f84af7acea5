import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { configureEventType, createSharedEventType } from '#event-types/index.ts'
import { assertStatus, resourceOf } from './answers.ts'
import type { TestApp } from './app.ts'
import { lastPart, type Made, type Person } from './cast.ts'
import { anEventType } from './event-types.ts'
import { raw } from './raw.ts'

/**
 * The test clock is set to Monday, 2 March 2026, 10:00 UTC; hosts live in Lisbon, which is UTC then: Tuesday at nine is
 * free.
 */
export const tuesday = (time = '09:00'): string => `2026-03-03T${time}:00Z`

/**
 * Each time another hour of a working day, or another half of one, so that tests with the same host do not meet. All
 * before the clocks change.
 */
export const hours = (minutes: 60 | 30 = 60): (() => string) => {
  let used = 0
  const days = [3, 4, 5, 6, 9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 23, 24, 25, 26, 27]
  const aDay = 480 / minutes
  return () => {
    const day = days[Math.floor(used / aDay)]
    if (day === undefined) throw new Error('There are no hours left.')
    const start = Date.UTC(2026, 2, day, 9) + (used % aDay) * minutes * 60_000
    used += 1
    return new Date(start).toISOString().replace('.000Z', 'Z')
  }
}

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

/** The token in an address of an invitee's own pages. */
export const tokenIn = (address = ''): string =>
  /\/(?:invitees|cancellations|reschedulings)\/([0-9a-f]{8}-[0-9a-f-]{36}-[a-z2-7]{26})/.exec(address)?.[1] ?? ''

/** The id of the invitee whose token it is. */
export const inviteeIdOf = (token: string): string => token.slice(9, 45)

/** Something that was booked. */
export interface Booked {
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  readonly invitee: any
  readonly inviteeId: string
  /** What the addresses of the invitee's own pages have in place of the id. */
  readonly token: string
  readonly event: string
  readonly eventId: string
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
export const bookedAs = (invitee: any): Booked => ({
  invitee,
  inviteeId: lastPart(invitee.uri),
  token: lastPart(invitee.cancel_url),
  event: invitee.event,
  eventId: lastPart(invitee.event),
})

export const aBooking = async (
  app: TestApp,
  by: Person,
  eventType: Made,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Booked> => {
  const answer = await app.ask('POST /invitees', { token: by.token, body: bookingOf(eventType, more) })
  assertStatus(answer, 200)
  return bookedAs(answer.body.resource)
}

/** A type that several share, and that can be booked. */
export const aSharedType = async (
  app: TestApp,
  owner: Person,
  sharing: 'group' | 'collective' | 'round_robin',
  {
    hosts = [],
    ...traits
  }: { readonly hosts?: readonly (Person | { readonly user: string; readonly priority: number })[] } & Readonly<
    Record<string, unknown>
  > = {},
): Promise<Made> => {
  const { uri } = await app.run(createSharedEventType, owner.principal, {
    owner: owner.uri,
    name: 'Together',
    active: true,
    sharing,
    hosts: hosts.map((host) => ('user' in host ? host : { user: host.uri })),
    ...traits,
  })
  return { uri, id: lastPart(uri) }
}

/** A one-on-one type that can be booked and asks these questions. */
export const aTypeAsking = async (
  app: TestApp,
  owner: Person,
  ...questions: readonly Readonly<Record<string, unknown>>[]
): Promise<Made> => {
  const eventType = await anEventType(app, owner, { active: true })
  await app.run(configureEventType, owner.principal, {
    uuid: eventType.id,
    custom_questions: questions.map((question, position) => ({ type: 'string', position, ...question })),
  })
  return eventType
}

/** A meeting as its host sees it. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
export const eventOf = async (app: TestApp, by: Person, { event }: Pick<Booked, 'event'>): Promise<any> =>
  resourceOf(await app.ask(`GET ${event}`, { token: by.token }))

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
export const inviteeOf = async (app: TestApp, by: Person, { invitee }: Pick<Booked, 'invitee'>): Promise<any> =>
  resourceOf(await app.ask(`GET ${invitee.uri}`, { token: by.token }))

/** An invitee as facts hold them: without the addresses that carry a secret. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
export const asRecorded = (invitee: any): any => ({ ...invitee, cancel_url: null, reschedule_url: null })

export interface RecordedFact {
  readonly name: string
  readonly actor_type: string
  readonly actor_id: string | null
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  readonly subject: any
  readonly person: Buffer | null
}

/** What an organization's facts tell that were recorded while something was done. */
export const factsDuring = async (
  app: TestApp,
  organizationId: string,
  work: () => Promise<unknown>,
): Promise<RecordedFact[]> => {
  const known = async () =>
    (
      await raw(
        app.context.database.reader,
        sql<RecordedFact & { id: string }>`
          select id, name, actor_type, actor_id, subject, person from facts where organization_id = ${organizationId}::uuid`,
      )
    ).map(({ subject, ...rest }) => ({ ...rest, subject: JSON.parse(subject) }))
  const before = new Set((await known()).map(({ id }) => id))
  await work()
  return (await known()).filter(({ id }) => !before.has(id)).map(({ id: _, ...fact }) => fact)
}
