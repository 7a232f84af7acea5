import { calendarEventKinds, MeetingLocation, trackingFrom } from '#bookings/index.ts'
import { parseRichText } from '#platform/rich-text.ts'
import { cleanEmail, cleanLine, cleanLocale, cleanZone, isWebAddress, oneOf } from './clean.ts'
import { type ForeignInvitee, type ForeignMeeting, foreignId } from './foreign.ts'

/** What the ids of the other side are here. */
export interface MeetingIds {
  readonly id: string
  readonly eventTypeId: string
  readonly inviteeIds: ReadonlyMap<string, string>
  readonly noShowIds: ReadonlyMap<string, string>
  readonly submissionIds: ReadonlyMap<string, string>
  readonly membershipIds: ReadonlyMap<string, string>
  readonly isJoinable: boolean
}

type Row = Readonly<Record<string, unknown>>

export interface MeetingRows {
  readonly meeting: Row & {
    readonly status: 'active' | 'canceled'
    readonly starts_at: Date
    readonly ends_at: Date
    readonly buffered_from: Date
    readonly buffered_to: Date
    readonly invitees_active: number
    readonly location: MeetingLocation | null
  }
  readonly invitees: readonly Row[]
}

const noEmail = 'unknown@openslot.invalid'

export const inviteeEmail = ({ email }: Pick<ForeignInvitee, 'email'>): string => cleanEmail(email) ?? noEmail

/** A meeting and its invitees as rows. Numbers follow from the invitees who came, whatever the other side counts. */
export const meetingRows = (
  given: ForeignMeeting,
  invitees: readonly ForeignInvitee[],
  ids: MeetingIds,
  personOf: (email: string) => Buffer,
): MeetingRows => {
  const isActive = given.status === 'active' && invitees.some(({ status }) => status === 'active')
  const active = isActive ? invitees.filter(({ status }) => status === 'active').length : 0
  const [startsAt, endsAt] = timesOf(given)
  const [host] = given.event_memberships
  const notes = given.meeting_notes_html ?? given.meeting_notes_plain
  const cancellation = isActive ? noCancellation : cancellationColumns(given.cancellation, given.updated_at)
  const meeting = {
    id: ids.id,
    event_type_id: ids.eventTypeId,
    name: cleanLine(given.name ?? '', 255, 'Meeting'),
    status: isActive ? ('active' as const) : ('canceled' as const),
    starts_at: startsAt,
    ends_at: endsAt,
    buffered_from: earlier(host?.buffered_start_time, startsAt),
    buffered_to: later(host?.buffered_end_time, endsAt),
    location: placeFrom(given.location),
    is_joinable: ids.isJoinable,
    seats: Math.max(1, Math.min(1000, given.invitees_counter.limit), active),
    invitees_total: invitees.length,
    invitees_active: active,
    meeting_notes_plain: notes === null ? null : (given.meeting_notes_plain ?? parseRichText(notes).plain),
    meeting_notes_html: notes === null ? null : parseRichText(notes).html,
    ...cancellation,
    created_at: given.created_at,
    updated_at: given.updated_at,
    calendar_event: calendarEventOf(given),
    calendar_uid: given.calendar?.uid ?? null,
    calendar_sequence: given.calendar?.sequence ?? 0,
    imported: true,
    collides: false,
  }
  const bringing = invitees.find(({ status }) => status === 'active') ?? invitees[0]
  const guests = (given.event_guests ?? [])
    .map(({ email }) => cleanEmail(email))
    .filter((email): email is string => email !== undefined)
  const rows = invitees.map((one) => ({
    ...inviteeRow(one, ids, personOf, isActive ? noCancellation : cancellation),
    guests: one === bringing ? guests.slice(0, 10) : [],
  }))
  return { meeting, invitees: rows }
}

