import { listMeetings } from '#bookings/index.ts'
import { idOf } from '#contract/wire.ts'
import { listPage } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import { dateAt, shortDay, timeOf } from '../meetings/member-time.ts'
import { textsFor as meetingTextsFor } from '../meetings/texts.ts'
import type { NextMeetingProps } from './next-meeting-view.tsx'
import { lengthsOf, textsFor } from './texts.ts'

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
  const minutes = Math.round((Date.parse(event.end_time) - startsAt.getTime()) / 60_000)
  const texts = textsFor(visit)
  const date = dateAt(visit, startsAt)
  const [guest] = invitees.filter(({ status }) => status === 'active')
  const name = event.name ?? ''
  return {
    time: timeOf(visit, startsAt),
    day: date === dateAt(visit, now) ? meetingTextsFor(visit).today : shortDay(visit, date),
    name: guest ? filled(texts.next.with, { name, who: guest.name }) : name,
    facts: [
      lengthsOf(visit.language.locale, [minutes]),
      ...locationNames(visit, event.location.type),
      ...missingLink(visit, event.location),
    ],
    joinUrl: event.location.join_url ?? undefined,
    href: `/app/meetings?open=${idOf(event)}`,
  }
}

const missingLink = (
  { language }: SignedInVisit,
  { status }: { readonly status: string | null },
): readonly string[] => {
  const { waiting, none } = language.mails.missingLink
  if (status === 'initiated') return [waiting]
  return status === 'processing' || status === 'failed' ? [none] : []
}

/** What a text tells by itself, an address or a number, is shown with the meeting. */
const locationNames = (visit: SignedInVisit, type: string | null): readonly string[] => {
  const { locations } = textsFor(visit)
  const kind = [type, `${type}_conference`].find((one) => one !== 'custom' && Object.hasOwn(locations, one ?? ''))
  return kind ? [locations[kind as keyof typeof locations]] : []
}
