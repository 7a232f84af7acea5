import type { Reader, Tx } from '#platform/db/database.ts'
import { type PaymentAccount, type PaymentService, paymentServices, type SealedAccount } from '../provider-account.ts'

/** In the order in which invitees can choose. */
export const listPaymentAccounts = async (
  reader: Reader,
  organizationId: string,
): Promise<readonly PaymentAccount[]> => {
  const accounts = await reader
    .selectFrom('provider_accounts')
    .select([
      ...(['id', 'organization_id as organizationId', 'service', 'account', 'fault'] as const),
      ...(['is_lost as isLost', 'created_at as createdAt', 'updated_at as updatedAt'] as const),
    ])
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', 'payment')
    .$narrowType<Pick<PaymentAccount, 'service'>>()
    .execute()
  return paymentServices.flatMap((service) => accounts.filter((account) => account.service === service))
}

const sealed = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('provider_accounts')
    .select(['id', 'organization_id as organizationId', 'service', 'credentials', 'is_lost as isLost', 'account'])
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', 'payment')
    .$narrowType<{ service: PaymentService }>()

export interface SealedPaymentAccount
  extends SealedAccount<PaymentService>,
    Pick<PaymentAccount, 'isLost' | 'account'> {}

export const findSealedPaymentAccount = (
  reader: Reader,
  organizationId: string,
  id: string,
): Promise<SealedPaymentAccount | undefined> => sealed(reader, organizationId).where('id', '=', id).executeTakeFirst()

/** There is at most one of each service. */
export const findPaymentAccountOf = (
  reader: Reader,
  organizationId: string,
  service: PaymentService,
): Promise<SealedPaymentAccount | undefined> =>
  sealed(reader, organizationId).where('service', '=', service).executeTakeFirst()

/** The same, locked until the end of the transaction. */
export const lockPaymentAccountOf = (
  tx: Tx,
  organizationId: string,
  service: PaymentService,
): Promise<SealedPaymentAccount | undefined> =>
  sealed(tx, organizationId).where('service', '=', service).forUpdate().executeTakeFirst()

export const insertPaymentAccount = async (
  tx: Tx,
  organizationId: string,
  { id, service, account, credentials }: Pick<SealedPaymentAccount, 'id' | 'service' | 'account' | 'credentials'>,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('provider_accounts')
    .values({
      organization_id: organizationId,
      ...{ id, purpose: 'payment', membership_id: null, service, kind: service, account, credentials },
      ...{ created_at: now, updated_at: now },
    })
    .execute()
}
