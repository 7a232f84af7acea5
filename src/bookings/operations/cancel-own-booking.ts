import { recordFact } from '#activity/index.ts'
import { refuse } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { OwnCancellationRequest } from '../requests.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { leftBy } from '../scheduled-event.ts'
import { cancelInviteeRows } from '../store/invitees.ts'
import { lockOwnBooking } from '../workflow/lock-meeting.ts'

/** For the holder of the invitee's token. A past booking cannot be canceled. */
export const cancelOwnBooking = open({
  name: 'cancel_own_booking',
  summary: 'Cancel a booking as its invitee',
  input: OwnCancellationRequest,
  output: InviteeResource,

  async run({ tx, links, codes, persons, now }, { token, reason }) {
    const { invitee, scheduledEvent } = await lockOwnBooking(tx, codes, token)
    if (scheduledEvent.endsAt <= now) throw refuse('event_over')

    const cancellation = { by: invitee.name, type: 'invitee' as const, reason, at: now }
    await cancelInviteeRows(tx, scheduledEvent, [invitee], cancellation)

    const left = leftBy(scheduledEvent, [invitee], cancellation)
    const after = { ...invitee, status: 'canceled' as const, cancellation, updatedAt: now }
    await recordFact(tx, inviteeFact('invitee.canceled', { links, persons, actor: { type: 'invitee' } }, after, left))
    return toInviteeResource({ links, codes }, after)
  },
})
