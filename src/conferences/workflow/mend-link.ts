import { type Actor, recordFact } from '#activity/index.ts'
import { setMeetingLocation } from '#bookings/index.ts'
import { type Links, uriOf } from '#contract/wire.ts'
import { type ConferenceKind, joinUrlFor, listConferenceRooms } from '#event-types/index.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Tx } from '#platform/db/database.ts'
import { needAnew, unwantConferences } from '../store/conferences.ts'
import { followMeetings, queueRequests } from './follow-meetings.ts'

interface MendingContext {
  readonly tx: Tx
  readonly links: Links
  readonly codes: Codes
  readonly now: Date
  readonly actor: Actor
}

/** A meeting that lacks its link. */
interface MeetingToMend {
  readonly organizationId: string
  readonly id: string
  readonly kind: ConferenceKind
  /** The first host. */
  readonly membershipId: string
}

/** With the link that its host has entered, or by another attempt where that is null. */
export const mendLink = (context: MendingContext, meeting: MeetingToMend, url: string | null): Promise<void> =>
  url === null ? tryAgain(context, meeting) : enterLink(context, meeting, url)

/** By whoever makes the links of the host now: they may have set one themselves. */
const tryAgain = async (context: MendingContext, meeting: MeetingToMend): Promise<void> => {
  const { tx, links, now, actor } = context
  const { organizationId, membershipId, kind } = meeting
  const rooms = await listConferenceRooms(tx, organizationId, [membershipId])
  const url = rooms.find((room) => room.kind === kind)?.url
  if (url) return enterLink(context, meeting, url)
  const isChanged = await setMeetingLocation(context, meeting, { status: 'initiated' })
  await followMeetings(tx, [meeting], now)
  await needAnew(tx, meeting, now)
  if (isChanged) return
  const subject = { scheduled_event: { uri: uriOf(links, 'scheduled_events', meeting.id) } }
  await recordFact(tx, { name: 'scheduled_event.link_requested', organizationId, actor, subject, occurredAt: now })
}

/** What was asked for until now is not needed any more: what comes of it is removed. */
const enterLink = async (context: MendingContext, meeting: MeetingToMend, url: string): Promise<void> => {
  const { tx, codes, now } = context
  await queueRequests(tx, await unwantConferences(tx, [meeting], now), now)
  const joinUrl = joinUrlFor(url, { uuid: meeting.id, random: codes.shortOf('room', meeting.id) })
  await setMeetingLocation(context, meeting, { status: 'pushed', joinUrl })
}
