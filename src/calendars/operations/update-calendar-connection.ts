import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { invalid } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { type Credentials, isOauth } from '../connection.ts'
import { openCredentials } from '../credentials.ts'
import { factSubject } from '../fact-subject.ts'
import { calendarSettings, feedAddress } from '../requests.ts'
import { ConnectionResource, toConnectionResource } from '../resources.ts'
import { compareAgain, listCalendarsOf, refreshKnownUntil } from '../store/calendars.ts'
import { loadCredentials, setStaysOpen } from '../store/connections.ts'
import { renewConnection } from '../workflow/add-connection.ts'
import { discoverAccount } from '../workflow/discover.ts'
import { connectionFor, ownConnection } from '../workflow/find-connection.ts'
import { openWithPassword } from '../workflow/open-provider.ts'

export const updateCalendarConnection = write({
  name: 'update_calendar_connection',
  summary: 'Update a calendar connection of your own',
  description: 'A new password or URL is tested first. Then the calendars are synced.',
  scopes: ['calendars:write'],
  fixed: ['kind', 'account', 'user', ...calendarSettings],
  input: z.object({
    uuid: pathId,
    stays_open_when_lost: z.boolean().optional(),
    password: z.string().min(1).max(1000).optional().meta({ description: 'For `caldav`. Never returned.' }),
    url: feedAddress.optional().meta({ description: 'For `ics`: the new URL of the feed. Never returned.' }),
  }),
  output: ConnectionResource,

  /** The credentials with the new password or address, once they are known to work. */
  async ask(
    call,
    { uuid, password, url },
  ): Promise<{ readonly credentials: Credentials; readonly account: string } | undefined> {
    if (password === undefined && url === undefined) return undefined
    const connection = await ownConnection(call.reader, call.principal, uuid)
    const credentials = await loadCredentials(call.reader, connection.organizationId, uuid)
    const known = openCredentials(call.encryption, { id: uuid, credentials })
    if (password !== undefined && known.kind !== 'caldav')
      throw invalid({ parameter: 'password', reason: 'only_for_caldav' })
    if (url !== undefined && known.kind !== 'ics') throw invalid({ parameter: 'url', reason: 'only_for_ics' })
    if (isOauth(known)) return undefined
    const changed =
      known.kind === 'caldav' ? { ...known, password: password ?? known.password } : { ...known, url: url ?? known.url }
    const { account } = await discoverAccount(openWithPassword(call.outgoing, changed, []))
    return { credentials: changed, account }
  },

  async run(call, { uuid, stays_open_when_lost: staysOpen }, renewed) {
    const { tx, principal, links, now, checkFixed } = call
    const { organizationId } = principal
    const before = await ownConnection(tx, principal, uuid)
    if (renewed) {
      await renewConnection(call, uuid, renewed.credentials, renewed.account)
      await compareAgain(tx, organizationId, uuid)
    }
    const isChanged = staysOpen !== undefined && staysOpen !== before.staysOpen
    if (isChanged) {
      await setStaysOpen(tx, organizationId, uuid, staysOpen, now)
      await refreshKnownUntil(tx, organizationId, before.membershipId, now)
    }
    const resource = toConnectionResource(
      links,
      await connectionFor(tx, principal, uuid),
      await listCalendarsOf(tx, organizationId, [uuid]),
      now,
    )
    checkFixed(resource)
    if (isChanged && !renewed)
      await recordChange({ tx, principal, now }, 'calendar.changed', factSubject(links, before))
    return resource
  },
})
