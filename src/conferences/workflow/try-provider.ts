import { randomUUID } from 'node:crypto'
import type { Principal } from '#contract/principal.ts'
import { missing } from '#contract/problem.ts'
import { findMembershipOfUser } from '#organizations/index.ts'
import type { Reader } from '#platform/db/database.ts'
import { day, hour } from '#platform/time/durations.ts'
import type { ConferenceProvider, MadeConference } from '../providers/provider.ts'
import { whileWaited } from './connect-account.ts'
import { orRefuse } from './refusal.ts'

interface TryingCall {
  readonly reader: Reader
  readonly principal: Principal
  readonly now: Date
}

/** Makes a meeting that nobody comes to, and removes it; or refuses with what was wrong. */
export const tryProvider = async (
  { reader, principal, now }: TryingCall,
  provider: ConferenceProvider,
): Promise<MadeConference> => {
  const host = await findMembershipOfUser(reader, principal.organizationId, principal.userId)
  if (!host) throw missing()
  const deadline = whileWaited()
  const startsAt = new Date(now.getTime() + day)
  const conference = {
    ...{ id: randomUUID(), name: 'Openslot check', startsAt, endsAt: new Date(startsAt.getTime() + hour) },
    hosts: [{ name: host.user.name, email: host.user.email }],
  }
  const made = orRefuse(await provider.create(conference, false, deadline))
  const fault = await provider.remove(made.foreignId, deadline)
  if (fault) orRefuse(fault)
  return made
}
