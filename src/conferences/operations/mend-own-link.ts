import { z } from 'zod'
import { existing } from '#contract/problem.ts'
import { JoinUrl } from '#event-types/index.ts'
import { open } from '#execution/operation.ts'
import { findMissingLink } from '../workflow/find-missing-link.ts'
import { mendLink } from '../workflow/mend-link.ts'

/** For the holder of the token in a host's mail. */
export const mendOwnLink = open({
  name: 'mend_own_link',
  summary: 'Enter the link of a meeting, or have it created again',
  input: z.object({ token: z.string().max(200), url: JoinUrl.nullable() }),
  output: z.null(),

  async run({ tx, links, codes, now }, { token, url }) {
    const found = existing(await findMissingLink(tx, codes, token, now))
    const { organizationId, scheduledEventId: id, kind, membershipId } = found
    const actor = { type: 'user', membershipId } as const
    await mendLink({ tx, links, codes, now, actor }, { organizationId, id, kind, membershipId }, url)
    return null
  },
})
