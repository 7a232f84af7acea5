import { Tabs } from '#ui/tabs.tsx'
import type { CalendarsTexts } from '../../../languages/console/calendars.ts'

/** A page for each purpose of an account at another service. */
const addresses = {
  calendars: '/app/integrations',
  conferences: '/app/integrations/conferences',
  payments: '/app/integrations/payments',
} as const

interface IntegrationTabsProps {
  readonly texts: CalendarsTexts
  readonly current: keyof typeof addresses
}

export const IntegrationTabs = ({ texts, current }: IntegrationTabsProps) => (
  <Tabs texts={{ ...texts.tabs, label: texts.integrations }} addresses={addresses} current={current} />
)
