import { countsNothing, findLostConnections } from '#calendars/index.ts'
import { isAdmin } from '#contract/principal.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import type { ShellTexts } from '../../languages/console/shell.ts'
import type { Notice } from './shell/shell.tsx'

const loopback = /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The host of the booking links where it works on this computer only. */
export const loopbackHostOf = ({ site }: { readonly site: string }): string | undefined => {
  const { host, hostname } = new URL(site)
  return loopback.test(hostname) ? host : undefined
}

/**
 * What keeps the product from working as people expect, for those whom it concerns. It stands on every screen until it
 * is settled.
 */
export const noticesFor = async (
  { session, context }: Pick<SignedInVisit, 'session' | 'context'>,
  { notices: texts }: ShellTexts,
): Promise<readonly Notice[]> => {
  const { organizationId, membershipId } = session
  const lost = await findLostConnections(context.database.reader, organizationId, membershipId)
  const host = loopbackHostOf(context.links)
  return [
    ...lost.map(({ id, account, staysOpen }) => ({
      id: `lost-${id}`,
      text: filled(staysOpen ? texts.calendarLostOpen : texts.calendarLost, { account }),
      link: { href: '/app/calendars', text: texts.toCalendars },
    })),
    ...((await countsNothing(context.database.reader, organizationId, membershipId))
      ? [{ id: 'nothing-counts', text: texts.nothingCounts, link: { href: '/app/calendars', text: texts.toCalendars } }]
      : []),
    ...(isAdmin(session) && !context.mail.hasServer
      ? [{ id: 'no-mail', title: texts.titles.noMail, text: texts.noMail }]
      : []),
    ...(isAdmin(session) && host !== undefined
      ? [{ id: 'loopback', title: texts.titles.loopback, text: filled(texts.loopback, { address: host }) }]
      : []),
  ]
}
