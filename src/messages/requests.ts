import { z } from 'zod'
import { says } from '#contract/reasons.ts'
import { integer, line, pathId, referenceTo } from '#contract/wire.ts'
import { locales } from '#event-types/index.ts'
import { messageRuleRequestExample } from './examples.ts'
import { audiences, channels, maxOffsetMinutes, maxTypesOfRule, messageTriggers } from './message-rule.ts'
import { maxBodyLength, maxSubjectLength } from './own-words.ts'

const Text = z.object({
  subject: line(maxSubjectLength).meta({ description: 'One line. May contain variables' }),
  body: z
    .string()
    .max(maxBodyLength)
    .refine((body) => body.trim() !== '', says('blank'))
    .meta({ description: 'Paragraphs, lists, and links. May contain variables' }),
})

const Texts = z
  .partialRecord(z.enum(locales), Text)
  .refine((texts) => Object.keys(texts).length > 0, says('blank'))
  .meta({
    description:
      'Subject and body by language. A reader whose language is missing gets the English text, or else the first there is',
  })

const settings = {
  event_types: z
    .array(referenceTo('event_types'))
    .min(1)
    .max(maxTypesOfRule)
    .nullable()
    .meta({ description: 'The event types it is for; null for every event type of the organization' }),
  offset_minutes: integer({ min: 0, max: maxOffsetMinutes })
    .nullable()
    .meta({ description: 'How long before the start, or after the end. Only with `before` and `after`' }),
  audience: z.enum(audiences).meta({ description: 'Who gets the message' }),
  texts: Texts,
  active: z.boolean().meta({ description: 'While false, nothing is sent' }),
}

export const CreateMessageRuleRequest = z
  .object({
    event_types: settings.event_types.optional(),
    trigger: z.enum(messageTriggers).meta({ description: 'What causes the message' }),
    offset_minutes: settings.offset_minutes.optional(),
    audience: settings.audience,
    channel: z.enum(channels).optional().meta({ description: '`email` if left out' }),
    texts: settings.texts,
    active: settings.active.optional().meta({ description: 'True if left out' }),
  })
  .meta({ examples: [messageRuleRequestExample] })

export const UpdateMessageRuleRequest = z.object({
  uuid: pathId,
  event_types: settings.event_types.optional(),
  offset_minutes: settings.offset_minutes.optional(),
  audience: settings.audience.optional(),
  texts: settings.texts.optional(),
  active: settings.active.optional(),
})
