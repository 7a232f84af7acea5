import { refuse } from '#contract/problem.ts'
import { type BookingRequest, waitsFor } from '../booking-request.ts'
import type { BookingCall } from './book.ts'
import { type Decider, endRequest, lockRequest, passGate, settled } from './pass-gate.ts'

/** For a caller who may. */
export const acceptRequest = async (
  call: BookingCall,
  found: BookingRequest,
  decider: Decider,
): Promise<BookingRequest> => passGate(call, await lockToDecide(call, found), decider)

/** For a caller who may. */
export const declineRequest = async (
  call: BookingCall,
  found: BookingRequest,
  reason: string | null,
  decider: Decider,
): Promise<BookingRequest> => {
  const request = await lockToDecide(call, found)
  const declined = await endRequest(call, request, { state: 'declined', reason }, decider)
  if (!declined) throw settled(request)
  return declined
}

/** At any gate, by the invitee or on their behalf. */
export const withdrawRequest = async (call: BookingCall, found: BookingRequest, decider: Decider): Promise<void> => {
  const request = await lockRequest(call, found)
  const withdrawn =
    request.state === 'open' ? await endRequest(call, request, { state: 'withdrawn' }, decider) : undefined
  if (!withdrawn) throw settled(request)
}

/** A host decides about a request that waits for them. */
const lockToDecide = async (call: BookingCall, found: BookingRequest): Promise<BookingRequest> => {
  const request = await lockRequest(call, found)
  switch (waitsFor(request)) {
    case 'approval':
      return request
    case 'email':
    case 'offer':
      throw refuse('request_unconfirmed')
    default:
      throw settled(request)
  }
}
