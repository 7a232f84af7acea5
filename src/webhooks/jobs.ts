import { randomUUID } from 'node:crypto'
import { type FactName, type Listener, type RecordedFact, recordFact, system } from '#activity/index.ts'
import {
  findEntry,
  findInvitees,
  findScheduledEvent,
  toEntryResource,
  toInviteeRecord,
  toScheduledEventResource,
} from '#bookings/index.ts'
import { storedOutcome } from '#contract/delivery-outcome.ts'
import { idInUri, type Links, uriOf } from '#contract/wire.ts'
import { delayAfter, nextAttempt } from '#execution/jobs/back-off.ts'
import { type Done, type JobKind, tasksOf } from '#execution/jobs/kind.ts'
import type { AppContext } from '#execution/perform.ts'
import { hastenLane } from '#execution/store/jobs.ts'
import { findWebhookKey, openWebhookKey } from '#oauth/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { RequestOutcome } from '#platform/net/outgoing.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { withAddresses } from './address.ts'
import { historyMilliseconds, isRecovery, laneOf, patienceMilliseconds } from './delivery.ts'
import { bodyOf, factsWithMessages, type Message, messagesOf } from './message.ts'
import type { EntrySubject, InviteeSubject } from './payload.ts'
import { signatureOf } from './signature.ts'
import { signingKeyContext } from './signing-key.ts'
import {
  type DeliveryAttempt,
  deleteOldDeliveries,
  deliveryJob,
  failPending,
  insertDeliveries,
  loadPending,
  type NewDelivery,
  type PendingDelivery,
  recordAttempts,
  releaseDeliveries,
} from './store/deliveries.ts'
import {
  clearFailures,
  deleteOldSubscriptions,
  deleteSubscriptionsWithoutGroup,
  listRecipients,
  type Recipient,
  recordFailures,
} from './store/subscriptions.ts'
import { endSubscriptions } from './workflow/end-subscriptions.ts'

type QueueDeliveriesContext = Pick<AppContext, 'links' | 'persons'>

/**
 * Listens to facts, and queues the messages that subscribers want. The bodies are written now; only the erasure of
 * personal data changes them.
 */
export const queueDeliveries =
  ({ links, persons }: QueueDeliveriesContext): Listener =>
  async (tx, facts, now) => {
    await releaseAwaited(tx, facts)
    const messages = await messagesFor(tx, links, facts)
    if (messages.length === 0) return
    const organizationIds = [...new Set(messages.map(({ fact }) => fact.organizationId))]
    const recipients = await listRecipients(tx, organizationIds, [
      ...new Set(messages.map(({ message }) => message.event)),
    ])
    if (recipients.length === 0) return
    const deliveries = messages.flatMap(({ fact, message }): NewDelivery[] =>
      recipients
        .filter((subscription) => subscription.organizationId === fact.organizationId && isFor(subscription, message))
        .map((subscription) => ({
          id: randomUUID(),
          organizationId: fact.organizationId,
          subscriptionId: subscription.id,
          url: subscription.url,
          factId: fact.id,
          event: message.event,
          body: bodyOf(message, writeInstant(fact.occurredAt), uriOf(links, 'users', subscription.creatorUserId)),
          person: message.email === undefined ? fact.person : persons.of(fact.organizationId, message.email),
          awaits: message.awaits,
        })),
    )
    await insertDeliveries(tx, deliveries, now)
  }

interface LinkSubject {
  readonly scheduled_event?: { readonly uri: string; readonly location?: { readonly status?: string | null } | null }
  readonly old_scheduled_event?: LinkSubject['scheduled_event']
}

const aboutLinks: readonly FactName[] = [
  ...(['scheduled_event.location_changed', 'scheduled_event.canceled'] as const),
  ...(['invitee.canceled', 'invitee.rescheduled'] as const),
]

/** What waits for the link of a meeting goes once the link is there, has failed, or does not matter any more. */
const releaseAwaited = async (tx: Tx, facts: readonly RecordedFact[]): Promise<void> => {
  for (const { name, organizationId, subject } of facts.filter((fact) => aboutLinks.includes(fact.name))) {
    const { scheduled_event: event, old_scheduled_event: before } = JSON.parse(subject) as LinkSubject
    const meeting = name === 'invitee.rescheduled' ? before : event
    const status = meeting?.location?.status
    if (meeting && status && status !== 'processing') await releaseDeliveries(tx, organizationId, idInUri(meeting.uri))
  }
}

const isFor = ({ events, scope, userIds }: Recipient, message: Message): boolean =>
  events.includes(message.event) && (scope === 'organization' || message.userIds.some((id) => userIds.includes(id)))

