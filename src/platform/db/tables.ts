// Made from migrations/ by `npm run db:types`. Do not edit.
import type { Generated } from 'kysely'

export interface FactsTable {
  id: string
  organization_id: string
  name: string
  actor_type: 'user' | 'system'
  actor_id: string | null
  subject: string
  occurred_at: Date
}

export interface GroupRelationshipsTable {
  id: string
  organization_id: string
  group_id: string
  membership_id: string | null
  invitation_id: string | null
  role: 'member' | 'admin'
  created_at: Date
  updated_at: Date
}

export interface GroupsTable {
  id: string
  organization_id: string
  name: string
  created_at: Date
  updated_at: Date
}

export interface InstanceTable {
  only_row: Generated<boolean>
  secret_fingerprint: Buffer
  created_at: Date
}

export interface OrganizationInvitationsTable {
  id: string
  organization_id: string
  email: string
  status: 'pending' | 'accepted' | 'declined'
  code_hash: Buffer
  invited_by: string
  membership_id: string | null
  created_at: Date
  updated_at: Date
  last_sent_at: Date | null
}

export interface OrganizationMembershipsTable {
  id: string
  organization_id: string
  user_id: string
  role: 'owner' | 'admin' | 'user'
  created_at: Date
  updated_at: Date
  ended_at: Date | null
}

export interface OrganizationsTable {
  id: string
  name: string
  plan: Generated<'basic' | 'essentials' | 'standard' | 'professional' | 'teams' | 'enterprise'>
  stage: Generated<'trial' | 'active'>
  created_at: Date
  updated_at: Date
}

export interface RateWindowsTable {
  key: string
  used: number
  ends_at: Date
}

export interface TeamMembershipsTable {
  organization_id: string
  team_id: string
  membership_id: string
  created_at: Date
}

export interface TeamsTable {
  id: string
  organization_id: string
  name: string
  slug: string
  created_at: Date
  updated_at: Date
}

export interface TokensTable {
  id: string
  organization_id: string
  membership_id: string
  name: string
  hash: Buffer
  hint: string
  scopes: string[]
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
}

export interface UsersTable {
  id: string
  name: string
  email: string
  slug: string
  timezone: string
  time_notation: Generated<'12h' | '24h'>
  locale: Generated<'en' | 'fr' | 'es' | 'de' | 'pt' | 'ps'>
  avatar_url: string | null
  password_hash: string | null
  created_at: Date
  updated_at: Date
}

export interface Tables {
  facts: FactsTable
  group_relationships: GroupRelationshipsTable
  groups: GroupsTable
  instance: InstanceTable
  organization_invitations: OrganizationInvitationsTable
  organization_memberships: OrganizationMembershipsTable
  organizations: OrganizationsTable
  rate_windows: RateWindowsTable
  team_memberships: TeamMembershipsTable
  teams: TeamsTable
  tokens: TokensTable
  users: UsersTable
}
