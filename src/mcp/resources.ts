import { invalid, missing } from '#contract/problem.ts'
import { referenceTo, uriOf } from '#contract/wire.ts'
import { listEventTypes } from '#event-types/index.ts'
import { gather } from '#execution/act.ts'
import type { Address } from '#execution/route-table.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { type Caller, performAt } from './known-tool.ts'

/** Resources have the URIs they have in the API, so that whatever a tool gives as a URI can be read. */
interface Kind {
  readonly collection: string
  readonly title: string
  readonly description: string
  readonly list: Address
  readonly read: Address
  readonly filters: (caller: Caller) => Readonly<Record<string, unknown>>
  readonly describe: (item: Readonly<Record<string, unknown>>) => string
}

const kinds: readonly Kind[] = [
  {
    collection: 'event_types',
    title: 'Event type',
    description: 'What can be booked, with its duration, locations, questions and booking page.',
    list: 'GET /event_types',
    read: 'GET /event_types/:uuid',
    filters: ({ principal, context }) => ({ user: `${context.links.api}/users/${principal.userId}`, active: true }),
    describe: ({ duration, scheduling_url }) => `${duration} minutes, booked at ${scheduling_url}`,
  },
  {
    collection: 'scheduled_events',
    title: 'Meeting',
    description: 'What was booked: when, where, with which hosts.',
    list: 'GET /scheduled_events',
    read: 'GET /scheduled_events/:uuid',
    filters: ({ principal, context }) => ({
      user: `${context.links.api}/users/${principal.userId}`,
      status: 'active',
      min_start_time: writeInstant(context.clock.now()),
      sort: 'start_time:asc',
    }),
    describe: ({ start_time, end_time }) => `${start_time} to ${end_time}`,
  },
]

const mimeType = 'application/json'

export const resourceTemplates = (api: string) =>
  kinds.map(({ collection, title, description }) => ({
    uriTemplate: `${api}/${collection}/{uuid}`,
    name: collection,
    title,
    description,
    mimeType,
  }))

/** The own event types, then the own meetings to come. A cursor says which of them, and from where. */
export const listResources = async (caller: Caller, cursor: string | undefined) => {
  const [name = '', token = ''] = (cursor ?? `${kinds[0]?.collection}:`).split(/:(.*)/s)
  const index = kinds.findIndex(({ collection }) => collection === name)
  const kind = kinds[index]
  if (!kind) throw invalid({ parameter: 'cursor', reason: 'foreign_cursor' })
  const performed = await performAt(
    caller,
    kind.list,
    {},
    { ...kind.filters(caller), ...(token === '' ? {} : { page_token: token }) },
  )
  const listing = 'listing' in performed ? performed.listing : undefined
  const items = (listing?.items ?? []) as readonly { readonly uri: string; readonly name: string }[]
  const following = listing?.nextToken === undefined ? kinds[index + 1]?.collection : name
  return {
    resources: items.map((item) => ({
      uri: item.uri,
      name: item.name,
      title: `${kind.title}: ${item.name}`,
      description: kind.describe(item as never),
      mimeType,
    })),
    ...(following === undefined ? {} : { nextCursor: `${following}:${listing?.nextToken ?? ''}` }),
  }
}

export const readResource = async (caller: Caller, uri: string) => {
  for (const { collection, read } of kinds) {
    const id = isBare(uri) ? undefined : referenceTo(collection).safeParse(uri).data
    if (id === undefined || !uri.startsWith(`${caller.context.links.api}/${collection}/`)) continue
    const performed = await performAt(caller, read, { uuid: id }, {})
    if ('result' in performed)
      return { contents: [{ uri, mimeType, text: JSON.stringify({ resource: performed.result }) }] }
  }
  throw missing()
}

/** Completes the name of an event type. */
export const eventTypeNames = async ({ context, principal }: Caller, beginning: string): Promise<string[]> => {
  const types = await gather(context, listEventTypes, principal, {
    user: uriOf(context.links, 'users', principal.userId),
    active: true,
  })
  return types.map(({ name }) => name).filter((name) => name.toLowerCase().startsWith(beginning.toLowerCase()))
}

const isBare = (uri: string): boolean => !uri.includes('/')
