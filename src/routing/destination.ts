import { z } from 'zod'
import { says } from '#contract/reasons.ts'
import { line, referenceTo } from '#contract/wire.ts'
import { parseRichText } from '#platform/rich-text.ts'

/** Where a form sends the visitor. Here an event type is only an id. */
export type Destination =
  | { readonly type: 'event_type'; readonly value: string }
  | { readonly type: 'external_url'; readonly value: string }
  | { readonly type: 'custom_message'; readonly value: { readonly headline: string; readonly body: string } }

/** http and https only: browsers are redirected there. */
const webAddress = z
  .string()
  .trim()
  .max(2048)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).username === '',
    says('format'),
  )

/** As it is sent. The body of a message may be plain text or a little HTML, of which only allowed tags are kept. */
export const SentDestination = z.discriminatedUnion('type', [
  z.object({ type: z.literal('event_type'), value: referenceTo('event_types') }),
  z.object({ type: z.literal('external_url'), value: webAddress }),
  z.object({
    type: z.literal('custom_message'),
    value: z.object({
      headline: line(255),
      body: z
        .string()
        .max(10_000)
        .default('')
        .transform((text) => parseRichText(text).html),
    }),
  }),
])

/** The default destination. */
export const plainThanks: Destination = {
  type: 'custom_message',
  value: { headline: 'Thank you', body: '<p>We have received your answers.</p>' },
}
