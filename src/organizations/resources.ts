import { z } from 'zod'
import { pictureUrl } from '#contract/picture.ts'
import { plans, stages } from '#contract/plans.ts'
import { roles } from '#contract/principal.ts'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import {
  groupExample,
  groupRelationshipExample,
  invitationExample,
  membershipExample,
  organizationExample,
  teamExample,
  userExample,
  visitorRulesExample,
} from './examples.ts'
import { type Group, type GroupRelationship, groupRoles } from './group.ts'
import { type Invitation, invitationStatuses } from './invitation.ts'
import type { Membership } from './membership.ts'
import { kindOf, type Organization } from './organization.ts'
import type { Team } from './team.ts'
import type { User } from './user.ts'
import { botProtections } from './visitor-rules.ts'

export const UserResource = z
  .object({
    uri,
    name: z.string(),
    slug: z.string().meta({ description: 'The name in the address of the booking page' }),
    email: z.string().meta({ format: 'email' }),
    scheduling_url: uri.meta({ description: 'The booking page of this person' }),
    timezone: z.string().meta({ description: 'A name from the IANA time zone database' }),
    time_notation: z.enum(['12h', '24h']).meta({ description: 'The preferred time format' }),
    avatar_url: uri.nullable(),
    locale: z.string().meta({ description: 'The preferred language' }),
    created_at: timestamp,
    updated_at: timestamp,
    current_organization: uri.meta({ description: 'The organization of the user' }),
    resource_type: z.literal('User'),
  })
  .meta({ id: 'User', examples: [userExample] })

export const toUserResource = (links: Links, user: User, organizationId: string): z.output<typeof UserResource> => ({
  uri: uriOf(links, 'users', user.id),
  name: user.name,
  slug: user.slug,
  email: user.email,
  scheduling_url: `${links.site}/${user.slug}`,
  timezone: user.timezone,
  time_notation: user.timeNotation,
  avatar_url: pictureUrl(links, user.avatarUrl),
  locale: user.locale,
  created_at: writeInstant(user.createdAt),
  updated_at: writeInstant(user.updatedAt),
  current_organization: uriOf(links, 'organizations', organizationId),
  resource_type: 'User',
})

const organizationFields = {
  name: z.string().meta({ description: 'The name of the organization' }),
  kind: z.enum(['individual', 'multiple']).meta({ description: 'Whether the organization has one member or several' }),
  plan: z.enum(plans).meta({ description: 'The plan; `basic` is free' }),
  stage: z.enum(stages).meta({ description: 'Whether the plan is a trial' }),
}

export const OrganizationResource = z
  .object({ uri, ...organizationFields, created_at: timestamp, updated_at: timestamp })
  .meta({ id: 'Organization', examples: [organizationExample] })

const toOrganizationFields = (organization: Pick<Organization, 'name' | 'plan' | 'stage' | 'memberCount'>) => ({
  name: organization.name,
  kind: kindOf(organization),
  plan: organization.plan,
  stage: organization.stage,
})

export const toOrganizationResource = (
  links: Links,
  organization: Organization,
): z.output<typeof OrganizationResource> => ({
  uri: uriOf(links, 'organizations', organization.id),
  ...toOrganizationFields(organization),
  created_at: writeInstant(organization.createdAt),
  updated_at: writeInstant(organization.updatedAt),
})

export const MembershipResource = z
  .object({
    uri,
    role: z.enum(roles),
    user: UserResource,
    organization: uri,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'OrganizationMembership', examples: [membershipExample] })

export const toMembershipResource = (links: Links, membership: Membership): z.output<typeof MembershipResource> => ({
  uri: uriOf(links, 'organization_memberships', membership.id),
  role: membership.role,
  user: toUserResource(links, membership.user, membership.organizationId),
  organization: uriOf(links, 'organizations', membership.organizationId),
  created_at: writeInstant(membership.createdAt),
  updated_at: writeInstant(membership.updatedAt),
})

