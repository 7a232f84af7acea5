import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { conferenceKinds } from '#event-types/index.ts'
import { read } from '#execution/operation.ts'
import { listAccounts, providerServices } from '#integrations/index.ts'
import { conferenceFaults } from '../../../languages/conference-faults.ts'

const ConferenceAccount = z.object({
  id: z.string(),
  service: z.enum(providerServices),
  kind: z.enum(conferenceKinds),
  account: z.string(),
  /** Otherwise of the organization. */
  is_own: z.boolean(),
  may_change: z.boolean(),
  is_lost: z.boolean(),
  reason: z.string().nullable(),
  reason_code: z.string().nullable(),
})

/** Never served at an address: the console and the command line run it. */
export const listConferenceAccounts = read({
  name: 'list_conference_accounts',
  summary: 'List the accounts that make your video meetings: your own, and those of the organization',
  scopes: ['locations:read'],
  input: z.object({}),
  output: z.array(ConferenceAccount),

  async run({ reader, principal }) {
    const found = await listAccounts(reader, principal.organizationId, principal.membershipId)
    return found.map(({ id, service, kind, account, membershipId, isLost, fault }) => ({
      ...{ id, service, kind, account, is_own: membershipId !== null, is_lost: isLost },
      may_change: membershipId !== null || isAdmin(principal),
      reason: fault === null ? null : (conferenceFaults[fault as keyof typeof conferenceFaults] ?? null),
      reason_code: fault,
    }))
  },
})
