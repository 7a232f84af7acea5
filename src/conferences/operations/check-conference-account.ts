import { z } from 'zod'
import { missing } from '#contract/problem.ts'
import { pathId, uri } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { findSealedAccount } from '#integrations/index.ts'
import { accountFor } from '../workflow/find-account.ts'
import { openConferenceProvider } from '../workflow/open-provider.ts'
import { tryProvider } from '../workflow/try-provider.ts'

export const checkConferenceAccount = write({
  name: 'check_conference_account',
  summary: 'Test an account with a video meeting that is deleted again',
  description: 'Your own, or any for owners and admins.',
  scopes: ['event_types:write'],
  input: z.object({ uuid: pathId }),
  output: z.object({
    account: z.string(),
    join_url: uri.meta({ description: 'Of the meeting that was deleted again' }),
  }),

  async ask(call, { uuid }) {
    const { reader, principal } = call
    const { account } = await accountFor(reader, principal, uuid)
    const sealed = await findSealedAccount(reader, principal.organizationId, uuid)
    if (!sealed) throw missing()
    const made = await tryProvider(call, openConferenceProvider(call, sealed))
    return { account, join_url: made.joinUrl }
  },

  async run(_, __, checked) {
    return checked
  },
})
