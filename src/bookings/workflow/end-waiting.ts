import { type Actor, recordFacts } from '#activity/index.ts'
import { releaseTime } from '#availability/index.ts'
import { decideRequest, findBookingRequest } from '../store/booking-requests.ts'
import { findOffer, moveEntry } from '../store/waiting-list.ts'
import type { WaitingListEntry } from '../waiting-list.ts'
import { entryFact } from '../waiting-list-fact.ts'
import type { BookingCall } from './book.ts'
import { lockRequest } from './pass-gate.ts'
import { holderOf } from './request-booking.ts'

type Ended = Pick<WaitingListEntry, 'organizationId' | 'id' | 'eventTypeId' | 'email' | 'name'>

/** Somebody waits no longer. What is offered to them goes to the next. False if they did not wait any more. */
export const endWaiting = async (call: BookingCall, entry: Ended, actor: Actor): Promise<boolean> => {
  const { tx, now } = call
  const offerId = await findOffer(tx, entry)
  const offer = offerId === undefined ? undefined : await findBookingRequest(tx, entry.organizationId, offerId)
  // The hosts first, as whoever takes an offer does.
  const request = offer && (await lockRequest(call, offer))
  if (!(await moveEntry(tx, entry, ['unconfirmed', 'waiting'], 'left', now))) return false
  // Nobody else has heard of the offer, so leaving is all there is to tell.
  if (request?.state === 'open' && (await decideRequest(tx, request, { state: 'withdrawn' }, now)))
    await releaseTime(tx, holderOf(request))
  const name = actor.type === 'invitee' ? 'waiting_list_entry.left' : 'waiting_list_entry.removed'
  await recordFacts(tx, [entryFact(name, call, entry, actor)])
  return true
}
