import { z } from 'zod'

/** The colour of booking pages and mails. */
export const brandColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #0069ff')
