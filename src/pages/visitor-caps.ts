import type { Bucket } from '#platform/limits/limiter.ts'
import { sourceKey } from '#platform/limits/source-address.ts'
import { mailboxOf } from './mailbox.ts'
import type { Visit } from './visit.ts'

const hour = 60 * 60
const day = 24 * hour

/**
 * What strangers may make us do: each booking, new time or cancellation on a public page leads to a mail for everybody it
 * names. The caps of a mailbox hold whoever asks and wherever from; those of a source leave room for an office behind one address.
 */
const caps = {
  recipient: [
    { limit: 5, seconds: hour },
    { limit: 20, seconds: day },
  ],
  /** Of meetings that begin in the same hour of a day. Their reminders come together. */
  meeting: [{ limit: 3, seconds: day }],
  source: [
    { limit: 60, seconds: hour },
    { limit: 200, seconds: day },
  ],
  eventType: [
    { limit: 300, seconds: hour },
    { limit: 2000, seconds: day },
  ],
} as const satisfies Record<string, readonly Omit<Bucket, 'key'>[]>

export interface VisitorWrite {
  readonly eventTypeId: string
  /** Everybody the visitor names who will get a mail about it: the invitee, and the guests. */
  readonly recipients: readonly string[]
  /** When they are to meet, and so to be reminded; undefined for what leads to no meeting. */
  readonly startsAt?: Date
}

/** The windows of everybody's letters, whatever they are about. Mailboxes are hashed, because windows are stored. */
export const recipientCaps = ({ persons }: Pick<Visit['context'], 'persons'>, recipients: readonly string[], startsAt?: Date): Bucket[] => {
  const mailboxes = new Set(recipients.map((address) => persons.of('visitor', mailboxOf(address)).toString('base64url')))
  return [...mailboxes].flatMap((mailbox) => [
    ...caps.recipient.map((cap) => ({ ...cap, key: `visitor:recipient:${mailbox}` })),
    ...(startsAt === undefined
      ? []
      : caps.meeting.map((cap) => ({ ...cap, key: `visitor:meeting:${mailbox}:${Math.floor(startsAt.getTime() / hour / 1000)}` }))),
  ])
}

/** The windows it is counted in. */
export const visitorCaps = ({ context, source }: Pick<Visit, 'context' | 'source'>, { eventTypeId, recipients, startsAt }: VisitorWrite): Bucket[] => [
  ...recipientCaps(context, recipients, startsAt),
  ...caps.source.map((cap) => ({ ...cap, key: `visitor:source:${sourceKey(source)}` })),
  ...caps.eventType.map((cap) => ({ ...cap, key: `visitor:type:${eventTypeId}` })),
]

/**
 * To be asked before every booking, new time and cancellation by a visitor, once what they sent is known to be complete: what
 * is not going to happen should not be counted. Throws TooManyAttempts (429), or LimiterAway (503) while nobody can count.
 */
export const countVisitorWrite = (visit: Pick<Visit, 'context' | 'source' | 'count'>, write: VisitorWrite): Promise<void> =>
  visit.count(...visitorCaps(visit, write))
