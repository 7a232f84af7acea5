import { problemKind } from '#contract/problem.ts'

export const passwordNotProven = problemKind(
  403,
  'password_not_proven',
  'Permission Denied',
  'The password is incorrect.',
)
