import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { listConferenceRooms } from '#event-types/index.ts'
import { read } from '#execution/operation.ts'
import { findAccount } from '#integrations/index.ts'
import { AccountResource, toAccountResource } from '../resources.ts'

export const getConferenceAccount = read({
  name: 'get_conference_account',
  summary: 'Get an account that creates video meetings',
  description: 'Your own, one of the organization, or any for owners and admins.',
  scopes: ['locations:read'],
  input: z.object({ uuid: pathId }),
  output: AccountResource,

  async run({ reader, principal, links }, { uuid }) {
    const { organizationId, membershipId } = principal
    const account = existing(await findAccount(reader, organizationId, uuid))
    const isTheirs = account.membershipId === null || account.membershipId === membershipId
    if (!isTheirs && !isAdmin(principal)) throw refuse('no_permission')
    return toAccountResource(links, account, await listConferenceRooms(reader, organizationId, [membershipId]))
  },
})
