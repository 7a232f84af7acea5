import { invalid } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { findMembershipOfUser } from '#organizations/index.ts'
import { ConnectionRequest, calendarSettings } from '../requests.ts'
import { ConnectionResource, toConnectionResource } from '../resources.ts'
import { listCalendarsOf } from '../store/calendars.ts'
import { addConnection, lockSameAccount, renewConnection } from '../workflow/add-connection.ts'
import { discoverAccount } from '../workflow/discover.ts'
import { openWithPassword } from '../workflow/open-provider.ts'

export const createCalendarConnection = write({
  name: 'create_calendar_connection',
  summary: 'Connect a calendar of your own',
  description:
    "The account is tested first; nothing is saved if it can't be read. All its calendars are checked for conflicts, and bookings are added to the first writable one if no other calendar gets them yet. Until the first sync finishes, nobody can book you. If you connect an account again that can no longer be synced, it keeps its calendars and their settings. Connect Google and Microsoft accounts in the browser, at `/app/integrations`.",
  scopes: ['calendars:write'],
  fixed: ['account', 'user', 'stays_open_when_lost', ...calendarSettings],
  input: ConnectionRequest,
  output: ConnectionResource,

  async ask({ reader, outgoing, principal }, credentials) {
    const membership = await findMembershipOfUser(reader, principal.organizationId, principal.userId)
    return discoverAccount(
      openWithPassword(outgoing, credentials, membership ? [membership.user.email.toLowerCase()] : []),
    )
  },

  async run(call, credentials, found) {
    const { tx, principal, links, now, checkFixed } = call
    const known = await lockSameAccount(call, credentials, found)
    if (known && !known.isFaulty) throw invalid({ parameter: 'url', reason: 'connected_already' })
    const connection = known
      ? await renewConnection(call, known.id, credentials, found.account)
      : await addConnection(call, credentials, found)
    const resource = toConnectionResource(
      links,
      connection,
      await listCalendarsOf(tx, principal.organizationId, [connection.id]),
      now,
    )
    checkFixed(resource)
    return resource
  },
})
