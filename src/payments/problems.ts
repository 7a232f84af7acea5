import { problemKind } from '#contract/problem.ts'

export const paymentsUnderWay = problemKind(
  409,
  'payments_under_way',
  'Conflict',
  'Invitees are paying with this account, or refunds are under way. Try again in an hour.',
)
