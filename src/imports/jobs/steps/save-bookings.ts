import { dropImportedRequest, importRequest, noTracking } from '#bookings/index.ts'
import type { ReadMeeting } from '../../calcom/booking.ts'
import { approvalHours } from '../../calcom/event-type.ts'
import { cleanEmail, cleanLine, cleanLocale, cleanZone } from '../../calendly/clean.ts'
import { type ForeignInvitee, foreignId, typeIdOf } from '../../calendly/foreign.ts'
import { inviteeEmail, placeFrom } from '../../calendly/meeting-rows.ts'
import { findLocalIds } from '../../store/records.ts'
import { arrive, idsOf, type SaveContext } from '../step.ts'
import { membershipsIn, saveMeetings, typesOf, withoutErased } from './save-meetings.ts'

/** Those that wait for a host to confirm them become booking requests. What was booked before stays booked. */
export const saveBookings = async (saving: SaveContext, items: readonly ReadMeeting[]): Promise<void> => {
  const { tx, organizationId } = saving
  const waiting = items.filter(({ isRequest }) => isRequest)
  const booked = await findLocalIds(
    tx,
    organizationId,
    'scheduled_events',
    idsOf(waiting, ({ meeting }) => foreignId(meeting.uri)),
  )
  const isBooked = ({ isRequest, meeting }: ReadMeeting): boolean => !isRequest || booked.has(foreignId(meeting.uri))
  const meetings = await decidedThere(saving, items.filter(isBooked))
  await saveMeetings(
    saving,
    meetings.map(({ meeting, invitees }) => ({ meeting, invitees })),
  )
  await saveRequests(
    saving,
    items.filter((item) => !isBooked(item)),
  )
}

/** They came as requests before: these go. What was decided here as well stays as it was decided here. */
const decidedThere = async (
  { tx, organizationId, remark }: SaveContext,
  items: readonly ReadMeeting[],
): Promise<readonly ReadMeeting[]> => {
  const uris = items.flatMap(({ invitees }) => invitees.map(({ uri }) => foreignId(uri)))
  const known = await findLocalIds(tx, organizationId, 'booking_requests', uris)
  if (known.size === 0) return items
  const left: ReadMeeting[] = []
  for (const item of items) {
    const ids = item.invitees.flatMap(({ uri }) => known.get(foreignId(uri)) ?? [])
    let isDecided = false
    for (const id of ids) isDecided ||= (await dropImportedRequest(tx, organizationId, id)) === 'decided'
    if (isDecided) remark('request_decided', { name: labelOf(item) })
    else left.push(item)
  }
  return left
}

const saveRequests = async (saving: SaveContext, listed: readonly ReadMeeting[]): Promise<void> => {
  const { tx, organizationId, persons, codes, now, remark } = saving
  if (listed.length > 0) remark('waiting_there')
  const coming = listed.filter(({ meeting }) => meeting.start_time > now && meeting.end_time > meeting.start_time)
  const items = await withoutErased(saving, coming)
  if (items.length === 0) return
  const given = items.flatMap(({ meeting, invitees }) => invitees.map((invitee) => ({ meeting, invitee })))
  const arrived = await arrive(saving, 'booking_requests', given, ({ invitee }) => foreignId(invitee.uri))
  const membershipIds = await membershipsIn(saving, items)
  const typeIds = await typesOf(saving, items)
  for (const { meeting, invitee } of given) {
    const own = arrived.get(foreignId(invitee.uri))
    if (!own?.isChanged) continue
    const name = labelOf({ meeting })
    const before = own.isNew ? 'unknown' : await dropImportedRequest(tx, organizationId, own.id)
    if (before === 'decided') remark('request_decided', { name })
    if (before === 'decided' || (before === 'unknown' && !own.isNew)) continue
    const isKept = await importRequest(
      { tx, codes, now },
      {
        ...{ organizationId, id: own.id, eventTypeId: typeIds.get(typeIdOf(meeting)) ?? '' },
        membershipIds: idsOf(meeting.event_memberships, ({ user }) => membershipIds.get(foreignId(user))),
        ...{ startsAt: meeting.start_time, endsAt: meeting.end_time, location: placeFrom(meeting.location) },
        details: detailsOf(invitee, guestsOf(meeting, invitee)),
        person: persons.of(organizationId, inviteeEmail(invitee)),
        ...{ createdAt: invitee.created_at, hours: approvalHours, tellsPeople: saving.import.takesOver },
      },
    )
    if (!isKept) remark('request_taken', { name })
  }
}

const labelOf = ({ meeting }: Pick<ReadMeeting, 'meeting'>): string => cleanLine(meeting.name ?? '', 255, 'Meeting')

const guestsOf = ({ event_guests }: ReadMeeting['meeting'], { email }: ForeignInvitee): readonly string[] =>
  (event_guests ?? []).flatMap((guest) => cleanEmail(guest.email) ?? []).filter((guest) => guest !== email)

const detailsOf = (invitee: ForeignInvitee, guests: readonly string[]) => {
  const email = inviteeEmail(invitee)
  return {
    ...{ email, name: cleanLine(invitee.name, 255, email), firstName: null, lastName: null },
    ...{ timezone: cleanZone(invitee.timezone), locale: cleanLocale(invitee.locale), timeNotation: null },
    ...{
      textReminderNumber: null,
      tracking: noTracking,
      guests: guests.slice(0, 10),
      routingFormSubmissionId: null,
      payment: null,
    },
    answers: (invitee.questions_and_answers ?? []).map(({ question, answer, position }, index) => ({
      ...{ question, answer, position: position ?? index },
    })),
  }
}
