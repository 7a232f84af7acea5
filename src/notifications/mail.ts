import { day, hour, minute } from '#platform/time/durations.ts'

/** What became of a mail. */
const mailStatuses = ['pending', 'sent', 'failed', 'expired', 'erased'] as const
export type MailStatus = (typeof mailStatuses)[number]

/** All of it goes to one server, so many messages at a time. A new password does not wait behind ten thousand invitations. */
export const laneOf = (kind: string): string => (kind === 'password_reset' || kind === 'email_change' || kind === 'invitation' ? 'mail account' : 'mail')

/** How long we keep trying: mail servers usually do so for four to five days (RFC 5321 §4.5.4.1). */
export const patienceMilliseconds = 4 * day

/** When to try again what failed just now; undefined when it has failed long enough. */
export const nextAttempt = (firstFailedAt: Date, now: Date, delayMilliseconds: number): Date | undefined => {
  const last = firstFailedAt.getTime() + patienceMilliseconds
  return now.getTime() >= last ? undefined : new Date(Math.min(now.getTime() + delayMilliseconds, last))
}

/** How long the history of messages is kept. */
export const historyMilliseconds = 90 * day

/** The Message-ID, which is the same at every attempt: so a mailbox can recognise a repeat. */
export const messageIdOf = (mailId: string, from: string): string => `<${mailId}@${from.slice(from.lastIndexOf('@') + 1)}>`

/**
 * When those who come to a meeting are to be reminded. What is over when they book is not made up for, and of what they have heard within the
 * hour nobody needs to be reminded: so one booking is one mail in an hour.
 */
export const reminderTimes = (startsAt: Date, minutesBefore: readonly number[], now: Date): Date[] =>
  [...new Set(minutesBefore)].map((minutes) => new Date(startsAt.getTime() - minutes * minute)).filter((at) => at.getTime() >= now.getTime() + hour)
