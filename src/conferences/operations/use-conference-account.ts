import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { chooseAccount, leaveRooms, listConferenceRooms } from '#event-types/index.ts'
import { write } from '#execution/operation.ts'
import { findAccount } from '#integrations/index.ts'
import { factSubject } from '../fact-subject.ts'
import { AccountResource, toAccountResource } from '../resources.ts'

export const useConferenceAccount = write({
  name: 'use_conference_account',
  summary: 'Use an account for your video meetings',
  description:
    'From now on, the account creates your meetings of its kind: one of yours, or one of the organization. It replaces the link that you have set for this kind.',
  scopes: ['event_types:write'],
  input: z.object({ uuid: pathId }),
  output: AccountResource,

  async run({ tx, principal, links, now }, { uuid }) {
    const { organizationId, membershipId, userId } = principal
    const account = await findAccount(tx, organizationId, uuid)
    if (!account) throw missing()
    const { kind } = account
    if (account.membershipId !== null && account.membershipId !== membershipId) throw refuse('no_permission')
    if (account.membershipId === null) await leaveRooms(tx, organizationId, membershipId, kind)
    else await chooseAccount(tx, organizationId, membershipId, kind, now)
    const subject = factSubject(links, { ...account, userId })
    await recordChange({ tx, principal, now }, 'conference_account.chosen', subject)
    return toAccountResource(links, account, await listConferenceRooms(tx, organizationId, [membershipId]))
  },
})
