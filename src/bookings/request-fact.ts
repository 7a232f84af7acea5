import type { Actor, Fact, FactName } from '#activity/index.ts'
import type { Persons } from '#contract/persons.ts'
import type { Links } from '#contract/wire.ts'
import type { BookingRequest } from './booking-request.ts'
import { recordedPreferences } from './invitee.ts'
import { toRequestRecord } from './request-resource.ts'

/** The fact about a request, as it is now. */
export const requestFact = (
  name: Extract<FactName, `booking_request.${string}`>,
  { links, persons, actor, now }: { links: Links; persons: Persons; actor: Actor; now: Date },
  request: BookingRequest,
): Fact => {
  const [first] = request.gates
  return {
    name,
    organizationId: request.organizationId,
    actor,
    subject: {
      booking_request: toRequestRecord(links, request),
      ...recordedPreferences(request.booking.details),
      // Only the invitee hears of it then.
      ...(isPrivate(request) ? { is_unconfirmed: true } : {}),
      // Hosts have nothing to do any more.
      ...(first?.kind === 'payment'
        ? { is_unpaid: true, ...(first.isAfterApproval ? { is_accepted: true } : {}) }
        : {}),
      ...(request.waitingListEntryId === null ? {} : { waiting_list_entry: request.waitingListEntryId }),
    },
    person: persons.of(request.organizationId, request.email),
    occurredAt: now,
  }
}

/** Nobody has confirmed the address, or taken the offer. */
const isPrivate = ({ gates: [first] }: BookingRequest): boolean => first?.kind === 'email' || first?.kind === 'offer'
