import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { findSealedAccount, isFault } from '#integrations/index.ts'
import { findMembershipOfUser } from '#organizations/index.ts'
import { day, hour } from '#platform/time/durations.ts'
import { whileWaited } from '../workflow/connect-account.ts'
import { accountFor } from '../workflow/find-account.ts'
import { openConferenceProvider } from '../workflow/open-provider.ts'
import { orRefuse } from '../workflow/refusal.ts'

/** Never served at an address: the console and the command line run it. */
export const checkConferenceAccount = write({
  name: 'check_conference_account',
  summary: 'Try an account with a video meeting that is deleted again',
  scopes: ['event_types:write'],
  input: z.object({ uuid: pathId }),
  output: z.object({ account: z.string(), join_url: z.string() }),

  async ask(call, { uuid }) {
    const { reader, principal, now } = call
    const { account } = await accountFor(reader, principal, uuid)
    const sealed = await findSealedAccount(reader, principal.organizationId, uuid)
    const host = await findMembershipOfUser(reader, principal.organizationId, principal.userId)
    if (!sealed || !host) throw missing()
    const provider = openConferenceProvider(call, sealed)
    const deadline = whileWaited()
    const startsAt = new Date(now.getTime() + day)
    const conference = {
      ...{ id: randomUUID(), name: 'Openslot check', startsAt, endsAt: new Date(startsAt.getTime() + hour) },
      hosts: [{ name: host.user.name, email: host.user.email }],
    }
    const made = orRefuse(await provider.create(conference, false, deadline))
    const fault = await provider.remove(made.foreignId, deadline)
    if (fault && isFault(fault)) orRefuse(fault)
    return { account, join_url: made.joinUrl }
  },

  async run(_, __, checked) {
    return checked
  },
})
