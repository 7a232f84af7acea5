import type { WebhookEvent } from './webhook-event.ts'

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'erased'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** One message to one subscription, and what has become of it. */
export interface Delivery {
  readonly id: string
  readonly subscriptionId: string
  readonly url: string
  readonly event: WebhookEvent
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly outcome: string | null
  readonly attemptedAt: Date | null
  readonly createdAt: Date
}

/** How long a receiver may fail before we give up. */
export const patienceMilliseconds = 24 * 3_600_000

/** When to try again what failed just now; undefined when it has failed long enough. The last attempt is when the time is over. */
export const nextAttempt = (firstFailedAt: Date, now: Date, delayMilliseconds: number): Date | undefined => {
  const last = firstFailedAt.getTime() + patienceMilliseconds
  return now.getTime() >= last ? undefined : new Date(Math.min(now.getTime() + delayMilliseconds, last))
}

/** Deliveries to one host, of one organization, are in one lane: another organization's queue is not in their way. */
export const laneOf = (organizationId: string, url: string): string => `webhook ${organizationId} ${new URL(url).host}`

/** After so long a silence, what was put off meanwhile need not wait for its hour. */
export const isRecovery = (failingSince: Date, now: Date): boolean => now.getTime() - failingSince.getTime() >= 60_000

/** What we keep of the messages that were sent. */
export const historyMilliseconds = 30 * 24 * 3_600_000
