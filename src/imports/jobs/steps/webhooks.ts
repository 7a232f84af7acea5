import { createHash } from 'node:crypto'
import { webhookEvents } from '#webhooks/index.ts'
import { ForeignSubscription, foreignId } from '../../calendly/foreign.ts'
import { inParallel } from '../../providers/in-parallel.ts'
import type { SourceClient } from '../../providers/source-client.ts'
import { SourceFault } from '../../source-fault.ts'
import { findLocalIds, findMembershipsOfUsers, listForeignIds } from '../../store/records.ts'
import { putRows } from '../../store/rows.ts'
import { findSubscriptionKeys } from '../../store/subscriptions.ts'
import { arrive, idsOf, type Reading, type Saving, type Step } from '../step.ts'

const usersAtOnce = 20

/** Those of the organization and its groups first, then those of each user. */
export const webhooks: Step = {
  read: async (reading, cursor) => {
    const { client, database, import: current } = reading
    const { organizationId, reach } = current
    if (cursor === null) {
      const found = await ofOrganization(reading)
      return { save: (saving) => saveSubscriptions(saving, found), next: '0' }
    }
    const users = await listForeignIds(database.reader, organizationId, 'users', cursor, usersAtOnce)
    const found = await inParallel(users, 8, (user) => listed(client, { organization: reach.organization, scope: 'user', user: `${reach.base}/users/${user}` }))
    return { save: (saving) => saveSubscriptions(saving, found.flat()), next: users.length < usersAtOnce ? null : (users.at(-1) ?? null) }
  },
}

const ofOrganization = async ({ client, database, import: { organizationId, reach } }: Reading): Promise<ForeignSubscription[]> => {
  const groups = await listForeignIds(database.reader, organizationId, 'groups', '', 1000)
  const ofGroups = await inParallel(groups, 8, (group) =>
    listed(client, { organization: reach.organization, scope: 'group', group: `${reach.base}/groups/${group}` }),
  )
  return [...(await listed(client, { organization: reach.organization, scope: 'organization' })), ...ofGroups.flat()]
}

const listed = async (client: SourceClient, query: Readonly<Record<string, string>>): Promise<ForeignSubscription[]> => {
  try {
    return await client.all('/webhook_subscriptions', query, ForeignSubscription)
  } catch (error) {
    if (error instanceof SourceFault && ['forbidden', 'missing', 'rejected'].includes(error.kind)) return []
    throw error
  }
}

/** Switched off and without a key: whoever receives them decides when they come from here. */
export const saveSubscriptions = async (saving: Saving, items: readonly ForeignSubscription[]): Promise<void> => {
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
    const isComplete = membershipId !== undefined && groupId !== undefined && events.length > 0 && URL.canParse(item.callback_url)
    const url = isComplete ? new URL(item.callback_url).href : ''
    const hash = createHash('sha256').update(url).digest('hex')
    const holder = taken.get(`${hash} ${item.scope} ${membershipId ?? groupId ?? ''}`)
    if (!isComplete || (holder !== undefined && holder !== own.id)) {
      remark(
        `A webhook to ${URL.canParse(item.callback_url) ? new URL(item.callback_url).host : 'an unknown address'} stays out: there is one already, or nothing here that it could be about.`,
      )
      continue
    }
    const row = {
      ...{ id: own.id, url, url_hash: `\\x${hash}`, events, scope: item.scope, membership_id: membershipId, group_id: groupId },
      ...{
        creator_id: memberships.get(foreignId(item.creator ?? '')) ?? current.startedBy,
        state: 'disabled',
        created_at: item.created_at,
        updated_at: item.updated_at,
      },
    }
    await putRows(tx, organizationId, 'webhook_subscriptions', [row], ['state'])
  }
}
