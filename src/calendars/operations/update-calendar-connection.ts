import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { invalid } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { type Credentials, credentialsContext } from '../connection.ts'
import { openCredentials } from '../credentials.ts'
import { factSubject } from '../fact-subject.ts'
import { calendarSettings } from '../requests.ts'
import { ConnectionResource, toConnectionResource } from '../resources.ts'
import { listCalendarsOf, refreshKnownUntil } from '../store/calendars.ts'
import { loadCredentials, setCredentials, setStaysOpen } from '../store/connections.ts'
import { discoverAccount } from '../workflow/discover.ts'
import { connectionFor, ownConnection } from '../workflow/find-connection.ts'
import { openWithPassword } from '../workflow/open-provider.ts'
import { queueLook } from '../workflow/queue-look.ts'

export const updateCalendarConnection = write({
  name: 'update_calendar_connection',
  summary: 'Change a connected calendar account of your own',
  description: 'A new password is tried first, and the calendars are read again at once.',
  scopes: ['calendars:write'],
  fixed: ['kind', 'account', 'user', ...calendarSettings],
  input: z.object({
    uuid: pathId,
    stays_open_when_lost: z.boolean().optional(),
    password: z.string().min(1).max(1000).optional().meta({ description: 'For `caldav`. Never shown again.' }),
  }),
  output: ConnectionResource,

  /** The credentials with the new password, once they are known to work. */
  async ask(call, { uuid, password }): Promise<Credentials | undefined> {
    if (password === undefined) return undefined
    const connection = await ownConnection(call.reader, call.principal, uuid)
    const credentials = await loadCredentials(call.reader, connection.organizationId, uuid)
    const known = openCredentials(call.encryption, { id: uuid, credentials })
    if (known.kind !== 'caldav') throw invalid({ parameter: 'password', message: 'is only for caldav' })
    const changed = { ...known, password }
    await discoverAccount(openWithPassword(call.outgoing, changed, []))
    return changed
  },

  async run({ tx, principal, links, encryption, now, checkFixed }, { uuid, stays_open_when_lost: staysOpen }, credentials) {
    const { organizationId } = principal
    const before = await ownConnection(tx, principal, uuid)
    if (credentials) {
      await setCredentials(tx, organizationId, uuid, encryption.encrypt(JSON.stringify(credentials), ...credentialsContext(uuid)), now)
      await queueLook(tx, before, now)
    }
    const isChanged = staysOpen !== undefined && staysOpen !== before.staysOpen
    if (isChanged) {
      await setStaysOpen(tx, organizationId, uuid, staysOpen, now)
      await refreshKnownUntil(tx, organizationId, before.membershipId, now)
    }
    const resource = toConnectionResource(links, await connectionFor(tx, principal, uuid), await listCalendarsOf(tx, organizationId, [uuid]), now)
    checkFixed(resource)
    if (isChanged || credentials) await recordChange({ tx, principal, now }, 'calendar.changed', factSubject(links, before))
    return resource
  },
})
