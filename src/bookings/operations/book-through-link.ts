import { randomUUID } from 'node:crypto'
import { open } from '#contract/operation.ts'
import { missing } from '#contract/problem.ts'
import { findLinkByCode, isOpenLink, lockBookable, underTerms } from '#event-types/index.ts'
import { answersFrom } from '../answers.ts'
import { lasting, planBooking } from '../booking.ts'
import { newBooking } from '../new-booking.ts'
import { alreadyFilled } from '../problems.ts'
import { BookThroughLinkRequest } from '../requests.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { insertBooking } from '../store/bookings.ts'
import { findAgain } from '../store/own-bookings.ts'
import { submissionThatLed } from '../store/submissions.ts'

/** For whoever holds the link: a page runs it. The link is spent with the booking, and not before. */
export const bookThroughLink = open({
  name: 'book_through_link',
  summary: 'Book a meeting through a link that works once',
  input: BookThroughLinkRequest,
  output: InviteeResource,
  crowdedBy: ({ code }) => code,

  async run({ tx, commit, links, codes, persons, now }, { code, inviteeId, request }) {
    const link = await findLinkByCode(tx, code)
    if (!link) throw missing()
    const { organizationId } = link
    if (!isOpenLink(link, now)) {
      const spentBySame = await findAgain(tx, organizationId, inviteeId)
      if (spentBySame) return toInviteeResource({ links, codes }, spentBySame)
      throw missing()
    }
    const bookable = await lockBookable(tx, organizationId, link.eventTypeId, { startsAt: request.startsAt, minutes: request.duration ?? link.terms?.duration })
    if (!bookable) throw missing()
    const again = await findAgain(tx, organizationId, inviteeId)
    if (again) return toInviteeResource({ links, codes }, again)
    const offered = underTerms(bookable, link.terms)
    const eventType = lasting(offered.eventType, request.duration)
    const answers = answersFrom(request.answers, eventType.questions, request.answerForm)

    const plan = planBooking({ ...offered, eventType }, request, now, randomUUID())

    const person = persons.of(organizationId, request.details.email)
    const routingFormSubmissionId = await submissionThatLed(tx, organizationId, request.submissionId)
    const booked = { ...request.details, answers, routingFormSubmissionId }
    const invitee = { ...booked, id: inviteeId ?? randomUUID(), person, old: null, linkId: link.id, schedulingMethod: null, scheduledBy: null }
    const { resource, ...booking } = newBooking(plan, invitee, { organizationId, links, codes, actor: { type: 'invitee' } }, now)
    if (!(await insertBooking(tx, organizationId, { ...booking, spendsLink: true }, now, commit))) throw alreadyFilled()
    return resource
  },
})
