import { z } from 'zod'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { locales } from '#event-types/index.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { messageRuleExample } from './examples.ts'
import { audiences, channels, type MessageRule, messageTriggers } from './message-rule.ts'

export const MessageRuleResource = z
  .object({
    uri,
    event_types: z.array(uri).nullable().meta({
      description: 'The event types it is for; null for every event type of the organization',
    }),
    trigger: z.enum(messageTriggers).meta({
      description:
        'What causes the message. `before` and `after` count from the start and the end of a meeting; `requested` and `decided` are about booking requests that wait for a host',
    }),
    offset_minutes: z.number().int().nullable().meta({ description: 'Only with `before` and `after`' }),
    audience: z.enum(audiences).meta({ description: 'Who gets it' }),
    channel: z.enum(channels).meta({ description: 'How it is sent' }),
    texts: z
      .partialRecord(
        z.enum(locales),
        z.object({
          subject: z.string().meta({ description: 'One line. May contain variables' }),
          body: z.string().meta({ description: 'Paragraphs, lists, and links. May contain variables' }),
        }),
      )
      .meta({
        description: 'Subject and body by language, with variables such as `{first_name}`',
      }),
    active: z.boolean().meta({ description: 'While false, nothing is sent' }),
    active_since: timestamp.nullable().meta({
      description: 'Since when it is turned on. What happened earlier causes no message',
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'MessageRule', examples: [messageRuleExample] })

export type MessageRuleWire = z.output<typeof MessageRuleResource>

export const toMessageRuleResource = (links: Links, rule: MessageRule): MessageRuleWire => ({
  uri: uriOf(links, 'message_rules', rule.id),
  event_types: rule.eventTypeIds?.map((id) => uriOf(links, 'event_types', id)) ?? null,
  trigger: rule.trigger,
  offset_minutes: rule.offsetMinutes,
  audience: rule.audience,
  channel: rule.channel,
  texts: rule.texts,
  active: rule.activeSince !== null,
  active_since: rule.activeSince && writeInstant(rule.activeSince),
  created_at: writeInstant(rule.createdAt),
  updated_at: writeInstant(rule.updatedAt),
})
