import { z } from 'zod'
import { listConferenceRooms } from '#event-types/index.ts'
import { collection } from '#execution/operation.ts'
import { listAccounts } from '#integrations/index.ts'
import { AccountResource, toAccountResource } from '../resources.ts'

export const listConferenceAccounts = collection({
  name: 'list_conference_accounts',
  summary: 'List the accounts that create your video meetings',
  description: 'Your own accounts, and those of the organization.',
  scopes: ['locations:read'],
  input: z.object({}),
  output: AccountResource,

  async run({ reader, principal, links }) {
    const { organizationId, membershipId } = principal
    const rooms = await listConferenceRooms(reader, organizationId, [membershipId])
    const found = await listAccounts(reader, organizationId, membershipId)
    return found.map((account) => toAccountResource(links, account, rooms))
  },
})
