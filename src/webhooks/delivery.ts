import { day, minute } from '#platform/time/durations.ts'
import type { WebhookEvent } from './webhook-event.ts'

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'erased'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** One message to one subscription, and its state. */
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
export const patienceMilliseconds = day

/**
 * Deliveries to one host, of one organization, share a lane, so that they do not wait for another organization's queue.
 */
export const laneOf = (organizationId: string, url: string): string => `webhook ${organizationId} ${new URL(url).host}`

/** After so long an outage, deliveries that were put off are retried at once. */
export const isRecovery = (failingSince: Date, now: Date): boolean => now.getTime() - failingSince.getTime() >= minute

/** How long sent messages are kept. */
export const historyMilliseconds = 30 * day
