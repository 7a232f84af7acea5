import { consolePages } from '#console/serve-console.ts'
import type { Plan } from '#contract/plans.ts'
import type { Scope } from '#contract/scopes.ts'

// Who may do what, address by address: one row for each, and for each way to ask it. `authorization-matrix.test.ts`
// holds the rows against the router (no address without a row, no row without an address) and runs every cell.

/**
 * Who asks, and about whom: a plain user and the admin of a group are asked about their own and about others' things.
 */
export const principals = [
  'none',
  'malformed',
  'expired',
  'revoked',
  'removed member',
  'wrong audience',
  'application, expired',
  'application of a removed member',
  "another organization's owner",
  'user on themselves',
  'user on another',
  'group admin on their group',
  'group admin on another',
  'admin',
  'owner',
  'application of the owner',
  // Without a token: the holder of a mailed link.
  "invitee's own secret",
] as const
export type PrincipalName = (typeof principals)[number]

/** What a request can be about. Each id may be one's own, another member's, another organization's or unknown. */
export interface Ids {
  readonly organization: string
  readonly user: string
  readonly membership: string
  readonly invitation: string
  readonly group: string
  readonly relationship: string
  readonly team: string
  readonly eventType: string
  /** Of an event type, for one of its hosts. */
  readonly hours: string
  /** An event type that admins manage, and its hours. */
  readonly managedType: string
  readonly managedHours: string
  /** A share of an event type of a user. */
  readonly share: string
  /** Of a user. */
  readonly schedule: string
  /** A webhook subscription of a user. */
  readonly hook: string
  /** A connected calendar account of a user, and a calendar of it. */
  readonly connection: string
  readonly account: string
  readonly calendar: string
  /** A meeting that a user hosts, its invitee, and their no-show mark. */
  readonly event: string
  readonly invitee: string
  readonly noShow: string
  /** A booking request for a meeting with a user. */
  readonly bookingRequest: string
  /** Who waits for a time of a user. */
  readonly waitingListEntry: string
  /**
   * The token in the addresses of the invitee's own pages, for its holder; otherwise just the id, which anybody may
   * know.
   */
  readonly inviteeToken: string
  /** A routing form of the organization, and a submission of it. */
  readonly form: string
  readonly submission: string
  /** An import into the organization. */
  readonly import: string
  /** When a user can be booked; another one for each request that books. */
  readonly time: string
  /** An unknown address; another one for each request. */
  readonly newEmail: string
}

