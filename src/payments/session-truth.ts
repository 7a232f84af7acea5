import type { Money } from '#contract/money.ts'

/** What the service says about a session. */
export type SessionTruth =
  /** Nothing was paid yet. Pending: it was, and is not settled. */
  | { readonly kind: 'open' | 'pending' }
  /** The invitee agreed, and nothing is taken before `capture`. */
  | { readonly kind: 'approved' }
  /** Without an amount: the one that was asked for. */
  | { readonly kind: 'paid'; readonly externalId: string; readonly paid: Money | undefined }
  /** It cannot be paid any more. */
  | { readonly kind: 'over' }
