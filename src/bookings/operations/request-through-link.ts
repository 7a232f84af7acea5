import { existing } from '#contract/problem.ts'
import { findBookableToBook, findLinkByCode, isOpenLink, underTerms } from '#event-types/index.ts'
import { open } from '#execution/operation.ts'
import { gatesOf } from '../booking-request.ts'
import { byInvitee } from '../draft.ts'
import { BookingRefused, madeRequest } from '../outcome.ts'
import { BookingRequestResource, toRequestResource } from '../request-resource.ts'
import { BookThroughLinkRequest } from '../requests.ts'
import { passGate } from '../workflow/pass-gate.ts'
import { requestBooking } from '../workflow/request-booking.ts'

/** What `bookThroughLink` is for types that are paid: the booking spends the link, once it is paid. */
export const requestThroughLink = open({
  name: 'request_through_link',
  summary: 'Request a meeting through a link that works once',
  input: BookThroughLinkRequest,
  output: BookingRequestResource,
  concurrencyKey: ({ code }) => code,

  async run(call, { code, inviteeId, request }) {
    const { tx, links, codes, now } = call
    const { startsAt, duration } = request
    const link = existing(await findLinkByCode(tx, code))
    if (!isOpenLink(link, now))
      throw new BookingRefused({ kind: 'closed', reason: link.usedAt === null ? 'expired' : 'used' })
    const wanted = { startsAt, minutes: duration ?? link.terms?.duration }
    const found = existing(await findBookableToBook(tx, link.organizationId, link.eventTypeId, wanted))

    const gates = gatesOf(found.eventType.bookingRules, true)
    const requested = { request, inviteeId, by: byInvitee, linkId: link.id }
    const made = madeRequest(await requestBooking(call, underTerms(found, link.terms), requested, gates))
    return toRequestResource({ links, codes }, gates.length > 0 ? made : await passGate(call, made, byInvitee))
  },
})
