import assert from 'node:assert/strict'

/** Somebody who reads one of two services. */
export interface Side {
  readonly address: string
  readonly token: string
}

// biome-ignore lint/suspicious/noExplicitAny: what an API answers.
type Json = any

const ask = async ({ address, token }: Side, path: string): Promise<Json> => {
  const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
  const body = await answer.json()
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(body)}`)
  return body
}

const all = async (side: Side, path: string, query: Record<string, string>): Promise<Json[]> => {
  const items: Json[] = []
  for (let token: string | undefined; ; ) {
    const body = await ask(
      side,
      `${path}?${new URLSearchParams({ ...query, count: '100', ...(token ? { page_token: token } : {}) })}`,
    )
    items.push(...body.collection)
    token = body.pagination?.next_page_token ?? undefined
    if (token === undefined) return items
  }
}

/**
 * What differs between an organization and its import, and why. Everything else is the same, field by field.
 * - organization: `created_at`, `updated_at`: it is founded here
 * - routing_forms: `status`: rules cannot be read, so they come as drafts; with it `updated_at` of nothing else
 * - webhook_subscriptions: `state`: they come switched off; `retry_started_at` with it
 * - invitees: `cancel_url`, `reschedule_url`: they hold a secret of the instance; the old ones work by their id
 * - scheduling_url of one-off types: it holds the code of a link, and links do not come
 */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  organizations: ['created_at', 'updated_at'],
  routing_forms: ['status'],
  webhook_subscriptions: ['state', 'retry_started_at'],
  invitees: ['cancel_url', 'reschedule_url'],
}

const without = (kind: string, items: readonly Json[]): Json[] =>
  items.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => !exceptions[kind]?.includes(name))))

/**
 * All that an organization lists through the API, by kind; in the order of its ids, and without the addresses of the
 * service.
 */
export const readSide = async (side: Side): Promise<Record<string, Json[]>> => {
  const me = (await ask(side, '/users/me')).resource
  const organization = me.current_organization
  const read: Record<string, Json[]> = { organizations: [(await ask(side, new URL(organization).pathname)).resource] }
  const of = { organization }
  read.organization_memberships = await all(side, '/organization_memberships', of)
  read.groups = await all(side, '/groups', of)
  read.group_relationships = await all(side, '/group_relationships', of)
  read.event_types = await all(side, '/event_types', of)
  read.routing_forms = await all(side, '/routing_forms', of)
  read.scheduled_events = await all(side, '/scheduled_events', of)
  const each = async (kind: string, items: readonly Json[], load: (item: Json) => Promise<Json[]>): Promise<void> => {
    read[kind] = []
    for (let from = 0; from < items.length; from += 8)
      read[kind].push(...(await Promise.all(items.slice(from, from + 8).map(load))).flat())
  }
  const users = read.organization_memberships.map(({ user }) => user)
  await each('user_availability_schedules', users, ({ uri }) =>
    all(side, '/user_availability_schedules', { user: uri }),
  )
  await each('event_type_memberships', read.event_types, ({ uri }) =>
    all(side, '/event_type_memberships', { event_type: uri }),
  )
  await each('event_type_availability_schedules', read.event_types, ({ uri }) =>
    all(side, '/event_type_availability_schedules', { event_type: uri }),
  )
  await each('routing_form_submissions', read.routing_forms, ({ uri }) =>
    all(side, '/routing_form_submissions', { form: uri }),
  )
  await each('invitees', read.scheduled_events, ({ uri }) => all(side, `${new URL(uri).pathname}/invitees`, {}))
  read.webhook_subscriptions = await all(side, '/webhook_subscriptions', { ...of, scope: 'organization' })
  const texts = Object.entries(read).map(
    ([kind, items]) => [kind, JSON.stringify(without(kind, items)).replaceAll(side.address, '')] as const,
  )
  return Object.fromEntries(texts.map(([kind, text]) => [kind, inOrder(JSON.parse(text))]))
}

const inOrder = (items: readonly Json[]): Json[] =>
  [...items].sort((one, other) =>
    JSON.stringify(one.uri) + one.user < JSON.stringify(other.uri) + other.user ? -1 : 1,
  )

export const assertSameSides = async (one: Side, other: Side): Promise<Record<string, number>> => {
  const [first, second] = [await readSide(one), await readSide(other)]
  for (const kind of Object.keys(first)) assert.deepEqual(second[kind], first[kind], kind)
  return Object.fromEntries(Object.entries(first).map(([kind, items]) => [kind, items.length]))
}
