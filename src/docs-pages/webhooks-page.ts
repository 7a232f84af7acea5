import type { Links } from '#contract/wire.ts'
import { html } from '#http/markup.ts'
import { sampleMessage, webhookEvents } from '#webhooks/index.ts'
import { jsonBlock } from './code.ts'
import type { DocsPage } from './docs-page.ts'
import { anchorOf } from './markdown.ts'

const moment = '2026-03-01T12:00:00.000000Z'

/** Every message that is sent, as a receiver gets it. */
export const webhooksPage = (links: Links): DocsPage => ({
  path: '/docs/webhooks',
  title: 'Webhook messages',
  isWide: true,
  body: html`<h1>Webhook messages</h1>
<p class="lead">Every message is a POST with a JSON body: <code>event</code> says what happened, <code>payload</code> what it is about. How to subscribe and how to check the signature: <a href="/docs/guides/webhooks">the guide</a>.</p>
<ul class="contents">${webhookEvents.map((event) => html`<li><a href="#${anchorOf(event)}"><code>${event}</code></a></li>`)}</ul>
${webhookEvents.map((event) => {
  const { payload } = sampleMessage(links, event)
  const fields = Object.keys(payload as object)
  return html`<article id="${anchorOf(event)}">
<div><h2><a href="#${anchorOf(event)}"><code>${event}</code></a></h2><p>${meanings[event]}</p><h3>In the payload</h3><p>${fields.map((field, at) => html`${at > 0 && ', '}<code>${field}</code>`)}</p></div>
<div class="code"><h3>Body</h3>${jsonBlock({ created_at: moment, created_by: `${links.api}/users/…`, event, payload })}</div>
</article>`
})}`,
  found: webhookEvents.map((event) => ({
    title: event,
    kind: 'Webhook message',
    path: `/docs/webhooks#${anchorOf(event)}`,
    text: meanings[event],
  })),
})

const meanings: Readonly<Record<(typeof webhookEvents)[number], string>> = {
  'invitee.created':
    'Somebody booked, or moved to another time: a move cancels the old invitee and creates a new one, and the two name each other.',
  'invitee.canceled': 'An invitee is canceled, by themselves or by a host, or because they moved to another time.',
  'invitee_no_show.created': 'Somebody was marked as not having come.',
  'invitee_no_show.deleted': 'That mark was taken back.',
  'event_type.created': 'There is a new event type.',
  'event_type.updated': 'An event type was changed.',
  'event_type.deleted': 'An event type was deleted.',
  'routing_form_submission.created': 'Somebody answered a routing form. Only for subscriptions of the organization.',
}
