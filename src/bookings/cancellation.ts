/** Who called a meeting off, and why. */
export interface Cancellation {
  /** A name. */
  readonly by: string
  readonly type: 'host' | 'invitee'
  readonly reason: string | null
  readonly at: Date
}

export const maxReasonLength = 10_000
