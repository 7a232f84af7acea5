import { problemKind } from '#contract/problem.ts'

export const notRefundable = problemKind(
  409,
  'not_refundable',
  'Conflict',
  'There is nothing left to refund, or the account that took the payment is no longer connected.',
)

export const paymentsUnderWay = problemKind(
  409,
  'payments_under_way',
  'Conflict',
  'Invitees are paying with this account, or refunds are under way. Try again in an hour.',
)
