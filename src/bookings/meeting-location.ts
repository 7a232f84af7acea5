import { z } from 'zod'
import { invalid, invalidArgument, Problem } from '#contract/problem.ts'
import { says } from '#contract/reasons.ts'
import {
  type ConferenceKind,
  conferenceKinds,
  type EventType,
  isJoinPattern,
  type JoinUrlValues,
  joinUrlFor,
  type Location,
  randomIn,
} from '#event-types/index.ts'
import { isPhoneNumber } from './phone-number.ts'

const located = <Type extends string>(type: Type) => ({
  type: z.literal(type),
  location: z.string().nullable(),
  status: z.null(),
  join_url: z.null(),
})

/** It becomes a link: no other scheme. */
const joinUrl = z.string().regex(/^https?:\/\//i, says('not_a_web_address'))

/** What a provider says besides: an id, numbers to dial in. */
const conferenceData = z.record(z.string(), z.unknown()).nullable()

/** `initiated` until its link is there, and `processing` while that is tried again. */
const conferenceStatuses = ['initiated', 'processing', 'pushed', 'failed'] as const

const conference = <Type extends string>(type: Type) => ({
  type: z.literal(type),
  location: z.null(),
  status: z.enum(conferenceStatuses),
  join_url: joinUrl.nullable(),
})

/** Where a meeting takes place. Every kind has the same four fields; some have one more. */
export const MeetingLocation = z
  .discriminatedUnion('type', [
    z.object({ ...located('physical'), additional_info: z.string().nullable() }),
    z.object(located('outbound_call')),
    z.object({ ...located('inbound_call'), additional_info: z.string().nullable() }),
    z.object({ ...located('custom'), status: z.enum(['pushed', 'failed']).nullable(), join_url: joinUrl.nullable() }),
    z.object(located('ask_invitee')),
    z.object(conference('google_conference')),
    z.object({ ...conference('zoom'), data: conferenceData }),
    z.object({ ...conference('gotomeeting'), data: conferenceData }),
    z.object({ ...conference('microsoft_teams_conference'), data: conferenceData }),
    z.object({ ...conference('webex_conference'), data: conferenceData }),
  ])
  .meta({ id: 'EventLocation' })
export type MeetingLocation = z.output<typeof MeetingLocation>

/** The requested location: its kind, and the text that the invitee must provide. */
export interface SentLocation {
  readonly kind: string
  readonly location?: string | undefined
}

const wrongChoice = (): Problem =>
  new Problem(invalidArgument, {
    reason: 'wrong_location',
    details: [
      {
        parameter: 'event.location_configuration.location',
        reason: 'wrong_location_choice',
        code: 'invalid_location_choice',
      },
    ],
  })

/** The invitee must provide it. */
export const needsInviteeInput = ({ kind }: Location): boolean => kind === 'ask_invitee' || kind === 'outbound_call'

/** A round robin uses its first location. It is sent only if the invitee must provide it. */
const sharedLocation = ([first]: readonly Location[], sent: SentLocation | undefined): Location | null => {
  if (first && needsInviteeInput(first)) {
    if (sent?.kind === first.kind) return first
    throw wrongChoice()
  }
  if (sent) throw invalid({ parameter: 'location', reason: 'location_of_round_robin' })
  return first ?? null
}

/**
 * The requested one of the type's locations: the one that was named, or the only one if the invitee need not provide
 * it.
 */
export const locationFor = (
  { locations, pooling }: Pick<EventType, 'locations' | 'pooling'>,
  sent: SentLocation | undefined,
): Location | null => {
  if (pooling === 'round_robin') return sharedLocation(locations ?? [], sent)
  if (!sent) {
    if (!locations) return null
    const [only, ...others] = locations
    if (only && others.length === 0 && !needsInviteeInput(only)) return only
    throw wrongChoice()
  }
  const ofKind = (locations ?? []).filter(({ kind }) => kind === sent.kind)
  const [first] = ofKind
  if (!first) throw wrongChoice()
  if (first.kind !== 'physical' && first.kind !== 'custom') return first
  const named = ofKind.find((location) => 'location' in location && isMeant(location.location ?? '', sent))
  if (named) return named
  if (sent.location === undefined && ofKind.length === 1) return first
  throw wrongChoice()
}

/** By its text, or by a URL that was made from it. */
const isMeant = (location: string, { location: sent }: SentLocation): boolean =>
  location === sent || (sent !== undefined && randomIn(location, sent) !== undefined)

/** What its URL is made of, and where the meeting that it replaces took place. */
export interface MeetingRoom {
  readonly id: string
  /** Nobody can guess it. */
  readonly random: () => string
  readonly before?: MeetingLocation | null | undefined
  /** The first host of the meeting before. */
  readonly hostBefore?: string | undefined
}

/** The conference rooms of a host: a URL for each kind, or null where another service makes one for each meeting. */
export type HostRooms = Readonly<Partial<Record<ConferenceKind, string | null>>>

/** The same address as the meeting before, if that was made from the same pattern. */
const joinUrlAt = (template: string, { id, random, before }: MeetingRoom): string => {
  const values: JoinUrlValues = {
    uuid: id,
    random: template.includes('{random}') ? (randomIn(template, before?.join_url ?? null) ?? random()) : '',
  }
  return joinUrlFor(template, values)
}

/** The location of the meeting, with what the invitee provided and the host's own room. */
export const meetingLocationOf = (
  location: Location | null,
  sent: SentLocation | undefined,
  { membershipId, rooms }: { readonly membershipId: string; readonly rooms: HostRooms },
  meeting: MeetingRoom,
): MeetingLocation | null => {
  if (location === null) return null
  if (isConference(location.kind)) {
    const room = rooms[location.kind]
    const kept =
      room === null && meeting.hostBefore === membershipId ? keptConference(location.kind, meeting) : undefined
    return kept ?? conferenceAt(location.kind, room, meeting)
  }
  const plain = { status: null, join_url: null }
  switch (location.kind) {
    case 'physical':
      return {
        type: 'physical',
        location: location.location,
        ...plain,
        additional_info: location.additional_info ?? null,
      }
    case 'inbound_call':
      return {
        type: 'inbound_call',
        location: location.phone_number,
        ...plain,
        additional_info: location.additional_info ?? null,
      }
    case 'custom': {
      if (!isJoinPattern(location.location)) return { type: 'custom', location: location.location, ...plain }
      const url = joinUrlAt(location.location, meeting)
      return { type: 'custom', location: url, status: 'pushed', join_url: url }
    }
    case 'outbound_call': {
      const number = requiredInput(sent)
      if (!isPhoneNumber(number)) throw invalid({ parameter: 'location.location', reason: 'phone_number_format' })
      return { type: 'outbound_call', location: number, ...plain }
    }
    default:
      return { type: 'ask_invitee', location: requiredInput(sent), ...plain }
  }
}

const requiredInput = (sent: SentLocation | undefined): string => {
  if (sent?.location === undefined) throw invalid({ parameter: 'location.location', reason: 'missing' })
  return sent.location
}

const isConference = (kind: Location['kind']): kind is ConferenceKind =>
  (conferenceKinds as readonly string[]).includes(kind)

/** The conference of the meeting before, if it is there: a link that people have goes on working. */
const keptConference = (kind: ConferenceKind, { before }: MeetingRoom): MeetingLocation | undefined =>
  before?.status === 'pushed' && conferenceKindOf(before) === kind ? before : undefined

/** The kind of conference that a meeting takes place in; undefined for other places. */
export const conferenceKindOf = (location: MeetingLocation | null): ConferenceKind | undefined => {
  const kind = asSent(location)?.kind
  return conferenceKinds.find((conference) => conference === kind)
}

/** A host without a room of that kind: the conference is shown as failed, so that they notice before the meeting. */
const conferenceAt = (kind: ConferenceKind, room: string | null | undefined, meeting: MeetingRoom): MeetingLocation => {
  if (room === undefined) return conferenceLocation(kind, { status: 'failed' })
  if (room === null) return conferenceLocation(kind, { status: 'initiated' })
  return conferenceLocation(kind, { status: 'pushed', joinUrl: joinUrlAt(room, meeting) })
}

/** How far a conference is. Only one that is there has a URL. */
export type ConferenceProgress =
  | { readonly status: 'initiated' | 'processing' | 'failed' }
  | { readonly status: 'pushed'; readonly joinUrl: string; readonly data?: Readonly<Record<string, unknown>> | null }

export const conferenceLocation = (kind: ConferenceKind, progress: ConferenceProgress): MeetingLocation => {
  const { status } = progress
  const found = { location: null, status, join_url: 'joinUrl' in progress ? progress.joinUrl : null }
  const data = ('data' in progress && progress.data) || null
  switch (kind) {
    case 'google_conference':
      return { type: kind, ...found }
    case 'zoom_conference':
      return { type: 'zoom', ...found, data }
    case 'gotomeeting_conference':
      return { type: 'gotomeeting', ...found, data }
    default:
      return { type: kind, ...found, data }
  }
}

const NoLocation = z
  .object({ type: z.null(), location: z.null(), status: z.null(), join_url: z.null() })
  .meta({ id: 'NoEventLocation' })

/** Always an object with its keys: clients read `location.type` without checking for null. */
export const MeetingLocationResource = z.union([MeetingLocation, NoLocation])

export const toMeetingLocationResource = (location: MeetingLocation | null): z.output<typeof MeetingLocationResource> =>
  location ?? { type: null, location: null, status: null, join_url: null }

/** A canceled meeting cannot be joined. */
export const afterCancellation = (location: MeetingLocation | null): MeetingLocation | null => {
  if (!location || location.status === null) return location
  const ended = { ...location, status: 'failed' as const, join_url: null }
  return 'data' in ended ? { ...ended, data: null } : ended
}

/** Without what the invitee provided. */
export const withoutInviteeInput = (location: MeetingLocation | null): MeetingLocation | null =>
  location?.type === 'outbound_call' || location?.type === 'ask_invitee' ? { ...location, location: null } : location

/** As a request that books the same location again. */
export const asSent = (location: MeetingLocation | null): SentLocation | undefined => {
  if (location === null) return undefined
  const kind =
    location.type === 'zoom'
      ? 'zoom_conference'
      : location.type === 'gotomeeting'
        ? 'gotomeeting_conference'
        : location.type
  return location.location === null ? { kind } : { kind, location: location.location }
}
