import { z } from 'zod'

/** What a browser keeps. It is nowhere else: the database has its digest. */
export const BegunSession = z.object({
  key: z.string(),
  awaits_code: z.boolean().meta({ description: 'The second factor is still to come' }),
  expires_at: z.date(),
})
