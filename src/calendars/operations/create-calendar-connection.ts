import { randomUUID } from 'node:crypto'
import { recordChange } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { invalid } from '#contract/problem.ts'
import { findMembershipOfUser } from '#organizations/index.ts'
import { credentialsContext, isSameAccount } from '../connection.ts'
import { openCredentials } from '../credentials.ts'
import { factSubject } from '../fact-subject.ts'
import { serverOf } from '../providers/open-provider.ts'
import { ConnectionRequest, calendarSettings } from '../requests.ts'
import { ConnectionResource, toConnectionResource } from '../resources.ts'
import { insertCalendars, listCalendarsOf, refreshKnownUntil } from '../store/calendars.ts'
import { insertConnection, lockConnections } from '../store/connections.ts'
import { listFutureMeetings } from '../store/entries.ts'
import { discoverAccount } from '../workflow/discover.ts'
import { connectionFor } from '../workflow/find-connection.ts'
import { queueLook } from '../workflow/queue-look.ts'
import { followMeetings } from '../workflow/want-entries.ts'

const maxConnections = 10

export const createCalendarConnection = write({
  name: 'create_calendar_connection',
  summary: 'Connect a calendar of your own',
  description:
    'The account is tried first: nothing is kept of one that cannot be read. All its calendars count as busy times, and the first that can be written takes meetings, if none does yet. Until it was read once, you are offered to nobody.',
  scopes: ['calendars:write'],
  fixed: ['account', 'user', 'stays_open_when_lost', ...calendarSettings],
  input: ConnectionRequest,
  output: ConnectionResource,

  async ask(call, credentials) {
    const membership = await findMembershipOfUser(call.reader, call.principal.organizationId, call.principal.userId)
    return discoverAccount(call, credentials, membership ? [membership.user.email.toLowerCase()] : [])
  },

  async run({ tx, principal, links, encryption, now, checkFixed }, credentials, found) {
    const { organizationId, membershipId } = principal
    const known = (await lockConnections(tx, organizationId, membershipId)).map((one) => openCredentials(encryption, one))
    if (known.some((one) => isSameAccount(one, credentials))) throw invalid({ parameter: 'url', message: 'is connected already' })
    if (known.length >= maxConnections) throw invalid({ parameter: 'base', message: `there are ${maxConnections} connections already: disconnect one first` })
    const id = randomUUID()
    const server = serverOf(credentials)
    const sealed = encryption.encrypt(JSON.stringify(credentials), ...credentialsContext(id))
    const { account, ownAddresses, calendars } = found
    await insertConnection(tx, organizationId, { id, membershipId, kind: credentials.kind, account, server, credentials: sealed, ownAddresses }, now)
    await insertCalendars(tx, { organizationId, membershipId, connectionId: id }, calendars, now)
    await refreshKnownUntil(tx, organizationId, membershipId, now)
    await queueLook(tx, { organizationId, id, server }, now)
    await followMeetings(tx, await listFutureMeetings(tx, organizationId, membershipId, now), now)

    const connection = await connectionFor(tx, principal, id)
    await recordChange({ tx, principal, now }, 'calendar.connected', factSubject(links, connection))
    const resource = toConnectionResource(links, connection, await listCalendarsOf(tx, organizationId, [id]), now)
    checkFixed(resource)
    return resource
  },
})
