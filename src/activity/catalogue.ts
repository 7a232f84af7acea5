/** The resource that a fact is about, as it was recorded. Parts may be missing after an erasure. */
// biome-ignore lint/suspicious/noExplicitAny: each fact has a subject of its own form, and this table knows which.
type Subject = any

/** How a fact is shown in the log. */
interface EntryFormat {
  readonly namespace: string
  readonly action: string | ((subject: Subject) => string)
  readonly details: (subject: Subject) => object
}

/** Those of the fields that have a value. Never anything about an invitee: entries stay, and invitees may be erased. */
const present = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

const only =
  (...fields: readonly string[]) =>
  (subject: Subject): object =>
    present(Object.fromEntries(fields.map((field) => [field, subject?.[field]])))

const named = only('uri', 'name')

const member = (subject: Subject): object =>
  present({
    uri: subject?.uri,
    role: subject?.role,
    user: subject?.user?.uri,
    name: subject?.user?.name,
    email: subject?.user?.email,
  })

const account = ({ user, ...more }: Subject): object => ({
  ...only('uri', 'name', 'email')(user),
  ...only('new_email', 'issuer')(more),
})

const meeting = (subject: Subject): object => {
  const { uri, event_type, start_time } = subject?.scheduled_event ?? {}
  return present({ invitee: subject?.invitee?.uri, scheduled_event: uri, event_type, start_time })
}

const moved = (subject: Subject): object => ({
  ...meeting(subject),
  ...present({ old_scheduled_event: subject?.old_scheduled_event?.uri }),
})

const request = (subject: Subject): object => {
  const { uri, event_type, start_time } = subject?.booking_request ?? {}
  return present({ uri, event_type, start_time })
}

const relationship = (subject: Subject): object => ({
  ...only('uri', 'role', 'group')(subject),
  ...present({ owner: subject?.owner?.uri }),
})

const kindOf = ({ type, kind, pooling_type }: Subject): string => {
  if (type === 'AdhocEventType') return 'One-off'
  if (pooling_type === 'collective') return 'Collective'
  if (pooling_type === 'round_robin') return 'Round_Robin'
  return kind === 'group' ? 'Group' : 'One-on-One'
}

const simple = (
  namespace: string,
  action: EntryFormat['action'],
  details: EntryFormat['details'] = named,
): EntryFormat => ({ namespace, action, details })

const eventType = (done: string): EntryFormat =>
  simple('Event_Type', (subject) => `${kindOf(subject ?? {})}_${done}`, only('uri', 'name', 'changed'))

const subscription = only('uri', 'callback_url', 'scope', 'events', 'replayed', 'reason')
const app = only('client_id', 'name', 'scope')
const token = only('name', 'uuid', 'scope')
const grant = only('client_id', 'name', 'scope', 'reason')
const imported = only('uri', 'source', 'run', 'step')
const calendar = only('uri', 'kind', 'user', 'reason')
const messageRule = only('uri', 'trigger', 'audience', 'channel', 'active', 'changed')
const deletion = only('type', 'id', 'emails', 'start_time', 'end_time', 'requested_by', 'uri', 'entries')

/**
 * Everything that can happen, and its entry. A name is never changed: it is in every log and in what others subscribe
 * to.
 */
