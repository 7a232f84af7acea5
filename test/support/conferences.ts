import { randomUUID } from 'node:crypto'
import { tellHostsOfMissingLinks } from '#conferences/index.ts'
import { findToldConference, wantConferences } from '#conferences/store/conferences.ts'
import { deleteAccount, insertAccount, lockAccountOf, type ProviderKind, sealAccount } from '#integrations/index.ts'
import { uidOf } from '#notifications/index.ts'
import { missingLinkUrl } from '#notifications/missing-link.ts'
import { minute } from '#platform/time/durations.ts'
import type { TestApp } from './app.ts'
import { aBooking } from './bookings.ts'
import { lastPart, type Person } from './cast.ts'
import { anEventType } from './event-types.ts'
import { aReceiver, type Received, type Receiver } from './receiver.ts'

/** A conference as the stand-in keeps it. */
export interface KeptConference {
  readonly id: string
  readonly url: string
  readonly start_time: string
  readonly hosts: readonly { readonly email: string }[]
}

export interface ConferenceService extends Receiver {
  /** Those that are there. */
  readonly kept: Map<string, KeptConference>
  /** How many were ever made. */
  readonly made: KeptConference[]
  /** Does something else with a request, before it is looked at; true when that was the answer. */
  interrupt(
    by:
      | ((
          received: Received,
          answer: (status: number, body?: object, headers?: Record<string, string>) => void,
        ) => boolean)
      | undefined,
  ): void
}

/** Somebody's own service, as the documentation asks for it: the same key gets the same answer. */
export const aConferenceService = async (): Promise<ConferenceService> => {
  const receiver = await aReceiver()
  const kept = new Map<string, KeptConference>()
  const made: KeptConference[] = []
  const answered = new Map<string, { status: number; body: object }>()
  let interrupt: Parameters<ConferenceService['interrupt']>[0]
  const answerTo = ({ body: { type, id, start_time, hosts } }: Received): { status: number; body: object } => {
    if (type === 'conference.delete') return { status: kept.delete(id) ? 204 : 404, body: {} }
    const before = kept.get(id)
    if (type === 'conference.update' && !before) return { status: 404, body: {} }
    const one = { id, url: before?.url ?? `https://meet.test/${randomUUID()}`, start_time, hosts }
    if (!before) made.push(one)
    kept.set(id, one)
    return { status: 200, body: { join_url: one.url, password: 'open' } }
  }
  receiver.behave((received, response) => {
    const answer = (status: number, body: object = {}, headers: Record<string, string> = {}): void =>
      void response
        .writeHead(status, { 'content-type': 'application/json', date: 'Mon, 02 Mar 2026 10:00:00 GMT', ...headers })
        .end(status === 204 ? undefined : JSON.stringify(body))
    if (interrupt?.(received, answer)) return undefined
    const key = String(received.headers['idempotency-key'])
    const result = answered.get(key) ?? answerTo(received)
    answered.set(key, result)
    answer(result.status, result.body)
    return undefined
  })
  return {
    ...receiver,
    kept,
    made,
    interrupt: (by) => {
      interrupt = by
    },
  }
}

export const signingKey = 'a key that only both sides know'

/** The organization's account at this service. */
export const anAccount = async (
  app: TestApp,
  { principal: { organizationId } }: Person,
  { url }: { readonly url: string },
  kind: ProviderKind = 'zoom_conference',
): Promise<string> => {
  const id = randomUUID()
  const credentials = sealAccount(app.context.encryption, id, { url, key: signingKey })
  await app.context.database.write((tx) =>
    insertAccount(
      tx,
      organizationId,
      { id, membershipId: null, service: 'webhook', kind, account: new URL(url).host, credentials },
      app.clock.now(),
    ),
  )
  return id
}

/** An account of a member, in place of the one before. Nobody answers there. */
export const anOwnAccount = async (
  app: TestApp,
  { principal: { organizationId }, membershipId }: Person,
  kind: ProviderKind = 'zoom_conference',
): Promise<{ readonly account: string }> => {
  const id = randomUUID()
  const credentials = sealAccount(app.context.encryption, id, { url: 'https://127.0.0.1/', key: signingKey })
  await app.context.database.write(async (tx) => {
    const before = await lockAccountOf(tx, organizationId, membershipId, kind)
    if (before) await deleteAccount(tx, organizationId, before.id)
    const made = { id, membershipId, service: 'webhook', kind, account: '127.0.0.1', credentials } as const
    await insertAccount(tx, organizationId, made, app.clock.now())
  })
  return { account: id }
}

/** The path at which a host mends the link of a meeting that was just booked, as their mail has it. */
export const aMissingLink = async (app: TestApp, owner: Person): Promise<string> => {
  const kind = 'zoom_conference'
  await anAccount(app, owner, { url: 'https://meetings.test' })
  const type = await anEventType(app, owner, { active: true, duration: 60, timezone: 'UTC', locations: [{ kind }] })
  const { event, inviteeId } = await aBooking(app, owner, type, { start_time: '2026-03-27T16:00:00Z' })
  const { organizationId, membershipId } = owner.principal
  const meeting = { organizationId, scheduledEventId: lastPart(event), membershipId, kind, byCalendar: false } as const
  const endsAt = new Date('2026-03-27T17:00:00Z')
  const { database, links, codes, clock } = app.context
  const before = new Date(clock.now().getTime() - 10 * minute)
  const [made] = await database.write((tx) =>
    wantConferences(tx, [{ ...meeting, uid: uidOf('invitee', inviteeId), endsAt }], before),
  )
  await tellHostsOfMissingLinks(app.context)
  const told = made && (await findToldConference(database.reader, made.id, clock.now()))
  if (!told?.toldAt) throw new Error('The host was not told.')
  const { toldAt } = told
  const url = missingLinkUrl({ links, codes }, { organizationId, conferenceId: told.id, membershipId, toldAt })
  return new URL(url).pathname
}
