import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'

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
