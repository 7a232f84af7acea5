import type { Scope } from '#contract/scopes.ts'

export const subscriptionScopes = ['organization', 'user', 'group'] as const
export type SubscriptionScope = (typeof subscriptionScopes)[number]

interface EventDeclaration {
  /** The scope that the token needs besides webhooks: a receiver learns what that scope lets it read. */
  readonly readScope: Scope
  readonly scopes: readonly SubscriptionScope[]
}

const everywhere = subscriptionScopes
const ofMeetings: EventDeclaration = { readScope: 'scheduled_events:read', scopes: everywhere }
const ofRequests: EventDeclaration = { readScope: 'booking_requests:read', scopes: everywhere }
const ofWaitingLists: EventDeclaration = { readScope: 'booking_requests:read', scopes: ['organization'] }
const ofEventTypes: EventDeclaration = { readScope: 'event_types:read', scopes: everywhere }

/** Everything that can be subscribed to. */
const declarations = {
  'invitee.created': ofMeetings,
  'invitee.canceled': ofMeetings,
  'invitee_no_show.created': ofMeetings,
  'invitee_no_show.deleted': ofMeetings,
  'scheduled_event.updated': ofMeetings,
  'booking_request.created': ofRequests,
  'booking_request.confirmed': ofRequests,
  'booking_request.declined': ofRequests,
  'booking_request.expired': ofRequests,
  'booking_request.withdrawn': ofRequests,
  'waiting_list_entry.created': ofWaitingLists,
  'waiting_list_entry.offered': ofWaitingLists,
  'waiting_list_entry.left': ofWaitingLists,
  'event_type.created': ofEventTypes,
  'event_type.updated': ofEventTypes,
  'event_type.deleted': ofEventTypes,
  'routing_form_submission.created': { readScope: 'routing_forms:read', scopes: ['organization'] },
} as const satisfies Readonly<Record<string, EventDeclaration>>

export type WebhookEvent = keyof typeof declarations

export const webhookEvents = Object.keys(declarations) as [WebhookEvent, ...WebhookEvent[]]

export const readScopesOf = (events: readonly WebhookEvent[]): readonly Scope[] => [
  ...new Set(events.map((event) => declarations[event].readScope)),
]

export const isAllowedFor = (scope: SubscriptionScope, event: WebhookEvent): boolean =>
  (declarations[event] as EventDeclaration).scopes.includes(scope)
