import { recordFact, system } from '#activity/index.ts'
import type { Links } from '#contract/wire.ts'
import type { Tx } from '#platform/db/database.ts'
import { factSubject } from '../fact-subject.ts'
import type { FoundAccount } from '../providers/provider.ts'
import { compareAgain, saveFoundCalendars } from '../store/calendars.ts'
import { type ConnectionToSync, saveDiscovery } from '../store/connections.ts'
import { forgetEtags } from '../store/items.ts'

const maxAddresses = 200

/** Under which the owner takes part in events. Google and Microsoft say themselves what their owner has declined. */
export const addressesOf = (
  { kind, ownAddresses, hostEmail }: ConnectionToSync,
  found: readonly string[] = [],
): readonly string[] =>
  kind === 'ics' || kind === 'caldav'
    ? [...new Set([...ownAddresses, hostEmail.toLowerCase(), ...found])].slice(0, maxAddresses)
    : ownAddresses

/**
 * Calendars that came to an account since it was connected, and addresses that its owner has got. True when it should
 * be read again at once.
 */
export const recordDiscovery = async (
  tx: Tx,
  links: Links,
  connection: ConnectionToSync,
  found: FoundAccount | undefined,
  now: Date,
): Promise<boolean> => {
  const { organizationId, membershipId, id, discoveredAt } = connection
  const ownAddresses = addressesOf(connection, found?.ownAddresses)
  const hasNewAddress = ownAddresses.length > connection.ownAddresses.length
  if (!found && !hasNewAddress) return false
  await saveDiscovery(tx, organizationId, id, { ownAddresses, discoveredAt: found ? now : discoveredAt })
  if (hasNewAddress) {
    await forgetEtags(tx, organizationId, id)
    await compareAgain(tx, organizationId, id)
  }
  const added = found
    ? await saveFoundCalendars(tx, { organizationId, membershipId, connectionId: id }, found.calendars, now)
    : []
  if (added.length > 0) {
    const subject = factSubject(links, connection, `New in the account: ${added.join(', ')}`)
    await recordFact(tx, { name: 'calendar.changed', organizationId, actor: system, subject, occurredAt: now })
  }
  return hasNewAddress
}
