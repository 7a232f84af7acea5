import { problemKind } from '#contract/problem.ts'

export const passwordNotProven = problemKind({
  code: 'password_not_proven',
  status: 403,
  title: 'Permission Denied',
  message: 'The password is not right.',
})
