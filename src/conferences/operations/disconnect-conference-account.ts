import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { pathId } from '#contract/wire.ts'
import { leaveAccount } from '#event-types/index.ts'
import { write } from '#execution/operation.ts'
import { deleteAccount } from '#integrations/index.ts'
import { factSubject } from '../fact-subject.ts'
import { accountFor } from '../workflow/find-account.ts'

export const disconnectConferenceAccount = write({
  name: 'disconnect_conference_account',
  summary: 'Disconnect an account that makes video meetings',
  description:
    'Your own, or any for owners and admins. Its credentials are deleted immediately. Meetings keep the links that they have.',
  scopes: ['event_types:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, now }, { uuid }) {
    const account = await accountFor(tx, principal, uuid)
    const { organizationId } = principal
    if (!(await deleteAccount(tx, organizationId, uuid))) return
    if (account.membershipId !== null) await leaveAccount(tx, organizationId, account.membershipId, account.kind)
    await recordChange({ tx, principal, now }, 'conference_account.disconnected', factSubject(links, account))
  },
})
