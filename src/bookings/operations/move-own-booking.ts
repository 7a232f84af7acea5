import { randomUUID } from 'node:crypto'
import { existing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { byInvitee } from '../draft.ts'
import { bookedInvitee } from '../outcome.ts'
import { MoveRequest } from '../requests.ts'
import { InviteeResource } from '../resources.ts'
import { findBookingByToken } from '../store/own-bookings.ts'
import { move } from '../workflow/move.ts'

/** For the holder of the invitee's token. The old booking ends with the new one, or neither does. */
export const moveOwnBooking = open({
  name: 'move_own_booking',
  summary: 'Move a booking to another time as its invitee',
  input: MoveRequest,
  output: InviteeResource,

  async run(call, { token, newId = randomUUID(), ...wanted }) {
    const own = existing(await findBookingByToken(call.tx, call.codes, token))

    return bookedInvitee(
      await move(call, own.scheduledEvent, { ...wanted, only: { inviteeId: own.invitee.id, newId }, by: byInvitee }),
    )
  },
})
