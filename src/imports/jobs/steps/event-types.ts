import { Rules } from '#availability/index.ts'
import { cleanLine, cleanZone } from '../../calendly/clean.ts'
import { eventTypeRow, wantedSlug } from '../../calendly/event-type-row.ts'
import { ForeignEventType, type ForeignHost, ForeignHostHours, foreignId, ListedHost } from '../../calendly/foreign.ts'
import { formerPath } from '../../former-path.ts'
import { inParallel } from '../../providers/in-parallel.ts'
import type { SourceClient } from '../../providers/source-client.ts'
import { SourceFault } from '../../source-fault.ts'
import { saveBases } from '../../store/compared-rows.ts'
import { findHosts, findOwnerId, findSlugsOfOwners, keepHosts, type TypeHost } from '../../store/event-types.ts'
import { findAddressesOfTypes, saveFormerAddresses } from '../../store/former-addresses.ts'
import { type Arrived, findLocalIds, findMembershipsOfUsers } from '../../store/records.ts'
import type { ImportedRow } from '../../store/rows.ts'
import { findScheduleNames } from '../../store/schedules.ts'
import { isKept, mergeRows } from '../merge.ts'
import { arrive, idsOf, portionSize, put, reachQuery, type SaveContext, type Step, saveEach } from '../step.ts'

/** An event type with those who hold its meetings, and their hours for it. */
export interface TypeWithHosts<Type = ForeignEventType> {
  readonly type: Type
  readonly hosts: readonly ForeignHost[]
  readonly hours: readonly ForeignHostHours[]
}

const typesAtOnce = 25

export const eventTypes: Step = {
  read: async ({ client, import: current }, cursor) => {
    const query = {
      ...reachQuery(current),
      count: String(portionSize(typesAtOnce, 2, current)),
      page_token: cursor ?? undefined,
    }
    const { items, nextToken } = await client.list('/event_types', query, ForeignEventType)
    const types = await inParallel(items, 4, (type) => withHosts(client, type))
    return { save: (saving) => saveEach(saving, types, ({ type }) => type.uri, saveTypes), next: nextToken }
  },
}

export const withHosts = async <Type extends { readonly uri: string }>(
  client: SourceClient,
  type: Type,
): Promise<TypeWithHosts<Type>> => {
  const listed = async <Item>(load: () => Promise<Item[]>): Promise<Item[]> => {
    try {
      return await load()
    } catch (error) {
      if (error instanceof SourceFault && ['forbidden', 'missing', 'rejected'].includes(error.kind)) return []
      throw error
    }
  }
  const query = { event_type: type.uri }
  const hosts = await listed(() => client.all('/event_type_memberships', query, ListedHost))
  const hours = await listed(() => client.all('/event_type_availability_schedules', query, ForeignHostHours, false))
  return { type, hosts: hosts.flatMap(({ member, ...host }) => (member ? [{ ...host, member }] : [])), hours }
}

export const saveTypes = async (saving: SaveContext, items: readonly TypeWithHosts[]): Promise<void> => {
  const { tx, organizationId } = saving
  const users = items.flatMap(({ type, hosts }) => [type.profile?.owner, ...hosts.map(({ member }) => member.uri)])
  const memberships = await findMembershipsOfUsers(
    tx,
    organizationId,
    idsOf(users, (uri) => uri && foreignId(uri)),
  )
  const schedules = await findLocalIds(
    tx,
    organizationId,
    'user_availability_schedules',
    idsOf(
      items.flatMap(({ hours }) => hours),
      ({ availability_rule }) => availability_rule.uri && foreignId(availability_rule.uri),
    ),
  )
  const arrived = await arrive(saving, 'event_types', items, ({ type }) => foreignId(type.uri))
  const known = items.flatMap(({ hosts }) => hosts).filter(({ member }) => memberships.has(foreignId(member.uri)))
  const hostIds = await arrive(saving, 'event_type_memberships', known, ({ uri }) => foreignId(uri))
  const changed = items.filter(({ type }) => arrived.get(foreignId(type.uri))?.isChanged)
  if (changed.length === 0) return
  const slugs = await findSlugsOfOwners(tx, organizationId)
  const operator = await findOwnerId(tx, organizationId)
  for (const item of changed) {
    const { type, hosts } = item
    const id = arrived.get(foreignId(type.uri))?.id ?? ''
    const holders = idsOf(hosts, ({ member }) => memberships.get(foreignId(member.uri)))
    // A type of a team, or of somebody who did not come, gets its first host as its owner.
    const ownerId = memberships.get(foreignId(type.profile?.owner ?? '')) ?? holders[0] ?? operator
    const slug = freeSlug(wantedSlug(type), (wanted) => slugs.get(`${ownerId} ${wanted}`) ?? id, id)
    if (type.deleted_at === null && type.type !== 'AdhocEventType') slugs.set(`${ownerId} ${slug}`, id)
    const { row, remarks } = eventTypeRow(type, { id, ownerId, slug })
    for (const { code, values } of remarks) saving.remark(code, values)
    const label = String(row.name)
    const own = arrived.get(foreignId(type.uri)) as Arrived
    await mergeRows(
      saving,
      'event_types',
      'event_types',
      [{ foreignId: foreignId(type.uri), arrived: own, row, label }],
      keptColumns(type),
    )
    await saveHosts(saving, item, { id, ownerId, memberships, schedules, hostIds, own, label })
  }
  await noteAddresses(
    saving,
    changed.map(({ type }) => ({ type, id: arrived.get(foreignId(type.uri))?.id ?? '' })),
  )
}

/**
 * Where a type is at another address here, the old one leads to it. A one-off type has none of its own, and that is
 * said.
 */
