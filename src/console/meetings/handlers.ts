import { cancelInvitee, cancelScheduledEvent, markNoShow, unmarkNoShow, writeMeetingNotes } from '#bookings/index.ts'
import { mendMeetingLink } from '#conferences/index.ts'
import { existing } from '#contract/problem.ts'
import { errorsIn } from '#pages/errors.ts'
import { ownPath } from '#pages/return-to.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { getInviteePayment, refundPayment } from '#payments/index.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { savingFields } from '../saving.ts'
import { undoable } from '../undo-seal.ts'
import { meetingsPage } from './page.ts'

const idIn = ({ params }: SignedInVisit): string => params.id ?? ''
const guestIn = ({ params }: SignedInVisit): string => params.guest ?? ''

/** Back to where the form was, with what was done. */
const back = (visit: SignedInVisit, changes: Readonly<Record<string, string>>): { readonly to: string } => {
  const [path = '', query = ''] = (backPath(visit) ?? `/app/meetings?open=${idIn(visit)}`).split('?')
  return undoable(visit, path, { ...Object.fromEntries(new URLSearchParams(query)), ...changes })
}

const backPath = ({ form }: SignedInVisit): string | undefined => {
  const path = ownPath(form.get('back'))
  return path?.startsWith('/app/meetings') ? path : undefined
}

/** What is refused is shown on the page that the form was on. */
const onPage =
  (take: ConsoleHandler): ConsoleHandler =>
  (visit) =>
    take(visit).catch((error: unknown) => {
      const query = new URLSearchParams((backPath(visit) ?? '').split('?')[1] ?? '')
      query.set('open', idIn(visit))
      return meetingsPage({ ...visit, query }, errorsIn(visit.language, error))
    })

const reasonIn = ({ form }: SignedInVisit): string | null => form.get('reason')?.trim() || null

export const cancelMeeting: ConsoleHandler = onPage(async (visit) => {
  await run(visit, cancelScheduledEvent, { uuid: idIn(visit), reason: reasonIn(visit) })
  return back(visit, { done: 'canceled' })
})

export const cancelGuest: ConsoleHandler = onPage(async (visit) => {
  await run(visit, cancelInvitee, { uuid: guestIn(visit), reason: reasonIn(visit) })
  return back(visit, { done: 'invitee-canceled' })
})

export const setNoShow: ConsoleHandler = onPage(async (visit) => {
  const isAbsent = visit.form.get('absent') === 'true'
  await (isAbsent
    ? run(visit, markNoShow, { uuid: guestIn(visit) })
    : run(visit, unmarkNoShow, { uuid: guestIn(visit) }))
  return back(visit, { done: isAbsent ? 'no-show' : 'came', guest: guestIn(visit), open: idIn(visit) })
})

const mendLink = (urlOf: (visit: SignedInVisit) => string | null, done: string): ConsoleHandler =>
  onPage(async (visit) => {
    await run(visit, mendMeetingLink, { uuid: idIn(visit), url: urlOf(visit) })
    return back(visit, { done, open: idIn(visit) })
  })

export const retryLink = mendLink(() => null, 'link-requested')
export const enterLink = mendLink(({ form }) => form.get('url')?.trim() ?? '', 'link-saved')

export const refundGuest: ConsoleHandler = onPage(async (visit) => {
  const payment = existing((await run(visit, getInviteePayment, { uuid: guestIn(visit) })) ?? undefined)
  const amount = visit.form.get('amount')?.trim().replace(',', '.') ?? ''
  await run(visit, refundPayment, { uuid: payment.id, ...(amount === '' ? {} : { amount: Number(amount) }) })
  return back(visit, { done: 'refund-requested', open: idIn(visit) })
})

export const saveNotes: ConsoleHandler = savingFields(
  async (visit) => {
    await run(visit, writeMeetingNotes, { uuid: idIn(visit), meeting_notes_plain: visit.form.get('notes') ?? '' })
    return undefined
  },
  (visit, errors) => meetingsPage({ ...visit, query: new URLSearchParams({ open: idIn(visit) }) }, errors),
  (visit) => `/app/meetings?open=${idIn(visit)}`,
)
