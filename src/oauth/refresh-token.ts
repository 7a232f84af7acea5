import type { Grant } from './grant.ts'

/** A refresh token together with what it stands for. */
export interface HeldRefreshToken extends Grant {
  readonly createdAt: Date
  readonly spentAt: Date | null
}
