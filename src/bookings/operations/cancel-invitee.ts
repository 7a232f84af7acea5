import { actorOf, recordFact } from '#activity/index.ts'
import { refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { CancellationRequest } from '../requests.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { leftBy } from '../scheduled-event.ts'
import { cancelInviteeRows } from '../store/invitees.ts'
import { lockInvitee } from '../workflow/lock-meeting.ts'

export const cancelInvitee = write({
  name: 'cancel_invitee',
  summary: 'Cancel one invitee',
  description:
    'Other invitees keep their bookings. When the last invitee is canceled, the scheduled event is canceled too, and its time can be booked again.',
  scopes: ['scheduled_events:write'],
  input: CancellationRequest,
  output: InviteeResource,

  async run({ tx, principal, links, codes, persons, now }, { id, reason }) {
    const { invitee, scheduledEvent, callerName } = await lockInvitee(tx, principal, id, 'may_not_cancel')
    if (invitee.status === 'canceled') throw refuse('event_canceled')

    const cancellation = { by: callerName, type: 'host' as const, reason, at: now }
    await cancelInviteeRows(tx, scheduledEvent, [{ id }], cancellation)

    const left = leftBy(scheduledEvent, [invitee], cancellation)
    const after = { ...invitee, status: 'canceled' as const, cancellation, updatedAt: now }
    await recordFact(tx, inviteeFact('invitee.canceled', { links, persons, actor: actorOf(principal) }, after, left))
    return toInviteeResource({ links, codes }, after)
  },
})
