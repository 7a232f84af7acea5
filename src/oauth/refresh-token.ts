import type { Grant } from './grant.ts'

/** A refresh token with its grant. */
export interface HeldRefreshToken extends Grant {
  readonly createdAt: Date
  readonly spentAt: Date | null
}