const messagesFor = async (
  tx: Tx,
  links: Links,
  facts: readonly RecordedFact[],
): Promise<readonly { readonly fact: RecordedFact; readonly message: Message }[]> => {
  const messages: { fact: RecordedFact; message: Message }[] = []
  for (const fact of facts.filter(({ name }) => factsWithMessages.includes(name))) {
    const subject: unknown =
      fact.name === 'scheduled_event.location_changed'
        ? await loadLinked(tx, links, fact)
        : aboutWaiting.includes(fact.name)
          ? await loadEntry(tx, links, fact)
          : JSON.parse(fact.subject)
    const invitees =
      fact.name === 'scheduled_event.canceled'
        ? await loadCanceled(tx, links, fact.organizationId, subject as CanceledSubject)
        : []
    for (const message of messagesOf({ name: fact.name, subject, invitees })) messages.push({ fact, message })
  }
  return messages
}

/** The meeting as it is now, without its guests; what was recorded while its link is not settled, or it is gone. */
const loadLinked = async (
  tx: Tx,
  links: Links,
  { organizationId, subject }: RecordedFact,
): Promise<Pick<InviteeSubject, 'scheduled_event'>> => {
  const recorded = JSON.parse(subject) as Pick<InviteeSubject, 'scheduled_event'>
  const seen = await findScheduledEvent(tx, organizationId, idInUri(String(recorded.scheduled_event.uri)), nilUuid)
  const status = seen?.scheduledEvent.location?.status
  if (!seen || (status !== 'pushed' && status !== 'failed')) return recorded
  return { scheduled_event: toScheduledEventResource(links, { ...seen.scheduledEvent, guests: [] }) }
}

const aboutWaiting: readonly FactName[] = [
  ...(['waiting_list_entry.confirmed', 'waiting_list_entry.left', 'waiting_list_entry.removed'] as const),
  'booking_request.offered',
]

/** The entry as it is now; empty when it was erased, or its address was never confirmed. */
const loadEntry = async (
  tx: Tx,
  links: Links,
  { organizationId, subject, occurredAt }: RecordedFact,
): Promise<EntrySubject> => {
  const { waiting_list_entry: named } = JSON.parse(subject) as {
    readonly waiting_list_entry?: string | { readonly id: string }
  }
  const id = typeof named === 'string' ? named : (named?.id ?? nilUuid)
  const entry = await findEntry(tx, { organizationId, id, membershipId: nilUuid }, occurredAt)
  return entry ? { waiting_list_entry: toEntryResource(links, entry) } : {}
}

interface CanceledSubject {
  readonly scheduled_event: InviteeSubject['scheduled_event']
  readonly invitees: readonly string[]
}

/**
 * The fact has only their ids. Canceled invitees no longer change, so they are loaded now. Each has their own guests.
 */
const loadCanceled = async (
  tx: Tx,
  links: Links,
  organizationId: string,
  { scheduled_event, invitees: ids }: CanceledSubject,
): Promise<InviteeSubject[]> => {
  const invitees = await findInvitees(tx, organizationId, ids)
  return invitees.map((invitee) => {
    const since = writeInstant(invitee.createdAt)
    const event_guests = invitee.guests.map((email) => ({ email, created_at: since, updated_at: since }))
    return { invitee: toInviteeRecord(links, invitee), scheduled_event: { ...scheduled_event, event_guests } }
  })
}

/** After each of these somebody, or an application, may have less access than before. */
const accessEndings: readonly FactName[] = [
  ...([
    'organization_membership.removed',
    'organization_membership.left',
    'organization_membership.role_changed',
  ] as const),
  ...([
    'organization_membership.ownership_handed_over',
    'group_relationship.deleted',
    'oauth_grant.revoked',
    'oauth_app.deleted',
  ] as const),
  ...(['account.password_changed', 'account.email_changed'] as const),
]

/**
 * Listens to facts, and ends the subscriptions of those who lost access. They receive nothing in the meantime either:
 * `isEntitled`.
 */
export const endLostSubscriptions =
  ({ links }: Pick<AppContext, 'links'>): Listener =>
  async (tx, facts, now) => {
    const endings = facts.filter(({ name }) => accessEndings.includes(name))
    if (endings.length === 0) return
    const organizationIds = [...new Set(endings.map(({ organizationId }) => organizationId))]
    // An application belongs to one organization, and is allowed by people of many.
    const deletedApps = endings.filter(({ name }) => name === 'oauth_app.deleted')
    const clientIds = deletedApps.map(({ subject }) => (JSON.parse(subject) as { client_id: string }).client_id)
    await endSubscriptions(tx, links, { organizationIds, clientIds }, now)
  }

type DeliverySender = Pick<AppContext, 'database' | 'clock' | 'links' | 'encryption' | 'codes' | 'outgoing'>

