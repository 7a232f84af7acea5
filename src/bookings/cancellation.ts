/** Who canceled a meeting, and why. */
export interface Cancellation {
  /** The name of the canceler. */
  readonly by: string
  readonly type: 'host' | 'invitee'
  readonly reason: string | null
  readonly at: Date
}

export const maxReasonLength = 10_000
