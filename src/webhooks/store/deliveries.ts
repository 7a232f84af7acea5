import { sql } from 'kysely'
import { storedOutcome } from '#contract/delivery-outcome.ts'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { deleteJobsAbout, hastenJobs, insertJobs } from '#execution/store/jobs.ts'
import { type Reader, type Tx, withinTenant } from '#platform/db/database.ts'
import { insertRows, jsonOf } from '#platform/db/insert-rows.ts'
import { byCreation, readPage } from '#platform/db/keyset.ts'
import { deletePortion } from '#platform/db/portions.ts'
import { type Delivery, type DeliveryStatus, historyMilliseconds, laneOf } from '../delivery.ts'
import type { WebhookEvent } from '../webhook-event.ts'
import { isEntitled } from './entitlement.ts'

export const deliveryJob = 'webhook_delivery'

export interface NewDelivery {
  readonly id: string
  readonly organizationId: string
  readonly subscriptionId: string
  readonly url: string
  readonly factId: string
  readonly event: WebhookEvent
  readonly body: string
  readonly person: Buffer | null
  /** The meeting whose link it waits for. */
  readonly awaits?: string | undefined
}

const rowsAtOnce = 500

/** Receivers prefer a message with a link. */
const awaitLinkMilliseconds = 20_000

/** Together with their jobs, so that neither exists without the other. */
export const insertDeliveries = async (tx: Tx, deliveries: readonly NewDelivery[], now: Date): Promise<void> => {
  for (let from = 0; from < deliveries.length; from += rowsAtOnce) {
    const rows = deliveries.slice(from, from + rowsAtOnce).map((delivery) => ({
      id: delivery.id,
      organization_id: delivery.organizationId,
      subscription_id: delivery.subscriptionId,
      fact_id: delivery.factId,
      event: delivery.event,
      body: delivery.body,
      person: delivery.person,
      awaits: delivery.awaits ?? null,
      status: 'pending' as const,
      created_at: now,
    }))
    await insertRows(tx, 'webhook_deliveries', rows)
  }
  const linkAwaited = new Date(now.getTime() + awaitLinkMilliseconds)
  const jobs = deliveries.map(({ id, organizationId, url, awaits }) => ({
    organizationId,
    kind: deliveryJob,
    lane: laneOf(organizationId, url),
    subjectId: id,
    ...(awaits === undefined ? {} : { runAt: linkAwaited }),
  }))
  await insertJobs(tx, jobs, now)
}

/** What waits for the link of this meeting need not wait any longer. */
export const releaseDeliveries = async (tx: Tx, organizationId: string, scheduledEventId: string): Promise<void> => {
  const waiting = await tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('awaits', '=', scheduledEventId)
    .execute()
  // Before what is told next.
  for (const { id } of waiting) await hastenJobs(tx, deliveryJob, id, new Date(0))
}

/** What is needed to send one. */
export interface PendingDelivery {
  readonly id: string
  readonly subscriptionId: string
  readonly organizationId: string
  readonly url: string
  readonly body: string
  readonly signingKey: Buffer | null
  readonly clientId: string | null
  readonly firstFailedAt: Date | null
}

/**
 * Those still to be sent to a live subscription: not deleted or disabled, nor of a former member or a deleted group,
 * nor of anybody who lost access.
 */
export const loadPending = async (tx: Tx, ids: readonly string[]): Promise<readonly PendingDelivery[]> => {
  // First the deliveries, by their ids: a plan that is made while the table is empty and kept may else go through all
  // of an organization's.
  const rows = await tx
    .with(
      (cte) => cte('due').materialized(),
      (due) =>
        due
          .selectFrom('webhook_deliveries')
          .select(['id', 'organization_id', 'subscription_id', 'body', 'first_failed_at', 'awaits'])
          .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
          .where('status', '=', 'pending'),
    )
    .selectFrom('due')
    .innerJoin('webhook_subscriptions as subscriptions', withinTenant('subscriptions.id', 'due.subscription_id'))
    .innerJoin('organization_memberships as creators', withinTenant('creators.id', 'subscriptions.creator_id'))
    .leftJoin('organization_memberships as members', withinTenant('members.id', 'subscriptions.membership_id'))
    .select([
      'due.id',
      'due.subscription_id as subscriptionId',
      'due.organization_id as organizationId',
      'subscriptions.url',
      'due.body',
      'subscriptions.signing_key as signingKey',
      'subscriptions.client_id as clientId',
      'due.first_failed_at as firstFailedAt',
      'due.awaits',
    ])
    .where('subscriptions.state', '=', 'active')
    .where(isEntitled)
    .where('subscriptions.deleted_at', 'is', null)
    .where('members.ended_at', 'is', null)
    .where((is) => is.or([is('subscriptions.scope', '<>', 'group'), is('subscriptions.group_id', 'is not', null)]))
    .execute()
  const links = await takeLinks(tx, rows)
  const pending = rows.flatMap(({ awaits: _, ...row }) =>
    row.body === null ? [] : [{ ...row, body: links.get(row.id) ?? row.body }],
  )
  const found = new Set(pending.map(({ id }) => id))
  const unwanted = ids.filter((id) => !found.has(id))
  await failUnwanted(tx, unwanted)
  return pending
}

