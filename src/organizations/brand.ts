import { z } from 'zod'
import { says } from '#contract/reasons.ts'

/** The colour of booking pages and mails. */
export const brandColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, says('color_format'))
