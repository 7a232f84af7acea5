/** The text before the first operation of the reference. Markdown: headings, paragraphs, lists, and `code`. */
export const introduction = `Openslot schedules meetings. The API gives your application access to everything in Openslot. It uses JSON over HTTP and is compatible with the Calendly API v2: a client written for that API works with Openslot when you change its base URL.

## Authentication

Send a token with every request, in an \`Authorization: Bearer <token>\` header. The first start prints a personal access token, and \`openslot token create\` creates more.

A token has scopes, and each operation lists the scopes it requires. \`organizations:write\` includes \`organizations:read\`. If a scope is missing, the response is 403 and lists the required scopes in \`required_scopes\`.

## Resources

A single resource is returned as \`{ "resource": { … } }\`. When a request creates a resource, the response also has its URI in the \`Location\` header.

Resources refer to each other by URI, and so do parameters. Only the path of a URI matters, not its host. A bare ID works too.

Times are in UTC with six decimal places: \`2026-01-14T09:12:44.018000Z\`. In requests you can use fewer decimal places or an offset. Unknown parameters are ignored. You can also send the parameters of a POST or PATCH in the query.

## Lists

A list is returned as \`{ "collection": [ … ], "pagination": { … } }\`. \`count\` sets the number of items per page, from 1 to 100; the default is 20.

To get the next page, request \`next_page\`, or send \`next_page_token\` as \`page_token\`, until it is null. A page token contains its filters and sort order, so you can send it alone. Resources created or deleted between two pages never make you miss other resources or get one twice.

If a parameter takes several values, separate them with commas or repeat the parameter.

## Errors

An error has a \`title\` and a \`message\`, and often \`details\` that name the \`parameter\` and what is wrong with it.

- 400: the request is invalid. Fix it before you try again.
- 401: the token is missing, unknown, expired, or revoked.
- 403: your role, your plan, or the scopes of the token don't allow the request.
- 404: the resource doesn't exist or belongs to another organization.
- 413, 415, 431: the body is larger than 64 KiB or not JSON, or the headers are too large.
- 422: the \`Idempotency-Key\` was already used for another request.
- 429: too many requests. Wait the number of seconds in \`Retry-After\`.
- 500: an unexpected error on the server.
- 503: the service is temporarily unavailable. Wait the number of seconds in \`Retry-After\`, then repeat the request.

Every response has an \`x-request-id\`. Quote it when you ask for help: the server administrator can find the request in the logs.

## Repeating requests

If the response to a POST is lost, you can't know whether the request was executed. To make it safe to repeat, send an \`Idempotency-Key\` header with 1 to 255 printable ASCII characters, such as a random UUID, and use a new key for each new request. Repeat the request with the same key until you get a response: it is executed only once. For 24 hours, every repetition gets the first response byte for byte, with the header \`Idempotency-Replayed: true\`.

A refused request is not executed, and its key can be used again. Your keys can't conflict with those of other callers. A key that was already used with another body or path is refused with 422.

## Rate limits

A token can make 500 requests a minute (10 on the free plan), unless the server administrator has set another limit. Some operations have an additional limit. \`x-ratelimit-limit\`, \`x-ratelimit-remaining\`, and \`x-ratelimit-reset\` in every response describe the limit that is closest to being reached.`

interface Chapter {
  readonly name: string
  readonly description: string
  /** The paths of its operations. */
  readonly paths: RegExp
}

