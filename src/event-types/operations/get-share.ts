import { z } from 'zod'
import { missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { ShareResource, toShareResource } from '../resources.ts'
import { checkMaySeeShare } from '../rights.ts'
import { findBookable } from '../store/bookables.ts'
import { findShare } from '../store/shares.ts'

export const getShare = read({
  name: 'get_share',
  summary: 'Get a share',
  description: 'For its creator, owners and hosts of its event type, and owners and admins of the organization.',
  scopes: ['shares:read'],
  input: z.object({ uuid: pathId }),
  output: ShareResource,

  async run({ reader, principal, links, codes, now }, { uuid }) {
    const share = await findShare(reader, principal.organizationId, uuid)
    const bookable = share && (await findBookable(reader, principal.organizationId, share.eventTypeId))
    if (!share || !bookable) throw missing()
    checkMaySeeShare(principal, share, bookable)
    return toShareResource({ links, codes }, share, now)
  },
})
