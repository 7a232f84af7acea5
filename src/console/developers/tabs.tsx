import { Tabs } from '#ui/tabs.tsx'
import type { DevelopersTexts } from '../../../languages/console/developers.ts'

const addresses = {
  webhooks: '/app/developers',
  tokens: '/account/tokens',
  apps: '/app/developers/apps',
  reference: '/docs',
  ai: '/app/developers/ai',
} as const

type Tab = keyof typeof addresses

export const DeveloperTabs = ({
  texts,
  current,
}: {
  readonly texts: DevelopersTexts['tabs']
  readonly current: Tab
}) => (
  <Tabs
    label={texts.label}
    tabs={(Object.keys(addresses) as Tab[]).map((tab) => ({
      href: addresses[tab],
      text: texts[tab],
      isCurrent: tab === current,
    }))}
  />
)
