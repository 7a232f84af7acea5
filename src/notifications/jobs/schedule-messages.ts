import type { RecordedFact } from '#activity/index.ts'
import { idInUri } from '#contract/wire.ts'
import {
  dueAt,
  insertScheduledMessages,
  type MessageTrigger,
  type NewScheduledMessage,
  type Occasion,
} from '#messages/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { readInstant } from '#platform/time/instant.ts'
import type { MeetingChange } from '../meeting-change.ts'
import { findTypeMailSettings, type TypeMailSettings } from '../store/mail-context.ts'

/** What happened, to whom, and at which event type. */
interface KnownOccasion extends Occasion {
  readonly organizationId: string
  readonly eventTypeId: string
  readonly inviteeId: string | null
  readonly requestId: string | null
}

/**
 * Schedules the messages of rules. What rules there are came with the settings of the event types, so a booking without
 * rules costs no statement more.
 */
export const scheduleMessages = async (
  tx: Tx,
  facts: readonly RecordedFact[],
  change: readonly MeetingChange[],
  types: ReadonlyMap<string, TypeMailSettings>,
  now: Date,
): Promise<void> => {
  const others = facts.flatMap(occasionOf)
  const missing = others.map(({ eventTypeId }) => eventTypeId).filter((id) => !types.has(id))
  const known = new Map(types)
  if (missing.length > 0)
    for (const type of await findTypeMailSettings(tx, [...new Set(missing)])) known.set(type.id, type)
  const messages = [...change.flatMap(occasionOfChange), ...others].flatMap((occasion) =>
    (known.get(occasion.eventTypeId)?.rules ?? []).flatMap((rule): NewScheduledMessage[] => {
      const at = dueAt(rule, occasion, now)
      const { organizationId, inviteeId, requestId } = occasion
      return at ? [{ organizationId, ruleId: rule.id, inviteeId, requestId, dueAt: at }] : []
    }),
  )
  await insertScheduledMessages(tx, messages, now)
}

const triggerOf = { booked: 'booked', moved: 'rescheduled', canceled: 'canceled', reminder: undefined } as const

const occasionOfChange = ({
  organizationId,
  kind,
  news,
  invitee,
  event,
  occurredAt,
}: MeetingChange): KnownOccasion[] => {
  const trigger = news ? undefined : triggerOf[kind]
  if (!trigger || !invitee || !occurredAt) return []
  return [
    {
      ...{ organizationId, trigger, occurredAt, ...spanIn(event.start_time, event.end_time) },
      ...{ eventTypeId: idInUri(event.event_type), inviteeId: idInUri(invitee.uri), requestId: null },
    },
  ]
}

interface NoShowSubject {
  readonly invitee?: { readonly uri: string }
  readonly scheduled_event?: { readonly event_type: string; readonly start_time: string; readonly end_time: string }
}

interface RequestSubject {
  readonly booking_request?: {
    readonly uri: string
    readonly event_type: string
    readonly start_time: string
    readonly end_time: string
  }
  readonly is_unconfirmed?: boolean
  readonly is_unpaid?: boolean
}

/** What is no change of a meeting: a no-show, and requests. Somebody who was erased meanwhile is left out. */
const occasionOf = ({ name, organizationId, subject, occurredAt, actorType }: RecordedFact): KnownOccasion[] => {
  if (name === 'invitee_no_show.created') {
    const { invitee, scheduled_event: event } = JSON.parse(subject) as NoShowSubject
    if (!invitee || !event) return []
    return [
      {
        ...{ organizationId, trigger: 'no_show', occurredAt, ...spanIn(event.start_time, event.end_time) },
        ...{ eventTypeId: idInUri(event.event_type), inviteeId: idInUri(invitee.uri), requestId: null },
      },
    ]
  }
  if (!name.startsWith('booking_request.')) return []
  const { booking_request: request, is_unconfirmed, is_unpaid } = JSON.parse(subject) as RequestSubject
  const trigger = requestTrigger(name, actorType, is_unpaid === true)
  if (!trigger || !request || is_unconfirmed) return []
  return [
    {
      ...{ organizationId, trigger, occurredAt, ...spanIn(request.start_time, request.end_time) },
      ...{ eventTypeId: idInUri(request.event_type), inviteeId: null, requestId: idInUri(request.uri) },
    },
  ]
}

/** Requests that only wait to be paid are nothing that a host decides; a payment confirms what was accepted before. */
const requestTrigger = (
  name: string,
  actorType: RecordedFact['actorType'],
  isUnpaid: boolean,
): Extract<MessageTrigger, 'requested' | 'decided'> | undefined => {
  if (name === 'booking_request.created' && !isUnpaid) return 'requested'
  if (name === 'booking_request.accepted' || name === 'booking_request.declined') return 'decided'
  return name === 'booking_request.confirmed' && actorType === 'user' ? 'decided' : undefined
}

const spanIn = (from: string, to: string): Pick<Occasion, 'startsAt' | 'endsAt'> => ({
  startsAt: readInstant(from) ?? new Date(0),
  endsAt: readInstant(to) ?? new Date(0),
})
