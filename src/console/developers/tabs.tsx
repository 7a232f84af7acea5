import { Tabs } from '#ui/tabs.tsx'
import type { DevelopersTexts } from '../../../languages/console/developers.ts'

const addresses = {
  webhooks: '/app/developers',
  tokens: '/account/tokens',
  apps: '/app/developers/apps',
  reference: '/docs',
  ai: '/app/developers/ai',
} as const

interface DeveloperTabsProps {
  readonly texts: DevelopersTexts['tabs']
  readonly current: keyof typeof addresses
}

export const DeveloperTabs = (props: DeveloperTabsProps) => <Tabs {...props} addresses={addresses} />