/** Sends queued deliveries, retrying for a day until the receiver answers 2xx. */
export const webhookDeliveries = ({
  database,
  clock,
  links,
  encryption,
  codes,
  outgoing,
}: DeliverySender): JobKind<PendingDelivery, RequestOutcome> => {
  const keyOf = async ({ subscriptionId, signingKey, clientId }: PendingDelivery): Promise<string | undefined> => {
    if (signingKey) return encryption.decrypt(signingKey, ...signingKeyContext(subscriptionId))
    const appKey = clientId === null ? undefined : await findWebhookKey(database.reader, clientId)
    return appKey && clientId !== null ? openWebhookKey(encryption, clientId, appKey) : undefined
  }

  const send = async (delivery: PendingDelivery): Promise<RequestOutcome> => {
    const { id, url } = delivery
    const body = withAddresses(delivery.body, delivery.organizationId, { links, codes })
    const key = await keyOf(delivery)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Openslot-Webhooks',
      'openslot-delivery-id': id,
      ...(key === undefined ? {} : { 'calendly-webhook-signature': signatureOf(key, body, clock.now()) }),
    }
    return outgoing.send({
      url,
      method: 'POST',
      headers,
      body: Buffer.from(body),
      maxAnswerBytes: 4096,
      mayRepeat: true,
    })
  }

  return {
    name: deliveryJob,
    load: (tx, jobs) => tasksOf(jobs, (ids) => loadPending(tx, ids)),
    act: send,
    isAway: ({ kind }) => kind === 'unreachable' || kind === 'timed_out' || kind === 'unknown_name',
    isRefused: (outcome) => !isSuccess(outcome),
    settle: (tx, done) => settle(tx, done, links, clock.now()),
  }
}

type SentDelivery = Done<PendingDelivery, RequestOutcome>

const settle = async (
  tx: Tx,
  sent: readonly SentDelivery[],
  links: Links,
  now: Date,
): Promise<ReadonlyMap<number, Date>> => {
  const again = new Map<number, Date>()
  const attempts = sent.map(({ job, task, outcome }): DeliveryAttempt => {
    const isFailure = !isSuccess(outcome)
    const next = isFailure
      ? nextAttempt(task.firstFailedAt ?? now, now, delayAfter(job.attempts), patienceMilliseconds)
      : undefined
    if (next) again.set(job.id, next)
    return {
      id: task.id,
      status: next ? 'pending' : isFailure ? 'failed' : 'delivered',
      outcome: recorded(outcome),
      isFailure,
    }
  })
  await recordAttempts(tx, attempts, now)

  const subscriptionsWith = (wanted: boolean) => [
    ...new Set(sent.filter(({ outcome }) => isSuccess(outcome) === wanted).map(({ task }) => task.subscriptionId)),
  ]
  const well = subscriptionsWith(true)
  for (const { organizationId, url, since } of await clearFailures(tx, well))
    if (isRecovery(since, now)) await hastenLane(tx, laneOf(organizationId, url), now)
  const failing = subscriptionsWith(false).filter((id) => !well.includes(id))
  for (const { id, organizationId } of await recordFailures(
    tx,
    failing,
    now,
    new Date(now.getTime() - patienceMilliseconds),
  )) {
    await failPending(tx, organizationId, id)
    const subject = { uri: uriOf(links, 'webhook_subscriptions', id), state: 'disabled' }
    await recordFact(tx, {
      name: 'webhook_subscription.disabled',
      organizationId,
      actor: system,
      subject,
      occurredAt: now,
    })
  }
  return again
}

const isSuccess = (outcome: RequestOutcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300

/** For the history. Without anything that the receiver wrote. */
const recorded = (outcome: RequestOutcome): string => {
  switch (outcome.kind) {
    case 'answered':
      return storedOutcome('answered', outcome.status)
    case 'refused':
      return storedOutcome('not_allowed', outcome.why)
    case 'unknown_name':
      return storedOutcome('unknown_name')
    case 'unreachable':
      return storedOutcome('unreachable', outcome.code)
    case 'timed_out':
      return storedOutcome(outcome.during === 'connect' ? 'no_connection' : 'no_answer')
  }
}

/**
 * Deletes a batch of old history, and subscriptions of deleted groups, and ends those of expired applications; returns
 * whether there is more.
 */
export const clearHistory = async (
  { database, links }: Pick<AppContext, 'database' | 'links'>,
  now: Date,
): Promise<{ readonly more: boolean }> => {
  const more = (await database.write((tx) => deleteOldDeliveries(tx, now))) > 0
  if (more) return { more }
  return database.write(async (tx) => {
    await deleteSubscriptionsWithoutGroup(tx, now)
    await deleteOldSubscriptions(tx, new Date(now.getTime() - historyMilliseconds))
    return endSubscriptions(tx, links, {}, now)
  })
}
