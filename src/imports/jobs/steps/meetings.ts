import { z } from 'zod'
import { vanishedType } from '../../calendly/event-type-row.ts'
import {
  ForeignEventType,
  ForeignInvitee,
  ForeignMeeting,
  foreignId,
  noType,
  typeIdOf,
} from '../../calendly/foreign.ts'
import { inParallel } from '../../providers/in-parallel.ts'
import type { SourceClient } from '../../providers/source-client.ts'
import { SourceFault } from '../../source-fault.ts'
import { findLocalIds } from '../../store/records.ts'
import { portionSize, reachQuery, type Step, saveEach } from '../step.ts'
import { saveTypes, type TypeWithHosts, withHosts } from './event-types.ts'
import { saveMeetings, shownId } from './save-meetings.ts'

/** Beyond, how long it will take is only a guess. */
export const maxCounted = 500_000

/** Only to say how long it will take: a hundredth of the requests. */
export const counting: Step = {
  read: async ({ client, import: current }, cursor) => {
    const { items, nextToken } = await client.list(
      '/scheduled_events',
      { ...reachQuery(current), count: '100', page_token: cursor ?? undefined },
      z.unknown(),
    )
    const meetings = (cursor === null ? 0 : (current.meetings ?? 0)) + items.length
    return {
      save: async ({ noteFresh }) => noteFresh(items.length),
      next: meetings < maxCounted ? nextToken : null,
      meetings,
    }
  },
}

const meetingsAtOnce = 50
const requestsAtOnce = 12

/** Where meetings have so many invitees that a portion of them is too large, it has fewer meetings. */
const fewer = [10, 1]

const withInvitees = async (
  client: SourceClient,
  query: Readonly<Record<string, string | undefined>>,
  most: number,
) => {
  for (const size of [most, ...fewer.filter((one) => one < most)]) {
    client.beginPortion()
    try {
      const { items, nextToken } = await client.list(
        '/scheduled_events',
        { ...query, count: String(size) },
        ForeignMeeting,
      )
      return {
        items,
        nextToken,
        invitees: await inParallel(items, requestsAtOnce, (meeting) => inviteesOf(client, meeting, size === 1)),
      }
    } catch (error) {
      if (size === 1 || !(error instanceof SourceFault && error.kind === 'oversized')) throw error
    }
  }
  throw new Error('A portion of one meeting was not read.')
}

/** Invitees are listed for each meeting alone: a request each. */
export const meetings: Step = {
  read: async ({ client, database, import: current }, cursor) => {
    const query = { ...reachQuery(current), sort: 'start_time:asc', page_token: cursor ?? undefined }
    const { items, nextToken, invitees } = await withInvitees(client, query, portionSize(meetingsAtOnce, 1, current))
    const known = await findLocalIds(database.reader, current.organizationId, 'event_types', typesOf(items))
    const unknown = typesOf(items).filter((id) => !known.has(id))
    const types = await inParallel(unknown, 4, (id) => typeOf(client, id, items))
    return {
      save: async (saving) => {
        await saveEach(saving, types, ({ type }) => type.uri, saveTypes)
        const whole = items.flatMap((meeting, index) =>
          invitees[index] ? [{ meeting, invitees: invitees[index] }] : [],
        )
        await saveEach(saving, whole, ({ meeting }) => meeting.uri, saveMeetings)
        for (const [index, meeting] of items.entries())
          if (!invitees[index]) saving.remark('meeting_incomplete', { id: shownId(meeting) })
      },
      next: nextToken,
    }
  },
}

const typesOf = (items: readonly ForeignMeeting[]): string[] => [...new Set(items.map(typeIdOf))]

/**
 * Undefined where they are refused, of a meeting that was deleted meanwhile, or of this one alone; or where this one
 * has too many by itself.
 */
const inviteesOf = async (
  client: SourceClient,
  { uri }: ForeignMeeting,
  isAlone: boolean,
): Promise<readonly ForeignInvitee[] | undefined> => {
  const id = foreignId(uri)
  const skipped = isAlone ? ['missing', 'rejected', 'unreadable', 'oversized'] : ['missing', 'rejected', 'unreadable']
  const items = await client
    .all(`/scheduled_events/${encodeURIComponent(id)}/invitees`, {}, ForeignInvitee)
    .catch((error: unknown) => {
      if (!(error instanceof SourceFault && skipped.includes(error.kind))) throw error
    })
  if (!items) return undefined
  const own = items.filter(({ event }) => foreignId(event) === id)
  // The same page twice brings nobody twice.
  return [...new Map(own.map((one) => [one.uri, one])).values()]
}

/** A type that is not in the list was deleted. Where it cannot be read either, its meetings say what it was. */
const typeOf = async (client: SourceClient, id: string, items: readonly ForeignMeeting[]): Promise<TypeWithHosts> => {
  const meeting = items.find((one) => typeIdOf(one) === id)
  if (!meeting) throw new Error('A type is asked for that no meeting has.')
  const minutes = (meeting.end_time.getTime() - meeting.start_time.getTime()) / 60_000
  const vanished = {
    type: vanishedType(meeting.event_type ?? noType, meeting.name, minutes, meeting.created_at),
    hosts: [],
    hours: [],
  }
  if (id === noType) return vanished
  try {
    return await withHosts(client, await client.get(`/event_types/${encodeURIComponent(id)}`, ForeignEventType))
  } catch (error) {
    if (error instanceof SourceFault && ['forbidden', 'missing', 'rejected'].includes(error.kind)) return vanished
    throw error
  }
}
