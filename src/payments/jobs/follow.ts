import type { Listener, RecordedFact } from '#activity/index.ts'
import { idInUri } from '#contract/wire.ts'
import type { Tx } from '#platform/db/database.ts'
import { readInstant } from '#platform/time/instant.ts'
import { type Cancellation, refundAfter } from '../payment.ts'
import { findPaymentsOf, listOpenPayments } from '../store/payments.ts'
import { giveBack } from '../workflow/give-back.ts'
import { queueLook } from '../workflow/queue-look.ts'

const aboutCancellations = ['invitee.canceled', 'scheduled_event.canceled']
const aboutEnds = ['booking_request.declined', 'booking_request.expired', 'booking_request.withdrawn']

interface Canceled {
  readonly cancellation?: { readonly canceler_type?: 'host' | 'invitee' } | null
}

interface RequestSubject {
  readonly booking_request?: { readonly uri: string }
}

interface Subject {
  readonly invitee?: Canceled & { readonly uri?: string }
  readonly scheduled_event?: Canceled & { readonly uri?: string; readonly start_time?: string }
}

/** Listens to facts: who cancels gets back what the event type says, and nobody pays for a request that is over. */
export const followInPayments: Listener = async (tx, facts, now) => {
  for (const fact of facts.filter(({ name }) => aboutCancellations.includes(name))) await refund(tx, fact, now)
  for (const fact of facts.filter(({ name }) => aboutEnds.includes(name as string))) await endSessions(tx, fact, now)
}

const refund = async (
  tx: Tx,
  { organizationId, name, subject, occurredAt }: RecordedFact,
  now: Date,
): Promise<void> => {
  const { invitee, scheduled_event: event } = JSON.parse(subject) as Subject
  const canceled = name === 'invitee.canceled' ? invitee : event
  const startsAt = readInstant(event?.start_time ?? '')
  if (canceled?.uri === undefined || !startsAt) return
  const by = name === 'invitee.canceled' ? (canceled.cancellation?.canceler_type ?? 'invitee') : 'host'
  const id = idInUri(canceled.uri)
  const payments = await findPaymentsOf(
    tx,
    organizationId,
    name === 'invitee.canceled' ? { inviteeId: id } : { scheduledEventId: id },
  )
  const cancellation: Cancellation = { by, canceledAt: occurredAt, startsAt }
  const reason = by === 'host' ? 'host_canceled' : 'invitee_canceled'
  for (const payment of payments)
    await giveBack(tx, payment, { amountMinor: refundAfter(payment, cancellation), reason }, now)
}

const endSessions = async (tx: Tx, { organizationId, subject }: RecordedFact, now: Date): Promise<void> => {
  const { booking_request: request } = JSON.parse(subject) as RequestSubject
  if (!request) return
  const { uri } = request
  for (const payment of await listOpenPayments(tx, organizationId, [idInUri(uri)])) await queueLook(tx, payment, now)
}
