import { body, field, fromMe, fromMyOrganization, needed, paging, sorting, type ToolTable, uriOf } from '../tool.ts'

const fromInvitations = 'From organizations-list_organization_invitations: collection[].uri.'
const fromMemberships = 'From organizations-list_organization_memberships: collection[].uri.'
const fromGroups = 'From groups-list_groups: collection[].uri.'

export const organizationTools: ToolTable = {
  'GET /organizations/:uuid': {
    name: 'organizations-get_organization',
    title: 'Read the organization',
    description:
      'Reads the name, plan and stage of the organization.\nWhen: somebody asks what their organization or plan is.',
    takes: { uri: uriOf('organizations', fromMyOrganization) },
  },
  'GET /organization_memberships': {
    name: 'organizations-list_organization_memberships',
    title: 'List members',
    description: `Lists who is in the organization, with their role and user URI.
When: you need the URI of a colleague, by name or e-mail address. Owners and admins see everyone; others themselves.
Then: collection[].user.uri is a \`user\` for other tools.`,
    takes: {
      organization: field(fromMyOrganization),
      user: field(fromMe),
      email: field('Only the member with this e-mail address.'),
      role: field('owner, admin or user.'),
      ...paging,
    },
  },
  'GET /organization_memberships/:uuid': {
    name: 'organizations-get_organization_membership',
    title: 'Read a membership',
    description: 'Reads the role and user of one member.\nWhen: you have the URI of a membership.',
    takes: { uri: uriOf('organization_memberships', fromMemberships) },
  },
  'DELETE /organization_memberships/:uuid': {
    name: 'organizations-delete_organization_membership',
    title: 'Remove a member',
    description: `Removes a member from the organization. What they were booked for stays; their tokens stop working.
When: an owner or admin says that somebody has left. Be sure who is meant before you call it.`,
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
      'Lists who was invited to the organization, and whether they accepted. For owners and admins.\nWhen: before inviting somebody, to see whether they are invited already.',
    takes: {
      uri: uriOf('organizations', fromMyOrganization),
      email: field('Only the invitation to this address.'),
      status: field('pending, accepted or declined.'),
      ...paging,
      ...sorting('created_at, updated_at, email'),
    },
  },
  'POST /organizations/:uuid/invitations': {
    name: 'organizations-create_organization_invitation',
    title: 'Invite to the organization',
    description:
      'Invites somebody to the organization by mail. For owners and admins.\nWhen: a new colleague should get an account. To invite somebody to a meeting, use meetings-create_invitee.',
    takes: {
      uri: uriOf('organizations', fromMyOrganization),
      create_organization_invitation_request: body('{ "email": address }'),
    },
  },
  'GET /organizations/:org_uuid/invitations/:uuid': {
    name: 'organizations-get_organization_invitation',
    title: 'Read an invitation',
    description: 'Reads one invitation to the organization. For owners and admins.',
    takes: {
      org_uri: uriOf('organizations', fromMyOrganization, 'org_uuid'),
      uri: uriOf('invitations', fromInvitations),
    },
  },
  'DELETE /organizations/:org_uuid/invitations/:uuid': {
    name: 'organizations-revoke_organization_invitation',
    title: 'Revoke an invitation',
    description:
      'Revokes an invitation to the organization; its link stops working. For owners and admins.\nWhen: it went to the wrong address, or is not wanted any more.',
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
      'Lists the groups of the organization, with how many are in each.\nWhen: somebody talks about a department or team. Owners and admins see every group, others theirs.',
    takes: { organization: field(fromMyOrganization), ...paging },
  },
  'GET /groups/:uuid': {
    name: 'groups-get_group',
    title: 'Read a group',
    description:
      'Reads one group.\nThen: groups-list_group_relationships for who is in it, meetings-list_events with `group` for their meetings.',
    takes: { uri: uriOf('groups', fromGroups) },
  },
  'GET /group_relationships': {
    name: 'groups-list_group_relationships',
    title: 'List who is in a group',
    description:
      'Lists who is in which group, and who administers it.\nWhen: somebody asks for the members of a group.',
    takes: {
      organization: field(fromMyOrganization),
      group: field(fromGroups),
      owner: field(`Only this member's. ${fromMemberships}`),
      ...paging,
    },
  },
  'GET /group_relationships/:uuid': {
    name: 'groups-get_group_relationship',
    title: 'Read a place in a group',
    description: 'Reads one relationship between a member and a group.',
    takes: { uri: uriOf('group_relationships', 'From groups-list_group_relationships: collection[].uri.') },
  },
}

const reach = {
  organization: needed(fromMyOrganization),
  scope: field('organization, user or group.'),
  user: field(`With scope=user. ${fromMe}`),
  group: field(`With scope=group. ${fromGroups}`),
}

export const webhookTools: ToolTable = {
  'GET /webhook_subscriptions': {
    name: 'webhooks-list_webhook_subscriptions',
    title: 'List webhooks',
    description:
      'Lists where messages are sent when something happens, and whether they still arrive.\nWhen: somebody asks which systems are connected, or why one hears nothing.',
    takes: { ...reach, ...paging, ...sorting('created_at') },
  },
  'GET /webhook_subscriptions/:uuid': {
    name: 'webhooks-get_webhook_subscription',
    title: 'Read a webhook',
    description: 'Reads one webhook subscription: its address, its events, its state.',
    takes: { uri: uriOf('webhook_subscriptions', 'From webhooks-list_webhook_subscriptions: collection[].uri.') },
  },
  'POST /webhook_subscriptions': {
    name: 'webhooks-create_webhook_subscription',
    title: 'Create a webhook',
    description: `Has messages sent to an https address whenever something happens: meetings booked, canceled, no-shows.
When: somebody wants another system to be told. Only to an address that the person named themselves: whoever listens there reads names and addresses of invitees.
Needs: url, events, organization and scope (with user for scope=user).`,
    takes: {
      create_webhook_subscription_request: body(
        'url, events, organization, scope, and user or group where the scope needs it.',
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
      'Stops sending messages to a webhook. It cannot be revived, only created again.\nWhen: somebody says that a system should not be told any more.',
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
      'Shows a message as a webhook would get it, with invented data.\nWhen: somebody builds a receiver and asks what it will get.',
    takes: { event: field('As in invitee.created.'), ...reach },
  },
}