const inviteeRow = (
  given: ForeignInvitee,
  ids: MeetingIds,
  personOf: (email: string) => Buffer,
  meetingCanceled: Row,
): Row => {
  const email = inviteeEmail(given)
  const isActive = given.status === 'active' && meetingCanceled === noCancellation
  const own = given.cancellation ? cancellationColumns(given.cancellation, given.updated_at) : undefined
  return {
    id: ids.inviteeIds.get(foreignId(given.uri)),
    scheduled_event_id: ids.id,
    person: `\\x${personOf(email).toString('hex')}`,
    email,
    name: cleanLine(given.name, 255, email),
    first_name: given.first_name === null ? null : cleanLine(given.first_name, 255, '-'),
    last_name: given.last_name === null ? null : cleanLine(given.last_name, 255, '-'),
    status: isActive ? 'active' : 'canceled',
    timezone: cleanZone(given.timezone),
    locale: cleanLocale(given.locale),
    text_reminder_number: given.text_reminder_number,
    answers: given.questions_and_answers ?? [],
    tracking: trackingFrom(textsIn(given.tracking)),
    scheduling_method:
      given.scheduling_method === 'api' || given.scheduling_method === 'instant_book' ? given.scheduling_method : null,
    scheduled_by:
      given.invitee_scheduled_by === null
        ? null
        : (ids.membershipIds.get(foreignId(given.invitee_scheduled_by)) ?? null),
    no_show_id: given.no_show ? (ids.noShowIds.get(foreignId(given.no_show.uri)) ?? null) : null,
    no_show_at: given.no_show?.created_at ?? null,
    ...(isActive
      ? noCancellation
      : (own ?? (meetingCanceled === noCancellation ? cancellationColumns(null, given.updated_at) : meetingCanceled))),
    routing_form_submission_id:
      given.routing_form_submission === null
        ? null
        : (ids.submissionIds.get(foreignId(given.routing_form_submission)) ?? null),
    created_at: given.created_at,
    updated_at: given.updated_at,
    imported: given.isCounted !== true,
  }
}

const noCancellation: Row = { canceled_by: null, cancel_reason: null, canceler_type: null, canceled_at: null }

const cancellationColumns = (given: ForeignMeeting['cancellation'], at: Date): Row => ({
  canceled_by: cleanLine(given?.canceled_by ?? '', 255, 'Unknown'),
  cancel_reason: given?.reason ?? null,
  canceler_type: oneOf(['host', 'invitee'], given?.canceler_type, 'host'),
  canceled_at: given?.created_at ?? at,
})

/** One that ends before it begins lasts a minute. */
const timesOf = ({ start_time: start, end_time: end }: ForeignMeeting): [Date, Date] => [
  start,
  end > start ? end : new Date(start.getTime() + 60_000),
]

const earlier = (one: Date | null | undefined, other: Date): Date => (one && one < other ? one : other)
const later = (one: Date | null | undefined, other: Date): Date => (one && one > other ? one : other)

const placeKinds: Readonly<Record<string, string>> = {
  zoom_conference: 'zoom',
  gotomeeting_conference: 'gotomeeting',
  google_hangouts: 'google_conference',
}

/** A kind that is not known here keeps its text. */
export const placeFrom = (given: ForeignMeeting['location']): MeetingLocation | null => {
  if (!given || given.type === null || given.type === undefined) return null
  const text = [given.location, given.join_url].find(
    (value): value is string => typeof value === 'string' && value !== '',
  )
  const type = placeKinds[String(given.type)] ?? given.type
  const isConference =
    MeetingLocation.options.some((option) => option.shape.type.value === type && 'data' in option.shape) ||
    type === 'google_conference'
  const plain = {
    type,
    location: isConference ? null : (text ?? null),
    additional_info: given.additional_info ?? null,
    data: dataIn(given.data),
  }
  const candidate = isConference
    ? { ...plain, status: given.status === 'failed' ? 'failed' : 'pushed', join_url: joinUrlIn(given.join_url) }
    : { ...plain, ...joiningAt(type, given) }
  return (
    MeetingLocation.safeParse(candidate).data ?? {
      type: 'custom',
      location: text ?? String(given.type),
      status: null,
      join_url: null,
    }
  )
}

/** A custom location may have been made from a pattern: its address stays. */
const joiningAt = (type: unknown, given: NonNullable<ForeignMeeting['location']>) => {
  const url = type === 'custom' ? joinUrlIn(given.join_url) : null
  return { status: url === null ? null : 'pushed', join_url: url }
}

/** Longer ones are no numbers to dial in. */
const maxDataLength = 20_000

const dataIn = (value: unknown): object | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && JSON.stringify(value).length <= maxDataLength
    ? value
    : null

const joinUrlIn = (value: unknown): string | null => (typeof value === 'string' && isWebAddress(value) ? value : null)

const calendarEventOf = ({ calendar_event: given }: ForeignMeeting): Row | null => {
  const kind = calendarEventKinds.find((known) => known === given?.kind)
  return given?.external_id && kind ? { kind, external_id: given.external_id } : null
}

export const textsIn = (given: Readonly<Record<string, unknown>> | null | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

/** Who moved from where to where, as both sides of it say. */
export const movesIn = (
  invitees: readonly ForeignInvitee[],
): readonly { readonly from: string; readonly to: string }[] =>
  invitees.flatMap(({ uri, old_invitee: before, new_invitee: after }) => [
    ...(before === null ? [] : [{ from: foreignId(before), to: foreignId(uri) }]),
    ...(after === null ? [] : [{ from: foreignId(uri), to: foreignId(after) }]),
  ])
