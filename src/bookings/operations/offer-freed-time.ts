import { z } from 'zod'
import { system } from '#activity/index.ts'
import { listTakenSpans } from '#availability/index.ts'
import { Problem } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import {
  type BookableToBook,
  findBookableToMove,
  findTypeOrganization,
  isOpen,
  lockHosts,
  lookupSpanOf,
  openingsOf,
} from '#event-types/index.ts'
import { open } from '#execution/operation.ts'
import { unlessRefused } from '#platform/db/savepoint.ts'
import { writeSecond } from '#platform/time/instant.ts'
import { type BookingRequest, type Gate, gatesOf } from '../booking-request.ts'
import { BookingRefused, type RequestOutcome } from '../outcome.ts'
import { BookEventTypeRequest } from '../requests.ts'
import { listWaiting } from '../store/waiting-list.ts'
import { firstWanted, spanOfAll, type Waiting } from '../waiting-list.ts'
import type { BookingCall } from '../workflow/book.ts'
import { requestBooking } from '../workflow/request-booking.ts'

/**
 * Keeps one free time for the longest waiting whose days it is in. The hosts are locked, so that of all who look at the
 * same time, for any of their types, one finds it free.
 */
export const offerFreedTime = open({
  name: 'offer_freed_time',
  summary: 'Offer a free time to whoever waits for it longest',
  input: z.object({ event_type: referenceTo('event_types') }),
  output: z.object({ isOffered: z.boolean() }),

  async run(call, { event_type: eventTypeId }) {
    const { tx, now } = call
    const nothing = { isOffered: false }
    const organizationId = await findTypeOrganization(tx, eventTypeId)
    const found = organizationId === undefined ? undefined : await findBookableToMove(tx, organizationId, eventTypeId)
    if (organizationId === undefined || !found || !isOpen(found)) return nothing
    const { eventType, hosts } = found
    const { waiting_list: list, ...rules } = eventType.bookingRules
    if (!list) return nothing
    await lockHosts(tx, organizationId, hosts)
    // The mail with the offer proves the address.
    const later = gatesOf({ ...rules, waiting_list: list, email_confirmation: false }, false)
    const gates = [{ kind: 'offer' as const, minutes: list.minutes }, ...later]
    const ids = hosts.map(({ membershipId }) => membershipId)
    let waiting = await listWaiting(tx, organizationId, eventTypeId, now)
    while (waiting.length > 0) {
      const span = spanOfAll(waiting, now)
      const taken = await listTakenSpans(tx, organizationId, ids, lookupSpanOf(eventType, span))
      const openings = openingsOf({ eventType, hosts, taken }, span, now.getTime())
      for (const entry of waiting) {
        const start = firstWanted(entry, openings)
        if (start !== undefined && (await offer(call, found, entry, start, gates))) return { isOffered: true }
      }
      waiting = await listWaiting(tx, organizationId, eventTypeId, now, waiting.at(-1))
    }
    return nothing
  },
})

/** False if it cannot be offered to them: the next in line may do better. */
const offer = async (
  call: BookingCall,
  found: BookableToBook,
  entry: Waiting,
  start: number,
  gates: readonly Gate[],
): Promise<boolean> => {
  // The event type may have changed: then what they filled in is no booking any more.
  const form = { ...entry.booking, event_type: found.eventType.id, start_time: writeSecond(start) }
  const sent = BookEventTypeRequest.safeParse(form)
  if (!sent.success) return false
  const requested = {
    request: sent.data.request,
    inviteeId: undefined,
    by: { actor: system, schedulingMethod: null, scheduledBy: null },
    linkId: null,
    waitingListEntryId: entry.id,
  }
  const made = await unlessRefused(
    call.tx,
    async () => requestOf(await requestBooking(call, found, requested, gates)),
    isRefusal,
  )
  return made !== undefined
}

const requestOf = (outcome: RequestOutcome): BookingRequest => {
  if (outcome.kind === 'requested') return outcome.request
  throw new BookingRefused(outcome)
}

/** Answers may not fit the questions any more, and hosts may have too many requests. The next in line may do better. */
const isRefusal = (error: unknown): boolean => error instanceof Problem && error.kind.status < 500