interface WaitingDelivery {
  readonly id: string
  readonly awaits: string | null
  readonly body: string | null
}

interface BodyWithLocation {
  readonly payload: { readonly scheduled_event: { readonly location: object } }
}

/** A link that has come since is in the body, and stays in it: it is the same at every attempt. */
const takeLinks = async (tx: Tx, rows: readonly WaitingDelivery[]): Promise<ReadonlyMap<string, string>> => {
  const waiting = rows.filter(({ awaits, body }) => awaits !== null && body !== null)
  if (waiting.length === 0) return new Map()
  const meetings = await tx
    .selectFrom('scheduled_events')
    .select(['id', 'location'])
    .where('id', '=', sql<string>`any(${waiting.map(({ awaits }) => awaits)}::uuid[])`)
    .where('status', '=', 'active')
    .execute()
  const locations = new Map(meetings.map(({ id, location }) => [id, location]))
  const bodies = new Map<string, string>()
  for (const { id, awaits, body } of waiting) {
    const location = locations.get(awaits ?? '')
    if (location) bodies.set(id, withLocation(body ?? '', JSON.parse(location) as object))
    await tx
      .updateTable('webhook_deliveries')
      .set({ awaits: null, ...(location ? { body: bodies.get(id) ?? null } : {}) })
      .where('id', '=', id)
      .execute()
  }
  return bodies
}

const withLocation = (text: string, location: object): string => {
  const body = JSON.parse(text) as BodyWithLocation
  const { payload } = body
  return JSON.stringify({
    ...body,
    payload: { ...payload, scheduled_event: { ...payload.scheduled_event, location } },
  })
}

/** Their subscription is gone: they become history, like failed ones. */
const failUnwanted = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', outcome: storedOutcome('subscription_deleted') })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('status', '=', 'pending')
    .execute()
}

export interface DeliveryAttempt {
  readonly id: string
  readonly status: DeliveryStatus
  readonly outcome: string
  readonly isFailure: boolean
}

/** Rows that were erased meanwhile stay erased. */
export const recordAttempts = async (tx: Tx, attempts: readonly DeliveryAttempt[], now: Date): Promise<void> => {
  await sql`
    update webhook_deliveries set
      status = attempted.status,
      attempts = attempts + 1,
      outcome = attempted.outcome,
      attempted_at = ${now},
      first_failed_at = case when attempted."isFailure" then coalesce(first_failed_at, ${now}) else first_failed_at end
    from json_to_recordset(${jsonOf(attempts)}::json) as attempted (id uuid, status text, outcome text, "isFailure" boolean)
    where webhook_deliveries.id = any(${attempts.map(({ id }) => id)}::uuid[]) and webhook_deliveries.id = attempted.id and webhook_deliveries.status = 'pending'`.execute(
    tx,
  )
}

/** The subscription is gone or disabled: its pending deliveries become history. Their jobs will find nothing to do. */
export const failPending = async (tx: Tx, organizationId: string, subscriptionId: string): Promise<void> => {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed' })
    .where(({ and }) => and({ organization_id: organizationId, subscription_id: subscriptionId, status: 'pending' }))
    .execute()
}

export interface DeliveryFilter {
  readonly subscriptionId?: string | undefined
  readonly status?: DeliveryStatus | undefined
}

const shownDeliveries = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('webhook_deliveries as deliveries')
    .innerJoin('webhook_subscriptions as subscriptions', withinTenant('subscriptions.id', 'deliveries.subscription_id'))
    .select([
      'deliveries.id',
      'deliveries.subscription_id as subscriptionId',
      'subscriptions.url',
      'deliveries.event',
      'deliveries.status',
      'deliveries.attempts',
      'deliveries.outcome',
      'deliveries.attempted_at as attemptedAt',
      'deliveries.created_at as createdAt',
    ])
    .where('deliveries.organization_id', '=', organizationId)

