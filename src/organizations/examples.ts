import { exampleLinks, exampleUri } from '#contract/wire.ts'

const created_at = '2026-01-14T09:12:44.018000Z'
const updated_at = '2026-02-03T16:40:05.221000Z'
const organization = exampleUri('organizations')
const organizationFields = { name: 'Acme Lisbon', kind: 'multiple', plan: 'enterprise', stage: 'active' }

/** One whole resource of each kind, as the reference shows it. A test reads each with its own schema. */
export const userExample = {
  uri: exampleUri('users'),
  name: 'Demo Host',
  slug: 'demo-host',
  email: 'host@acme.test',
  scheduling_url: `${exampleLinks.site}/demo-host`,
  timezone: 'Europe/Lisbon',
  time_notation: '24h',
  avatar_url: null,
  locale: 'en',
  created_at,
  updated_at,
  current_organization: organization,
  resource_type: 'User',
}

export const organizationExample = { uri: organization, ...organizationFields, created_at, updated_at }

export const visitorRulesExample = {
  bot_protection: 'automatic',
  blocked_addresses: ['eve@client.test', '@spam.test'],
}

export const membershipExample = {
  uri: exampleUri('organization_memberships'),
  role: 'user',
  user: userExample,
  organization,
  created_at,
  updated_at,
}

export const invitationExample = {
  uri: exampleUri('organizations', 'invitations'),
  organization,
  email: 'new.hire@acme.test',
  status: 'pending',
  created_at: updated_at,
  updated_at,
  last_sent_at: updated_at,
  ...organizationFields,
}

export const groupExample = {
  uri: exampleUri('groups'),
  name: 'EMEA sales',
  organization,
  member_count: 4,
  created_at,
  updated_at,
}

export const groupRelationshipExample = {
  uri: exampleUri('group_relationships'),
  role: 'member',
  owner: { type: 'OrganizationMembership', ...membershipExample },
  organization,
  group: groupExample.uri,
  created_at,
  updated_at,
}

export const teamExample = {
  uri: exampleUri('teams'),
  name: 'Customer success',
  organization,
  scheduling_url: `${exampleLinks.site}/team/customer-success`,
}

export const logoExample = {
  organization: exampleUri('organizations'),
  logo_url: `${exampleLinks.site}/pictures/0f343b0931126a20f133d67c2b018a3b.png`,
}
