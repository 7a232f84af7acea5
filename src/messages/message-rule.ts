import { type Locale, locales } from '#event-types/index.ts'
import { minute } from '#platform/time/durations.ts'

/** What causes a message: something happens, or a meeting begins or ends at a given distance. */
export const messageTriggers = [
  'booked',
  'rescheduled',
  'canceled',
  'no_show',
  'before',
  'after',
  'requested',
  'decided',
] as const
export type MessageTrigger = (typeof messageTriggers)[number]

export const audiences = ['invitee', 'hosts'] as const
export type Audience = (typeof audiences)[number]

/** How a message goes out. A channel is a name here, a value of the column, and a file that renders and sends. */
export const channels = ['email'] as const
export type Channel = (typeof channels)[number]

export interface MessageText {
  readonly subject: string
  readonly body: string
}

export type MessageTexts = Readonly<Partial<Record<Locale, MessageText>>>

/** When and to whom a message in a host's own words is sent. */
export interface MessageRule {
  readonly organizationId: string
  readonly id: string
  /** Null: every event type of the organization. */
  readonly eventTypeIds: readonly string[] | null
  readonly trigger: MessageTrigger
  /** Between the message and the meeting; null for other triggers. */
  readonly offsetMinutes: number | null
  readonly audience: Audience
  readonly channel: Channel
  readonly texts: MessageTexts
  /** Null while it is turned off. */
  readonly activeSince: Date | null
  /** The membership of its creator. */
  readonly createdBy: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** As many as an organization can have. */
export const maxRules = 100
export const maxTypesOfRule = 50

/** 60 days. */
export const maxOffsetMinutes = 86_400

/** What a fact needs to know of a rule. */
export type RuleToSchedule = Pick<MessageRule, 'id' | 'trigger' | 'offsetMinutes'> & { readonly activeSince: Date }

/** Something that happened to a meeting, or to a request for one. */
export interface Occasion {
  readonly trigger: Exclude<MessageTrigger, 'before' | 'after'>
  readonly occurredAt: Date
  readonly startsAt: Date
  readonly endsAt: Date
}

/** A booking and a move begin a meeting's life: what is sent before and after it follows from them. */
const beginsMeeting = ({ trigger }: Occasion): boolean => trigger === 'booked' || trigger === 'rescheduled'

/** When a rule sends its message because of this; undefined if it does not. */
export const dueAt = (rule: RuleToSchedule, occasion: Occasion, now: Date): Date | undefined => {
  if (occasion.occurredAt < rule.activeSince) return undefined
  const offset = (rule.offsetMinutes ?? 0) * minute
  switch (rule.trigger) {
    case 'before': {
      const at = new Date(occasion.startsAt.getTime() - offset)
      // Who books later than that has just read about the meeting.
      return beginsMeeting(occasion) && at > now ? at : undefined
    }
    case 'after':
      return beginsMeeting(occasion) ? new Date(occasion.endsAt.getTime() + offset) : undefined
    default:
      return rule.trigger === occasion.trigger ? now : undefined
  }
}

/** The text in the reader's language; in English, or else in the first there is, if it was not written in theirs. */
export const textFor = (texts: MessageTexts, locale: string): { readonly locale: string } & MessageText => {
  const written = locales.filter((one) => texts[one] !== undefined)
  const chosen = written.find((one) => one === locale) ?? written.find((one) => one === 'en') ?? written[0]
  const text = chosen && texts[chosen]
  return { locale: chosen ?? locale, subject: text?.subject ?? '', body: text?.body ?? '' }
}
