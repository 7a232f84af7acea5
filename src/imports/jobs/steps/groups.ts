import { cleanLine } from '../../calendly/clean.ts'
import { ForeignGroup, ForeignGroupMember, foreignId } from '../../calendly/foreign.ts'
import { findNamesOfGroups, findPlacesInGroups } from '../../store/groups.ts'
import { findLocalIds } from '../../store/records.ts'
import { mergeRows } from '../merge.ts'
import { arrive, idsOf, pages, type SaveContext } from '../step.ts'

export const groups = pages(
  ({ client, import: { reach } }, page_token) =>
    client.list('/groups', { organization: reach.organization, count: '100', page_token }, ForeignGroup),
  (saving, items) => saveGroups(saving, items),
)

export const saveGroups = async (saving: SaveContext, items: readonly ForeignGroup[]): Promise<void> => {
  const { tx, organizationId } = saving
  const named = await findNamesOfGroups(tx, organizationId)
  for (const item of items) {
    const name = cleanLine(item.name, 255, 'Group')
    // A group that has the name already is the same group; it may have come a moment ago.
    const holder = named.get(name.toLowerCase())
    const id = foreignId(item.uri)
    const arrived = await arrive(
      saving,
      'groups',
      [item],
      () => id,
      () => holder,
    )
    const own = arrived.get(id)
    if (!own?.isChanged || (holder !== undefined && holder !== own.id)) continue
    const row = { id: own.id, name, created_at: item.created_at, updated_at: item.updated_at }
    await mergeRows(saving, 'groups', 'groups', [{ foreignId: id, arrived: own, row, label: name }])
    named.set(name.toLowerCase(), own.id)
  }
}

export const groupMembers = pages(
  ({ client, import: { reach } }, page_token) =>
    client.list(
      '/group_relationships',
      { organization: reach.organization, count: '100', page_token },
      ForeignGroupMember,
    ),
  (saving, items) => saveGroupMembers(saving, items),
)

export const saveGroupMembers = async (saving: SaveContext, items: readonly ForeignGroupMember[]): Promise<void> => {
  const { tx, organizationId, remark } = saving
  const groupIds = await findLocalIds(
    tx,
    organizationId,
    'groups',
    idsOf(items, ({ group }) => foreignId(group)),
  )
  const memberIds = await findLocalIds(
    tx,
    organizationId,
    'organization_memberships',
    idsOf(items, ({ owner }) => foreignId(owner.uri)),
  )
  const known = items.filter(
    ({ group, owner }) => groupIds.has(foreignId(group)) && memberIds.has(foreignId(owner.uri)),
  )
  if (known.length < items.length) remark('invited_only')
  const taken = await findPlacesInGroups(tx, organizationId)
  const arrived = await arrive(saving, 'group_relationships', known, ({ uri }) => foreignId(uri))
  for (const item of known) {
    const own = arrived.get(foreignId(item.uri))
    const membershipId = memberIds.get(foreignId(item.owner.uri)) ?? ''
    const groupId = groupIds.get(foreignId(item.group)) ?? ''
    const role = item.role === 'admin' ? 'admin' : 'member'
    const holder = taken.get(`${membershipId} ${role} ${role === 'admin' ? groupId : ''}`)
    if (!own?.isChanged) continue
    if (holder !== undefined && holder !== own.id) {
      remark('several_groups')
      continue
    }
    const row = {
      id: own.id,
      group_id: groupId,
      membership_id: membershipId,
      role,
      created_at: item.created_at,
      updated_at: item.updated_at,
    }
    const label = foreignId(item.uri)
    await mergeRows(saving, 'group_relationships', 'group_relationships', [
      { foreignId: foreignId(item.uri), arrived: own, row, label },
    ])
    taken.set(`${membershipId} ${role} ${role === 'admin' ? groupId : ''}`, own.id)
  }
}
