/** What the reference says before its first operation. Markdown: headings, paragraphs, lists and `code`. */
export const introduction = `Openslot schedules meetings. With this API an application reads and changes what Openslot knows. It speaks JSON over HTTP and is compatible with the Calendly API v2: a client that was written for it works here once it has our address.

## Authentication

Send a token with every request, in the header \`Authorization: Bearer <token>\`. The first start prints a personal access token, and \`openslot token create\` makes more.

A token has scopes, and each operation names the ones it needs. \`organizations:write\` includes \`organizations:read\`. If one is missing, the answer is 403 and lists them in \`required_scopes\`.

## Resources

A single resource comes as \`{ "resource": { … } }\`. A new one answers 201 and has its address in the header \`Location\` too.

Resources refer to each other by URI, and you do the same in parameters. Only the path of a URI counts, not its host; the bare id will do as well.

Times are in UTC with six digits: \`2026-01-14T09:12:44.018000Z\`. You may send them with fewer digits or with an offset. Parameters that an operation does not know are ignored, and those of a POST or PATCH may stand in the query too.

## Lists

A list comes as \`{ "collection": [ … ], "pagination": { … } }\`. \`count\` sets the size of a page, from 1 to 100; without it you get 20.

To read on, follow \`next_page\` until it is null, or send \`next_page_token\` as \`page_token\`. A page token knows its filters and its order, so it may be sent alone. What is created or deleted between two pages never makes you see something twice or miss something that was there all along.

Where several values are allowed, separate them with commas, or repeat the parameter.

## Errors

An error has a \`title\` and a \`message\`, and often \`details\`: which \`parameter\` is wrong, and what is wrong with it.

- 400: something in the request is wrong. Change it before you try again.
- 401: the token is missing, unknown, expired or revoked.
- 403: your role, your plan or the scopes of the token do not allow it.
- 404: there is no such thing, or it belongs to another organization.
- 413, 415, 431: the body is larger than 64 KiB or not JSON, or the headers are too large.
- 422: the \`Idempotency-Key\` was sent before with another request.
- 429: too many requests. Wait as many seconds as \`Retry-After\` says.
- 500: our fault.
- 503: not now. Wait as \`Retry-After\` says, and try the same again.

Every answer has an \`x-request-id\`. Quote it when you ask for help, and the operator will find the request in the logs.

## Sending again

When a POST got no answer, you cannot know whether it was carried out. Give it a key of your own, in the header \`Idempotency-Key\`: 1 to 255 printable ASCII characters, a new one for each thing you want done, such as a random UUID. Then send the same again, with the same key, until it is answered. It is carried out once, and for 24 hours every repetition gets the first answer, byte for byte, with the header \`Idempotency-Replayed: true\`.

A request that was refused was not carried out, and its key is still free. Keys are yours alone: nobody else's can meet yours. The same key with another body, or at another address, is refused with 422.

## Limits

A token may make 500 requests a minute, on the free plan 10, unless the operator has set another ceiling. Some operations have a limit of their own beside it, and say so. Every answer tells how things stand with the limit that is nearest to being reached, in \`x-ratelimit-limit\`, \`x-ratelimit-remaining\` and \`x-ratelimit-reset\`.`

interface Chapter {
  readonly name: string
  readonly description: string
  /** The addresses it is about. */
  readonly paths: RegExp
}

