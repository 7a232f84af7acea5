import { z } from 'zod'
import { pathId } from '#contract/wire.ts'
import { locales } from '#event-types/index.ts'
import { read } from '#execution/operation.ts'
import { findBrand } from '#organizations/index.ts'
import { mailStyleOf } from '../mail-style.ts'
import { renderMessageMail } from '../message-mail.ts'
import { sampledRule } from '../workflow/sampled-rule.ts'

export const previewMessageRule = read({
  name: 'preview_message_rule',
  summary: 'See what the message of a rule looks like',
  description: 'With a sample meeting tomorrow. Its links lead nowhere.',
  scopes: ['message_rules:read'],
  input: z.object({ uuid: pathId, locale: z.enum(locales) }),
  output: z.object({ subject: z.string(), text: z.string() }),

  async run({ reader, principal, links, codes, now }, { uuid, locale }) {
    const { organizationId } = principal
    const { mail, email: recipient } = await sampledRule(reader, principal, { id: uuid, locale }, now)
    const brand = await findBrand(reader, organizationId)
    const addressing = { links, codes, organizationId, recipient, scheduledEventId: mail.meeting.invitee?.id ?? null }
    const { subject, text } = renderMessageMail(mail, brand?.name ?? '', addressing, mailStyleOf(brand?.color ?? null))
    return { subject, text }
  },
})
