import { randomUUID } from 'node:crypto'
import { recordChange } from '#activity/index.ts'
import { invalid } from '#contract/problem.ts'
import type { WriteCall } from '#execution/operation.ts'
import { checkMemberRight } from '#organizations/index.ts'
import {
  type CalendarConnection,
  type Credentials,
  credentialsContext,
  isSameAccount,
  isSameUser,
} from '../connection.ts'
import { openCredentials } from '../credentials.ts'
import { factSubject } from '../fact-subject.ts'
import type { FoundAccount } from '../providers/provider.ts'
import { insertCalendars, listForeignIds, refreshKnownUntil } from '../store/calendars.ts'
import { insertConnection, lockConnections, setCredentials } from '../store/connections.ts'
import { listFutureMeetings } from '../store/entries.ts'
import { connectionFor, ownConnection } from './find-connection.ts'
import { offerConferences } from './offer-conferences.ts'
import { serverOf } from './open-provider.ts'
import { queueSync } from './queue-sync.ts'
import { followMeetings } from './want-entries.ts'

const maxConnections = 10

type Connecting = Pick<WriteCall, 'tx' | 'principal' | 'links' | 'encryption' | 'now'>

interface SameAccount {
  readonly id: string
  readonly isFaulty: boolean
}

/**
 * The connection of the caller to the same account, if there is one. Nobody else adds one before the end of the
 * transaction.
 */
export const lockSameAccount = async (
  call: Connecting,
  credentials: Credentials,
  found: FoundAccount,
): Promise<SameAccount | undefined> => {
  const { tx, principal, encryption } = call
  const { organizationId, membershipId } = principal
  const known = (await lockConnections(tx, organizationId, membershipId)).map((one) => ({
    ...one,
    account: openCredentials(encryption, one),
  }))
  const same = known.find(({ account }) => isSameAccount(account, credentials))
  if (same) return same
  // An account that is connected again may be given by another address of its server.
  const shown = new Set(found.calendars.map(({ foreignId }) => foreignId))
  for (const one of known.filter(({ isFaulty, account }) => isFaulty && isSameUser(account, credentials)))
    if ((await listForeignIds(tx, organizationId, one.id)).some((id) => shown.has(id))) return one
  if (known.length >= maxConnections)
    throw invalid({
      parameter: 'base',
      reason: 'too_many_connections',
      values: { most: maxConnections },
    })
  return undefined
}

/** A connection that failed, connected again: it keeps its calendars, their settings and the meetings in them. */
export const renewConnection = async (
  call: Connecting,
  id: string,
  credentials: Credentials,
  account: string,
): Promise<CalendarConnection> => {
  const { tx, principal, links, encryption, now } = call
  const before = await ownConnection(tx, principal, id)
  const server = serverOf(credentials)
  const sealed = encryption.encrypt(JSON.stringify(credentials), ...credentialsContext(id))
  await setCredentials(tx, principal.organizationId, id, { credentials: sealed, server, account }, now)
  await queueSync(tx, { ...before, server }, now)
  await recordChange({ tx, principal, now }, 'calendar.changed', factSubject(links, before))
  return connectionFor(tx, principal, id)
}

/** Keeps an account that was tried, and has it read. `withId` keeps what else belongs to it. */
export const addConnection = async (
  call: Connecting,
  credentials: Credentials,
  { account, ownAddresses, calendars }: FoundAccount,
  withId: (id: string) => Promise<void> = async () => {},
): Promise<CalendarConnection> => {
  const { tx, principal, links, encryption, now } = call
  const { organizationId, membershipId } = principal
  await checkMemberRight(tx, principal, 'connect_calendars')
  const id = randomUUID()
  const server = serverOf(credentials)
  const sealed = encryption.encrypt(JSON.stringify(credentials), ...credentialsContext(id))
  await insertConnection(
    tx,
    organizationId,
    { id, membershipId, kind: credentials.kind, account, server, credentials: sealed, ownAddresses },
    now,
  )
  await withId(id)
  await insertCalendars(tx, { organizationId, membershipId, connectionId: id }, calendars, now)
  await offerConferences(tx, { organizationId, membershipId }, now)
  await refreshKnownUntil(tx, organizationId, membershipId, now)
  await queueSync(tx, { organizationId, id, server }, now)
  await followMeetings(tx, await listFutureMeetings(tx, organizationId, membershipId, now), now)
  const connection = await connectionFor(tx, principal, id)
  await recordChange({ tx, principal, now }, 'calendar.connected', factSubject(links, connection))
  return connection
}
