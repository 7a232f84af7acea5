import { freeMeetingSpans, type HostedMeeting, takeMeetingSpans } from '#availability/index.ts'
import { findErasedPersons } from '#privacy/index.ts'
import { cleanLine } from '../../calendly/clean.ts'
import { type ForeignInvitee, type ForeignMeeting, foreignId, typeIdOf } from '../../calendly/foreign.ts'
import { inviteeEmail, type MeetingRows, meetingRows, movesIn } from '../../calendly/meeting-rows.ts'
import { readMeetingStates, readMeetingTimes, saveBases } from '../../store/compared-rows.ts'
import { findKindsOfTypes, findOwnerId, setSeats } from '../../store/event-types.ts'
import { findMeetingsOfInvitees, findTakenTimes, keepHolders, linkMoves, markColliding } from '../../store/meetings.ts'
import { type Arrived, findLocalIds, findMembershipsOfUsers, noteSeen } from '../../store/records.ts'
import { arrive, idsOf, put, type SaveContext } from '../step.ts'

export interface MeetingWithInvitees {
  readonly meeting: ForeignMeeting
  readonly invitees: readonly ForeignInvitee[]
}

interface Held extends MeetingRows {
  readonly hosts: readonly string[]
}

/** Writes meetings as they are, past and future. No mail and no webhook follows: there is no fact about any of them. */
export const saveMeetings = async (saving: SaveContext, listed: readonly MeetingWithInvitees[]): Promise<void> => {
  const { tx, organizationId, persons } = saving
  const items = await withoutErased(saving, unique(listed))
  const arrived = await arrive(saving, 'scheduled_events', items, ({ meeting }) => foreignId(meeting.uri))
  const seen = items.flatMap(({ invitees }) => invitees)
  const inviteeIds = await arrive(saving, 'invitees', seen, ({ uri }) => foreignId(uri))
  const noShows = seen.flatMap(({ no_show }) => (no_show ? [no_show] : []))
  const noShowIds = await arrive(saving, 'invitee_no_shows', noShows, ({ uri }) => foreignId(uri))
  // A type that was deleted there, and is in no list, is known by its meetings.
  await noteSeen(
    tx,
    saving.import,
    'event_types',
    idsOf(items, ({ meeting }) => typeIdOf(meeting)),
  )
  const changedThere = items.filter(({ meeting }) => arrived.get(foreignId(meeting.uri))?.isChanged)
  const changed = await ownInvitees(
    saving,
    await untouchedHere(saving, changedThere, arrived, inviteeIds),
    arrived,
    inviteeIds,
  )
  if (changed.length === 0) return

  const all = changed.flatMap(({ invitees }) => invitees)
  const membershipIds = await membershipsIn(saving, changed)
  const typeIds = await typesOf(saving, changed)
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
  const takenTimes = await findTakenTimes(tx, organizationId, {
    eventTypeIds: [...typeIds.values()],
    times,
    exceptIds: ids,
  })

  const [localInviteeIds, localNoShowIds] = [localIds(inviteeIds), localIds(noShowIds)]
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
        ...{ inviteeIds: localInviteeIds, noShowIds: localNoShowIds, submissionIds, membershipIds },
      },
      (email) => persons.of(organizationId, email),
    )
    const hosts = idsOf(meeting.event_memberships, ({ user }) => membershipIds.get(foreignId(user)))
    return { ...rows, hosts: hosts.length > 0 ? hosts : [owner] }
  })
  await write(saving, ids, held)
  await noteStates(saving, changed, arrived)
  await linkMoves(tx, organizationId, movesIn(all))
  await setSeats(
    tx,
    organizationId,
    new Map(changed.map(({ meeting }) => [typeIds.get(typeIdOf(meeting)) ?? '', seatsOf(meeting)])),
  )
}

const unique = (items: readonly MeetingWithInvitees[]): MeetingWithInvitees[] => [
  ...new Map(items.map((item) => [item.meeting.uri, item])).values(),
]

export const typesOf = (
  { tx, organizationId }: SaveContext,
  items: readonly MeetingWithInvitees[],
): Promise<ReadonlyMap<string, string>> =>
  findLocalIds(
    tx,
    organizationId,
    'event_types',
    idsOf(items, ({ meeting }) => typeIdOf(meeting)),
  )

