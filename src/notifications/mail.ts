import { day, hour, minute } from '#platform/time/durations.ts'

/** The state of a mail. */
export const mailStatuses = ['pending', 'sent', 'failed', 'expired', 'erased'] as const
export type MailStatus = (typeof mailStatuses)[number]

/** What is known of a mail about a meeting, sent or not. */
export interface RecordedMail {
  readonly id: string
  readonly kind: string
  readonly recipient: string | null
  readonly subject: string | null
  readonly status: MailStatus
  readonly outcome: string | null
  readonly scheduledEventId: string | null
  readonly sentAt: Date | null
  readonly createdAt: Date
}

/**
 * All mail goes to one server, with limited concurrency. A password reset does not wait behind ten thousand
 * invitations.
 */
export const laneOf = (kind: string): string =>
  ['password_reset', 'email_change', 'invitation', 'booking_request'].includes(kind) ? 'mail account' : 'mail'

/** How long we keep retrying: mail servers usually do so for four to five days (RFC 5321 §4.5.4.1). */
export const patienceMilliseconds = 4 * day

/** How long the history of messages is kept. */
export const historyMilliseconds = 90 * day

/** The Message-ID, the same at every attempt, so that a mailbox can recognise a duplicate. */
export const messageIdOf = (mailId: string, from: string): string =>
  `<${mailId}@${from.slice(from.lastIndexOf('@') + 1)}>`

/**
 * When the people of a meeting are reminded. Reminders that are due before the booking are skipped, and so are those
 * within an hour of it, because the booking was mailed then: one booking is at most one mail in an hour.
 */
export const reminderTimes = (startsAt: Date, minutesBefore: readonly number[], now: Date): Date[] =>
  [...new Set(minutesBefore)]
    .map((minutes) => new Date(startsAt.getTime() - minutes * minute))
    .filter((at) => at.getTime() >= now.getTime() + hour)
