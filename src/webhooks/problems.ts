import { problemKind } from '#contract/problem.ts'

export const alreadySubscribed = problemKind(
  409,
  'already_exists',
  'Already Exists',
  'Hook with this url already exists',
)
