import { sql } from 'kysely'
import type { PaymentService, SealedAccount } from '#integrations/index.ts'
import type { Reader, Tx } from '#platform/db/database.ts'
import type { RefundReason } from '../payment.ts'

export interface Refund {
  readonly organizationId: string
  readonly id: string
  readonly paymentId: string
  readonly amountMinor: number
  readonly reason: RefundReason
}

export const insertRefund = async (tx: Tx, refund: Refund, now: Date): Promise<void> => {
  await tx
    .insertInto('payment_refunds')
    .values({
      organization_id: refund.organizationId,
      id: refund.id,
      payment_id: refund.paymentId,
      amount_minor: refund.amountMinor,
      reason: refund.reason,
      state: 'waiting',
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** What was given back of a payment, or will be. */
export const sumRefunds = async (reader: Reader, organizationId: string, paymentId: string): Promise<number> => {
  const { sum } = await reader
    .selectFrom('payment_refunds')
    .select(sql<number>`coalesce(sum(amount_minor), 0)::bigint`.as('sum'))
    .where('organization_id', '=', organizationId)
    .where('payment_id', '=', paymentId)
    .where('state', '!=', 'failed')
    .executeTakeFirstOrThrow()
  return sum
}

export interface RefundTask extends Refund {
  readonly triedAt: Date | null
  readonly createdAt: Date
  readonly currency: string
  readonly externalId: string
  readonly account: SealedAccount<PaymentService> | null
}

/** Of all organizations: jobs name refunds by their ID alone. */
export const loadRefundTasks = async (tx: Tx, ids: readonly string[]): Promise<readonly RefundTask[]> => {
  const rows = await tx
    .selectFrom('payment_refunds as refund')
    .innerJoin('payments as payment', (join) =>
      join
        .onRef('payment.organization_id', '=', 'refund.organization_id')
        .onRef('payment.id', '=', 'refund.payment_id'),
    )
    .leftJoin('provider_accounts as account', (join) =>
      join
        .onRef('account.organization_id', '=', 'payment.organization_id')
        .onRef('account.id', '=', 'payment.account_id'),
    )
    .select([
      ...(['refund.organization_id as organizationId', 'refund.id', 'refund.payment_id as paymentId'] as const),
      ...(['refund.amount_minor as amountMinor', 'refund.reason', 'refund.tried_at as triedAt'] as const),
      ...(['refund.created_at as createdAt', 'payment.currency', 'payment.external_id as externalId'] as const),
      ...(['payment.service', 'account.id as accountId', 'account.credentials'] as const),
    ])
    .where('refund.id', 'in', ids)
    .where('refund.state', '=', 'waiting')
    .execute()
  return rows.map(({ accountId, credentials, service, externalId, ...refund }) => ({
    ...refund,
    externalId: externalId ?? '',
    account:
      accountId === null || credentials === null
        ? null
        : { id: accountId, organizationId: refund.organizationId, service, credentials },
  }))
}

/** Before the first request: whoever comes after a crash knows that there may be one. */
export const markRefundTried = async (tx: Tx, { organizationId, id }: Refund, now: Date): Promise<void> => {
  await tx
    .updateTable('payment_refunds')
    .set({ tried_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('tried_at', 'is', null)
    .execute()
}

/** True when it is done since now. */
export const settleRefund = async (
  tx: Tx,
  { organizationId, id, paymentId, amountMinor }: Refund,
  { state, fault }: { readonly state: 'waiting' | 'done' | 'failed'; readonly fault: string | null },
  now: Date,
): Promise<boolean> => {
  const settled = await tx
    .updateTable('payment_refunds')
    .set({ state, fault, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (!settled || state !== 'done') return false
  await tx
    .updateTable('payments')
    .set(({ ref }) => ({ refunded_minor: sql<number>`${ref('refunded_minor')} + ${amountMinor}`, updated_at: now }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', paymentId)
    .execute()
  return true
}
