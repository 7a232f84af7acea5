import { z } from 'zod'
import { joined, type Span } from '#availability/index.ts'
import { type Collection, itemsOf } from '#contract/collected.ts'
import { parseInput } from '#contract/input.ts'
import { invalid } from '#contract/problem.ts'
import { idInUri, instant, integer, type Links, listOf, referenceTo, uriOf, zoneName } from '#contract/wire.ts'
import { listHostFreeTime, listHostTimes } from '#event-types/index.ts'
import { perform } from '#execution/perform.ts'
import type { Address } from '#execution/route-table.ts'
import { day, minute } from '#platform/time/durations.ts'
import { readInstant, writeInstant, writeOffset, writeSecond } from '#platform/time/instant.ts'
import { findZone } from '#platform/time/zones.ts'
import { withoutNulls } from './arguments.ts'
import { inputSchemaOf, outputSchemaOf } from './json-schema.ts'
import { type Caller, type Fields, type OwnAnswer, performAt, readingHints, type ShownTool } from './known-tool.ts'

const maxTypes = 10
const maxHosts = 5

const Asked = z.object({
  event_types: listOf(referenceTo('event_types'), maxTypes)
    .optional()
    .meta({
      type: 'array',
      items: { type: 'string', format: 'uri' },
      description: 'URIs from event_types-list_event_types.',
    }),
  hosts: listOf(referenceTo('users'), maxHosts)
    .optional()
    .meta({
      type: 'array',
      items: { type: 'string', format: 'uri' },
      description:
        'URIs of users, from users-get_current_user or organizations-list_organization_memberships. With several hosts: only times when one of them can be booked and all are available for the whole meeting, within the hours of their event types and according to their calendars.',
    }),
  start_time: instant.meta({ description: 'Start of the range, such as 2030-01-07T00:00:00Z. Must be in the future.' }),
  end_time: instant.meta({ description: 'End of the range, at most 31 days later.' }),
  timezone: zoneName.optional().meta({
    description: 'The time zone of the user, such as Europe/Lisbon, for local times; by default UTC.',
  }),
  match: z.enum(['any', 'all']).optional().meta({
    description:
      'all: only times at which every given event type can be booked. any (default): times at which at least one can be booked. Several hosts must always all be available.',
  }),
  count: integer({ min: 1, max: 200 }).optional().meta({ description: 'The number of times; by default 40.' }),
})

const Option = z.object({
  event_type: z.string(),
  event_type_name: z.string().nullable(),
  host: z.string().nullable(),
  invitees_remaining: z.int(),
  scheduling_url: z.string(),
})

type Option = z.output<typeof Option>

const Found = z.object({
  collection: z.array(
    z.object({
      start_time: z.string().meta({ description: 'In UTC: what meetings-create_invitee takes.' }),
      local_start_time: z.string().meta({ description: 'The same in the time zone of the user.' }),
      weekday: z.string(),
      options: z.array(Option),
    }),
  ),
  timezone: z.string(),
  has_more: z.boolean(),
})

export const findTimesTool = (links: Links): ShownTool => ({
  name: 'availability-find_times',
  title: 'Find a time to meet',
  description: `Finds available times for several event types or hosts at once, with local times for the user.
When: the user asks when they or several people can meet. Prefer this tool to look for times.
Needs: event_types or hosts (or both), and a range of up to 31 days that starts in the future.
Do: set timezone to the user's and show local_start_time. Several hosts must all be available; match=all also requires every event type to be available.
Then: meetings-create_invitee with an option's event_type and start_time, or share its scheduling_url.`,
  inputSchema: { ...inputSchemaOf(Asked, links), additionalProperties: false },
  outputSchema: outputSchemaOf(Found, links),
  annotations: readingHints('Find a time to meet'),
})

/** An event type, with its name and its host where it was found through them. */
type Source = Pick<Option, 'event_type' | 'event_type_name' | 'host'>

/** Whether a host is available for a meeting of this type that starts then. */
type AvailabilityTest = (host: string, option: Option, start: string) => boolean

