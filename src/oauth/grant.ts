import { minute } from '#platform/time/durations.ts'
import type { Audience } from './audience.ts'

/** What a user allowed an application. */
export interface Grant {
  readonly grantId: string
  readonly organizationId: string
  readonly membershipId: string
  readonly userId: string
  readonly clientId: string
  readonly clientName: string
  readonly audience: Audience
  readonly scopes: readonly string[]
  /** Not revoked, of a current member, and of an application that is not deleted. */
  readonly holds: boolean
}

export const codeLifetimeMilliseconds = 10 * minute
export const accessTokenLifetimeSeconds = 7200
