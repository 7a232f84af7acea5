import { mailboxOf } from '#contract/mailbox.ts'
import type { Bucket } from '#platform/limits/limiter.ts'
import { sourceKey } from '#platform/limits/source-address.ts'
import type { Visit } from './visit.ts'

const hour = 60 * 60
const day = 24 * hour

/**
 * Limits on what anonymous visitors can cause: each booking, move or cancellation on a public page sends mail to
 * everybody it names. The caps of a mailbox hold for all sources together; those of a source leave room for an office
 * behind one address. Strangers can use up a mailbox, but not what its owner does by a link: see docs/decisions/0039.
 */
const caps = {
  recipient: [
    { limit: 5, seconds: hour },
    { limit: 20, seconds: day },
  ],
  /** Of meetings that begin in the same hour of a day, whose reminders are sent together. */
  meeting: [{ limit: 3, seconds: day }],
  /** Changes of one booking by its own link, however often it was moved. */
  booking: [
    { limit: 3, seconds: hour },
    { limit: 6, seconds: day },
  ],
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
  /** Everybody named by the visitor who will get a mail: the invitee, and the guests. */
  readonly recipients: readonly string[]
  /** The start of the meeting, and so of its reminders; undefined if there is no meeting. */
  readonly startsAt?: Date
  /**
   * What lets somebody through whose mailbox strangers have used up. The link of a booking is counted for that booking,
   * by its first invitee; a link that a host made works once, and needs no count.
   */
  readonly by?: { readonly bookingOf: string } | 'single-use link' | undefined
}

/** The windows of each recipient's mail, whatever it is about. Mailboxes are hashed, because windows are stored. */
export const recipientCaps = (
  { persons }: Pick<Visit['context'], 'persons'>,
  recipients: readonly string[],
  startsAt?: Date,
): Bucket[] => {
  const mailboxes = new Set(
    recipients.map((address) => persons.of('visitor', mailboxOf(address)).toString('base64url')),
  )
  return [...mailboxes].flatMap((mailbox) => [
    ...caps.recipient.map((cap) => ({ ...cap, key: `visitor:recipient:${mailbox}` })),
    ...(startsAt === undefined
      ? []
      : caps.meeting.map((cap) => ({
          ...cap,
          key: `visitor:meeting:${mailbox}:${Math.floor(startsAt.getTime() / hour / 1000)}`,
        }))),
  ])
}

const bookingCaps = (inviteeId: string): Bucket[] =>
  caps.booking.map((cap) => ({ ...cap, key: `visitor:booking:${inviteeId}` }))

/** The windows it is counted in. */
export const visitorCaps = (
  { context, source }: Pick<Visit, 'context' | 'source'>,
  { eventTypeId, recipients, startsAt, by }: VisitorWrite,
): Bucket[] => [
  ...(by === undefined
    ? recipientCaps(context, recipients, startsAt)
    : by === 'single-use link'
      ? []
      : bookingCaps(by.bookingOf)),
  ...sharedCaps(source, eventTypeId),
]

/** The windows that many visitors share: of a source, and of an event type. */
export const sharedCaps = (source: string, eventTypeId: string): Bucket[] => [
  ...caps.source.map((cap) => ({ ...cap, key: `visitor:source:${sourceKey(source)}` })),
  ...caps.eventType.map((cap) => ({ ...cap, key: `visitor:type:${eventTypeId}` })),
]

/**
 * To be called before every booking, move and cancellation by a visitor, once the input is known to be complete: what
 * is going to be refused should not be counted. Throws TooManyAttempts (429), or LimiterAway (503) while the limiter is
 * away.
 */
export const countVisitorWrite = (
  visit: Pick<Visit, 'context' | 'source' | 'count'>,
  write: VisitorWrite,
): Promise<void> => visit.count(...visitorCaps(visit, write))
