import { type ToolTable, uriOf } from '../tool.ts'

export const userTools: ToolTable = {
  'GET /users/me': {
    name: 'users-get_current_user',
    title: 'Who am I',
    description: `Tells who is connected: name, e-mail address, time zone, booking page.
When: first of all in every conversation. Nearly every other tool needs a URI that comes from here.
Then: use resource.uri as \`user\`, resource.current_organization as \`organization\`, and resource.timezone to show times.`,
    takes: {},
  },
  'GET /users/:uuid': {
    name: 'users-get_user',
    title: 'Look up a user',
    description: `Reads the name, e-mail address, time zone and booking page of one member of the organization.
When: you have the URI of a user (a host in event_memberships, an owner in a profile) and need to know who that is.
Avoid: for whoever is connected, use users-get_current_user.`,
    takes: { uri: uriOf('users', 'From organizations-list_organization_memberships (user.uri), or from event_memberships of a meeting.') },
  },
}
