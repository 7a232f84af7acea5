import { z } from 'zod'
import { withSecret } from '#bookings/index.ts'
import { outcomeFields, outcomeSchema, storedOutcome } from '#contract/delivery-outcome.ts'
import { type Links, timestamp, type UrlContext, uri, uriOf } from '#contract/wire.ts'
import { schedulingUrlOf } from '#event-types/index.ts'
import { writeInstant } from '#platform/time/instant.ts'
import type { Communication } from './communication.ts'
import { communicationExample } from './examples.ts'
import { mailStatuses, type RecordedMail } from './mail.ts'
import { type MeetingChangeKind, meetingChangeKinds } from './mail-data.ts'

export const CommunicationResource = z
  .object({
    type: z.enum(['email', 'sms']),
    to: z.string(),
    from: z.string(),
    subject: z.string().nullable(),
    body: z.string().meta({ description: 'The content as HTML' }),
    sender_uri: uri.nullable().meta({ description: 'The host of the meeting' }),
    sender_email: z.string().nullable(),
    event_type_uri: uri,
    event_uri: uri,
    sent_at: timestamp,
    created_at: timestamp,
    scheduling_url: uri,
  })
  .meta({ id: 'OutgoingCommunication', examples: [communicationExample] })

/** What is returned beside a page of them. */
export const CommunicationsBeside = z.object({
  total_count: z
    .number()
    .int()
    .meta({ description: 'How many there are, at most 10,000', examples: [1] }),
})

export const toCommunicationResource = (
  { links, codes }: UrlContext,
  communication: Communication,
): z.output<typeof CommunicationResource> => {
  const { hostUserId, ownerSlug, slug, linkId, organizationId, inviteeId } = communication
  return {
    type: 'email',
    to: communication.recipient,
    from: communication.sender,
    subject: communication.subject,
    body:
      inviteeId === null
        ? communication.body
        : withSecret(codes, communication.body, { id: inviteeId, organizationId }, communication.recipient),
    sender_uri: hostUserId && uriOf(links, 'users', hostUserId),
    sender_email: communication.hostEmail,
    event_type_uri: uriOf(links, 'event_types', communication.eventTypeId),
    event_uri: uriOf(links, 'scheduled_events', communication.scheduledEventId),
    sent_at: writeInstant(communication.sentAt),
    created_at: writeInstant(communication.createdAt),
    scheduling_url: schedulingUrlOf({ links, codes }, { organizationId, owner: { slug: ownerSlug }, slug, linkId }),
  }
}

export const MailResource = z.object({
  uuid: z.string(),
  kind: z.string(),
  to: z.string().nullable().meta({ description: 'Null when the person is erased' }),
  subject: z.string().nullable().meta({ description: 'Null until it was tried' }),
  status: z.enum(mailStatuses),
  ...outcomeSchema,
  is_written: z.boolean().meta({ description: 'It was saved to a file, because no mail server is set' }),
  event: uri.nullable(),
  sent_at: timestamp.nullable(),
  created_at: timestamp,
})

export const toMailResource = (links: Links, mail: RecordedMail): z.output<typeof MailResource> => ({
  uuid: mail.id,
  kind: mail.kind,
  to: mail.recipient,
  subject: mail.subject,
  status: mail.status,
  ...outcomeFields(mail.outcome),
  is_written: mail.outcome === storedOutcome('written'),
  event: mail.scheduledEventId && uriOf(links, 'scheduled_events', mail.scheduledEventId),
  sent_at: mail.sentAt && writeInstant(mail.sentAt),
  created_at: writeInstant(mail.createdAt),
})

export const MailPreferencesResource = z.object({ wanted: z.array(z.enum(meetingChangeKinds)) })

export const toMailPreferencesResource = (
  unwanted: readonly MeetingChangeKind[],
): z.output<typeof MailPreferencesResource> => ({
  wanted: meetingChangeKinds.filter((kind) => !unwanted.includes(kind)),
})
