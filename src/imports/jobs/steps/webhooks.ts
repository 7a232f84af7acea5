import { createHash } from 'node:crypto'
import { webhookEvents } from '#webhooks/index.ts'
import { isWebAddress } from '../../calendly/clean.ts'
import { ForeignSubscription, foreignId } from '../../calendly/foreign.ts'
import { inParallel } from '../../providers/in-parallel.ts'
import type { SourceClient } from '../../providers/source-client.ts'
import { SourceFault } from '../../source-fault.ts'
import { findLocalIds, findMembershipsOfUsers, listForeignIds } from '../../store/records.ts'
import { findSubscriptionKeys } from '../../store/subscriptions.ts'
import { mergeRows } from '../merge.ts'
import {
  arrive,
  idsOf,
  type Portion,
  portionSize,
  type ReadContext,
  type SaveContext,
  type Step,
  saveEach,
} from '../step.ts'

const mostAtOnce = 20

/** No id of a user has a slash. */
const ofGroups = 'groups/'

/** Those of the organization first, then those of each group, then those of each user: a request each. */
export const webhooks: Step = {
  read: async (reading, cursor) => {
    const { client, import: current } = reading
    const { organization, base } = current.reach
    if (cursor === null) {
      const found = await listed(client, { organization, scope: 'organization' })
      return { save: (saving) => saveEach(saving, found, ({ uri }) => uri, saveSubscriptions), next: ofGroups }
    }
    if (!cursor.startsWith(ofGroups))
      return ofEach(reading, 'users', cursor, null, (user) => ({
        organization,
        scope: 'user',
        user: `${base}/users/${user}`,
      }))
    const after = cursor.slice(ofGroups.length)
    const portion = await ofEach(reading, 'groups', after, '0', (group) => ({
      organization,
      scope: 'group',
      group: `${base}/groups/${group}`,
    }))
    return portion.next === '0' ? portion : { ...portion, next: ofGroups + portion.next }
  },
}

const ofEach = async (
  { client, database, import: current }: ReadContext,
  kind: 'users' | 'groups',
  after: string,
  last: string | null,
  queryOf: (id: string) => Readonly<Record<string, string>>,
): Promise<Portion> => {
  const atOnce = portionSize(mostAtOnce, 1, current)
  const ids = await listForeignIds(database.reader, current.organizationId, kind, after, atOnce)
  const found = await inParallel(ids, 8, (id) => listed(client, queryOf(id)))
  return {
    save: (saving) => saveEach(saving, found.flat(), ({ uri }) => uri, saveSubscriptions),
    next: ids.length < atOnce ? last : (ids.at(-1) ?? last),
  }
}

const listed = async (
  client: SourceClient,
  query: Readonly<Record<string, string>>,
): Promise<ForeignSubscription[]> => {
  try {
    return await client.all('/webhook_subscriptions', query, ForeignSubscription)
  } catch (error) {
    if (error instanceof SourceFault && ['forbidden', 'missing', 'rejected'].includes(error.kind)) return []
    throw error
  }
}

/** Switched off and without a key: the operator decides when they come from here. */
export const saveSubscriptions = async (saving: SaveContext, items: readonly ForeignSubscription[]): Promise<void> => {
  const { tx, organizationId, import: current, remark } = saving
  const memberships = await findMembershipsOfUsers(
    tx,
    organizationId,
    idsOf([...items.map(({ user }) => user), ...items.map(({ creator }) => creator)], (uri) => uri && foreignId(uri)),
  )
  const groups = await findLocalIds(
    tx,
    organizationId,
    'groups',
    idsOf(items, ({ group }) => group && foreignId(group)),
  )
  const taken = await findSubscriptionKeys(tx, organizationId)
  const arrived = await arrive(saving, 'webhook_subscriptions', items, ({ uri }) => foreignId(uri))
  for (const item of items) {
    const own = arrived.get(foreignId(item.uri))
    const membershipId = item.scope === 'user' ? memberships.get(foreignId(item.user ?? '')) : null
    const groupId = item.scope === 'group' ? groups.get(foreignId(item.group ?? '')) : null
    const events = item.events.filter((event) => (webhookEvents as readonly string[]).includes(event))
    if (!own?.isChanged) continue
    if (!isWebAddress(item.callback_url)) {
      remark('webhook_address')
      continue
    }
    const url = new URL(item.callback_url).href
    const hash = createHash('sha256').update(url).digest('hex')
    const key = `${hash} ${item.scope} ${membershipId ?? groupId ?? ''}`
    const holder = taken.get(key)
    const isComplete = membershipId !== undefined && groupId !== undefined && events.length > 0
    if (!isComplete || (holder !== undefined && holder !== own.id)) {
      remark('webhook_exists', { host: new URL(url).host })
      continue
    }
    const row = {
      ...{
        id: own.id,
        url,
        url_hash: `\\x${hash}`,
        events,
        scope: item.scope,
        membership_id: membershipId,
        group_id: groupId,
      },
      ...{
        creator_id: memberships.get(foreignId(item.creator ?? '')) ?? current.startedBy,
        state: 'disabled',
        created_at: item.created_at,
        updated_at: item.updated_at,
      },
    }
    const webhook = { foreignId: foreignId(item.uri), arrived: own, row, label: new URL(url).host }
    await mergeRows(saving, 'webhook_subscriptions', 'webhook_subscriptions', [webhook], ['state', 'creator_id'])
    taken.set(key, own.id)
  }
}
