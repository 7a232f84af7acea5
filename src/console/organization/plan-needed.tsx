import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import { OrganizationTabs } from './tabs.tsx'

interface PlanNeededProps {
  readonly texts: AdministrationTexts
  readonly tab: 'activity' | 'mail' | 'privacy'
}

export const PlanNeeded = ({ texts, tab }: PlanNeededProps) => (
  <>
    <OrganizationTabs texts={texts.tabs} current={tab} />
    <div class="head">
      <h1>{texts.tabs[tab]}</h1>
    </div>
    <p class="empty">{texts.plan}</p>
  </>
)
