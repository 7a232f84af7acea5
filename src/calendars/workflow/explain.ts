import { listTakenSpans, type Span } from '#availability/index.ts'
import { listMeetingNames, mayView } from '#bookings/index.ts'
import { isAdmin, type Principal } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import {
  type Bookable,
  conferenceKinds,
  type ExplainedTimes,
  findBookable,
  listConferenceRooms,
  lookupSpanOf,
  type MissingLinks,
  missingLinksOf,
  type ShownHost,
  type TimeReason,
} from '#event-types/index.ts'
import type { ReadCall } from '#execution/operation.ts'
import { currentMember, findMembershipOfUser } from '#organizations/index.ts'
import { keyOf, type Names, takenIn } from '../explanation.ts'
import { maySee } from '../rights.ts'
import { listBusyCalendars, listCountingCalendars } from '../store/obstacles.ts'

interface Asked {
  readonly eventTypeId: string
  /** Who the answer is for, if not the caller. */
  readonly userId: string | undefined
  readonly span: Span
}

interface Explained {
  readonly times: ExplainedTimes<Bookable['hosts'][number]> & Bookable
  /** What the caller may know of the meetings and calendars that these reasons are about. */
  readonly namesFor: (reasons: readonly TimeReason[]) => Promise<Names>
}

/** The services at which meetings of this type would have no link. */
export const loadMissingLinks = async (
  { reader, principal }: Pick<ReadCall, 'reader' | 'principal'>,
  bookable: Bookable,
): Promise<readonly MissingLinks<ShownHost>[]> => {
  if (!bookable.eventType.locations?.every(({ kind }) => (conferenceKinds as readonly string[]).includes(kind)))
    return []
  const members = bookable.hosts.map(({ membershipId }) => membershipId)
  return missingLinksOf(bookable, await listConferenceRooms(reader, principal.organizationId, members))
}

/** What is needed to explain times of a type within a span. */
export const loadExplained = async (
  { reader, principal }: Pick<ReadCall, 'reader' | 'principal'>,
  { eventTypeId, userId, span }: Asked,
): Promise<Explained> => {
  const { organizationId } = principal
  const bookable = existing(await findBookable(reader, organizationId, eventTypeId))
  const viewer = await viewerFor({ reader, principal }, userId)
  const members = bookable.hosts.map(({ membershipId }) => membershipId)
  const taken = await listTakenSpans(reader, organizationId, members, lookupSpanOf(bookable.eventType, span))

  const namesFor = async (reasons: readonly TimeReason[]): Promise<Names> => {
    const spans = takenIn(reasons)
    const events = spans.flatMap(({ scheduledEventId }) => scheduledEventId ?? [])
    const external = spans.filter(({ kind, membershipId }) => kind === 'external' && maySee(viewer, { membershipId }))
    const unread = spans.filter(({ kind, membershipId }) => kind === 'unknown' && maySee(viewer, { membershipId }))
    const [meetings, busy, counting] = await Promise.all([
      events.length === 0 ? [] : listMeetingNames(reader, organizationId, events, viewer.membershipId),
      external.length === 0
        ? []
        : listBusyCalendars(reader, organizationId, membersOf(external), lookupSpanOf(bookable.eventType, span)),
      unread.length === 0 ? [] : listCountingCalendars(reader, organizationId, membersOf(unread)),
    ])
    return {
      meetings: new Map(meetings.filter((meeting) => mayView(viewer, meeting)).map(({ id, name }) => [id, name])),
      busy: new Map(busy.map((calendar) => [keyOf(calendar), calendar])),
      // In order: the first of each is the one that was not read for longest.
      unread: new Map(counting.toReversed().map((calendar) => [calendar.membershipId, calendar])),
    }
  }
  return { times: { ...bookable, taken }, namesFor }
}

const membersOf = (spans: readonly { readonly membershipId: string }[]): string[] => [
  ...new Set(spans.map(({ membershipId }) => membershipId)),
]

type Viewer = Pick<Principal, 'role' | 'membershipId'>

const viewerFor = async (
  { reader, principal }: Pick<ReadCall, 'reader' | 'principal'>,
  userId: string | undefined,
): Promise<Viewer> => {
  if (userId === undefined || userId === principal.userId) return principal
  const member = currentMember(await findMembershipOfUser(reader, principal.organizationId, userId))
  if (!isAdmin(principal)) throw refuse('no_permission')
  return { role: member.role, membershipId: member.id }
}
