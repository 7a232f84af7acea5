import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { recordedShare, toShareResource } from '../resources.ts'
import { checkMaySeeShare } from '../rights.ts'
import { findBookable } from '../store/bookables.ts'
import { lockShare, markShareDeleted } from '../store/shares.ts'

export const deleteShare = write({
  name: 'delete_share',
  summary: 'Delete a share that has not been booked',
  description:
    'Its link stops working. For its creator, owners and hosts of its event type, and owners and admins of the organization.',
  scopes: ['shares:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, codes, now }, { uuid }) {
    const { organizationId } = principal
    const share = await lockShare(tx, organizationId, uuid)
    const bookable = share && (await findBookable(tx, organizationId, share.eventTypeId))
    if (!share || !bookable) throw missing()
    checkMaySeeShare(principal, share, bookable)
    if (share.usedAt) throw refuse('share_booked')

    await markShareDeleted(tx, organizationId, share.id, now)
    await recordChange(
      { tx, principal, now },
      'share.deleted',
      recordedShare(toShareResource({ links, codes }, share, now)),
    )
  },
})
