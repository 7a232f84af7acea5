import { Tabs } from '#ui/tabs.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'

const addresses = {
  people: '/app/organization',
  groups: '/app/organization/groups',
  branding: '/app/organization/branding',
  rules: '/app/organization/rules',
  visitors: '/app/organization/visitors',
  activity: '/app/organization/activity',
  mail: '/app/organization/mail',
  privacy: '/app/organization/privacy',
  imports: '/app/organization/imports',
} as const

interface OrganizationTabsProps {
  readonly texts: AdministrationTexts['tabs']
  readonly current: keyof typeof addresses
}

export const OrganizationTabs = (props: OrganizationTabsProps) => <Tabs {...props} addresses={addresses} />