type ArrivedIds = ReadonlyMap<string, Arrived>

const arrivalOf = ({ meeting }: MeetingWithInvitees, arrived: ArrivedIds): Arrived | undefined =>
  arrived.get(foreignId(meeting.uri))

const digestOf = ({ digests }: SaveContext, state: string): string =>
  digests.of('import', 'state', state).toString('hex')

/** Without meetings that people have changed or deleted here since they came. The report names them. */
const untouchedHere = async (
  saving: SaveContext,
  items: readonly MeetingWithInvitees[],
  arrived: ArrivedIds,
  inviteeIds: ArrivedIds,
): Promise<readonly MeetingWithInvitees[]> => {
  const { tx, organizationId, remark } = saving
  const { prefersSource } = saving.import
  const ids = items.flatMap((item) => arrivalOf(item, arrived)?.id ?? [])
  const states = await readMeetingStates(tx, organizationId, ids)
  const times = await readMeetingTimes(tx, organizationId, ids)
  const typeIds = await typesOf(saving, items)
  return items.filter((item) => {
    const { meeting } = item
    const own = arrivalOf(item, arrived)
    const label = cleanLine(foreignId(meeting.uri), 100, 'without an id')
    const here = times.get(own?.id ?? '')
    if (!own || own.isNew) return own !== undefined
    if (!here) {
      if (!prefersSource) remark('deleted_here', { kind: 'scheduled_events', name: label })
      return prefersSource
    }
    if (here.event_type_id !== typeIds.get(typeIdOf(meeting))) {
      remark('belongs_elsewhere', { kind: 'scheduled_events' })
      return false
    }
    if (own.base?.state === digestOf(saving, states.get(here.id) ?? '')) return true
    // Everybody was told of the cancellation, and nobody would be told that it is taken back.
    const isCanceledHere = item.invitees.some(
      ({ uri, status }) => status === 'active' && here.canceled.includes(inviteeIds.get(foreignId(uri))?.id ?? ''),
    )
    if (prefersSource && isCanceledHere) {
      remark('canceled_here', { name: label, time: meeting.start_time.toISOString() })
      return false
    }
    const [atHere, atThere] = [
      `${here.status}, ${here.starts_at.toISOString()}`,
      `${meeting.status}, ${meeting.start_time.toISOString()}`,
    ]
    const column = atHere === atThere ? 'details' : 'status_and_time'
    remark(prefersSource ? 'conflict_taken' : 'conflict_kept', {
      kind: 'scheduled_events',
      name: label,
      field: column,
      here: atHere,
      there: atThere,
    })
    return prefersSource
  })
}

const noteStates = async (
  saving: SaveContext,
  items: readonly MeetingWithInvitees[],
  arrived: ArrivedIds,
): Promise<void> => {
  const { tx, organizationId } = saving
  const ids = items.flatMap((item) => arrivalOf(item, arrived)?.id ?? [])
  const states = await readMeetingStates(tx, organizationId, ids)
  const bases = items.map(
    (item) =>
      [
        foreignId(item.meeting.uri),
        { state: digestOf(saving, states.get(arrivalOf(item, arrived)?.id ?? '') ?? '') },
      ] as const,
  )
  await saveBases(tx, organizationId, 'scheduled_events', new Map(bases))
}

/**
 * An invitee stays with the meeting they came with, whichever others name their id. A meeting that lacks one of its
 * invitees there stays as it is.
 */
