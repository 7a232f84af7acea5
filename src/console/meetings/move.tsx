import {
  findAtEntryPoint,
  findInvitees,
  findOwnBooking,
  getScheduledEvent,
  inviteeToken,
  listInvitees,
  rescheduleInvitee,
  rescheduleScheduledEvent,
} from '#bookings/index.ts'
import { idInUri, idOf } from '#contract/wire.ts'
import { listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { counted, filled } from '#ui/format.ts'
import { bookingPages } from '../booking-page.tsx'
import { languageForHosts, refusalOf } from './host-page.ts'
import { dateAt, longDay, timesOf } from './member-time.ts'
import { textsFor } from './texts.ts'

/** In the address, in place of the id of an invitee. */
export const all = 'all'

/** Those of the meeting in the address who are to be moved. */
const movedBy = async (visit: SignedInVisit) => {
  const { id = '', who = '' } = visit.params
  const event = await run(visit, getScheduledEvent, { uuid: id })
  const invitees = await listAll(visit, listInvitees, { uuid: id, status: 'active', sort: 'created_at:asc' })
  const moved = invitees.filter((one) => who === all || idOf(one) === who)
  return { id, event, moved }
}

/** Who is moved, and who is notified: mail leaves, so there is no undo. */
const noteOn = async (visit: SignedInVisit, { id, moved }: Awaited<ReturnType<typeof movedBy>>) => {
  const texts = textsFor(visit)
  const { context, session } = visit
  const found = await findInvitees(context.database.reader, session.organizationId, moved.map(idOf))
  const addresses = [...new Set([...moved.map(({ email }) => email), ...found.flatMap(({ guests }) => guests)])]
  return (
    <>
      <a href={`/app/meetings?open=${id}`}>{texts.title}</a> ·{' '}
      {filled(texts.newTime, { name: moved.map(({ name }) => name).join(', ') })} ·{' '}
      {context.mail.hasServer
        ? filled(counted(visit.language, addresses.length, texts.moveNotifies), { who: addresses.join(', ') })
        : texts.notNotified}
    </>
  )
}

export const movePages = bookingPages('/app/meetings/:id/move/:who', {
  find: async (visit) => {
    const { context, session, now, params } = visit
    const found = await movedBy(visit)
    const { id, event, moved } = found
    const [first] = moved
    const own = first && (await findOwnBooking(context.database.reader, session.organizationId, idOf(first)))
    const entryPoint = own && { kind: 'move' as const, token: inviteeToken(context.codes, own.invitee) }
    const open = entryPoint && (await findAtEntryPoint(context.database.reader, context.codes, entryPoint, now))
    // The panel says what has become of it.
    if (!open || 'closed' in open) return { to: `/app/meetings?open=${id}` }
    const [startsAt, endsAt] = [new Date(event.start_time), new Date(event.end_time)]
    const bookedNow = `${longDay(visit, dateAt(visit, startsAt))}, ${timesOf(visit, startsAt, endsAt)}`
    return {
      ...{ bookable: open.bookable, entryPoint, language: languageForHosts(visit) },
      ...{ path: `/app/meetings/${id}/move/${params.who}`, screen: 'meetings', note: await noteOn(visit, found) },
      ...{ clock: session, eventType: { bookedNow } },
    }
  },
  take: async (visit, _, start) => {
    const { params, form } = visit
    const wanted = { start_time: start.toISOString(), reason: form.get('reason')?.trim() || null }
    try {
      const moved =
        params.who === all
          ? (await run(visit, rescheduleScheduledEvent, { uuid: params.id ?? '', ...wanted })).invitees[0]
          : await run(visit, rescheduleInvitee, { uuid: params.who ?? '', ...wanted })
      const { event = '', uri = '' } = moved ?? {}
      const query = new URLSearchParams({ open: idInUri(event), done: 'rescheduled' })
      return { to: `/app/meetings?${query}`, event, invitee: uri }
    } catch (error) {
      return { refused: refusalOf(visit, error) }
    }
  },
})
