import type { Plan, Stage } from './plans.ts'

export const roles = ['owner', 'admin', 'user'] as const
export type Role = (typeof roles)[number]

/** Who is calling, and what they may do. There is no call without one, and so no query without a tenant. */
export interface Principal {
  readonly organizationId: string
  readonly membershipId: string
  readonly userId: string
  readonly role: Role
  readonly plan: Plan
  readonly stage: Stage
  readonly scopes: ReadonlySet<string>
  /** How they came in. On the command line it is the operator of the machine who acts, in the owner's place. */
  readonly via:
    | { readonly kind: 'token'; readonly tokenId: string; readonly clientId: string | null }
    | { readonly kind: 'session'; readonly sessionId: string }
    | { readonly kind: 'command_line' }
}

export const isAdmin = (principal: Pick<Principal, 'role'>): boolean => principal.role !== 'user'
