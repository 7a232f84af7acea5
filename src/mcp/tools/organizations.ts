import { body, field, fromMe, fromMyOrganization, needed, paging, sorting, type ToolTable, uriOf } from '../tool.ts'

const fromInvitations = 'From organizations-list_organization_invitations: collection[].uri.'
const fromMemberships = 'From organizations-list_organization_memberships: collection[].uri.'
const fromGroups = 'From groups-list_groups: collection[].uri.'

export const organizationTools: ToolTable = {
  'GET /organizations/:uuid': {
    name: 'organizations-get_organization',
    title: 'Read the organization',
    description:
      'Returns the name, plan, and stage of the organization.\nWhen: the user asks about their organization or plan.',
    takes: { uri: uriOf('organizations', fromMyOrganization) },
  },
  'GET /organizations/:uuid/visitor_rules': {
    name: 'organizations-get_visitor_rules',
    title: 'Read what booking pages ask of visitors',
    description:
      'Returns the protection against bots, and the addresses and domains that cannot book.\nWhen: the user asks who is blocked, or before organizations-update_visitor_rules.',
    takes: { uri: uriOf('organizations', fromMyOrganization) },
    forAdmins: true,
  },
  'PATCH /organizations/:uuid/visitor_rules': {
    name: 'organizations-update_visitor_rules',
    title: 'Change what booking pages ask of visitors',
    description: `Changes the protection against bots, or who is blocked.
When: an owner or admin wants to block an address or a domain, or to change the protection.
Needs: the whole list of blocked_addresses from organizations-get_visitor_rules with the change in it: it replaces the old one.`,
    takes: {
      uri: uriOf('organizations', fromMyOrganization),
      update_visitor_rules_request: body(
        '{ "bot_protection": "automatic", "on", or "off"; "blocked_addresses": [addresses, and domains such as "@example.com"] }. Only the fields to change.',
      ),
    },
    asks: { words: () => 'Change what the booking pages ask of visitors, and who is blocked?' },
    forAdmins: true,
  },
  'GET /organization_memberships': {
    name: 'organizations-list_organization_memberships',
    title: 'List members',
    description: `Lists the members of the organization, with their role and user URI.
When: you need the URI of a colleague, by name or email address. Owners and admins see all members; others see themselves.
Then: collection[].user.uri is a \`user\` for other tools.`,
    takes: {
      organization: field(fromMyOrganization),
      user: field(fromMe),
      email: field('Only the member with this email address.'),
      role: field('owner, admin, or user.'),
      ...paging,
    },
  },
  'GET /organization_memberships/:uuid': {
    name: 'organizations-get_organization_membership',
    title: 'Read a membership',
    description: 'Returns the role and user of one member.\nWhen: you have the URI of a membership.',
    takes: { uri: uriOf('organization_memberships', fromMemberships) },
  },
  'DELETE /organization_memberships/:uuid': {
    name: 'organizations-delete_organization_membership',
    title: 'Remove a member',
    description: `Removes a member from the organization. Existing meetings stay; the member's tokens stop working.
When: an owner or admin says that a person has left. Confirm who is meant before you call this.`,
    takes: { uri: uriOf('organization_memberships', fromMemberships) },
    asks: {
      about: 'GET /organization_memberships/:uuid',
      words: ({ user }) => {
        const { name, email } = user as { readonly name: string; readonly email: string }
        return `Remove ${name} (${email}) from the organization?`
      },
    },
  },
  'GET /organizations/:uuid/invitations': {
    name: 'organizations-list_organization_invitations',
    title: 'List invitations',
    description:
      'Lists invitations to the organization and their status. For owners and admins.\nWhen: before you invite a person, to see whether they were already invited.',
    takes: {
      uri: uriOf('organizations', fromMyOrganization),
      email: field('Only the invitation to this address.'),
      status: field('pending, accepted, or declined.'),
      ...paging,
      ...sorting('created_at, updated_at, email'),
    },
  },
  'POST /organizations/:uuid/invitations': {
    name: 'organizations-create_organization_invitation',
    title: 'Invite to the organization',
    description:
      'Invites a person to the organization by email. For owners and admins.\nWhen: a new colleague needs an account. To invite a person to a meeting, use meetings-create_invitee.',
    takes: {
      uri: uriOf('organizations', fromMyOrganization),
      create_organization_invitation_request: body('{ "email": address }'),
    },
  },
  'GET /organizations/:org_uuid/invitations/:uuid': {
    name: 'organizations-get_organization_invitation',
    title: 'Read an invitation',
    description: 'Returns one invitation to the organization. For owners and admins.',
    takes: {
      org_uri: uriOf('organizations', fromMyOrganization, 'org_uuid'),
      uri: uriOf('invitations', fromInvitations),
    },
  },
  'DELETE /organizations/:org_uuid/invitations/:uuid': {
    name: 'organizations-revoke_organization_invitation',
    title: 'Revoke an invitation',
    description:
      'Revokes an invitation to the organization; its link stops working. For owners and admins.\nWhen: it was sent to the wrong address or is no longer needed.',
    takes: {
      org_uri: uriOf('organizations', fromMyOrganization, 'org_uuid'),
      uri: uriOf('invitations', fromInvitations),
    },
    asks: {
      about: 'GET /organizations/:org_uuid/invitations/:uuid',
      words: ({ email }) => `Revoke the invitation to ${email}?`,
    },
  },
  'GET /groups': {
    name: 'groups-list_groups',
    title: 'List groups',
    description:
      'Lists the groups of the organization with their number of members.\nWhen: the user mentions a department or team. Owners and admins see all groups, others their own.',
    takes: { organization: field(fromMyOrganization), ...paging },
  },
  'GET /groups/:uuid': {
    name: 'groups-get_group',
    title: 'Read a group',
    description:
      'Returns one group.\nThen: groups-list_group_relationships for its members, meetings-list_events with `group` for their meetings.',
    takes: { uri: uriOf('groups', fromGroups) },
  },
  'GET /group_relationships': {
    name: 'groups-list_group_relationships',
    title: 'List the members of a group',
    description: 'Lists the members and admins of groups.\nWhen: the user asks for the members of a group.',
    takes: {
      organization: field(fromMyOrganization),
      group: field(fromGroups),
      owner: field(`Only relationships of this member. ${fromMemberships}`),
      ...paging,
    },
  },
  'GET /group_relationships/:uuid': {
    name: 'groups-get_group_relationship',
    title: 'Read a group relationship',
    description: 'Returns one relationship between a member and a group.',
    takes: { uri: uriOf('group_relationships', 'From groups-list_group_relationships: collection[].uri.') },
  },
}