const catalogue = {
  'organization.founded': simple('Settings', 'Organization_Created'),
  'organization.changed': simple('Settings', 'Organization_Modified', only('uri', 'name', 'plan', 'stage')),
  'organization.member_rights_changed': simple(
    'Permissions',
    'Member_Rights_Modified',
    only('uri', 'create_event_types', 'change_hours', 'connect_calendars'),
  ),
  'organization.visitor_rules_changed': simple(
    'Settings',
    'Visitor_Rules_Modified',
    only('uri', 'bot_protection', 'blocked_addresses'),
  ),
  'organization.exported': simple('Settings', 'Organization_Exported'),
  'organization_membership.created': simple('User_Management', 'User_Added', member),
  'organization_membership.role_changed': simple('User_Management', 'Role_Modified', member),
  'organization_membership.ownership_handed_over': simple('User_Management', 'Ownership_Transferred', member),
  'organization_membership.removed': simple('User_Management', 'User_Removed', member),
  'organization_membership.left': simple('User_Management', 'User_Left', member),
  'organization_invitation.created': simple('User_Management', 'Invitation_Sent', only('uri', 'email')),
  'organization_invitation.resent': simple('User_Management', 'Invitation_Resent', only('uri', 'email')),
  'organization_invitation.accepted': simple('User_Management', 'Invitation_Accepted', only('uri', 'email')),
  'organization_invitation.declined': simple('User_Management', 'Invitation_Declined', only('uri', 'email')),
  'organization_invitation.revoked': simple('User_Management', 'Invitation_Revoked', only('uri', 'email')),
  'group.created': simple('Groups', 'Created'),
  'group.renamed': simple('Groups', 'Modified'),
  'group.deleted': simple('Groups', 'Deleted'),
  'group_relationship.created': simple(
    'Groups',
    (subject) => (subject?.role === 'admin' ? 'Admin_Assigned' : 'Member_Added'),
    relationship,
  ),
  'group_relationship.deleted': simple(
    'Groups',
    (subject) => (subject?.role === 'admin' ? 'Admin_Unassigned' : 'Member_Removed'),
    relationship,
  ),
  'team.created': simple('Teams', 'Created'),
  'team.renamed': simple('Teams', 'Modified'),
  'team.deleted': simple('Teams', 'Deleted'),
  'team.member_added': simple('Teams', 'Member_Added', only('uri', 'name', 'member')),
  'team.member_removed': simple('Teams', 'Member_Removed', only('uri', 'name', 'member')),
  'event_type.created': eventType('Created'),
  'event_type.updated': eventType('Modified'),
  'event_type.deleted': eventType('Deleted'),
  'event_type.permission_granted': simple('Permissions', 'Event_Types_Modified', (subject) => ({
    ...only('uri', 'name', 'user')(subject),
    granted: true,
  })),
  'event_type.permission_withdrawn': simple('Permissions', 'Event_Types_Modified', (subject) => ({
    ...only('uri', 'name', 'user')(subject),
    granted: false,
  })),
  'availability.modified': simple('Availability', 'Modified', only('uri', 'name', 'user', 'event_type')),
  'availability.schedule_created': simple('Availability', 'Schedule_Created', only('uri', 'name', 'user')),
  'availability.schedule_deleted': simple('Availability', 'Schedule_Deleted', only('uri', 'name', 'user')),
  'calendar.connected': simple('Calendar', 'Connected', calendar),
  'calendar.changed': simple('Calendar', 'Modified', calendar),
  'calendar.disconnected': simple('Calendar', 'Disconnected', calendar),
  'calendar.entry_changed': simple('Calendar', 'Entry_Modified', calendar),
  'calendar.file_imported': simple('Calendar', 'File_Imported', calendar),
  'calendar.lost': simple('Calendar', 'Error', calendar),
  'import.started': simple('Settings', 'Import_Started', imported),
  'import.advanced': simple('Settings', 'Import_Advanced', imported),
  'import.finished': simple('Settings', 'Import_Finished', imported),
  'import.failed': simple('Settings', 'Import_Failed', imported),
  'conference_link.set': simple('Integrations', 'Conference_Connected', only('user', 'kind')),
  'conference_link.removed': simple('Integrations', 'Conference_Disconnected', only('user', 'kind')),
  'conference_account.connected': simple('Integrations', 'Conference_Connected', only('user', 'service', 'kind')),
  'conference_account.chosen': simple('Integrations', 'Conference_Selected', only('user', 'service', 'kind')),
  'conference_account.lost': simple('Integrations', 'Conference_Error', only('user', 'service', 'kind')),
  'conference_account.disconnected': simple('Integrations', 'Conference_Disconnected', only('user', 'service', 'kind')),
  'payment_account.connected': simple('Integrations', 'Payments_Connected', only('uri', 'service', 'account')),
  'payment_account.tested': simple('Integrations', 'Payments_Tested', only('uri', 'service', 'account', 'state')),
  'payment_account.disconnected': simple('Integrations', 'Payments_Disconnected', only('uri', 'service', 'account')),
  'payment.returned': simple('Payments', 'Returned', only('uri', 'booking_request', 'service', 'amount', 'currency')),
  'payment.refund_requested': simple('Payments', 'Refund_Requested', only('uri', 'amount', 'currency')),
  'payment.refunded': simple('Payments', 'Refunded', only('uri', 'amount', 'currency', 'reason')),
  'payment.refund_failed': simple('Payments', 'Refund_Failed', only('uri', 'amount', 'currency', 'reason')),
  'scheduling_link.created': simple('Event_Type', 'Single-Use_Link_Created', only('owner', 'event_type')),
  'share.created': simple('Event_Type', 'Modified_One-on-One_Link_Created', only('uri', 'event_type')),
  'share.updated': simple('Event_Type', 'Modified_One-on-One_Link_Modified', only('uri', 'event_type')),
  'share.deleted': simple('Event_Type', 'Modified_One-on-One_Link_Deleted', only('uri', 'event_type')),
  'invitee.created': simple('Scheduled_Events', 'Booked', meeting),
  'invitee.canceled': simple('Scheduled_Events', 'Invitee_Canceled', meeting),
  'invitee.rescheduled': simple('Scheduled_Events', 'Rescheduled', moved),
  'invitee.reminders_stopped': simple('Scheduled_Events', 'Reminders_Stopped', meeting),
  'invitee.guest_reminders_stopped': simple('Scheduled_Events', 'Guest_Reminders_Stopped', meeting),
  'scheduled_event.canceled': simple('Scheduled_Events', 'Canceled', meeting),
  'scheduled_event.location_changed': simple('Scheduled_Events', 'Location_Modified', meeting),
  'scheduled_event.link_missing': simple('Scheduled_Events', 'Link_Missing', meeting),
  'scheduled_event.link_requested': simple('Scheduled_Events', 'Link_Requested', meeting),
  'waiting_list_entry.created': simple('Scheduled_Events', 'Waiting_List_Requested', only('event_type')),
  'waiting_list_entry.confirmed': simple('Scheduled_Events', 'Waiting_List_Joined', only('event_type')),
  'waiting_list_entry.left': simple('Scheduled_Events', 'Waiting_List_Left', only('event_type')),
  'waiting_list_entry.removed': simple('Scheduled_Events', 'Waiting_List_Removed', only('event_type')),
  'scheduled_event.notes_changed': simple('Scheduled_Events', 'Notes_Modified', meeting),
  'invitee_no_show.created': simple('Scheduled_Events', 'No-Show_Marked', meeting),
  'invitee_no_show.deleted': simple('Scheduled_Events', 'No-Show_Unmarked', meeting),
  'booking_request.code_sent': simple('Scheduled_Events', 'Request_Code_Sent', request),
  'booking_request.offered': simple('Scheduled_Events', 'Request_Offered', request),
  'booking_request.code_refused': simple('Scheduled_Events', 'Request_Code_Refused', request),
  'booking_request.created': simple('Scheduled_Events', 'Request_Created', request),
  'booking_request.reminded': simple('Scheduled_Events', 'Request_Reminded', request),
  'booking_request.payment_begun': simple('Scheduled_Events', 'Request_Payment_Begun', request),
  'booking_request.accepted': simple('Scheduled_Events', 'Request_Accepted', request),
  'booking_request.confirmed': simple('Scheduled_Events', 'Request_Confirmed', request),
  'booking_request.declined': simple('Scheduled_Events', 'Request_Declined', request),
  'booking_request.expired': simple('Scheduled_Events', 'Request_Expired', request),
  'booking_request.withdrawn': simple('Scheduled_Events', 'Request_Withdrawn', request),
  'routing_form.created': simple('Routing_Forms', 'Created'),
  'routing_form.updated': simple('Routing_Forms', 'Modified'),
  'routing_form.published': simple('Routing_Forms', 'Published'),
  'routing_form.unpublished': simple('Routing_Forms', 'Unpublished'),
  'routing_form.deleted': simple('Routing_Forms', 'Deleted'),
  'routing_form_submission.created': simple('Routing_Forms', 'Submitted', only('uri', 'routing_form')),
  'account.signed_in': simple('Login', 'Succeeded', account),
  'account.sign_in_link_issued': simple('Login', 'Link_Issued', account),
  'account.sign_in_failed': simple('Login', 'Failed', account),
  'account.identity_linked': simple('User_Profile', 'Sign-In_Linked', account),
  'account.identity_unlinked': simple('User_Profile', 'Sign-In_Unlinked', account),
  'organization.sign_in_refused': simple('Login', 'Refused', only('code', 'issuer', 'email')),
  'account.name_changed': simple('User_Profile', 'Name_Modified', account),
  'account.profile_changed': simple('User_Profile', 'Modified', account),
  'account.email_change_requested': simple('User_Profile', 'Email_Change_Requested', account),
  'account.email_changed': simple('User_Profile', 'Email_Modified', account),
  'account.password_reset_requested': simple('User_Profile', 'Password_Reset_Requested', account),
  'account.password_changed': simple('User_Profile', 'Password_Modified', account),
  'account.second_factor_enabled': simple('User_Profile', 'Second_Factor_Enabled', account),
  'account.second_factor_disabled': simple('User_Profile', 'Second_Factor_Disabled', account),
  'account.recovery_code_used': simple('User_Profile', 'Recovery_Code_Used', account),
  'account.recovery_codes_renewed': simple('User_Profile', 'Recovery_Codes_Renewed', account),
  'message_rule.created': simple('Settings', 'Message_Rule_Created', messageRule),
  'message_rule.updated': simple('Settings', 'Message_Rule_Modified', messageRule),
  'message_rule.deleted': simple('Settings', 'Message_Rule_Deleted', messageRule),
  'mail_preferences.changed': simple('User_Profile', 'Mail_Preferences_Modified', only('uri', 'wanted')),
  'webhook_subscription.created': simple('Integrations', 'Webhook_Created', subscription),
  'webhook_subscription.activated': simple('Integrations', 'Webhook_Activated', subscription),
  'webhook_subscription.deleted': simple('Integrations', 'Webhook_Deleted', subscription),
  'webhook_subscription.disabled': simple('Integrations', 'Webhook_Disabled', subscription),
  'webhook_subscription.replayed': simple('Integrations', 'Webhook_Replayed', subscription),
  'webhook_subscription.tested': simple('Integrations', 'Webhook_Tested', subscription),
  'token.created': simple('API', 'Token_Created', token),
  'token.revoked': simple('API', 'Token_Revoked', token),
  'oauth_app.created': simple('API', 'Application_Created', app),
  'oauth_app.updated': simple('API', 'Application_Modified', app),
  'oauth_app.rotated': simple('API', 'Application_Secrets_Rotated', app),
  'oauth_app.deleted': simple('API', 'Application_Deleted', app),
  'oauth_grant.created': simple('Integrations', 'Application_Connected', grant),
  'oauth_grant.revoked': simple('Integrations', 'Application_Revoked', grant),
  'data_deletion.requested': simple('Compliance', 'Data_Deletion_Request', deletion),
  'data_deletion.completed': simple('Compliance', 'Data_Deletion_Completed', deletion),
} as const satisfies Readonly<Record<string, EntryFormat>>

export type FactName = keyof typeof catalogue

export const factNames = Object.keys(catalogue) as FactName[]

export interface EntryContent {
  readonly namespace: string
  readonly action: string
  readonly details: object
}

/** The one entry that a fact makes. */
export const contentOf = (name: FactName, subject: unknown): EntryContent => {
  const { namespace, action, details }: EntryFormat = catalogue[name]
  return { namespace, action: typeof action === 'string' ? action : action(subject), details: details(subject ?? {}) }
}