const ownInvitees = async (
  { tx, organizationId, remark }: SaveContext,
  items: readonly MeetingWithInvitees[],
  arrived: ArrivedIds,
  inviteeIds: ArrivedIds,
): Promise<readonly MeetingWithInvitees[]> => {
  const ids = items.flatMap((item) => arrivalOf(item, arrived)?.id ?? [])
  const holders = await findMeetingsOfInvitees(
    tx,
    organizationId,
    [...inviteeIds.values()].map(({ id }) => id),
    ids,
  )
  const counts = new Map<string, number>()
  const count = (meetingId: string): void => void counts.set(meetingId, (counts.get(meetingId) ?? 0) + 1)
  for (const meetingId of holders.values()) count(meetingId)
  const hold = (id: string, meetingId: string): void => {
    holders.set(id, meetingId)
    count(meetingId)
  }
  return items.flatMap((item) => {
    const meetingId = arrivalOf(item, arrived)?.id ?? ''
    const invitees = item.invitees.filter(({ uri }) => {
      const id = inviteeIds.get(foreignId(uri))?.id ?? ''
      const holder = holders.get(id) ?? meetingId
      // Of two meetings in one portion the first has them.
      if (!holders.has(id)) hold(id, holder)
      return holder === meetingId
    })
    if (invitees.length < item.invitees.length) remark('belongs_elsewhere', { kind: 'invitees' })
    const here = counts.get(meetingId) ?? 0
    if (here > invitees.length) remark('meeting_incomplete', { id: shownId(item.meeting) })
    return here > invitees.length || (invitees.length === 0 && item.invitees.length > 0) ? [] : [{ ...item, invitees }]
  })
}

export const shownId = ({ uri }: Pick<ForeignMeeting, 'uri'>): string => cleanLine(foreignId(uri), 100, 'without an id')

const localIds = (arrived: ReadonlyMap<string, { readonly id: string }>): ReadonlyMap<string, string> =>
  new Map([...arrived].map(([foreign, { id }]) => [foreign, id]))

const seatsOf = ({ invitees_counter: { limit } }: ForeignMeeting): number => Math.min(1000, Math.max(1, limit))

/** Hosts, and members who booked for somebody. */
export const membershipsIn = (
  { tx, organizationId }: SaveContext,
  items: readonly MeetingWithInvitees[],
): Promise<ReadonlyMap<string, string>> => {
  const hosts = items.flatMap(({ meeting }) => meeting.event_memberships.map(({ user }) => user))
  const bookers = items.flatMap(({ invitees }) => invitees.map(({ invitee_scheduled_by: by }) => by))
  return findMembershipsOfUsers(
    tx,
    organizationId,
    idsOf([...hosts, ...bookers], (uri) => uri && foreignId(uri)),
  )
}

const write = async (saving: SaveContext, ids: readonly string[], held: readonly Held[]): Promise<void> => {
  const { tx, organizationId, remark, now } = saving
  await freeMeetingSpans(tx, organizationId, ids)
  await put(
    saving,
    'scheduled_events',
    held.map(({ meeting }) => meeting),
  )
  const holders = held.flatMap(({ meeting, hosts }) =>
    hosts.map((membershipId, index) => ({
      ...{
        scheduled_event_id: meeting.id,
        membership_id: membershipId,
        position: index + 1,
        starts_at: meeting.starts_at,
        created_at: meeting.created_at,
      },
    })),
  )
  await keepHolders(
    tx,
    organizationId,
    ids,
    holders.map((row) => `${row.scheduled_event_id} ${row.membership_id}`),
  )
  await put(saving, 'scheduled_event_hosts', holders)
  await put(
    saving,
    'invitees',
    held.flatMap(({ invitees }) => invitees),
  )
  const colliding = await takeMeetingSpans(
    tx,
    organizationId,
    held.filter(({ meeting }) => meeting.status === 'active').map(spanOf),
  )
  await markColliding(tx, organizationId, colliding)
  if (colliding.length > 0) remark('overlapping')
  if (held.some((one) => hasLinkToCome(one, now))) remark('links_kept')
}

/** People will join at a link that was made there. */
const hasLinkToCome = ({ meeting }: Held, now: Date): boolean =>
  meeting.status === 'active' && meeting.ends_at > now && typeof meeting.location?.join_url === 'string'

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
export const withoutErased = async <Item extends MeetingWithInvitees>(
  { tx, organizationId, persons, remark }: SaveContext,
  items: readonly Item[],
): Promise<readonly Item[]> => {
  const personOf = (invitee: ForeignInvitee): Buffer => persons.of(organizationId, inviteeEmail(invitee))
  const erased = await findErasedPersons(
    tx,
    organizationId,
    items.flatMap(({ invitees }) => invitees.map(personOf)),
  )
  if (erased.size === 0) return items
  remark('erased')
  return items.filter(({ invitees }) => !invitees.some((one) => erased.has(personOf(one).toString('hex'))))
}
