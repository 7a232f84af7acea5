import type { Links } from '#contract/wire.ts'
import { sampleMessage, webhookEvents } from '#webhooks/index.ts'
import { JsonBlock } from './code.tsx'
import type { DocsPage } from './docs-page.ts'
import { anchorOf } from './markdown.tsx'

const moment = '2026-03-01T12:00:00.000000Z'

/** Every kind of message, as a receiver gets it. */
export const webhooksPage = (links: Links): DocsPage => ({
  path: '/docs/webhooks',
  title: 'Webhook messages',
  isWide: true,
  body: (
    <>
      <h1>Webhook messages</h1>
      <p class="lead">
        Every message is a POST request with a JSON body: <code>event</code> names the event, <code>payload</code> has
        its data. To subscribe and verify signatures, follow <a href="/docs/guides/webhooks">the guide</a>.
      </p>
      <ul class="contents">
        {webhookEvents.map((event) => (
          <li key={event}>
            <a href={`#${anchorOf(event)}`}>
              <code>{event}</code>
            </a>
          </li>
        ))}
      </ul>
      {webhookEvents.map((event) => (
        <Message key={event} event={event} links={links} />
      ))}
    </>
  ),
  found: webhookEvents.map((event) => ({
    title: event,
    kind: 'Webhook message',
    path: `/docs/webhooks#${anchorOf(event)}`,
    text: meanings[event],
  })),
})

interface MessageProps {
  readonly event: (typeof webhookEvents)[number]
  readonly links: Links
}

const Message = ({ event, links }: MessageProps) => {
  const { payload } = sampleMessage(links, event)
  return (
    <article id={anchorOf(event)}>
      <div>
        <h2>
          <a href={`#${anchorOf(event)}`}>
            <code>{event}</code>
          </a>
        </h2>
        <p>{meanings[event]}</p>
        <h3>In the payload</h3>
        <p>
          {Object.keys(payload as object).map((field, at) => (
            <>
              {at > 0 && ', '}
              <code>{field}</code>
            </>
          ))}
        </p>
      </div>
      <div class="code">
        <h3>Body</h3>
        <JsonBlock value={{ created_at: moment, created_by: `${links.api}/users/…`, event, payload }} />
      </div>
    </article>
  )
}

const meanings: Readonly<Record<(typeof webhookEvents)[number], string>> = {
  'invitee.created':
    'An invitee booked or rescheduled. Rescheduling cancels the old invitee and creates a new one; they link to each other.',
  'invitee.canceled': 'An invitee or a host canceled, or the invitee was rescheduled.',
  'invitee_no_show.created': 'An invitee was marked as a no-show.',
  'invitee_no_show.deleted': 'The no-show mark was removed.',
  'scheduled_event.updated':
    'The link of a video call is there, is another, or could not be made. The payload is the scheduled event.',
  'booking_request.created': 'A visitor requested a meeting that a host must accept.',
  'booking_request.confirmed':
    'A request passed everything it had to. The meeting is booked: `invitee.created` tells of it too.',
  'booking_request.declined': 'A host declined a request.',
  'booking_request.expired': 'A request was not decided in time.',
  'booking_request.withdrawn': 'An invitee withdrew a request, or a member did so for them.',
  'waiting_list_entry.created':
    'Somebody confirmed that they wait for a time of an event type. Only for subscriptions with the scope organization.',
  'waiting_list_entry.offered':
    'A time became free and is kept for somebody who waits. Only for subscriptions with the scope organization.',
  'waiting_list_entry.left':
    'Somebody left a waiting list, or was removed from it. Only for subscriptions with the scope organization.',
  'event_type.created': 'An event type was created.',
  'event_type.updated': 'An event type was updated.',
  'event_type.deleted': 'An event type was deleted.',
  'routing_form_submission.created':
    'An invitee submitted a routing form. Only for subscriptions with the scope organization.',
}