/** The chapters of the reference, in the order in which a newcomer reads them. */
const chapters: readonly Chapter[] = [
  {
    name: 'Users',
    description: 'People with an account. Start here: `GET /users/me` gives the URIs of you and your organization.',
    paths: /^\/users/,
  },
  {
    name: 'Organizations',
    description: 'The company that owns everything else. What belongs to another organization is never seen.',
    paths: /^\/organizations(\/\{\w+\}(\/logo)?)?$/,
  },
  {
    name: 'Organization memberships',
    description: 'Who belongs to the organization, and as what: owner, admin or user.',
    paths: /^\/organization_memberships/,
  },
  {
    name: 'Organization invitations',
    description: 'E-mails that ask somebody to join. They are pending until accepted or declined.',
    paths: /^\/(organization_invitations|organizations\/\{\w+\}\/invitations)/,
  },
  { name: 'Groups', description: 'Parts of an organization, each with admins of its own.', paths: /^\/groups/ },
  {
    name: 'Group relationships',
    description: 'Who is in a group, or will be once they have accepted their invitation.',
    paths: /^\/group_relationships/,
  },
  { name: 'Teams', description: 'People who are booked together and share a page.', paths: /^\/teams/ },
  {
    name: 'Event types',
    description: 'What can be booked: how long it takes, with whom, and where.',
    paths: /^\/(event_types|one_off_event_types|event_type_memberships)/,
  },
  {
    name: 'Availability',
    description:
      'When people can be booked: the hours they offer, the time that is taken, and the openings that are left.',
    paths:
      /^\/(user_availability_schedules|user_busy_times|event_type_availability_schedules|event_type_available_times|event_type_time_explanations|event_type_day_explanations)/,
  },
  {
    name: 'Calendars',
    description:
      'Calendars that people have elsewhere: a feed, or an account on a calendar server. While one says that its owner is busy, they are not offered. They are read every five minutes; of their events only times are kept.',
    paths: /^\/(calendar_connections|calendars)/,
  },
  { name: 'Locations', description: 'Where people meet.', paths: /^\/locations/ },
  {
    name: 'Links',
    description:
      'Addresses to hand to one person: whoever holds one can book, once. A scheduling link offers an event type as it is, a share on terms of its own. Links that nobody used expire.',
    paths: /^\/(scheduling_links|shares)/,
  },
  {
    name: 'Scheduled events',
    description:
      'Meetings that were booked: when, where, with whom, and who holds them. Each stays active, also when it is over, until it is canceled.',
    paths: /^\/scheduled_events(?!\/\{\w+\}\/invitees)/,
  },
  {
    name: 'Invitees',
    description:
      'Those who booked, each with what they answered. Somebody who moves to another time is a new invitee in another event; the two name each other. Whoever did not come can be marked as a no-show.',
    paths: /^\/(invitees|invitee_no_shows|scheduled_events\/\{\w+\}\/invitees)/,
  },
  {
    name: 'Routing forms',
    description:
      'Forms that ask a visitor a few questions, and by the answers lead them to the right meeting, to another site, or to a message. Each answered form is a submission; when it leads to a booking, the two name each other. Forms are made by `openslot routing-form`.',
    paths: /^\/(routing_forms|routing_form_submissions)/,
  },
  {
    name: 'Webhooks',
    description:
      'Messages to an address of yours when something happens. Each is a POST with a JSON body, signed with your key in the header `Calendly-Webhook-Signature` (`t=<seconds>,v1=<hex of HMAC-SHA256 over t, a dot and the body>`), and with an `Openslot-Delivery-Id` that is the same when it has to be sent again. Answer 2xx within 15 seconds. What fails is sent again for 24 hours, ever more rarely; if nothing gets through for that long, the subscription is disabled.',
    paths: /^\/(webhook_subscriptions|sample_webhook_data)/,
  },
  {
    name: 'Outgoing communications',
    description:
      'The messages that were sent about meetings: confirmations, changes, cancellations and reminders. For owners and admins on the plan `enterprise`. Messages about accounts are not among them.',
    paths: /^\/outgoing_communications/,
  },
  {
    name: 'Activity log',
    description:
      'Who did what: one entry for every change, never changed afterwards. For owners and admins on the plan `enterprise`.',
    paths: /^\/activity_log_entries/,
  },
  {
    name: 'Data compliance',
    description:
      'Forgetting people. What an organization holds about an invitee is erased everywhere: bookings, answers, messages that were sent or still wait, mails. For owners and admins on the plan `enterprise`.',
    paths: /^\/data_compliance/,
  },
  {
    name: 'Imports',
    description:
      'Moving in from another service with an API of this kind: a job reads everything there, at the pace that it allows, and can be followed here. For owners and admins.',
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