export interface Request {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

export interface Row {
  readonly address: string
  /** Which way to ask, when there are several. */
  readonly asked?: string
  readonly scope?: Scope
  /** Another one that will do instead. */
  readonly orScope?: Scope
  /** Another one that it takes as well, because of what is asked for. */
  readonly alsoScope?: Scope
  /** The plans that may; all of them when nothing is said. */
  readonly plans?: readonly Plan[]
  /** What is gone when it was done: each cell gets a new one. */
  readonly consumes?:
    | 'membership'
    | 'share'
    | 'invitation'
    | 'hook'
    | 'connection'
    | 'account'
    | 'time'
    | 'event'
    | 'noShow'
    | 'bookingRequest'
    | 'waitingListEntry'
  readonly request: (ids: Ids) => Request
  readonly expected: Readonly<Record<PrincipalName, number>>
}

export const withoutToken = {
  none: 401,
  malformed: 401,
  expired: 401,
  revoked: 401,
  'removed member': 401,
  'wrong audience': 401,
  'application, expired': 401,
  'application of a removed member': 401,
  "invitee's own secret": 401,
} as const

/** In the order of `principals`, from another organization's owner on. */
type Columns = readonly [
  stranger: number,
  self: number,
  other: number,
  ownGroup: number,
  otherGroup: number,
  admin: number,
  owner: number,
]

const expecting = ([stranger, self, other, ownGroup, otherGroup, admin, owner]: Columns): Row['expected'] => ({
  ...withoutToken,
  "another organization's owner": stranger,
  'user on themselves': self,
  'user on another': other,
  'group admin on their group': ownGroup,
  'group admin on another': otherGroup,
  admin,
  owner,
  'application of the owner': owner,
})

const aTime = '2026-03-03T09:00:00Z'

/** Open to everybody: the token is ignored. */
const open = (status: number): Row['expected'] =>
  Object.fromEntries(principals.map((name) => [name, status])) as Row['expected']

/** What is the wrong audience elsewhere is the right one here, and the other way round. */
const forTools = (status: number): Row['expected'] => ({ ...open(401), 'wrong audience': status })

/** Open only to the holder of the invitee's token, whatever their role. */
const invitees = (status: number): Row['expected'] => ({ ...open(404), "invitee's own secret": status })

const everyMember = expecting([404, 200, 200, 200, 200, 200, 200])
const everybodyForThemselves = expecting([200, 200, 200, 200, 200, 200, 200])
const adminsOnly = (status: number) => expecting([404, 403, 403, 403, 403, status, status])
const adminsOfTheirOwn = expecting([200, 403, 403, 403, 403, 200, 200])
/** Everybody within their own organization: an owner of another one forgets there. */
const forgetting = (status: number) => expecting([status, 403, 403, 403, 403, status, status])
const oneselfOrAdmins = expecting([404, 200, 403, 403, 403, 200, 200])
const oneselfAlone = expecting([404, 200, 403, 403, 403, 403, 403])
const theGroupOrAdmins = expecting([404, 200, 403, 200, 403, 200, 200])

const uuid =
  (name: keyof Ids) =>
  (ids: Ids): Request => ({ path: { uuid: ids[name] } })
const nothing = (): Request => ({})
const ofInvitee =
  (more: Readonly<Record<string, string>> = {}) =>
  ({ inviteeToken }: Ids): Request => ({ path: { ...more, invitee: inviteeToken } })
const asked =
  (...names: readonly (keyof Ids)[]) =>
  (ids: Ids): Request => ({ query: Object.fromEntries(names.map((name) => [name, ids[name]])) })

const ofEventType = ({ eventType }: Ids): Request => ({ query: { event_type: eventType } })
const aDay = { start_time: '2026-03-03T00:00:00Z', end_time: '2026-03-04T00:00:00Z' }

const inTenDays = { type: 'days_in_future', days: 10, only_weekdays: false }

/** A subscription to an address that nobody has named yet. */
const aHook = (ids: Ids, ...names: readonly ('user' | 'group')[]): Request => ({
  body: {
    url: `https://hooks.client.test/${ids.newEmail}`,
    events: ['invitee.created'],
    organization: ids.organization,
    scope: names[0] ?? 'organization',
    ...Object.fromEntries(names.map((name) => [name, ids[name]])),
  },
})
const ofScope =
  (scope: string, ...names: readonly (keyof Ids)[]) =>
  (ids: Ids): Request => ({
    query: { organization: ids.organization, scope, ...Object.fromEntries(names.map((name) => [name, ids[name]])) },
  })
const asSample =
  (request: (ids: Ids) => Request) =>
  (ids: Ids): Request => ({ query: { ...request(ids).query, event: 'invitee.created' } })
const whoAdministersTheGroup = (status: number) => expecting([404, 403, 403, status, 403, status, status])

const onEvent = { scope: 'scheduled_events:read', expected: theGroupOrAdmins } as const
const changing = { scope: 'scheduled_events:write', expected: oneselfOrAdmins } as const
const aPerson = { name: 'Demo Invitee', email: 'invitee@client.test', timezone: 'UTC' }

export const matrix: readonly Row[] = [
  { address: 'GET /users/me', scope: 'users:read', request: nothing, expected: everybodyForThemselves },
  { address: 'GET /users/:uuid', scope: 'users:read', request: uuid('user'), expected: everyMember },
  {
    address: 'PATCH /users/me',
    scope: 'users:write',
    request: () => ({ body: { time_notation: '24h' } }),
    expected: everybodyForThemselves,
  },
  {
    address: 'PATCH /users/:uuid',
    scope: 'users:write',
    request: (ids) => ({ path: { uuid: ids.user }, body: { time_notation: '24h' } }),
    expected: oneselfAlone,
  },
  {
    address: 'POST /users/:uuid/avatar',
    scope: 'users:write',
    request: (ids) => ({ path: { uuid: ids.user }, body: { picture: null } }),
    expected: oneselfAlone,
  },

  {
    address: 'POST /organizations/:uuid/logo',
    scope: 'organizations:write',
    request: (ids) => ({ path: { uuid: ids.organization }, body: { picture: null } }),
    expected: adminsOnly(200),
  },
  {
    address: 'GET /organizations/:uuid/visitor_rules',
    scope: 'organizations:read',
    request: uuid('organization'),
    expected: adminsOnly(200),
  },
  {
    address: 'PATCH /organizations/:uuid/visitor_rules',
    scope: 'organizations:write',
    request: (ids) => ({ path: { uuid: ids.organization }, body: { bot_protection: 'automatic' } }),
    expected: adminsOnly(200),
  },
  {
    address: 'GET /organizations/:uuid',
    scope: 'organizations:read',
    request: uuid('organization'),
    expected: everyMember,
  },
  {
    address: 'GET /organization_memberships',
    scope: 'organizations:read',
    request: nothing,
    expected: everybodyForThemselves,
  },
  {
    address: 'GET /organization_memberships',
    asked: 'with organization',
    scope: 'organizations:read',
    request: asked('organization'),
    expected: adminsOnly(200),
  },
  {
    address: 'GET /organization_memberships',
    asked: 'with user',
    scope: 'organizations:read',
    request: asked('user'),
    expected: oneselfOrAdmins,
  },
  {
    address: 'GET /organization_memberships',
    asked: 'with both',
    scope: 'organizations:read',
    request: asked('organization', 'user'),
    expected: oneselfOrAdmins,
  },
  {
    address: 'GET /organization_memberships/:uuid',
    scope: 'organizations:read',
    request: uuid('membership'),
    expected: oneselfOrAdmins,
  },
  {
    address: 'DELETE /organization_memberships/:uuid',
    scope: 'organizations:write',
    consumes: 'membership',
    request: uuid('membership'),
    expected: adminsOnly(204),
  },

  {
    address: 'GET /organization_invitations',
    scope: 'organizations:read',
    request: asked('organization'),
    expected: adminsOnly(200),
  },
  {
    address: 'POST /organization_invitations',
    scope: 'organizations:write',
    request: ({ organization, newEmail }) => ({ body: { organization, email: newEmail } }),
    expected: adminsOnly(201),
  },
  {
    address: 'POST /organization_invitations',
    asked: 'in the query',
    scope: 'organizations:write',
    request: ({ organization, newEmail }) => ({ query: { organization, email: newEmail } }),
    expected: adminsOnly(201),
  },
  {
    address: 'GET /organization_invitations/:uuid',
    scope: 'organizations:read',
    request: uuid('invitation'),
    expected: adminsOnly(200),
  },
  {
    address: 'GET /organization_invitations/:uuid',
    asked: 'with organization',
    scope: 'organizations:read',
    request: ({ organization, invitation }) => ({ path: { uuid: invitation }, query: { organization } }),
    expected: adminsOnly(200),
  },
  {
    address: 'DELETE /organization_invitations/:uuid',
    scope: 'organizations:write',
    consumes: 'invitation',
    request: uuid('invitation'),
    expected: adminsOnly(204),
  },
  {
    address: 'GET /organizations/:uuid/invitations',
    scope: 'organizations:read',
    request: uuid('organization'),
    expected: adminsOnly(200),
  },
  {
    address: 'POST /organizations/:uuid/invitations',
    scope: 'organizations:write',
    request: ({ organization, newEmail }) => ({ path: { uuid: organization }, body: { email: newEmail } }),
    expected: adminsOnly(201),
  },
  {
    address: 'GET /organizations/:org_uuid/invitations/:uuid',
    scope: 'organizations:read',
    request: ({ organization, invitation }) => ({ path: { org_uuid: organization, uuid: invitation } }),
    expected: adminsOnly(200),
  },
  {
    address: 'DELETE /organizations/:org_uuid/invitations/:uuid',
    scope: 'organizations:write',
    consumes: 'invitation',
    request: ({ organization, invitation }) => ({ path: { org_uuid: organization, uuid: invitation } }),
    expected: adminsOnly(204),
  },

  { address: 'GET /groups', scope: 'groups:read', request: nothing, expected: everybodyForThemselves },
  {
    address: 'GET /groups',
    asked: 'with organization',
    scope: 'groups:read',
    request: asked('organization'),
    expected: expecting([404, 403, 403, 200, 200, 200, 200]),
  },
  { address: 'GET /groups/:uuid', scope: 'groups:read', request: uuid('group'), expected: theGroupOrAdmins },
  { address: 'GET /group_relationships', scope: 'groups:read', request: nothing, expected: everybodyForThemselves },
  {
    address: 'GET /group_relationships',
    asked: 'with organization',
    scope: 'groups:read',
    request: asked('organization'),
    expected: everyMember,
  },
  {
    address: 'GET /group_relationships',
    asked: 'with group',
    scope: 'groups:read',
    request: asked('group'),
    expected: theGroupOrAdmins,
  },
  {
    address: 'GET /group_relationships',
    asked: 'with a member',
    scope: 'groups:read',
    request: ({ membership }) => ({ query: { owner: membership } }),
    expected: theGroupOrAdmins,
  },
  {
    address: 'GET /group_relationships',
    asked: 'with somebody invited',
    scope: 'groups:read',
    request: ({ invitation }) => ({ query: { owner: `/organization_invitations/${invitation}` } }),
    expected: expecting([404, 403, 403, 200, 200, 200, 200]),
  },
  {
    address: 'GET /group_relationships/:uuid',
    scope: 'groups:read',
    request: uuid('relationship'),
    expected: theGroupOrAdmins,
  },

  { address: 'GET /teams', scope: 'organizations:read', request: nothing, expected: everybodyForThemselves },
  {
    address: 'GET /teams',
    asked: 'with user',
    scope: 'organizations:read',
    request: asked('user'),
    expected: oneselfOrAdmins,
  },
  { address: 'GET /teams/:uuid', scope: 'organizations:read', request: uuid('team'), expected: everyMember },

  { address: 'GET /event_types', scope: 'event_types:read', request: nothing, expected: everybodyForThemselves },
  {
    address: 'GET /event_types',
    asked: 'with organization',
    scope: 'event_types:read',
    request: asked('organization'),
    expected: adminsOnly(200),
  },
  {
    address: 'GET /event_types',
    asked: 'with user',
    scope: 'event_types:read',
    request: asked('user'),
    expected: oneselfOrAdmins,
  },
  {
    address: 'GET /event_types',
    asked: 'with a schedule',
    scope: 'event_types:read',
    request: ({ schedule }) => ({ query: { user_availability_schedule: schedule } }),
    expected: everyMember,
  },
  { address: 'GET /event_types/:uuid', scope: 'event_types:read', request: uuid('eventType'), expected: everyMember },
  {
    address: 'POST /event_types',
    scope: 'event_types:write',
    request: ({ user }) => ({ body: { owner: user, name: 'Intro call' } }),
    expected: expecting([404, 201, 403, 403, 403, 201, 201]),
  },
  {
    address: 'PATCH /event_types/:uuid',
    scope: 'event_types:write',
    request: ({ eventType }) => ({ path: { uuid: eventType }, body: { active: 'true' } }),
    expected: oneselfOrAdmins,
  },
  { address: 'GET /event_type_memberships', scope: 'event_types:read', request: ofEventType, expected: everyMember },
  {
    address: 'GET /event_type_available_times',
    scope: 'availability:read',
    orScope: 'event_types:read',
    request: ({ eventType }) => ({ query: { event_type: eventType, ...aDay } }),
    expected: everyMember,
  },
  {
    address: 'GET /event_type_time_explanations',
    scope: 'availability:read',
    orScope: 'event_types:read',
    request: ({ eventType }) => ({ query: { event_type: eventType, start_time: aTime, timezone: 'UTC' } }),
    expected: everyMember,
  },
  {
    address: 'GET /event_type_time_explanations',
    asked: 'as another user',
    scope: 'availability:read',
    orScope: 'event_types:read',
    request: ({ eventType, user }) => ({ query: { event_type: eventType, user, start_time: aTime, timezone: 'UTC' } }),
    expected: oneselfOrAdmins,
  },
  {
    address: 'GET /event_type_day_explanations',
    scope: 'availability:read',
    orScope: 'event_types:read',
    request: ({ eventType }) => ({ query: { event_type: eventType, date: aTime.slice(0, 10), timezone: 'UTC' } }),
    expected: everyMember,
  },
  {
    address: 'GET /event_type_day_explanations',
    asked: 'as another user',
    scope: 'availability:read',
    orScope: 'event_types:read',
    request: ({ eventType, user }) => ({
      query: { event_type: eventType, user, date: aTime.slice(0, 10), timezone: 'UTC' },
    }),
    expected: oneselfOrAdmins,
  },
  {
    address: 'GET /event_type_availability_schedules',
    scope: 'availability:read',
    request: ofEventType,
    expected: everyMember,
  },
  {
    address: 'PATCH /event_type_availability_schedules',
    scope: 'availability:write',
    request: ({ eventType }) => ({ query: { event_type: eventType }, body: { timezone: 'UTC' } }),
    expected: oneselfOrAdmins,
  },
  {
    address: 'PATCH /event_type_availability_schedules/:uuid',
    scope: 'availability:write',
    request: ({ hours }) => ({ path: { uuid: hours }, body: { timezone: 'UTC' } }),
    expected: oneselfOrAdmins,
  },
  {
    address: 'PATCH /event_types/:uuid',
    asked: 'a managed type',
    scope: 'event_types:write',
    request: ({ managedType }) => ({ path: { uuid: managedType }, body: { active: 'true' } }),
    expected: adminsOnly(200),
  },
  {
    address: 'PATCH /event_type_availability_schedules',
    asked: 'a managed type',
    scope: 'availability:write',
    request: ({ managedType }) => ({ query: { event_type: managedType }, body: { timezone: 'UTC' } }),
    expected: adminsOnly(200),
  },
  {
    address: 'PATCH /event_type_availability_schedules/:uuid',
    asked: 'a managed type',
    scope: 'availability:write',
    request: ({ managedHours }) => ({ path: { uuid: managedHours }, body: { timezone: 'UTC' } }),
    expected: adminsOnly(200),
  },
  {
    address: 'POST /scheduling_links',
    asked: 'a managed type',
    scope: 'scheduling_links:write',
    request: ({ managedType }) => ({ body: { max_event_count: 1, owner: managedType, owner_type: 'EventType' } }),
    expected: expecting([404, 201, 403, 403, 403, 201, 201]),
  },
  { address: 'GET /shares', scope: 'shares:read', request: asked('user'), expected: oneselfOrAdmins },
  {
    address: 'GET /shares',
    asked: 'of an event type',
    scope: 'shares:read',
    request: ({ user, eventType }) => ({ query: { user, event_type: eventType } }),
    expected: oneselfOrAdmins,
  },
  { address: 'GET /shares/:uuid', scope: 'shares:read', request: uuid('share'), expected: oneselfOrAdmins },
  {
    address: 'PATCH /shares/:uuid',
    scope: 'shares:write',
    request: ({ share }) => ({ path: { uuid: share }, body: { name: 'For you' } }),
    expected: oneselfOrAdmins,
  },
  {
    address: 'DELETE /shares/:uuid',
    scope: 'shares:write',
    consumes: 'share',
    request: uuid('share'),
    expected: expecting([404, 204, 403, 403, 403, 204, 204]),
  },
  {
    address: 'POST /shares',
    asked: 'a managed type',
    scope: 'shares:write',
    request: ({ managedType }) => ({ body: { event_type: managedType } }),
    expected: expecting([404, 201, 403, 403, 403, 201, 201]),
  },
  {
    address: 'POST /shares',
    asked: 'a managed type on other terms',
    scope: 'shares:write',
    request: ({ managedType }) => ({ body: { event_type: managedType, name: 'Another name' } }),
    expected: adminsOnly(201),
  },
  { address: 'GET /locations', scope: 'locations:read', request: asked('user'), expected: oneselfOrAdmins },
  {
    address: 'POST /one_off_event_types',
    scope: 'event_types:write',
    request: ({ user }) => ({ body: { name: 'Panel interview', host: user, duration: 45, date_setting: inTenDays } }),
    expected: expecting([404, 201, 403, 403, 403, 201, 201]),
  },
  {
    address: 'POST /scheduling_links',
    scope: 'scheduling_links:write',
    request: ({ eventType }) => ({ body: { max_event_count: 1, owner: eventType, owner_type: 'EventType' } }),
    expected: expecting([404, 201, 403, 403, 403, 201, 201]),
  },
  {
    address: 'POST /shares',
    scope: 'shares:write',
    request: ({ eventType }) => ({ body: { event_type: eventType } }),
    expected: expecting([404, 201, 403, 403, 403, 201, 201]),
  },

  {
    address: 'GET /user_availability_schedules',
    scope: 'availability:read',
    request: asked('user'),
    expected: everyMember,
  },
  {
    address: 'GET /user_availability_schedules/:uuid',
    scope: 'availability:read',
    request: uuid('schedule'),
    expected: everyMember,
  },
  {
    address: 'GET /user_busy_times',
    scope: 'availability:read',
    request: ({ user }) => ({ query: { user, ...aDay } }),
    expected: everyMember,
  },

  {
    address: 'GET /routing_forms',
    scope: 'routing_forms:read',
    request: asked('organization'),
    expected: adminsOnly(200),
  },
  {
    address: 'GET /routing_forms',
    asked: 'of their own organization',
    scope: 'routing_forms:read',
    request: nothing,
    expected: adminsOfTheirOwn,
  },
  {
    address: 'GET /routing_forms/:uuid',
    scope: 'routing_forms:read',
    request: uuid('form'),
    expected: adminsOnly(200),
  },
  {
    address: 'GET /routing_form_submissions',
    scope: 'routing_forms:read',
    request: asked('form'),
    expected: adminsOnly(200),
  },
  {
    address: 'GET /routing_form_submissions',
    asked: 'of their own organization',
    scope: 'routing_forms:read',
    request: nothing,
    expected: adminsOfTheirOwn,
  },
  {
    address: 'GET /routing_form_submissions/:uuid',
    scope: 'routing_forms:read',
    request: uuid('submission'),
    expected: adminsOnly(200),
  },
  {
    address: 'GET /outgoing_communications',
    scope: 'outgoing_communications:read',
    plans: ['enterprise'],
    request: asked('organization'),
    expected: adminsOnly(200),
  },
  ...(['invitee_deletion', 'deletion/invitees'] as const).map((path) => ({
    address: `POST /data_compliance/${path}`,
    scope: 'data_compliance:write' as const,
    plans: ['enterprise'] as const,
    request: ({ newEmail }: Ids) => ({ body: { emails: [newEmail] } }),
    expected: forgetting(path === 'invitee_deletion' ? 200 : 202),
  })),
  ...(['deletion/events', 'deletion_event'] as const).map((path) => ({
    address: `POST /data_compliance/${path}`,
    scope: 'data_compliance:write' as const,
    plans: ['enterprise'] as const,
    request: () => ({ body: { start_time: '2020-01-01T00:00:00Z', end_time: '2020-01-02T00:00:00Z' } }),
    expected: forgetting(202),
  })),
  {
    address: 'GET /activity_log_entries',
    scope: 'activity_log:read',
    plans: ['enterprise'],
    request: asked('organization'),
    expected: adminsOnly(200),
  },
  {
    address: 'GET /payment_accounts',
    scope: 'organizations:read',
    request: () => ({}),
    expected: everybodyForThemselves,
  },
  {
    // A service that cannot be reached, for those who may.
    address: 'POST /payment_accounts',
    scope: 'organizations:write',
    request: () => ({ body: { service: 'webhook', url: 'https://10.0.0.1/', signing_key: 'sixteen characters' } }),
    expected: expecting([400, 403, 403, 403, 403, 400, 400]),
  },
  ...(['DELETE /payment_accounts/:uuid', 'POST /payment_accounts/:uuid/test'] as const).map((address) => ({
    // One that does not exist. test/contract/payment_accounts has those that do.
    address,
    scope: 'organizations:write' as const,
    request: uuid('form'),
    expected: expecting([404, 404, 404, 404, 404, 404, 404]),
  })),
  {
    address: 'GET /payments',
    scope: 'scheduled_events:read',
    request: nothing,
    expected: expecting([200, 403, 403, 403, 403, 200, 200]),
  },
  ...(['GET /payments/:uuid', 'POST /payments/:uuid/refund'] as const).map((address) => ({
    // One that does not exist. test/contract/payments has those that do.
    address,
    scope: address.startsWith('GET') ? ('scheduled_events:read' as const) : ('scheduled_events:write' as const),
    request: uuid('form'),
    expected: expecting([404, 404, 404, 404, 404, 404, 404]),
  })),
  {
    address: 'GET /webhook_subscriptions',
    scope: 'webhooks:read',
    request: ofScope('organization'),
    expected: adminsOnly(200),
  },
  {
    address: 'GET /webhook_subscriptions',
    asked: 'of a user',
    scope: 'webhooks:read',
    request: ofScope('user', 'user'),
    expected: oneselfOrAdmins,
  },
  {
    address: 'GET /webhook_subscriptions',
    asked: 'of a group',
    scope: 'webhooks:read',
    request: ofScope('group', 'group'),
    expected: whoAdministersTheGroup(200),
  },
  {
    address: 'POST /webhook_subscriptions',
    scope: 'webhooks:write',
    alsoScope: 'scheduled_events:read',
    request: (ids) => aHook(ids),
    expected: adminsOnly(201),
  },
  {
    address: 'POST /webhook_subscriptions',
    asked: 'of a user',
    scope: 'webhooks:write',
    alsoScope: 'scheduled_events:read',
    request: (ids) => aHook(ids, 'user'),
    expected: expecting([404, 201, 403, 403, 403, 201, 201]),
  },
  {
    address: 'POST /webhook_subscriptions',
    asked: 'of a group',
    scope: 'webhooks:write',
    alsoScope: 'scheduled_events:read',
    request: (ids) => aHook(ids, 'group'),
    expected: whoAdministersTheGroup(201),
  },
  {
    address: 'GET /webhook_subscriptions/:uuid',
    scope: 'webhooks:read',
    request: uuid('hook'),
    expected: oneselfOrAdmins,
  },
  {
    address: 'DELETE /webhook_subscriptions/:uuid',
    scope: 'webhooks:write',
    consumes: 'hook',
    request: uuid('hook'),
    expected: expecting([404, 204, 403, 403, 403, 204, 204]),
  },
  {
    // Active already, for those who may: nothing changes.
    address: 'POST /webhook_subscriptions/:uuid/activate',
    scope: 'webhooks:write',
    alsoScope: 'scheduled_events:read',
    request: (ids) => ({ ...uuid('hook')(ids), body: { signing_key: 'a key' } }),
    expected: expecting([404, 400, 403, 403, 403, 400, 400]),
  },
  {
    address: 'GET /sample_webhook_data',
    scope: 'webhooks:read',
    request: asSample(ofScope('organization')),
    expected: adminsOnly(200),
  },
  {
    address: 'GET /sample_webhook_data',
    asked: 'of a user',
    scope: 'webhooks:read',
    request: asSample(ofScope('user', 'user')),
    expected: oneselfOrAdmins,
  },
  {
    address: 'GET /webhook_subscriptions/sample_data',
    scope: 'webhooks:read',
    request: asSample(ofScope('group', 'group')),
    expected: whoAdministersTheGroup(200),
  },

  { address: 'GET /imports', scope: 'organizations:read', request: nothing, expected: adminsOfTheirOwn },
  {
    // Who may import is refused for the address alone: it is no public one.
    address: 'POST /imports',
    scope: 'organizations:write',
    request: () => ({ body: { kind: 'calendly', url: 'https://127.0.0.1', token: 'a-token' } }),
    expected: expecting([400, 403, 403, 403, 403, 400, 400]),
  },
  { address: 'GET /imports/:uuid', scope: 'organizations:read', request: uuid('import'), expected: adminsOnly(200) },
  {
    address: 'POST /imports/:uuid/stop',
    scope: 'organizations:write',
    request: uuid('import'),
    expected: adminsOnly(200),
  },

  { address: 'GET /calendar_connections', scope: 'calendars:read', request: nothing, expected: everybodyForThemselves },
  {
    address: 'GET /calendar_connections',
    asked: 'with user',
    scope: 'calendars:read',
    request: asked('user'),
    expected: oneselfOrAdmins,
  },
  {
    // Who may connect is refused for the address alone: it is no public one.
    address: 'POST /calendar_connections',
    scope: 'calendars:write',
    request: () => ({ body: { kind: 'ics', url: 'https://127.0.0.1/feed.ics' } }),
    expected: expecting([400, 400, 400, 400, 400, 400, 400]),
  },
  {
    address: 'GET /calendar_connections/:uuid',
    scope: 'calendars:read',
    request: uuid('connection'),
    expected: oneselfOrAdmins,
  },
  {
    address: 'PATCH /calendar_connections/:uuid',
    scope: 'calendars:write',
    request: (ids) => ({ ...uuid('connection')(ids), body: { stays_open_when_lost: true } }),
    expected: oneselfAlone,
  },
  {
    address: 'POST /calendar_connections/:uuid/read',
    scope: 'calendars:read',
    request: uuid('connection'),
    expected: expecting([404, 202, 403, 403, 403, 202, 202]),
  },
  {
    address: 'DELETE /calendar_connections/:uuid',
    scope: 'calendars:write',
    consumes: 'connection',
    request: uuid('connection'),
    expected: expecting([404, 204, 403, 403, 403, 204, 204]),
  },
  {
    address: 'PATCH /calendars/:uuid',
    scope: 'calendars:write',
    request: (ids) => ({ ...uuid('calendar')(ids), body: { counts_tentative: false } }),
    expected: oneselfAlone,
  },

  { address: 'GET /conference_accounts', scope: 'locations:read', request: nothing, expected: everybodyForThemselves },
  {
    // Who may connect is refused for the address alone: it is no public one.
    address: 'POST /conference_accounts',
    scope: 'event_types:write',
    request: () => ({
      body: { kind: 'zoom_conference', url: 'https://127.0.0.1/', signing_key: 'sixteen characters' },
    }),
    expected: expecting([400, 403, 403, 403, 403, 400, 400]),
  },
  {
    address: 'GET /conference_accounts/:uuid',
    scope: 'locations:read',
    request: uuid('account'),
    expected: oneselfOrAdmins,
  },
  {
    // Its address is no public one either.
    address: 'POST /conference_accounts/:uuid/test',
    scope: 'event_types:write',
    request: uuid('account'),
    expected: expecting([404, 400, 403, 403, 403, 400, 400]),
  },
  {
    address: 'POST /conference_accounts/:uuid/use',
    scope: 'event_types:write',
    request: uuid('account'),
    expected: oneselfAlone,
  },
  {
    address: 'DELETE /conference_accounts/:uuid',
    scope: 'event_types:write',
    consumes: 'account',
    request: uuid('account'),
    expected: expecting([404, 204, 403, 403, 403, 204, 204]),
  },

  {
    address: 'GET /scheduled_events',
    scope: 'scheduled_events:read',
    request: nothing,
    expected: everybodyForThemselves,
  },
  {
    address: 'GET /scheduled_events',
    asked: 'with organization',
    scope: 'scheduled_events:read',
    request: asked('organization'),
    expected: adminsOnly(200),
  },
  {
    address: 'GET /scheduled_events',
    asked: 'with user',
    scope: 'scheduled_events:read',
    request: asked('user'),
    expected: oneselfOrAdmins,
  },
  {
    address: 'GET /scheduled_events',
    asked: 'with both',
    scope: 'scheduled_events:read',
    request: asked('organization', 'user'),
    expected: oneselfOrAdmins,
  },
  {
    address: 'GET /scheduled_events',
    asked: 'with group',
    scope: 'scheduled_events:read',
    request: asked('group'),
    expected: expecting([404, 403, 403, 200, 403, 200, 200]),
  },
  {
    address: 'GET /scheduled_events',
    asked: 'with group and organization',
    scope: 'scheduled_events:read',
    request: asked('group', 'organization'),
    expected: expecting([404, 403, 403, 200, 403, 200, 200]),
  },
  { address: 'GET /scheduled_events/:uuid', ...onEvent, request: uuid('event') },
  {
    address: 'PATCH /scheduled_events/:uuid',
    ...changing,
    request: ({ event }) => ({ path: { uuid: event }, body: { meeting_notes: 'Bring the plan' } }),
  },
  { address: 'POST /scheduled_events/:uuid/cancellation', ...changing, consumes: 'event', request: uuid('event') },
  { address: 'GET /scheduled_events/:uuid/invitees', ...onEvent, request: uuid('event') },
  {
    address: 'GET /scheduled_events/:uuid/invitees/:invitee_uuid',
    ...onEvent,
    request: ({ event, invitee }) => ({ path: { uuid: event, invitee_uuid: invitee } }),
  },
  {
    address: 'POST /invitees',
    ...changing,
    consumes: 'time',
    request: ({ eventType, time }) => ({ body: { event_type: eventType, start_time: time, invitee: aPerson } }),
  },
  {
    address: 'GET /booking_requests',
    scope: 'booking_requests:read',
    request: nothing,
    expected: everybodyForThemselves,
  },
  {
    address: 'GET /booking_requests',
    asked: 'with user',
    scope: 'booking_requests:read',
    request: asked('user'),
    expected: oneselfOrAdmins,
  },
  {
    address: 'POST /booking_requests',
    scope: 'booking_requests:write',
    consumes: 'time',
    request: ({ eventType, time }) => ({ body: { event_type: eventType, start_time: time, invitee: aPerson } }),
    expected: expecting([404, 201, 403, 403, 403, 201, 201]),
  },
  {
    address: 'GET /booking_requests/:uuid',
    scope: 'booking_requests:read',
    request: uuid('bookingRequest'),
    expected: oneselfOrAdmins,
  },
  {
    address: 'DELETE /booking_requests/:uuid',
    scope: 'booking_requests:write',
    consumes: 'bookingRequest',
    request: uuid('bookingRequest'),
    expected: expecting([404, 204, 403, 403, 403, 204, 204]),
  },
  {
    address: 'GET /message_rules',
    scope: 'message_rules:read',
    request: nothing,
    expected: everybodyForThemselves,
  },
  {
    address: 'POST /message_rules',
    scope: 'message_rules:write',
    request: ({ eventType }) => ({
      body: {
        event_types: [eventType],
        trigger: 'booked',
        audience: 'invitee',
        texts: { en: { subject: 'Hello', body: 'Hello' } },
      },
    }),
    expected: expecting([404, 201, 403, 403, 403, 201, 201]),
  },
  ...(['GET', 'PATCH', 'DELETE'] as const).map((method) => ({
    // One that does not exist. test/contract/message_rules has those that do.
    address: `${method} /message_rules/:uuid`,
    scope: method === 'GET' ? ('message_rules:read' as const) : ('message_rules:write' as const),
    request: uuid('form'),
    expected: expecting([404, 404, 404, 404, 404, 404, 404]),
  })),
  ...(['acceptance', 'decline'] as const).map((decision) => ({
    address: `POST /booking_requests/:uuid/${decision}`,
    scope: 'booking_requests:write' as const,
    consumes: 'bookingRequest' as const,
    request: uuid('bookingRequest'),
    expected: oneselfOrAdmins,
  })),
  {
    address: 'GET /waiting_list_entries',
    scope: 'booking_requests:read',
    request: nothing,
    expected: everybodyForThemselves,
  },
  {
    address: 'GET /waiting_list_entries',
    asked: 'with user',
    scope: 'booking_requests:read',
    request: asked('user'),
    expected: oneselfOrAdmins,
  },
  {
    address: 'GET /waiting_list_entries/:uuid',
    scope: 'booking_requests:read',
    request: uuid('waitingListEntry'),
    expected: oneselfOrAdmins,
  },
  {
    address: 'DELETE /waiting_list_entries/:uuid',
    scope: 'booking_requests:write',
    consumes: 'waitingListEntry',
    request: uuid('waitingListEntry'),
    expected: expecting([404, 204, 403, 403, 403, 204, 204]),
  },
  {
    address: 'POST /invitees/:uuid/reschedule',
    ...changing,
    consumes: 'event',
    request: ({ invitee, time }) => ({ path: { uuid: invitee }, body: { start_time: time } }),
  },
  { address: 'POST /invitees/:uuid/cancellation', ...changing, consumes: 'event', request: uuid('invitee') },
  { address: 'POST /invitees/:uuid/no_show', ...changing, request: uuid('invitee') },
  {
    address: 'DELETE /invitees/:uuid/no_show',
    scope: 'scheduled_events:write',
    consumes: 'noShow',
    request: uuid('invitee'),
    expected: expecting([404, 204, 403, 403, 403, 204, 204]),
  },
  {
    address: 'POST /invitee_no_shows',
    scope: 'scheduled_events:write',
    consumes: 'event',
    request: ({ invitee }) => ({ body: { invitee } }),
    expected: expecting([404, 201, 403, 403, 403, 201, 201]),
  },
  { address: 'GET /invitee_no_shows/:uuid', ...onEvent, request: uuid('noShow') },
  {
    address: 'DELETE /invitee_no_shows/:uuid',
    scope: 'scheduled_events:write',
    consumes: 'noShow',
    request: uuid('noShow'),
    expected: expecting([404, 204, 403, 403, 403, 204, 204]),
  },

  { address: 'OPTIONS /*', request: () => ({ path: { '*': 'users/me' } }), expected: open(204) },
  { address: 'GET /health/live', request: nothing, expected: open(200) },
  { address: 'GET /health/ready', request: nothing, expected: open(200) },
  { address: 'GET /openapi.json', request: nothing, expected: open(200) },
  { address: 'GET /docs', request: nothing, expected: open(200) },
  { address: 'GET /docs/:page', request: () => ({ path: { page: 'errors' } }), expected: open(200) },
  { address: 'GET /docs/trial', request: nothing, expected: open(200) },
  { address: 'POST /docs/trial', request: nothing, expected: open(403) },
  {
    address: 'GET /docs/:section/:page',
    request: () => ({ path: { section: 'guides', page: 'oauth' } }),
    expected: open(200),
  },
  { address: 'GET /assets/external/widget.js', request: nothing, expected: open(200) },
  { address: 'GET /assets/external/widget.css', request: nothing, expected: open(200) },
  { address: 'GET /assets/external/close-icon.svg', request: nothing, expected: open(200) },

  // Booking pages are open to everybody, with a token or without; here with unknown ids:
  // test/contract/pages/booking.test.ts has the rest.
  { address: 'GET /favicon.ico', request: nothing, expected: open(200) },
  { address: 'GET /pictures/:file', request: () => ({ path: { file: 'none' } }), expected: open(404) },
  { address: 'GET /assets/:file', request: () => ({ path: { file: 'none' } }), expected: open(404) },
  { address: 'GET /:user', request: () => ({ path: { user: 'none' } }), expected: open(404) },
  { address: 'GET /team/:team', request: () => ({ path: { team: 'none' } }), expected: open(404) },
  { address: 'GET /:user/:type', request: () => ({ path: { user: 'none', type: 'none' } }), expected: open(404) },
  {
    address: 'GET /:user/:type/:start',
    request: () => ({ path: { user: 'none', type: 'none', start: aTime } }),
    expected: open(404),
  },
  {
    address: 'POST /:user/:type/:start',
    request: () => ({ path: { user: 'none', type: 'none', start: aTime } }),
    expected: open(404),
  },
  {
    address: 'GET /:user/:type/waiting_list',
    request: () => ({ path: { user: 'none', type: 'none' } }),
    expected: open(404),
  },
  {
    address: 'POST /:user/:type/waiting_list',
    request: () => ({ path: { user: 'none', type: 'none' } }),
    expected: open(404),
  },
  // For the holder of the token of a waiting list entry.
  { address: 'GET /waiting/:entry', request: () => ({ path: { entry: 'none' } }), expected: open(404) },
  { address: 'POST /waiting/:entry', request: () => ({ path: { entry: 'none' } }), expected: open(404) },
  { address: 'POST /waiting/:entry/leaving', request: () => ({ path: { entry: 'none' } }), expected: open(404) },
  {
    address: 'GET /:user/:type/invitees/:invitee',
    request: ofInvitee({ user: 'none', type: 'none' }),
    expected: invitees(200),
  },
  { address: 'GET /s/:code', request: () => ({ path: { code: 'none' } }), expected: open(404) },
  { address: 'GET /d/:code/:name', request: () => ({ path: { code: 'none', name: 'none' } }), expected: open(404) },
  {
    address: 'GET /d/:code/:name/:start',
    request: () => ({ path: { code: 'none', name: 'none', start: aTime } }),
    expected: open(404),
  },
  {
    address: 'POST /d/:code/:name/:start',
    request: () => ({ path: { code: 'none', name: 'none', start: aTime } }),
    expected: open(404),
  },
  // Of imported invitees alone, by what their old address had.
  { address: 'GET /team/:team/:type', request: () => ({ path: { team: 'none', type: 'none' } }), expected: open(404) },
  {
    address: 'GET /org/:organization/:member/:type',
    request: () => ({ path: { organization: 'none', member: 'none', type: 'none' } }),
    expected: open(404),
  },
  { address: 'GET /booking/:uid', request: () => ({ path: { uid: 'none' } }), expected: open(404) },
  { address: 'GET /reschedule/:uid', request: () => ({ path: { uid: 'none' } }), expected: open(404) },
  // For the holder of the invitee's token. Without one of our forms nothing is changed: 403, and only then.
  { address: 'GET /reschedulings/:invitee', request: ofInvitee(), expected: invitees(200) },
  { address: 'GET /reschedulings/:invitee/:start', request: ofInvitee({ start: aTime }), expected: invitees(200) },
  { address: 'POST /reschedulings/:invitee/:start', request: ofInvitee({ start: aTime }), expected: invitees(403) },
  { address: 'GET /cancellations/:invitee', request: ofInvitee(), expected: invitees(200) },
  { address: 'POST /cancellations/:invitee', request: ofInvitee(), expected: invitees(403) },
  // For the holder of a request's token, or of a host's.
  { address: 'GET /requests/:request', request: () => ({ path: { request: 'none' } }), expected: open(404) },
  { address: 'GET /requests/:request/paid', request: () => ({ path: { request: 'none' } }), expected: open(404) },
  { address: 'POST /requests/:request/payment', request: () => ({ path: { request: 'none' } }), expected: open(404) },
  { address: 'POST /requests/:request/code', request: () => ({ path: { request: 'none' } }), expected: open(404) },
  {
    address: 'POST /requests/:request/code_resend',
    request: () => ({ path: { request: 'none' } }),
    expected: open(404),
  },
  {
    address: 'POST /requests/:request/acceptance',
    request: () => ({ path: { request: 'none' } }),
    expected: open(404),
  },
  {
    address: 'POST /requests/:request/withdrawal',
    request: () => ({ path: { request: 'none' } }),
    expected: open(404),
  },
  { address: 'GET /decisions/:decision', request: () => ({ path: { decision: 'none' } }), expected: open(404) },
  { address: 'POST /decisions/:decision', request: () => ({ path: { decision: 'none' } }), expected: open(404) },
  { address: 'GET /notification_subscriptions/:invitee/opt_out', request: ofInvitee(), expected: invitees(200) },
  { address: 'POST /notification_subscriptions/:invitee/opt_out', request: ofInvitee(), expected: invitees(403) },
  { address: 'GET /invitees/:invitee/ics', request: ofInvitee(), expected: invitees(200) },
  {
    address: 'GET /api/booking/event_types/:uuid/months/:month',
    request: () => ({ path: { uuid: 'none', month: '2026-03' }, query: { timezone: 'Europe/Lisbon' } }),
    expected: open(404),
  },
  { address: 'GET /api/booking/time_zones', request: nothing, expected: open(200) },
  {
    address: 'GET /api/booking/event_types/lookup',
    request: () => ({ query: { profile_slug: 'none', event_type_slug: 'none' } }),
    expected: open(404),
  },
  {
    address: 'GET /api/booking/event_types/:uuid/calendar/range',
    request: () => ({
      path: { uuid: 'none' },
      query: { timezone: 'Europe/Lisbon', range_start: '2026-03-03', range_end: '2026-03-03' },
    }),
    expected: open(404),
  },

  // For calendar services, which send the secret of their channel: a token is nothing to it.
  {
    address: 'POST /api/calendar_pushes/:channel',
    request: () => ({ path: { channel: 'none' } }),
    expected: open(404),
  },
  // What is not signed by a provider says nothing.
  {
    address: 'POST /api/provider_logouts/:provider',
    request: () => ({ path: { provider: 'company' } }),
    expected: open(400),
  },
  {
    // Without a signature of the service.
    address: 'POST /api/payment_webhooks/:service/:organization',
    request: ({ organization }) => ({ path: { service: 'stripe', organization }, body: { id: organization } }),
    expected: open(404),
  },

  // For applications, which prove themselves in their own way: a token is nothing to these.
  { address: 'GET /.well-known/security.txt', request: nothing, expected: open(404) },
  { address: 'GET /.well-known/oauth-authorization-server', request: nothing, expected: open(200) },
  { address: 'GET /.well-known/oauth-protected-resource', request: nothing, expected: open(200) },
  { address: 'GET /.well-known/oauth-protected-resource/mcp', request: nothing, expected: open(200) },
  { address: 'GET /mcp/.well-known/oauth-protected-resource', request: nothing, expected: open(200) },
  // Tokens of the API are nothing to the MCP server. Its tools have rows of their own:
  // test/long/postgres/mcp-authorization.test.ts.
  { address: 'POST /mcp', request: nothing, expected: forTools(415) },
  { address: 'GET /mcp', request: nothing, expected: forTools(405) },
  { address: 'DELETE /mcp', request: nothing, expected: forTools(405) },
  { address: 'PUT /mcp', request: nothing, expected: forTools(405) },
  { address: 'PATCH /mcp', request: nothing, expected: forTools(405) },
  { address: 'POST /oauth/token', request: nothing, expected: open(400) },
  { address: 'POST /oauth/revoke', request: nothing, expected: open(400) },
  { address: 'POST /oauth/introspect', request: nothing, expected: open(400) },
  { address: 'POST /oauth/register', request: nothing, expected: open(400) },
  { address: 'GET /oauth/authorize', request: nothing, expected: open(400) },
  { address: 'POST /oauth/authorize', request: nothing, expected: open(403) },

  // Pages know a browser by its cookie; a token is nothing to them. Without our form nothing is done.
  { address: 'GET /forms/:uuid', request: () => ({ path: { uuid: 'none' } }), expected: open(404) },
  { address: 'POST /forms/:uuid', request: () => ({ path: { uuid: 'none' } }), expected: open(404) },
  {
    address: 'GET /forms/:uuid/submissions/:submission',
    request: () => ({ path: { uuid: 'none', submission: 'none' } }),
    expected: open(404),
  },
  { address: 'GET /', request: nothing, expected: open(200) },
  { address: 'GET /login', request: nothing, expected: open(200) },
  { address: 'POST /login', request: nothing, expected: open(403) },
  { address: 'GET /login/code', request: nothing, expected: open(303) },
  { address: 'POST /login/code', request: nothing, expected: open(403) },
  // No provider is set up.
  { address: 'GET /login/with/:provider', request: () => ({ path: { provider: 'company' } }), expected: open(404) },
  {
    address: 'GET /login/with/:provider/callback',
    request: () => ({ path: { provider: 'company' } }),
    expected: open(404),
  },
  { address: 'POST /account/identities/link', request: nothing, expected: open(403) },
  { address: 'POST /account/identities/remove', request: nothing, expected: open(403) },
  { address: 'POST /logout', request: nothing, expected: open(403) },
  { address: 'GET /password', request: nothing, expected: open(200) },
  { address: 'POST /password', request: nothing, expected: open(403) },
  { address: 'GET /password/:code', request: () => ({ path: { code: 'none' } }), expected: open(404) },
  { address: 'POST /password/:code', request: () => ({ path: { code: 'none' } }), expected: open(403) },
  { address: 'GET /email/:code', request: () => ({ path: { code: 'none' } }), expected: open(404) },
  { address: 'POST /email/:code', request: () => ({ path: { code: 'none' } }), expected: open(403) },
  { address: 'GET /invitations/:code', request: () => ({ path: { code: 'none' } }), expected: open(404) },
  { address: 'POST /invitations/:code/accept', request: () => ({ path: { code: 'none' } }), expected: open(403) },
  { address: 'POST /invitations/:code/decline', request: () => ({ path: { code: 'none' } }), expected: open(403) },
  { address: 'GET /meeting_links/:code', request: () => ({ path: { code: 'none' } }), expected: open(404) },
  { address: 'POST /meeting_links/:code', request: () => ({ path: { code: 'none' } }), expected: open(403) },
  { address: 'POST /meeting_links/:code/again', request: () => ({ path: { code: 'none' } }), expected: open(403) },
  { address: 'GET /app/assets/:file', request: () => ({ path: { file: 'none' } }), expected: open(404) },
  // Pages of the console take no token: without a session they lead to the sign-in, and their forms are refused.
  ...Object.keys(consolePages).map((address) => ({
    address,
    request: () => ({
      path: Object.fromEntries([...address.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'none'])),
    }),
    // A sign-in link that does not exist.
    expected: open(address === 'GET /app/welcome/:code' ? 404 : address.startsWith('GET ') ? 303 : 403),
  })),
  { address: 'GET /account', request: nothing, expected: open(303) },
  { address: 'POST /account/avatar', request: nothing, expected: open(403) },
  { address: 'POST /account/mails', request: nothing, expected: open(403) },
  { address: 'POST /account/theme', request: nothing, expected: open(403) },
  { address: 'POST /account/profile', request: nothing, expected: open(403) },
  { address: 'POST /account/email', request: nothing, expected: open(403) },
  { address: 'POST /account/password', request: nothing, expected: open(403) },
  { address: 'POST /account/sessions/end', request: nothing, expected: open(403) },
  { address: 'POST /account/sessions/end-others', request: nothing, expected: open(403) },
  { address: 'GET /account/second-factor', request: nothing, expected: open(303) },
  { address: 'POST /account/second-factor/begin', request: nothing, expected: open(403) },
  { address: 'POST /account/second-factor/confirm', request: nothing, expected: open(403) },
  { address: 'POST /account/second-factor/cancel', request: nothing, expected: open(403) },
  { address: 'POST /account/second-factor/recovery-codes', request: nothing, expected: open(403) },
  { address: 'POST /account/second-factor/remove', request: nothing, expected: open(403) },
  { address: 'GET /account/apps', request: nothing, expected: open(303) },
  { address: 'POST /account/apps', request: nothing, expected: open(403) },
  { address: 'GET /account/tokens', request: nothing, expected: open(303) },
  { address: 'POST /account/tokens', request: nothing, expected: open(403) },
  { address: 'POST /account/tokens/revoke', request: nothing, expected: open(403) },
]
