import { findImportedBooking, inviteeToken } from '#bookings/index.ts'
import { calcomInviteeIds } from '#imports/index.ts'
import { type BookingAnswer, type BookingPageTable, closedPage } from './answers.tsx'
import { confirmationPath, findTypeOf } from './own-booking.ts'
import { languageFor } from './page-language.ts'
import type { BookingVisit } from './visit.ts'

type Target = 'confirmation' | 'cancellations' | 'reschedulings'

/**
 * The addresses that a Cal.com gave to invitees. Only imported invitees have one, and only those whose uid there is a
 * secret: it is all that their address had. A booking with several seats is nobody's own, so that its seat must be
 * named.
 */
const calcomAddress = async (visit: BookingVisit, target: Target): Promise<BookingAnswer> => {
  const { context, params, query } = visit
  const uid = query.get('seatreferenceuid') ?? params.uid ?? ''
  const own = await findImportedBooking(context.database.reader, calcomInviteeIds(uid))
  if (!own) return closedPage(visit, languageFor(visit, undefined), { reason: 'unknown' })
  const token = inviteeToken(context.codes, own.invitee)
  return {
    to: target === 'confirmation' ? confirmationPath(await findTypeOf(context, own), token) : `/${target}/${token}`,
  }
}

export const oldAddresses: BookingPageTable = {
  'GET /booking/:uid': (visit) =>
    calcomAddress(visit, visit.query.get('cancel') === 'true' ? 'cancellations' : 'confirmation'),
  // Pages of teams and organizations elsewhere: what is known of them is looked up where nothing is here.
  'GET /team/:team/:type': (visit) => closedPage(visit, languageFor(visit, undefined), { reason: 'unknown' }),
  'GET /org/:organization/:member/:type': (visit) =>
    closedPage(visit, languageFor(visit, undefined), { reason: 'unknown' }),
  'GET /reschedule/:uid': (visit) => calcomAddress(visit, 'reschedulings'),
}