/** The chapters of the reference, in the order in which a newcomer reads them. */
const chapters: readonly Chapter[] = [
  {
    name: 'Users',
    description:
      'People with an account. Start with `GET /users/me`: it returns the URIs of you and your organization.',
    paths: /^\/users/,
  },
  {
    name: 'Organizations',
    description: 'The organization that owns all other resources. Data of other organizations is never visible.',
    paths: /^\/organizations(\/\{\w+\}(\/logo|\/visitor_rules)?)?$/,
  },
  {
    name: 'Organization memberships',
    description: 'The members of the organization and their roles: owner, admin, or user.',
    paths: /^\/organization_memberships/,
  },
  {
    name: 'Organization invitations',
    description:
      'Emails that invite people to join the organization. They are pending until they are accepted or declined.',
    paths: /^\/(organization_invitations|organizations\/\{\w+\}\/invitations)/,
  },
  { name: 'Groups', description: 'Parts of an organization with their own admins.', paths: /^\/groups/ },
  {
    name: 'Group relationships',
    description: 'The members and admins of groups, and invited people who join a group when they accept.',
    paths: /^\/group_relationships/,
  },
  { name: 'Teams', description: 'People who are booked together and share a booking page.', paths: /^\/teams/ },
  {
    name: 'Event types',
    description: 'What invitees can book: duration, hosts, locations, and rules.',
    paths: /^\/(event_types|one_off_event_types|event_type_memberships)/,
  },
  {
    name: 'Availability',
    description: 'When people can be booked: schedules, busy times, and available times.',
    paths:
      /^\/(user_availability_schedules|user_busy_times|event_type_availability_schedules|event_type_available_times|event_type_time_explanations|event_type_day_explanations)/,
  },
  {
    name: 'Calendars',
    description:
      'The connected calendars of users: feeds and accounts on calendar servers. Events in calendars that are checked for conflicts block the time of their owner. Calendars are synced every five minutes. Only event times are stored.',
    paths: /^\/(calendar_connections|calendars)/,
  },
  {
    name: 'Conference accounts',
    description:
      'Accounts at other services that create a video meeting for each booking: your own, and those of the organization.',
    paths: /^\/conference_accounts/,
  },
  {
    name: 'Locations',
    description: 'The places and conferencing services where meetings can take place.',
    paths: /^\/locations/,
  },
  {
    name: 'Links',
    description:
      'Single-use links: anyone with a link can book once. A scheduling link books an event type as it is; a share customizes it. Unused links expire.',
    paths: /^\/(scheduling_links|shares)/,
  },
  {
    name: 'Scheduled events',
    description:
      'Booked meetings with their time, location, hosts, and number of invitees. An event stays `active` until it is canceled, even after it is over.',
    paths: /^\/scheduled_events(?!\/\{\w+\}\/invitees)/,
  },
  {
    name: 'Invitees',
    description:
      'The people who booked, with their answers. Rescheduling creates a new invitee in another event; `old_invitee` and `new_invitee` link the two. Invitees who did not attend can be marked as no-shows.',
    paths: /^\/(invitees|invitee_no_shows|scheduled_events\/\{\w+\}\/invitees)/,
  },
  {
    name: 'Booking requests',
    description:
      'Bookings that must pass something first, as the `booking_rules` of their event type say: a host accepts them, or the invitee confirms their address. A time that is offered from a waiting list is one too. The time is kept until the request is decided or expires. Waiting list entries are the people who wait for a time. Bookings by members pass at once and make no request.',
    paths: /^\/(booking_requests|waiting_list_entries)/,
  },
  {
    name: 'Message rules',
    description:
      'Messages in your own words: what is sent, when, and to whom. Texts contain variables such as `{first_name}`, which are replaced when the message is sent. A rule acts on what happens after it was turned on.',
    paths: /^\/message_rules/,
  },
  {
    name: 'Routing forms',
    description:
      'Forms that send invitees to an event type, a website, or a message, depending on their answers. Each completed form is a submission. If it leads to a booking, the submission and the invitee refer to each other. Create forms in the console or with `openslot routing-form`.',
    paths: /^\/(routing_forms|routing_form_submissions)/,
  },
  {
    name: 'Payments',
    description:
      'The accounts of the organization at Stripe, PayPal, or a service of your own that take what invitees pay. No card data ever reaches this server.',
    paths: /^\/payment/,
  },
  {
    name: 'Webhooks',
    description:
      'Messages to your URL when something happens. Each is a POST request with a JSON body, signed with your key in the `Calendly-Webhook-Signature` header (`t=<seconds>,v1=<hex of HMAC-SHA256 over t, a dot, and the body>`). The `Openslot-Delivery-Id` header stays the same when a delivery is retried. Respond with 2xx within 15 seconds. Failed deliveries are retried for 24 hours at growing intervals; if all fail for that long, the subscription is disabled.',
    paths: /^\/(webhook_subscriptions|sample_webhook_data)/,
  },
  {
    name: 'Outgoing communications',
    description:
      'The emails sent about meetings: confirmations, changes, cancellations, and reminders. Emails about accounts are not included. For owners and admins on the `enterprise` plan.',
    paths: /^\/outgoing_communications/,
  },
  {
    name: 'Activity log',
    description:
      'Who changed what. Every change is recorded, and entries can’t be edited or deleted. For owners and admins on the `enterprise` plan.',
    paths: /^\/activity_log_entries/,
  },
  {
    name: 'Data compliance',
    description:
      'Deleting invitee data: everything the organization stores about an invitee, in bookings, answers, webhook messages, and emails. For owners and admins on the `enterprise` plan.',
    paths: /^\/data_compliance/,
  },
  {
    name: 'Imports',
    description:
      'Importing from Calendly, Cal.com, or another service with a compatible API. A job reads the data at the pace the source allows; follow its progress here. For owners and admins.',
    paths: /^\/imports/,
  },
]

export const chapterOf = (path: string): Chapter => {
  const chapter = chapters.find(({ paths }) => paths.test(path))
  if (!chapter) throw new Error(`${path} is in no chapter of the reference. Give it one here.`)
  return chapter
}

export const inReadingOrder = (names: ReadonlySet<string>): readonly Chapter[] =>
  chapters.filter(({ name }) => names.has(name))

/** What another address of an operation is for. */
export const aboutAlias = (address: string): string =>
  `The same operation as \`${address}\`. Both paths keep working; use that one in new code.`