/** Asks the operations that open times are asked of, once for each event type, and puts their answers side by side. */
export const findTimes: OwnAnswer = async (caller, sent): Promise<z.output<typeof Found>> => {
  const { links } = caller.context
  const asked = parseInput(Asked.strict(), withoutNulls(sent))
  const { event_types: eventTypes = [], hosts = [], timezone = 'UTC', match = 'any', count = 40 } = asked
  if (eventTypes.length + hosts.length === 0) throw invalid({ parameter: 'event_types', reason: 'nothing_named' })

  const named = eventTypes.map(
    (id): Source => ({ event_type: uriOf(links, 'event_types', id), event_type_name: null, host: null }),
  )
  const hosted = await Promise.all(hosts.map((id) => typesOf(caller, uriOf(links, 'users', id))))
  const sources = [...named, ...hosted.flat()]
  if (sources.length > maxTypes * 2)
    throw invalid({
      parameter: 'hosts',
      reason: 'too_many_types',
      values: { most: maxTypes * 2 },
    })

  const range = { start_time: writeInstant(asked.start_time), end_time: writeInstant(asked.end_time) }
  const isAvailable = hosts.length > 1 ? await availabilityOf(caller, sources, asked) : undefined
  const hostUris = hosts.map((id) => uriOf(links, 'users', id))
  const times = new Map<string, Option[]>()
  for (const source of sources) {
    for (const { start_time, scheduling_url, invitees_remaining } of await openTimes(caller, source, range)) {
      const option = { ...source, invitees_remaining, scheduling_url }
      if (isAvailable && !hostUris.every((host) => host === source.host || isAvailable(host, option, start_time)))
        continue
      const options = times.get(start_time)
      if (options) options.push(option)
      else times.set(start_time, [option])
    }
  }
  const suits = (options: readonly Option[]): boolean =>
    match === 'any' ||
    ((isAvailable !== undefined || hostUris.every((uri) => options.some(({ host }) => host === uri))) &&
      named.every(({ event_type }) =>
        options.some((option) => option.event_type === event_type && option.host === null),
      ))
  const found = [...times]
    .filter(([, options]) => suits(options))
    .map(([start, options]) => ({ at: readInstant(start) as Date, options }))
    .sort((one, other) => one.at.getTime() - other.at.getTime())
  const collection = found.slice(0, count).map(({ at, options }) => ({ ...onTheWall(at.getTime(), timezone), options }))
  return { collection, timezone, has_more: found.length > count }
}

const run = async (caller: Caller, address: Address, query: Fields) => {
  await caller.count(caller.catalogue.route(address).operation.limit)
  return performAt(caller, address, {}, query)
}

const typesOf = async (caller: Caller, host: string): Promise<Source[]> => {
  const performed = await run(caller, 'GET /event_types', { user: host, active: true, count: maxTypes })
  const items = ('listing' in performed ? performed.listing.items : []) as readonly {
    readonly uri: string
    readonly name: string
  }[]
  return items.map(({ uri, name }) => ({ event_type: uri, event_type_name: name, host }))
}

type OpenTime = Pick<Option, 'invitees_remaining' | 'scheduling_url'> & { readonly start_time: string }

/** Those of a type, or those of one of its hosts. Both are checked and counted as the address that lists them. */
const openTimes = async (caller: Caller, { event_type, host }: Source, range: object): Promise<readonly OpenTime[]> => {
  const performed = await run(caller, 'GET /event_type_available_times', { event_type, ...range })
  const ofHost =
    host === null
      ? performed
      : await perform(caller.context, listHostTimes, caller.principal, {
          path: {},
          query: { event_type, host, ...range },
          body: {},
        })
  return 'result' in ofHost ? itemsOf(ofHost.result as Collection<OpenTime>) : []
}

/** The free time of each host by their event types, and how long a meeting of each type takes. */
const availabilityOf = async (
  caller: Caller,
  sources: readonly Source[],
  asked: { start_time: Date; end_time: Date },
): Promise<AvailabilityTest> => {
  // A meeting may end after the range.
  const range = {
    start_time: writeInstant(asked.start_time),
    end_time: writeInstant(new Date(asked.end_time.getTime() + day)),
  }
  const minutes = new Map<string, number>()
  const free = new Map<string, Span[]>()
  for (const { event_type, host } of sources) {
    if (!minutes.has(event_type)) minutes.set(event_type, await durationOf(caller, event_type))
    if (host === null) continue
    const query = { event_type, host, ...range }
    const performed = await perform(caller.context, listHostFreeTime, caller.principal, { path: {}, query, body: {} })
    const spans =
      'result' in performed
        ? itemsOf(performed.result as Collection<{ readonly start_time: string; readonly end_time: string }>)
        : []
    free.set(
      host,
      joined([
        ...(free.get(host) ?? []),
        ...spans.map((span) => ({ start: Date.parse(span.start_time), end: Date.parse(span.end_time) })),
      ]),
    )
  }
  return (host, { event_type }, start) => {
    const [from, to] = [Date.parse(start), Date.parse(start) + (minutes.get(event_type) ?? 0) * minute]
    return free.get(host)?.some((span) => span.start <= from && to <= span.end) ?? false
  }
}

const durationOf = async (caller: Caller, eventType: string): Promise<number> => {
  await caller.count(caller.catalogue.route('GET /event_types/:uuid').operation.limit)
  const performed = await performAt(caller, 'GET /event_types/:uuid', { uuid: idInUri(eventType) }, {})
  return 'result' in performed ? (performed.result as { readonly duration: number }).duration : 0
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const onTheWall = (start: number, timezone: string) => {
  const offset = findZone(timezone)?.offsetAt(start) ?? 0
  return {
    start_time: writeSecond(start),
    local_start_time: writeOffset(new Date(start), offset),
    // The first of January 1970 was a Thursday.
    weekday: weekdays[(Math.floor((start + offset) / day) + 4) % 7] as string,
  }
}
