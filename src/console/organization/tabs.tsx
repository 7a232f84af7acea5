import { Tabs } from '#ui/tabs.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'

const addresses = {
  people: '/app/organization',
  groups: '/app/organization/groups',
  branding: '/app/organization/branding',
  rules: '/app/organization/rules',
  activity: '/app/organization/activity',
  mail: '/app/organization/mail',
  privacy: '/app/organization/privacy',
  imports: '/app/organization/imports',
} as const

type Tab = keyof typeof addresses

export const OrganizationTabs = ({
  texts,
  current,
}: {
  readonly texts: AdministrationTexts['tabs']
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
