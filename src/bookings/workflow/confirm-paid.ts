import type { Money } from '#contract/money.ts'
import type { Reader, Tx } from '#platform/db/database.ts'
import { unlessRefused } from '#platform/db/savepoint.ts'
import { type BookingRequest, priceToPay } from '../booking-request.ts'
import { BookingRefused } from '../outcome.ts'
import { findBookingRequest } from '../store/booking-requests.ts'
import type { BookingCall } from './book.ts'
import { confirm, lockRequest } from './pass-gate.ts'

/** What was paid for a request, as the room of payments knows it. */
interface PaidFor extends Money {
  readonly organizationId: string
  readonly requestId: string
  readonly service: string
  readonly externalId: string
  readonly terms: string | null
}

/** Booking requests for those who ask services what was paid. */
export const paidRequests = ({ links, codes, persons }: Pick<BookingCall, 'links' | 'codes' | 'persons'>) => ({
  /** Its time is kept, by the clock of the database, and it waits to be paid. */
  isLive: async (reader: Reader, { organizationId, requestId }: Pick<PaidFor, 'organizationId' | 'requestId'>) => {
    const request = await findBookingRequest(reader, organizationId, requestId)
    return request !== undefined && priceToPay(request) !== undefined
  },

  /**
   * Its time becomes the meeting; also after it has expired, unless somebody has taken the time meanwhile. What cannot
   * be booked is gone, and nothing of the attempt stays in the transaction.
   */
  confirm: async (
    tx: Tx,
    { organizationId, requestId, service, externalId, amountMinor, currency, terms }: PaidFor,
    now: Date,
  ): Promise<{ readonly inviteeId: string } | 'gone'> => {
    const found = await findBookingRequest(tx, organizationId, requestId)
    if (!found) return 'gone'
    const call = { tx, links, codes, persons, now }
    const request = await lockRequest(call, found)
    if (!canBePaid(request, now)) return 'gone'
    const payment = { provider: service, externalId, amountMinor, currency, terms }
    const confirmed = await unlessRefused(
      tx,
      () => confirm(call, request, { actor: { type: 'invitee' } }, payment),
      (error) => error instanceof BookingRefused,
    )
    return confirmed ? { inviteeId: request.id } : 'gone'
  },
})

/** Nobody meets in the past, and whoever has withdrawn does not come. */
const canBePaid = ({ state, gates: [first], startsAt }: BookingRequest, now: Date): boolean =>
  (state === 'open' || state === 'expired') && first?.kind === 'payment' && startsAt > now