const reach = {
  organization: needed(fromMyOrganization),
  scope: field('organization, user, or group.'),
  user: field(`With scope=user. ${fromMe}`),
  group: field(`With scope=group. ${fromGroups}`),
}

export const webhookTools: ToolTable = {
  'GET /webhook_subscriptions': {
    name: 'webhooks-list_webhook_subscriptions',
    title: 'List webhooks',
    description:
      'Lists webhook subscriptions: their URLs, events, and states.\nWhen: the user asks which systems are connected, or why one gets no messages.',
    takes: { ...reach, ...paging, ...sorting('created_at') },
  },
  'GET /webhook_subscriptions/:uuid': {
    name: 'webhooks-get_webhook_subscription',
    title: 'Read a webhook',
    description: 'Returns one webhook subscription: its URL, events, and state.',
    takes: { uri: uriOf('webhook_subscriptions', 'From webhooks-list_webhook_subscriptions: collection[].uri.') },
  },
  'POST /webhook_subscriptions': {
    name: 'webhooks-create_webhook_subscription',
    title: 'Create a webhook',
    description: `Creates a webhook that sends messages to an https URL about bookings, cancellations, and no-shows.
When: the user wants to notify another system. Use only a URL that the user gave you: its operator can read names and email addresses of invitees.
Needs: url, events, organization and scope (with user for scope=user).`,
    takes: {
      create_webhook_subscription_request: body(
        'url, events, organization, scope, and user or group if the scope needs it.',
      ),
    },
    asks: {
      words: ({ url }) =>
        `Send messages about meetings and their invitees to ${typeof url === 'string' ? url : 'that address'} from now on?`,
    },
  },
  'DELETE /webhook_subscriptions/:uuid': {
    name: 'webhooks-delete_webhook_subscription',
    title: 'Delete a webhook',
    description:
      'Deletes a webhook. Messages are no longer sent. This cannot be undone.\nWhen: the user says that a system should no longer get messages.',
    takes: { uri: uriOf('webhook_subscriptions', 'From webhooks-list_webhook_subscriptions: collection[].uri.') },
    asks: {
      about: 'GET /webhook_subscriptions/:uuid',
      words: ({ callback_url }) => `Delete the webhook that sends to ${callback_url}?`,
    },
  },
  'GET /sample_webhook_data': {
    name: 'webhooks-get_sample_webhook_data',
    title: 'Show a sample message',
    description:
      'Returns a sample webhook message with invented data.\nWhen: the user builds a receiver and asks what it will get.',
    takes: { event: field('Such as invitee.created.'), ...reach },
  },
}
