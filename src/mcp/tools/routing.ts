import { field, fromMyOrganization, needed, paging, sorting, type ToolTable, uriOf } from '../tool.ts'

const fromForms = 'From routing_forms-list_routing_forms: collection[].uri.'

export const routingTools: ToolTable = {
  'GET /routing_forms': {
    name: 'routing_forms-list_routing_forms',
    title: 'List routing forms',
    description: `Lists the routing forms, which send invitees to the right event type. For owners and admins.
When: the user asks for the forms, or before you look at submissions.`,
    takes: { organization: needed(fromMyOrganization), ...paging, ...sorting('created_at') },
    forAdmins: true,
  },
  'GET /routing_forms/:uuid': {
    name: 'routing_forms-get_routing_form',
    title: 'Read a routing form',
    description: 'Returns one form with its questions. For owners and admins.',
    takes: { uri: uriOf('routing_forms', fromForms) },
    forAdmins: true,
  },
  'GET /routing_form_submissions': {
    name: 'routing_forms-list_routing_form_submissions',
    title: 'List submissions of a form',
    description: `Lists the submissions of a form with answers and results. For owners and admins.
When: the user asks who filled in a form, or what the results were.`,
    takes: { form: needed(fromForms), ...paging, ...sorting('created_at') },
    forAdmins: true,
  },
  'GET /routing_form_submissions/:uuid': {
    name: 'routing_forms-get_routing_form_submission',
    title: 'Read a submission',
    description: 'Returns one submission with answers and result. For owners and admins.',
    takes: {
      uri: uriOf('routing_form_submissions', 'From routing_forms-list_routing_form_submissions: collection[].uri.'),
    },
    forAdmins: true,
  },
}

export const activityTools: ToolTable = {
  'GET /activity_log_entries': {
    name: 'activity_log-list_entries',
    title: 'List activity log entries',
    description: `Lists who changed what in the organization, newest first. For owners and admins, on the plan enterprise.
When: the user asks who did something, or what happened at a time.`,
    takes: {
      organization: field(fromMyOrganization),
      search_term: field(),
      actor: field('Only changes by these users; URIs of users.'),
      namespace: field('Only changes of this kind of object: user, event_type, and so on.'),
      action: field('Only these actions, such as create.'),
      min_occurred_at: field('Earliest time, such as 2030-01-07T00:00:00Z.'),
      max_occurred_at: field('Latest time.'),
      ...paging,
      ...sorting('occurred_at, action, namespace, actor.uri, actor.display_name'),
    },
    forAdmins: true,
  },
}