/** With its body, which is null when the person it was about is erased. */
export const findDelivery = async (
  reader: Reader,
  organizationId: string,
  id: string,
): Promise<(Delivery & { readonly body: string | null }) | undefined> => {
  const found = await shownDeliveries(reader, organizationId)
    .select('deliveries.body')
    .where('deliveries.id', '=', id)
    .executeTakeFirst()
  return found && { ...found, event: found.event as WebhookEvent }
}

export const listDeliveries = async (
  reader: Reader,
  organizationId: string,
  { subscriptionId, status }: DeliveryFilter,
  page: PageRequest,
): Promise<Page<Delivery>> => {
  let query = shownDeliveries(reader, organizationId)
  if (subscriptionId !== undefined) query = query.where('deliveries.subscription_id', '=', subscriptionId)
  if (status !== undefined) query = query.where('deliveries.status', '=', status)
  const found = await readPage(query, page, byCreation('deliveries'))
  return mapPage(found, ({ event, ...row }) => ({ ...row, event: event as WebhookEvent }))
}

const mostOfMeeting = 200

/** Those about its invitees that name it, the oldest first. Of erased people there are none. */
export const listDeliveriesAboutMeeting = async (
  reader: Reader,
  organizationId: string,
  { id, uri }: { readonly id: string; readonly uri: string },
): Promise<readonly Delivery[]> => {
  const rows = await shownDeliveries(reader, organizationId)
    .where(
      sql<boolean>`deliveries.person = any(select person from invitees where organization_id = ${organizationId} and scheduled_event_id = ${id})
        and position(${`"${uri}"`} in deliveries.body) > 0`,
    )
    .orderBy('deliveries.created_at')
    .orderBy('deliveries.id')
    .limit(mostOfMeeting)
    .execute()
  return rows.map(({ event, ...row }) => ({ ...row, event: event as WebhookEvent }))
}

export const findSubscriptionOf = async (
  reader: Reader,
  organizationId: string,
  deliveryId: string,
): Promise<string | undefined> => {
  const found = await reader
    .selectFrom('webhook_deliveries')
    .select('subscription_id as subscriptionId')
    .where(({ and }) => and({ organization_id: organizationId, id: deliveryId }))
    .executeTakeFirst()
  return found?.subscriptionId
}

export interface Replay {
  /** The subscription that receives the replay, and whose history it belongs to. */
  readonly target: { readonly id: string; readonly url: string }
  readonly deliveryId?: string | undefined
  readonly subscriptionId?: string | undefined
  readonly status?: DeliveryStatus | undefined
  readonly since?: Date | undefined
}

/**
 * Queues again what was sent, has failed or waits to be tried again, in its original order. Returns how many; erased
 * deliveries cannot be sent.
 */
export const replayDeliveries = async (
  tx: Tx,
  organizationId: string,
  replay: Replay,
  limit: number,
  now: Date,
): Promise<number> => {
  const { target, deliveryId, subscriptionId, status, since } = replay
  let chosen = tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('status', 'in', status === undefined ? ['pending', 'delivered', 'failed'] : [status])
    .where('body', 'is not', null)
  if (deliveryId !== undefined) chosen = chosen.where('id', '=', deliveryId)
  if (subscriptionId !== undefined) chosen = chosen.where('subscription_id', '=', subscriptionId)
  if (since !== undefined) chosen = chosen.where('created_at', '>=', since)
  const rows = await chosen.orderBy('created_at').orderBy('id').limit(limit).forUpdate().execute()
  const ids = rows.map(({ id }) => id)
  await tx
    .updateTable('webhook_deliveries')
    .set({ subscription_id: target.id, status: 'pending', first_failed_at: null })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  // One that failed or waits has its job, scheduled for a time that no longer matters. One that is being sent at this
  // moment may arrive twice.
  await deleteJobsAbout(tx, deliveryJob, ids)
  const lane = laneOf(organizationId, target.url)
  const jobs = ids.map((subjectId) => ({ organizationId, kind: deliveryJob, lane, subjectId }))
  await insertJobs(tx, jobs, now)
  return ids.length
}

/** Erases a person from every message, sent or not. */
export const erasePersonFromDeliveries = async (tx: Tx, organizationId: string, person: Buffer): Promise<void> => {
  await tx
    .updateTable('webhook_deliveries')
    .set({
      body: null,
      person: null,
      status: sql<DeliveryStatus>`case when status = 'pending' then 'erased' else status end`,
    })
    .where(({ and }) => and({ organization_id: organizationId, person }))
    .execute()
}

/** Deletes a batch of history that is old enough. Returns how many rows. */
export const deleteOldDeliveries = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(
    tx,
    'webhook_deliveries',
    'id',
    sql`status <> 'pending' and created_at < ${new Date(now.getTime() - historyMilliseconds)}`,
  )
