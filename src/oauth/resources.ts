import { z } from 'zod'
import { timestamp } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import type { PersonalAccessToken } from './token.ts'

/** Never the token itself: that is shown once, by the operation that makes it. */
export const TokenResource = z
  .object({
    uuid: z.string(),
    name: z.string(),
    hint: z.string().meta({ description: 'The end of the token, to recognise it by' }),
    scope: z.string().meta({ description: 'Space-separated; `default` is full access, from before scopes existed' }),
    email: z.string().meta({ format: 'email' }),
    created_at: timestamp,
  })
  .meta({ id: 'PersonalAccessToken' })

export const toTokenResource = (token: PersonalAccessToken): z.output<typeof TokenResource> => ({
  uuid: token.id,
  name: token.name,
  hint: token.hint,
  scope: token.scopes.join(' '),
  email: token.userEmail,
  created_at: writeInstant(token.createdAt),
})
