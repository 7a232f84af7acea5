import { sql } from 'kysely'
import type { Money } from '#contract/money.ts'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import type { PaymentService, SealedAccount } from '#integrations/index.ts'
import type { Reader, Tx } from '#platform/db/database.ts'
import { byCreation, readPage } from '#platform/db/keyset.ts'
import { hour } from '#platform/time/durations.ts'
import type { Payment, PaymentState } from '../payment.ts'

const columns = [
  ...(['organization_id as organizationId', 'id', 'request_id as requestId', 'invitee_id as inviteeId'] as const),
  ...(['account_id as accountId', 'service', 'amount_minor as amountMinor', 'currency', 'terms'] as const),
  ...(['refund_hours as refundHours', 'description', 'state', 'session', 'expires_at as expiresAt'] as const),
  ...(['external_id as externalId', 'paid_at as paidAt', 'refunded_minor as refundedMinor'] as const),
  ...(['created_at as createdAt', 'updated_at as updatedAt'] as const),
] as const

interface PaymentFilter {
  readonly inviteeId?: string | undefined
  readonly state?: PaymentState | undefined
  readonly service?: PaymentService | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

export const listPayments = async (
  reader: Reader,
  organizationId: string,
  { inviteeId, state, service, from, to }: PaymentFilter,
  page: PageRequest,
): Promise<Page<Payment>> => {
  let query = reader.selectFrom('payments').select(columns).where('organization_id', '=', organizationId)
  if (inviteeId !== undefined) query = query.where('invitee_id', '=', inviteeId)
  if (state !== undefined) query = query.where('state', '=', state)
  if (service !== undefined) query = query.where('service', '=', service)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (to !== undefined) query = query.where('created_at', '<=', to)
  return mapPage(await readPage(query, page, byCreation('payments')), (payment) => payment)
}

/** What was paid within these times for what was booked, less what was given back of it since. */
export const sumRevenue = (
  reader: Reader,
  organizationId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Money[]> =>
  reader
    .selectFrom('payments')
    .select(['currency', sql<number>`sum(amount_minor - refunded_minor)::bigint`.as('amountMinor')])
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'booked')
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .groupBy('currency')
    .orderBy('currency')
    .execute()

const overdueMilliseconds = hour

/** Of all organizations: payments by their state, and refunds that failed within 30 days or wait too long. */
export const overviewOfPayments = async (
  reader: Reader,
): Promise<{
  readonly states: Readonly<Record<PaymentState, number>>
  readonly failedRefunds: number
  readonly waitingRefunds: number
}> => {
  const rows = await reader
    .selectFrom('payments')
    .select(['state', sql<number>`count(*)::integer`.as('count')])
    .groupBy('state')
    .execute()
  const count = (state: PaymentState): number => rows.find((row) => row.state === state)?.count ?? 0
  const { failed, waiting } = await reader
    .selectFrom('payment_refunds')
    .select([
      sql<number>`count(*) filter (where state = 'failed' and updated_at > statement_timestamp() - interval '30 days')::integer`.as(
        'failed',
      ),
      sql<number>`count(*) filter (where state = 'waiting' and created_at < statement_timestamp() - make_interval(secs => ${overdueMilliseconds / 1000}))::integer`.as(
        'waiting',
      ),
    ])
    .executeTakeFirstOrThrow()
  return {
    states: { open: count('open'), booked: count('booked'), returned: count('returned'), over: count('over') },
    failedRefunds: failed,
    waitingRefunds: waiting,
  }
}

export const findPayment = (reader: Reader, organizationId: string, id: string): Promise<Payment | undefined> =>
  reader
    .selectFrom('payments')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Locked until the end of the transaction. */
export const lockPayment = (tx: Tx, organizationId: string, id: string): Promise<Payment | undefined> =>
  tx
    .selectFrom('payments')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const findOpenPayment = (
  tx: Tx,
  organizationId: string,
  { requestId, accountId }: Pick<Payment, 'requestId' | 'accountId'>,
): Promise<Payment | undefined> =>
  tx
    .selectFrom('payments')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('request_id', '=', requestId)
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .executeTakeFirst()

/** Those of a request that may still be paid. */
export const listOpenPayments = (
  tx: Tx,
  organizationId: string,
  requestIds: readonly string[],
): Promise<readonly Payment[]> =>
  tx
    .selectFrom('payments')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('request_id', 'in', requestIds)
    .where('state', '=', 'open')
    .execute()

/** Every attempt to pay for a request, the latest first. */
export const listPaymentsOfRequest = (
  reader: Reader,
  organizationId: string,
  requestId: string,
): Promise<readonly Payment[]> =>
  reader
    .selectFrom('payments')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('request_id', '=', requestId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const insertPayment = async (tx: Tx, payment: Payment): Promise<void> => {
  await tx
    .insertInto('payments')
    .values({
      organization_id: payment.organizationId,
      id: payment.id,
      request_id: payment.requestId,
      account_id: payment.accountId,
      service: payment.service,
      amount_minor: payment.amountMinor,
      currency: payment.currency,
      terms: payment.terms,
      refund_hours: payment.refundHours,
      description: payment.description,
      state: payment.state,
      expires_at: payment.expiresAt,
      created_at: payment.createdAt,
      updated_at: payment.updatedAt,
    })
    .execute()
}

/** Where the invitee pays. False when the payment is over, or has its session already. */
export const saveSession = async (
  tx: Tx,
  organizationId: string,
  id: string,
  session: Buffer,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({ session, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('session', 'is', null)
    .execute()
}

type Progress = Partial<Pick<Payment, 'inviteeId' | 'externalId' | 'paidAt'>> & {
  readonly state: PaymentState
  readonly fault?: string | null
}

export const savePaymentState = async (
  tx: Tx,
  { organizationId, id }: Pick<Payment, 'organizationId' | 'id'>,
  { state, inviteeId, externalId, paidAt, fault = null }: Progress,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({
      ...{ state, fault, updated_at: now },
      ...(inviteeId === undefined ? {} : { invitee_id: inviteeId }),
      ...(externalId === undefined ? {} : { external_id: externalId }),
      ...(paidAt === undefined ? {} : { paid_at: paidAt }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export interface PaymentTask extends Payment {
  readonly account: SealedAccount<PaymentService> | null
}

/** Of all organizations: jobs name payments by their ID alone. */
export const loadPaymentTasks = async (tx: Tx, ids: readonly string[]): Promise<readonly PaymentTask[]> => {
  const rows = await tx
    .selectFrom('payments')
    .leftJoin('provider_accounts as account', (join) =>
      join
        .onRef('account.organization_id', '=', 'payments.organization_id')
        .onRef('account.id', '=', 'payments.account_id'),
    )
    .select([
      ...columns.map((column) => `payments.${column}` as `payments.${typeof column}`),
      'account.credentials as credentials',
    ])
    .where('payments.id', 'in', ids)
    .execute()
  return rows.map(({ credentials, ...payment }) => ({
    ...payment,
    account:
      credentials === null || payment.accountId === null
        ? null
        : {
            id: payment.accountId,
            organizationId: payment.organizationId,
            service: payment.service,
            credentials,
          },
  }))
}

/** Whether somebody is paying with this account, or gets money back. */
export const hasPaymentsUnderWay = async (tx: Tx, organizationId: string, accountId: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from payments as payment
      where payment.organization_id = ${organizationId} and payment.account_id = ${accountId}
        and (payment.state = 'open' or exists (
          select from payment_refunds as refund where refund.organization_id = payment.organization_id
            and refund.payment_id = payment.id and refund.state = 'waiting'))
    ) as found`.execute(tx)
  return rows[0]?.found === true
}

type PaidBy = { readonly inviteeId: string } | { readonly scheduledEventId: string }

/**
 * What was paid by these invitees, or by those they were before they rescheduled. A payment follows the chain: nothing
 * has to be written when somebody moves.
 */
const listPaidBy = async (reader: Reader, organizationId: string, by: PaidBy): Promise<readonly string[]> => {
  const first =
    'inviteeId' in by
      ? sql`invitees.id = ${by.inviteeId}`
      : sql`invitees.scheduled_event_id = ${by.scheduledEventId} and invitees.new_invitee_id is null`
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, old_invitee_id from invitees where invitees.organization_id = ${organizationId} and ${first}
      union
      select before.id, before.old_invitee_id from invitees as before
      join chain on chain.old_invitee_id = before.id where before.organization_id = ${organizationId}
    )
    select payments.id from payments join chain on payments.invitee_id = chain.id
    where payments.organization_id = ${organizationId} and payments.state = 'booked'`.execute(reader as Tx)
  return rows.map(({ id }) => id)
}

/** Locked until the end of the transaction. */
export const findPaymentsOf = async (tx: Tx, organizationId: string, by: PaidBy): Promise<readonly Payment[]> => {
  const ids = await listPaidBy(tx, organizationId, by)
  const found = await Promise.all(ids.map((id) => lockPayment(tx, organizationId, id)))
  return found.flatMap((payment) => payment ?? [])
}

export const findPaymentOfInvitee = async (
  reader: Reader,
  organizationId: string,
  inviteeId: string,
): Promise<Payment | undefined> => {
  const [id] = await listPaidBy(reader, organizationId, { inviteeId })
  return id === undefined ? undefined : findPayment(reader, organizationId, id)
}
