import { z } from 'zod'
import { conferenceKindOf, findScheduledEvent, mayChange, mayView } from '#bookings/index.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { findConferenceOf } from '../store/conferences.ts'

const states = ['waiting', 'retrying', 'made', 'failed'] as const

const MeetingLink = z.object({
  /** Null for a meeting that is no conference. */
  state: z.enum(states).nullable(),
  reason_code: z.string().nullable(),
  /** Whether the caller can enter a link, or have it created again. */
  may_mend: z.boolean(),
})

const stateOfStatus = { initiated: 'waiting', processing: 'retrying', pushed: 'made', failed: 'failed' } as const

/** Never served at an address: the console runs it. */
export const getMeetingLink = read({
  name: 'get_meeting_link',
  summary: 'Get how far the link of a meeting is',
  scopes: ['scheduled_events:read'],
  input: z.object({ uuid: pathId }),
  output: MeetingLink,

  async run({ reader, principal, now }, { uuid }) {
    const { organizationId, membershipId } = principal
    const seen = existing(await findScheduledEvent(reader, organizationId, uuid, membershipId))
    if (!mayView(principal, seen)) throw refuse('may_not_view')
    const { location, status, endsAt } = seen.scheduledEvent
    if (conferenceKindOf(location) === undefined || !location?.status || status === 'canceled')
      return { state: null, reason_code: null, may_mend: false }
    const state = stateOfStatus[location.status]
    const conference = state === 'made' ? undefined : await findConferenceOf(reader, organizationId, uuid)
    const fault = conference?.fault ?? (state === 'failed' ? 'no_account' : null)
    const isOpen = state !== 'made' && endsAt > now
    return { state, reason_code: fault, may_mend: isOpen && mayChange(principal, seen.scheduledEvent) }
  },
})
