import type { OauthClient } from './client.ts'

/** A client that a member registered, and answers for. */
export interface App extends OauthClient {
  readonly ownerMembershipId: string
  readonly ownerEmail: string
  readonly createdAt: Date
  readonly updatedAt: Date
}
