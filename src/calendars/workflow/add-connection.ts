import { randomUUID } from 'node:crypto'
import { recordChange } from '#activity/index.ts'
import type { WriteCall } from '#contract/operation.ts'
import { invalid } from '#contract/problem.ts'
import { checkMemberRight } from '#organizations/index.ts'
import { type CalendarConnection, type Credentials, credentialsContext, isSameAccount } from '../connection.ts'
import { openCredentials } from '../credentials.ts'
import { factSubject } from '../fact-subject.ts'
import type { FoundAccount } from '../providers/provider.ts'
import { insertCalendars, refreshKnownUntil } from '../store/calendars.ts'
import { insertConnection, lockConnections } from '../store/connections.ts'
import { listFutureMeetings } from '../store/entries.ts'
import { connectionFor } from './find-connection.ts'
import { serverOf } from './open-provider.ts'
import { queueLook } from './queue-look.ts'
import { followMeetings } from './want-entries.ts'

const maxConnections = 10

type Connecting = Pick<WriteCall, 'tx' | 'principal' | 'links' | 'encryption' | 'now'>

/** The connection of the caller to the same account, if there is one. Nobody else adds one before the end of the transaction. */
export const lockSameAccount = async ({ tx, principal, encryption }: Connecting, credentials: Credentials): Promise<string | undefined> => {
  const known = await lockConnections(tx, principal.organizationId, principal.membershipId)
  const same = known.find((one) => isSameAccount(openCredentials(encryption, one), credentials))
  if (!same && known.length >= maxConnections)
    throw invalid({ parameter: 'base', message: `there are ${maxConnections} connections already: disconnect one first` })
  return same?.id
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
  await insertConnection(tx, organizationId, { id, membershipId, kind: credentials.kind, account, server, credentials: sealed, ownAddresses }, now)
  await withId(id)
  await insertCalendars(tx, { organizationId, membershipId, connectionId: id }, calendars, now)
  await refreshKnownUntil(tx, organizationId, membershipId, now)
  await queueLook(tx, { organizationId, id, server }, now)
  await followMeetings(tx, await listFutureMeetings(tx, organizationId, membershipId, now), now)
  const connection = await connectionFor(tx, principal, id)
  await recordChange({ tx, principal, now }, 'calendar.connected', factSubject(links, connection))
  return connection
}
