import { existing, invalid } from '#contract/problem.ts'
import { findBookableToBook, findLinkByCode, isOpenLink, underTerms } from '#event-types/index.ts'
import { open } from '#execution/operation.ts'
import { gatesOf } from '../booking-request.ts'
import { byInvitee } from '../draft.ts'
import { bookedInvitee } from '../outcome.ts'
import { BookThroughLinkRequest } from '../requests.ts'
import { InviteeResource } from '../resources.ts'
import { book, bookedBefore } from '../workflow/book.ts'

/** For the holder of the link: a page runs it. The booking spends the link, in the same transaction. */
export const bookThroughLink = open({
  name: 'book_through_link',
  summary: 'Book a meeting through a link that works once',
  input: BookThroughLinkRequest,
  output: InviteeResource,
  concurrencyKey: ({ code }) => code,

  async run(call, { code, inviteeId, request }) {
    const { startsAt, duration } = request
    const link = existing(await findLinkByCode(call.tx, code))
    if (!isOpenLink(link, call.now)) {
      const again = await bookedBefore(call, link.organizationId, inviteeId)
      return bookedInvitee(again ?? { kind: 'closed', reason: link.usedAt === null ? 'expired' : 'used' })
    }
    const wanted = { startsAt, minutes: duration ?? link.terms?.duration }
    const found = existing(await findBookableToBook(call.tx, link.organizationId, link.eventTypeId, wanted))
    if (gatesOf(found.eventType.bookingRules, true).length > 0)
      throw invalid({ parameter: 'event_type', reason: 'request_needed' })

    return bookedInvitee(
      await book(call, underTerms(found, link.terms), { request, inviteeId, by: byInvitee, linkId: link.id }),
    )
  },
})
