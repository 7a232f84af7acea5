import { h } from 'preact'
import type { Layout, ShownPage, Visit } from '#pages/visit.ts'
import type { ConsolePage } from './console-page.ts'
import { DeveloperTabs } from './developers/tabs.tsx'
import { developersTextsFor } from './developers/texts.ts'
import { MemberPage } from './shell/member-page.tsx'

/** The pages of the account, in the shell of the console. */
export const accountLayout =
  (layout: Layout<ConsolePage>): Layout<ShownPage> =>
  (page, visit) =>
    layout(inConsole(page, visit), visit)

/** Tokens are where developers look for them. */
const inConsole = ({ title, status = 200, body }: ShownPage, visit: Visit): ConsolePage => {
  const isForDevelopers = visit.target.startsWith('/account/tokens')
  const tabs = isForDevelopers
    ? h(DeveloperTabs, { texts: developersTextsFor(visit).tabs, current: 'tokens' })
    : undefined
  return {
    title,
    status,
    screen: isForDevelopers ? 'developers' : 'account',
    content: h(MemberPage, { tabs }, body),
  }
}
