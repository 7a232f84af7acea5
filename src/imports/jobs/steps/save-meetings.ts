import { freeMeetingSpans, type HostedMeeting, takeMeetingSpans } from '#availability/index.ts'
import { findErasedPersons } from '#privacy/index.ts'
import { type ForeignInvitee, type ForeignMeeting, foreignId, typeIdOf } from '../../calendly/foreign.ts'
import { inviteeEmail, type MeetingRows, meetingRows, movesIn } from '../../calendly/meeting-rows.ts'
import { findKindsOfTypes, findOwnerId, setSeats } from '../../store/event-types.ts'
import { findTakenTimes, keepHolders, linkMoves, markColliding } from '../../store/meetings.ts'
import { findLocalIds, findMembershipsOfUsers } from '../../store/records.ts'
import { putRows } from '../../store/rows.ts'
import { arrive, idsOf, type Saving } from '../step.ts'

export interface MeetingWithInvitees {
  readonly meeting: ForeignMeeting
  readonly invitees: readonly ForeignInvitee[]
}

interface Held extends MeetingRows {
  readonly hosts: readonly string[]
}

/** Writes meetings as they are, past and future. No mail and no webhook follows: there is no fact about any of them. */
export const saveMeetings = async (saving: Saving, listed: readonly MeetingWithInvitees[]): Promise<void> => {
  const { tx, organizationId, persons } = saving
  const items = await withoutErased(saving, unique(listed))
  const arrived = await arrive(saving, 'scheduled_events', items, ({ meeting }) => foreignId(meeting.uri))
  const seen = items.flatMap(({ invitees }) => invitees)
  const inviteeIds = await arrive(saving, 'invitees', seen, ({ uri }) => foreignId(uri))
  const noShows = seen.flatMap(({ no_show }) => (no_show ? [no_show] : []))
  const noShowIds = await arrive(saving, 'invitee_no_shows', noShows, ({ uri }) => foreignId(uri))
  const changed = items.filter(({ meeting }) => arrived.get(foreignId(meeting.uri))?.isChanged)
  if (changed.length === 0) return

  const all = changed.flatMap(({ invitees }) => invitees)
  const membershipIds = await membershipsIn(saving, changed)
  const typeIds = await findLocalIds(
    tx,
    organizationId,
    'event_types',
    idsOf(changed, ({ meeting }) => typeIdOf(meeting)),
  )
  const kinds = await findKindsOfTypes(tx, organizationId, [...typeIds.values()])
  const submissionIds = await findLocalIds(
    tx,
    organizationId,
    'routing_form_submissions',
    idsOf(all, (one) => one.routing_form_submission && foreignId(one.routing_form_submission)),
  )
  const owner = await findOwnerId(tx, organizationId)
  const ids = changed.map(({ meeting }) => arrived.get(foreignId(meeting.uri))?.id ?? '')
  const times = changed.map(({ meeting }) => meeting.start_time)
  const takenTimes = await findTakenTimes(tx, organizationId, { eventTypeIds: [...typeIds.values()], times, exceptIds: ids })

  const held = changed.map(({ meeting, invitees }): Held => {
    const eventTypeId = typeIds.get(typeIdOf(meeting)) ?? ''
    const time = `${eventTypeId} ${meeting.start_time.getTime()}`
    const isJoinable = kinds.get(eventTypeId) === 'group' && meeting.status === 'active' && !takenTimes.has(time)
    if (isJoinable) takenTimes.add(time)
    const rows = meetingRows(
      meeting,
      invitees,
      {
        ...{
          id: arrived.get(foreignId(meeting.uri))?.id ?? '',
          eventTypeId,
          isJoinable: isJoinable || (kinds.get(eventTypeId) === 'group' && meeting.status !== 'active'),
        },
        ...{ inviteeIds: localIds(inviteeIds), noShowIds: localIds(noShowIds), submissionIds, membershipIds },
      },
      (email) => persons.of(organizationId, email),
    )
    const hosts = idsOf(meeting.event_memberships, ({ user }) => membershipIds.get(foreignId(user)))
    return { ...rows, hosts: hosts.length > 0 ? hosts : [owner] }
  })
  await write(saving, ids, held)
  await linkMoves(tx, organizationId, movesIn(all))
  await setSeats(tx, organizationId, new Map(changed.map(({ meeting }) => [typeIds.get(typeIdOf(meeting)) ?? '', seatsOf(meeting)])))
}

