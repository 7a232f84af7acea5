import { timingSafeEqual } from 'node:crypto'
import type { UrlContext } from '#contract/wire.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import { day, hour } from '#platform/time/durations.ts'

/** By which a calendar service says that something has changed. */
export interface Channel {
  readonly id: string
  /** The calendar it is about, as the service calls it; empty for the whole account. */
  readonly resource: string
  /** Null when the service has refused it. */
  readonly foreignId: string | null
  readonly endsAt: Date
  readonly triedAt: Date
}

/** However many pushes come, a connection is not read more often than this. */
export const betweenPushedSyncsMilliseconds = 15_000

const renewBeforeMilliseconds = day
const tryAgainMilliseconds = hour

/** Whether it must be opened or renewed now. One that the service refuses is not asked for all the time. */
export const isChannelDue = ({ foreignId, endsAt, triedAt }: Channel, now: number): boolean =>
  endsAt.getTime() - now < renewBeforeMilliseconds &&
  (foreignId !== null || now - triedAt.getTime() >= tryAgainMilliseconds)

/** It comes with every push. Stored nowhere: a stranger who guesses an address does not have it. */
export const channelSecret = (codes: Codes, channelId: string): string => codes.of('calendar channel', channelId)

export const isChannelSecret = (codes: Codes, channelId: string, secret: string): boolean => {
  const [given, own] = [Buffer.from(secret), Buffer.from(channelSecret(codes, channelId))]
  return given.length === own.length && timingSafeEqual(given, own)
}

export const pushAddress = ({ api }: UrlContext['links'], channelId: string): string =>
  `${api}/api/calendar_pushes/${channelId}`
