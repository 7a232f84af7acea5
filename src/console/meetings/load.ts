import type { z } from 'zod'
import { listUserBusyTimes } from '#availability/index.ts'
import { listMeetings } from '#bookings/index.ts'
import { Problem } from '#contract/problem.ts'
import { listGroupRelationships, listOrganizationGroups } from '#organizations/index.ts'
import { list, listAll, listPage } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { minute } from '#platform/time/durations.ts'
import { daysAfter, startOf } from './member-time.ts'
import type { MeetingsRequest } from './request.ts'

export type Meeting = z.output<typeof listMeetings.output>

/** The groups whose meetings a member sees who is no admin of the organization. */
export const administeredGroups = (visit: SignedInVisit) =>
  listAll(visit, listOrganizationGroups, { organization: visit.session.organizationId }).catch((error: unknown) => {
    if (error instanceof Problem && error.kind.status === 403) return []
    throw error
  })

/** Who is in the group whose meetings are shown. */
export const peopleOfGroup = async (visit: SignedInVisit, group: string): Promise<readonly string[]> =>
  (await listAll(visit, listGroupRelationships, { group })).flatMap(({ owner, role }) =>
    role === 'member' && owner.type === 'OrganizationMembership' ? owner.user.name : [],
  )

const hostsOf = ({ session }: SignedInVisit, whose: MeetingsRequest['whose']) =>
  whose === 'all' ? {} : whose === 'own' ? { user: session.userId } : whose

const filtersOf = (visit: SignedInVisit, { state, search, days, trait, type, host, whose }: MeetingsRequest) => {
  const { session, now } = visit
  const within = days && {
    first: startOf(visit, days.first),
    last: new Date(startOf(visit, daysAfter(days.last, 1)).getTime() - 1),
  }
  const changed = trait?.of === 'booked' || trait?.of === 'canceled' ? trait.of : undefined
  const { first, last } = (changed ? undefined : within) ?? { first: undefined, last: undefined }
  const from = state === 'upcoming' && (first === undefined || first < now) ? now : first
  const to = state === 'past' && (last === undefined || last > now) ? now : last
  return {
    ...hostsOf(visit, whose),
    ...(search === '' ? {} : { search }),
    ...(state === 'all' ? {} : { status: state === 'canceled' ? ('canceled' as const) : ('active' as const) }),
    ...(trait?.of === 'hour' || trait?.of === 'weekday'
      ? { [trait.of]: trait.number, timezone: session.timezone }
      : {}),
    ...(trait?.of === 'lead' ? { lead: trait.number } : {}),
    ...(trait?.of === 'missed' ? { no_show: true } : {}),
    ...(trait?.of === 'canceled' ? { moved: false } : {}),
    ...(type === undefined ? {} : { event_type: type }),
    ...(host === undefined ? {} : { host }),
    ...(changed && within
      ? { [`min_${changed}_at`]: within.first.toISOString(), [`max_${changed}_at`]: within.last.toISOString() }
      : {}),
    ...(from && { min_start_time: from.toISOString() }),
    ...(to && { max_start_time: to.toISOString() }),
    sort: state === 'upcoming' ? 'start_time:asc' : 'start_time:desc',
  }
}

/** A page of the list, and the token of the next. */
export const loadList = (visit: SignedInVisit, request: MeetingsRequest) =>
  listPage(
    visit,
    listMeetings,
    request.pageToken === undefined ? { ...filtersOf(visit, request), count: 25 } : { page_token: request.pageToken },
  )

/** Everything in the list, for an export. */
export const loadWholeList = (visit: SignedInVisit, request: MeetingsRequest): Promise<readonly Meeting[]> =>
  listAll(visit, listMeetings, filtersOf(visit, request))

/** More than these are not drawn side by side. */
const maxInCalendar = 300

/** The meetings of some days, canceled ones included. One that began the day before counts as of that day. */
export const loadDays = async (
  visit: SignedInVisit,
  { search, whose }: MeetingsRequest,
  first: string,
  count: number,
) => {
  const filters = {
    ...hostsOf(visit, whose),
    ...(search === '' ? {} : { search }),
    min_start_time: startOf(visit, first).toISOString(),
    max_start_time: new Date(startOf(visit, daysAfter(first, count)).getTime() - 1).toISOString(),
    sort: 'start_time:asc',
  }
  let page = await listPage(visit, listMeetings, { ...filters, count: 100 })
  const meetings: Meeting[] = [...page.items]
  while (page.nextToken !== undefined && meetings.length < maxInCalendar) {
    page = await listPage(visit, listMeetings, { page_token: page.nextToken })
    meetings.push(...page.items)
  }
  return { meetings, isCut: page.nextToken !== undefined }
}

/** A time that a connected calendar blocks. */
export interface BusyTime {
  readonly startsAt: Date
  readonly endsAt: Date
}

/**
 * What the calendars of the signed-in user block from now on, where only their meetings are shown. A calendar that
 * cannot be read shows nothing here: the top of each page says that it is lost.
 */
export const loadBusyTimes = async (
  visit: SignedInVisit,
  { search, whose }: MeetingsRequest,
  first: string,
  count: number,
): Promise<readonly BusyTime[]> => {
  const { session, now } = visit
  // Times that are over are not told; a minute later, now has not passed when the operation looks.
  const from = new Date(Math.max(startOf(visit, first).getTime(), now.getTime() + minute))
  const to = startOf(visit, daysAfter(first, count))
  if (whose !== 'own' || search !== '' || from >= to) return []
  const span = { start_time: from.toISOString(), end_time: to.toISOString() }
  const times = await list(visit, listUserBusyTimes, { user: session.userId, ...span }).catch((error: unknown) => {
    if (error instanceof Problem) return []
    throw error
  })
  return times
    .filter(({ type }) => type === 'external')
    .map(({ start_time, end_time }) => ({ startsAt: new Date(start_time), endsAt: new Date(end_time) }))
}
