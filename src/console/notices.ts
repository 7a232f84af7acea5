import { countsNothing, findLostConnections } from '#calendars/index.ts'
import { isAdmin } from '#contract/principal.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import type { ShellTexts } from '../../languages/console/shell.ts'
import type { ConsolePage } from './console-page.ts'
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
  screen: ConsolePage['screen'],
): Promise<readonly Notice[]> => {
  const { organizationId, membershipId } = session
  const { reader } = context.database
  const host = loopbackHostOf(context.links)
  const lost = await findLostConnections(reader, organizationId, membershipId)
  // The screen of calendars says this itself.
  const isUnprotected = screen !== 'integrations' && (await countsNothing(reader, organizationId, membershipId))
  const link = { href: '/app/integrations', text: texts.toCalendars }
  return [
    ...lost.map(({ id, account, staysOpen }) => ({
      id: `lost-${id}`,
      text: filled(staysOpen ? texts.calendarLostOpen : texts.calendarLost, { account }),
      link,
    })),
    ...(isUnprotected ? [{ id: 'nothing-counts', text: texts.nothingCounts, link }] : []),
    ...(isAdmin(session) && !context.mail.hasServer
      ? [{ id: 'no-mail', title: texts.titles.noMail, text: texts.noMail }]
      : []),
    ...(isAdmin(session) && host !== undefined
      ? [{ id: 'loopback', title: texts.titles.loopback, text: filled(texts.loopback, { address: host }) }]
      : []),
  ]
}
