import type { OauthClient } from './client.ts'

/** A client that was registered by a member. */
export interface App extends OauthClient {
  readonly ownerMembershipId: string
  readonly ownerEmail: string
  readonly createdAt: Date
  readonly updatedAt: Date
}
