import type { RouteTable } from '#execution/route-table.ts'
import { changeVisitorRules } from './operations/change-visitor-rules.ts'
import { createOrganizationInvitation } from './operations/create-organization-invitation.ts'
import { getCurrentUser } from './operations/get-current-user.ts'
import { getGroup } from './operations/get-group.ts'
import { getGroupRelationship } from './operations/get-group-relationship.ts'
import { getOrganization } from './operations/get-organization.ts'
import { getOrganizationInvitation } from './operations/get-organization-invitation.ts'
import { getOrganizationMembership } from './operations/get-organization-membership.ts'
import { getTeam } from './operations/get-team.ts'
import { getUser } from './operations/get-user.ts'
import { getVisitorRules } from './operations/get-visitor-rules.ts'
import { listGroupRelationships } from './operations/list-group-relationships.ts'
import { listOrganizationGroups } from './operations/list-groups.ts'
import { listOrganizationInvitations } from './operations/list-organization-invitations.ts'
import { listOrganizationMemberships } from './operations/list-organization-memberships.ts'
import { listOrganizationTeams } from './operations/list-teams.ts'
import { removeOrganizationMember } from './operations/remove-organization-member.ts'
import { revokeOrganizationInvitation } from './operations/revoke-organization-invitation.ts'
import { setLogo } from './operations/set-logo.ts'

const ofOrganization = { path: { uuid: 'organization' } }
const inOrganization = { path: { org_uuid: 'organization' } }

export const organizationRoutes: RouteTable = {
  'GET /users/me': getCurrentUser,
  'GET /users/:uuid': getUser,
  'GET /organizations/:uuid': getOrganization,
  'POST /organizations/:uuid/logo': setLogo,
  'GET /organizations/:uuid/visitor_rules': { operation: getVisitorRules, status: 200, ...ofOrganization },
  'PATCH /organizations/:uuid/visitor_rules': { operation: changeVisitorRules, status: 200, ...ofOrganization },
  'GET /organization_memberships': listOrganizationMemberships,
  'GET /organization_memberships/:uuid': getOrganizationMembership,
  'DELETE /organization_memberships/:uuid': removeOrganizationMember,
  'GET /organization_invitations': listOrganizationInvitations,
  'POST /organization_invitations': { operation: createOrganizationInvitation, status: 201 },
  'GET /organization_invitations/:uuid': getOrganizationInvitation,
  'DELETE /organization_invitations/:uuid': revokeOrganizationInvitation,
  'GET /organizations/:uuid/invitations': { operation: listOrganizationInvitations, status: 200, ...ofOrganization },
  'POST /organizations/:uuid/invitations': { operation: createOrganizationInvitation, status: 201, ...ofOrganization },
  'GET /organizations/:org_uuid/invitations/:uuid': {
    operation: getOrganizationInvitation,
    status: 200,
    ...inOrganization,
  },
  'DELETE /organizations/:org_uuid/invitations/:uuid': {
    operation: revokeOrganizationInvitation,
    status: 204,
    ...inOrganization,
  },
  'GET /groups': listOrganizationGroups,
  'GET /groups/:uuid': getGroup,
  'GET /group_relationships': listGroupRelationships,
  'GET /group_relationships/:uuid': getGroupRelationship,
  'GET /teams': listOrganizationTeams,
  'GET /teams/:uuid': getTeam,
}
