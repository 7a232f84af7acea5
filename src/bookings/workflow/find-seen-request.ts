import { isAdmin, type Principal } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import type { Reader } from '#platform/db/database.ts'
import { type BookingRequest, hostIds } from '../booking-request.ts'
import { findBookingRequest } from '../store/booking-requests.ts'

/** For its hosts, and for admins and owners: they see it and decide. The member who made it sees it too. */
export const findSeenRequest = async (
  reader: Reader,
  principal: Principal,
  id: string,
  { maker = false }: { readonly maker?: boolean } = { maker: true },
): Promise<BookingRequest> => {
  const request = existing(await findBookingRequest(reader, principal.organizationId, id))
  const isMaker = maker && request.booking.scheduledBy?.membershipId === principal.membershipId
  if (isAdmin(principal) || isMaker || hostIds(request).includes(principal.membershipId)) return request
  throw refuse('no_access')
}
