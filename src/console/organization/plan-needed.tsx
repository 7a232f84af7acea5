import { PageHead } from '#ui/page-head.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import { OrganizationTabs } from './tabs.tsx'

interface PlanNeededProps {
  readonly texts: AdministrationTexts
  readonly tab: 'activity' | 'mail' | 'privacy'
}

export const PlanNeeded = ({ texts, tab }: PlanNeededProps) => (
  <>
    <OrganizationTabs texts={texts.tabs} current={tab} />
    <PageHead title={texts.tabs[tab]} />
    <p class="empty">{texts.plan}</p>
  </>
)