const noteAddresses = async (
  { tx, organizationId, now, remark }: SaveContext,
  items: readonly { readonly type: ForeignEventType; readonly id: string }[],
): Promise<void> => {
  const addresses = await findAddressesOfTypes(
    tx,
    organizationId,
    items.map(({ id }) => id),
  )
  const moved = items.flatMap(({ type, id }) => {
    const [before, here] = [formerPath(type.scheduling_url), addresses.get(id)]
    return before !== undefined && here !== undefined && before !== here && type.deleted_at === null
      ? [{ type, id, before, here }]
      : []
  })
  for (const { type, before, here } of moved)
    if (type.type === 'AdhocEventType')
      remark('address_changed', { name: cleanLine(type.name ?? '', 255, 'Meeting'), now: here, before })
  const lasting = moved.filter(({ type }) => type.type !== 'AdhocEventType')
  await saveFormerAddresses(
    tx,
    organizationId,
    [
      ...new Map(
        lasting.map(({ id, before }) => [before, { path: before, eventTypeId: id, membershipId: null }]),
      ).values(),
    ],
    now,
  )
}

const ruleColumns = [
  'start_time_increment',
  'buffer_before',
  'buffer_after',
  'minimum_notice',
  'window_type',
  'window_days',
  'window_start',
  'window_end',
]

/** What the other side does not say stays as it is here. */
const keptColumns = ({ seats, scheduling_rules: rules }: ForeignEventType): readonly string[] => [
  ...(seats === undefined ? ['seats'] : []),
  ...(rules === undefined ? [...ruleColumns, 'max_per_day', 'max_per_week'] : []),
]

interface HostIds {
  readonly id: string
  readonly ownerId: string
  readonly memberships: ReadonlyMap<string, string>
  readonly schedules: ReadonlyMap<string, string>
  readonly hostIds: ReadonlyMap<string, Arrived>
  /** The type itself. */
  readonly own: Arrived
  readonly label: string
}

/** Who the hosts are and which hours they have is one thing: people have changed it here, or not. */
const saveHosts = async (saving: SaveContext, { type, hosts, hours }: TypeWithHosts, given: HostIds): Promise<void> => {
  const { id, ownerId, memberships, schedules, hostIds, own, label } = given
  const { tx, organizationId } = saving
  const known = hosts.filter(({ member }) => memberships.has(foreignId(member.uri)))
  const dates = { created_at: type.created_at, updated_at: type.updated_at }
  const rows: ImportedRow[] = []
  for (const { uri, member, priority, created_at, updated_at } of known) {
    const membershipId = memberships.get(foreignId(member.uri)) ?? ''
    const own = hours.find(({ user }) => foreignId(user ?? '') === foreignId(member.uri))
    rows.push({
      id: hostIds.get(foreignId(uri))?.id,
      event_type_id: id,
      membership_id: membershipId,
      ...(priority === undefined ? {} : { priority }),
      ...(await hoursColumns(saving, membershipId, own, schedules)),
      created_at: created_at ?? dates.created_at,
      updated_at: updated_at ?? dates.updated_at,
    })
  }
  // Nobody is listed as a host where the list is closed to the token: then its owner is.
  if (rows.length === 0)
    rows.push({
      id,
      event_type_id: id,
      membership_id: ownerId,
      schedule_id: null,
      timezone: null,
      rules: null,
      ...dates,
    })
  const there = rows.map(hostIn)
  const here = await findHosts(tx, organizationId, id)
  await saveBases(tx, organizationId, 'event_types', new Map([[foreignId(type.uri), { hosts: inOrder(there) }]]))
  const versions = { base: own.base, here: { hosts: inOrder(here) }, there: { hosts: inOrder(there) } }
  if (here.length > 0 && isKept(saving, { kind: 'event_types', label, column: 'hosts' }, versions)) return
  await put(saving, 'event_type_hosts', rows)
  await keepHosts(
    tx,
    organizationId,
    id,
    rows.map((row) => String(row.membership_id)),
  )
}

/** As a report and a comparison need it. */
const hostIn = (row: ImportedRow): TypeHost => ({
  membership_id: String(row.membership_id),
  schedule_id: (row.schedule_id as string | null) ?? null,
  timezone: (row.timezone as string | null) ?? null,
  rules: row.rules ?? null,
})

const inOrder = (hosts: readonly TypeHost[]): readonly TypeHost[] =>
  [...hosts].sort((one, other) => (one.membership_id < other.membership_id ? -1 : 1))

/** The hours of one of their schedules, or hours of their own; nothing for those of the default one. */
const hoursColumns = async (
  saving: SaveContext,
  membershipId: string,
  hours: ForeignHostHours | undefined,
  schedules: ReadonlyMap<string, string>,
): Promise<ImportedRow> => {
  const none = { schedule_id: null, timezone: null, rules: null }
  if (!hours) return none
  const { uri, timezone, rules } = hours.availability_rule
  const scheduleId = uri === null ? undefined : schedules.get(foreignId(uri))
  if (scheduleId !== undefined) {
    const schedule = (await findScheduleNames(saving.tx, saving.organizationId, membershipId)).find(
      ({ id }) => id === scheduleId,
    )
    return schedule && !schedule.isDefault ? { ...none, schedule_id: scheduleId } : none
  }
  const read = Rules.safeParse(rules)
  return read.success ? { schedule_id: null, timezone: cleanZone(timezone), rules: read.data } : none
}

/** As it is there; with a number where its owner has it already. */
const freeSlug = (wanted: string, holderOf: (slug: string) => string, id: string): string => {
  if (holderOf(wanted) === id) return wanted
  for (let number = 2; ; number += 1) if (holderOf(`${wanted}-${number}`) === id) return `${wanted}-${number}`
}
