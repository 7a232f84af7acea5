import type { RouteTable } from '#execution/route-table.ts'
import { checkPaymentAccount } from './operations/check-payment-account.ts'
import { connectPaymentAccount } from './operations/connect-payment-account.ts'
import { disconnectPaymentAccount } from './operations/disconnect-payment-account.ts'
import { getPayment } from './operations/get-payment.ts'
import { listPaymentAccounts } from './operations/list-payment-accounts.ts'
import { listPayments } from './operations/list-payments.ts'
import { refundPayment } from './operations/refund-payment.ts'

export const paymentRoutes: RouteTable = {
  'GET /payment_accounts': listPaymentAccounts,
  'POST /payment_accounts': { operation: connectPaymentAccount, status: 201 },
  'DELETE /payment_accounts/:uuid': disconnectPaymentAccount,
  'POST /payment_accounts/:uuid/test': checkPaymentAccount,
  'GET /payments': listPayments,
  'GET /payments/:uuid': getPayment,
  'POST /payments/:uuid/refund': refundPayment,
}