export const InvitationResource = z
  .object({
    uri,
    organization: uri,
    email: z.string().meta({ format: 'email', description: 'Who is invited' }),
    status: z.enum(invitationStatuses),
    created_at: timestamp,
    updated_at: timestamp,
    last_sent_at: timestamp.nullable().meta({ description: 'When the email was last sent' }),
    user: uri.optional().meta({ description: 'The user who accepted; absent until then' }),
    ...organizationFields,
  })
  .meta({ id: 'OrganizationInvitation', examples: [invitationExample] })

export const toInvitationResource = (links: Links, invitation: Invitation): z.output<typeof InvitationResource> => ({
  uri: uriOf(links, 'organizations', invitation.organizationId, 'invitations', invitation.id),
  organization: uriOf(links, 'organizations', invitation.organizationId),
  email: invitation.email,
  status: invitation.status,
  created_at: writeInstant(invitation.createdAt),
  updated_at: writeInstant(invitation.updatedAt),
  last_sent_at: invitation.lastSentAt && writeInstant(invitation.lastSentAt),
  ...(invitation.userId === null ? {} : { user: uriOf(links, 'users', invitation.userId) }),
  ...toOrganizationFields(invitation.organization),
})

export const GroupResource = z
  .object({
    uri,
    name: z.string(),
    organization: uri,
    member_count: z.number().int().meta({ description: 'The number of members, without invited people' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Group', examples: [groupExample] })

export const toGroupResource = (links: Links, group: Group): z.output<typeof GroupResource> => ({
  uri: uriOf(links, 'groups', group.id),
  name: group.name,
  organization: uriOf(links, 'organizations', group.organizationId),
  member_count: group.memberCount,
  created_at: writeInstant(group.createdAt),
  updated_at: writeInstant(group.updatedAt),
})

export const GroupRelationshipResource = z
  .object({
    uri,
    role: z.enum(groupRoles),
    owner: z
      .union([
        MembershipResource.extend({ type: z.literal('OrganizationMembership') }),
        InvitationResource.extend({ type: z.literal('OrganizationInvitation') }),
      ])
      .meta({ description: 'The member or invited person; `type` tells which' }),
    organization: uri,
    group: uri,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'GroupRelationship', examples: [groupRelationshipExample] })

export const toGroupRelationshipResource = (
  links: Links,
  relationship: GroupRelationship,
): z.output<typeof GroupRelationshipResource> => ({
  uri: uriOf(links, 'group_relationships', relationship.id),
  role: relationship.role,
  owner:
    'membership' in relationship.person
      ? { type: 'OrganizationMembership', ...toMembershipResource(links, relationship.person.membership) }
      : { type: 'OrganizationInvitation', ...toInvitationResource(links, relationship.person.invitation) },
  organization: uriOf(links, 'organizations', relationship.organizationId),
  group: uriOf(links, 'groups', relationship.groupId),
  created_at: writeInstant(relationship.createdAt),
  updated_at: writeInstant(relationship.updatedAt),
})

/** For the console. */
export const VisitorRulesResource = z
  .object({
    bot_protection: z.enum(botProtections).meta({
      description: '`automatic`: browsers prove a little work only while the limits for visitors fill up',
    }),
    blocked_addresses: z
      .array(z.string())
      .readonly()
      .meta({ description: 'Email addresses, and domains with a leading `@`, which stand for their subdomains too' }),
  })
  .meta({ id: 'VisitorRules', examples: [visitorRulesExample] })

export const TeamResource = z
  .object({
    uri,
    name: z.string(),
    organization: uri,
    scheduling_url: uri.meta({ description: 'The booking page of the team' }),
  })
  .meta({ id: 'Team', examples: [teamExample] })

export const toTeamResource = (links: Links, team: Team): z.output<typeof TeamResource> => ({
  uri: uriOf(links, 'teams', team.id),
  name: team.name,
  organization: uriOf(links, 'organizations', team.organizationId),
  scheduling_url: `${links.site}/team/${team.slug}`,
})
