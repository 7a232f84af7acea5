import { open } from '#contract/operation.ts'
import { existing } from '#contract/problem.ts'
import { findLinkByCode, isOpenLink, lockBookable, underTerms } from '#event-types/index.ts'
import { answerOf } from '../outcome.ts'
import { BookThroughLinkRequest } from '../requests.ts'
import { InviteeResource } from '../resources.ts'
import { bookedBefore, bookOnce } from '../workflow/book.ts'

/** For the holder of the link: a page runs it. The booking spends the link, in the same transaction. */
export const bookThroughLink = open({
  name: 'book_through_link',
  summary: 'Book a meeting through a link that works once',
  input: BookThroughLinkRequest,
  output: InviteeResource,
  concurrencyKey: ({ code }) => code,

  async run(call, { code, ...requested }) {
    const { startsAt, duration } = requested.request
    const link = existing(await findLinkByCode(call.tx, code))
    if (!isOpenLink(link, call.now)) {
      const again = await bookedBefore(call, link.organizationId, requested.inviteeId)
      return answerOf(again ?? { kind: 'closed', reason: link.usedAt === null ? 'expired' : 'used' })
    }
    const bookable = existing(await lockBookable(call.tx, link.organizationId, link.eventTypeId, { startsAt, minutes: duration ?? link.terms?.duration }))

    return answerOf(await bookOnce(call, underTerms(bookable, link.terms), requested, link))
  },
})
