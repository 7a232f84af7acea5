import { field, fromMyOrganization, needed, paging, sorting, type ToolTable, uriOf } from '../tool.ts'

const fromForms = 'From routing_forms-list_routing_forms: collection[].uri.'

export const routingTools: ToolTable = {
  'GET /routing_forms': {
    name: 'routing_forms-list_routing_forms',
    title: 'List routing forms',
    description: `Lists the forms that visitors fill in before they are sent to the right event type. For owners and admins.
When: somebody asks which forms there are, or before looking at submissions.`,
    takes: { organization: needed(fromMyOrganization), ...paging, ...sorting('created_at') },
    forAdmins: true,
  },
  'GET /routing_forms/:uuid': {
    name: 'routing_forms-get_routing_form',
    title: 'Read a routing form',
    description: 'Reads one form with its questions. For owners and admins.',
    takes: { uri: uriOf('routing_forms', fromForms) },
    forAdmins: true,
  },
  'GET /routing_form_submissions': {
    name: 'routing_forms-list_routing_form_submissions',
    title: 'List submissions of a form',
    description: `Lists what visitors answered in a form, and where it led them. For owners and admins.
When: somebody asks who filled in a form, or what became of it.`,
    takes: { form: needed(fromForms), ...paging, ...sorting('created_at') },
    forAdmins: true,
  },
  'GET /routing_form_submissions/:uuid': {
    name: 'routing_forms-get_routing_form_submission',
    title: 'Read a submission',
    description: 'Reads what one visitor answered, and where it led them. For owners and admins.',
    takes: {
      uri: uriOf('routing_form_submissions', 'From routing_forms-list_routing_form_submissions: collection[].uri.'),
    },
    forAdmins: true,
  },
}

export const activityTools: ToolTable = {
  'GET /activity_log_entries': {
    name: 'activity_log-list_entries',
    title: 'List what was done',
    description: `Lists who changed what in the organization, newest first. For owners and admins, on the plan enterprise.
When: somebody asks who did something, or what happened at some time.`,
    takes: {
      organization: field(fromMyOrganization),
      search_term: field(),
      actor: field('Only what these users did; URIs of users.'),
      namespace: field('Only what is about this: user, event_type and so on.'),
      action: field('Only these actions, as in create.'),
      min_occurred_at: field('Not before, as in 2030-01-07T00:00:00Z.'),
      max_occurred_at: field('Not after.'),
      ...paging,
      ...sorting('occurred_at, action, namespace, actor.uri, actor.display_name'),
    },
    forAdmins: true,
  },
}
