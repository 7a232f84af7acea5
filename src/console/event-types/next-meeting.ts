import { listMeetings } from '#bookings/index.ts'
import { idOf } from '#contract/wire.ts'
import { listPage } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import { dateAt, shortDay, timeOf } from '../meetings/member-time.ts'
import type { NextMeetingProps } from './next-meeting-view.tsx'
import { textsFor } from './texts.ts'

/** The next meeting of the signed-in user. */
export const nextMeeting = async (visit: SignedInVisit): Promise<NextMeetingProps | undefined> => {
  const { session, now } = visit
  const filters = {
    user: session.userId,
    status: 'active' as const,
    min_start_time: now.toISOString(),
    sort: 'start_time:asc',
    count: 1,
  }
  const [first] = (await listPage(visit, listMeetings, filters)).items
  if (!first) return undefined
  const { scheduled_event: event, invitees } = first
  const startsAt = new Date(event.start_time)
  const date = dateAt(visit, startsAt)
  const [guest] = invitees.filter(({ status }) => status === 'active')
  const name = event.name ?? ''
  return {
    when: [...(date === dateAt(visit, now) ? [] : [shortDay(visit, date)]), timeOf(visit, startsAt)].join(', '),
    name: guest ? filled(textsFor(visit).next.with, { name, who: guest.name }) : name,
    joinUrl: event.location.join_url ?? undefined,
    href: `/app/meetings?open=${idOf(event)}`,
  }
}
