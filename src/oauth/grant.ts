import { minute } from '#platform/time/durations.ts'
import type { Audience } from './audience.ts'

/** What a member allowed an application. */
export interface Grant {
  readonly grantId: string
  readonly organizationId: string
  readonly membershipId: string
  readonly userId: string
  readonly clientId: string
  readonly clientName: string
  readonly audience: Audience
  readonly scopes: readonly string[]
  /** It was not revoked, the member is still one, and the application is still there. */
  readonly holds: boolean
}

export const codeLifetimeMilliseconds = 10 * minute
export const accessTokenLifetimeSeconds = 7200