const unique = (items: readonly MeetingWithInvitees[]): MeetingWithInvitees[] => [...new Map(items.map((item) => [item.meeting.uri, item])).values()]

const localIds = (arrived: ReadonlyMap<string, { readonly id: string }>): ReadonlyMap<string, string> =>
  new Map([...arrived].map(([foreign, { id }]) => [foreign, id]))

const seatsOf = ({ invitees_counter: { limit } }: ForeignMeeting): number => Math.min(1000, Math.max(1, limit))

/** Hosts, and members who booked for somebody. */
const membershipsIn = ({ tx, organizationId }: Saving, items: readonly MeetingWithInvitees[]): Promise<ReadonlyMap<string, string>> => {
  const hosts = items.flatMap(({ meeting }) => meeting.event_memberships.map(({ user }) => user))
  const bookers = items.flatMap(({ invitees }) => invitees.map(({ invitee_scheduled_by: by }) => by))
  return findMembershipsOfUsers(
    tx,
    organizationId,
    idsOf([...hosts, ...bookers], (uri) => uri && foreignId(uri)),
  )
}

const write = async ({ tx, organizationId, remark }: Saving, ids: readonly string[], held: readonly Held[]): Promise<void> => {
  await freeMeetingSpans(tx, organizationId, ids)
  await putRows(
    tx,
    organizationId,
    'scheduled_events',
    held.map(({ meeting }) => meeting),
  )
  const holders = held.flatMap(({ meeting, hosts }) =>
    hosts.map((membershipId, index) => ({
      ...{ scheduled_event_id: meeting.id, membership_id: membershipId, position: index + 1, starts_at: meeting.starts_at, created_at: meeting.created_at },
    })),
  )
  await keepHolders(
    tx,
    organizationId,
    ids,
    holders.map((row) => `${row.scheduled_event_id} ${row.membership_id}`),
  )
  await putRows(tx, organizationId, 'scheduled_event_hosts', holders)
  await putRows(
    tx,
    organizationId,
    'invitees',
    held.flatMap(({ invitees }) => invitees),
  )
  const colliding = await takeMeetingSpans(tx, organizationId, held.filter(({ meeting }) => meeting.status === 'active').map(spanOf))
  await markColliding(tx, organizationId, colliding)
  if (colliding.length > 0) remark('Some meetings overlap others of their host. They are here, and their hosts are busy at these times.')
}

const spanOf = ({ meeting, hosts }: Held): HostedMeeting => ({
  scheduledEventId: String(meeting.id),
  eventTypeId: String(meeting.event_type_id),
  membershipIds: hosts,
  startsAt: meeting.starts_at,
  endsAt: meeting.ends_at,
  bufferedFrom: meeting.buffered_from,
  bufferedTo: meeting.buffered_to,
  seatsTaken: meeting.invitees_active,
})

/** Who was erased here does not come back. */
const withoutErased = async (
  { tx, organizationId, persons, remark }: Saving,
  items: readonly MeetingWithInvitees[],
): Promise<readonly MeetingWithInvitees[]> => {
  const personOf = (invitee: ForeignInvitee): Buffer => persons.of(organizationId, inviteeEmail(invitee))
  const erased = await findErasedPersons(
    tx,
    organizationId,
    items.flatMap(({ invitees }) => invitees.map(personOf)),
  )
  if (erased.size === 0) return items
  remark('Meetings of people who were erased here stay out.')
  return items.filter(({ invitees }) => !invitees.some((one) => erased.has(personOf(one).toString('hex'))))
}
