import { Rules } from '#availability/index.ts'
import { cleanZone } from '../../calendly/clean.ts'
import { eventTypeRow, wantedSlug } from '../../calendly/event-type-row.ts'
import { ForeignEventType, ForeignHost, ForeignHostHours, foreignId } from '../../calendly/foreign.ts'
import { inParallel } from '../../providers/in-parallel.ts'
import type { SourceClient } from '../../providers/source-client.ts'
import { SourceFault } from '../../source-fault.ts'
import { findOwnerId, findSlugsOfOwners, keepHosts } from '../../store/event-types.ts'
import { type Arrived, findLocalIds, findMembershipsOfUsers } from '../../store/records.ts'
import { type ImportedRow, putRows } from '../../store/rows.ts'
import { findScheduleNames } from '../../store/schedules.ts'
import { arrive, idsOf, portionSize, reachQuery, type Saving, type Step } from '../step.ts'

/** An event type with those who hold its meetings, and their hours for it. */
export interface TypeWithHosts {
  readonly type: ForeignEventType
  readonly hosts: readonly ForeignHost[]
  readonly hours: readonly ForeignHostHours[]
}

const typesAtOnce = 25

export const eventTypes: Step = {
  read: async ({ client, import: current }, cursor) => {
    const query = { ...reachQuery(current), count: String(portionSize(typesAtOnce, 2, current)), page_token: cursor ?? undefined }
    const { items, nextToken } = await client.list('/event_types', query, ForeignEventType)
    const types = await inParallel(items, 4, (type) => withHosts(client, type))
    return { save: (saving) => saveTypes(saving, types), next: nextToken }
  },
}

export const withHosts = async (client: SourceClient, type: ForeignEventType): Promise<TypeWithHosts> => {
  const listed = async <Item>(load: () => Promise<Item[]>): Promise<Item[]> => {
    try {
      return await load()
    } catch (error) {
      if (error instanceof SourceFault && ['forbidden', 'missing', 'rejected'].includes(error.kind)) return []
      throw error
    }
  }
  const query = { event_type: type.uri }
  const hosts = await listed(() => client.all('/event_type_memberships', query, ForeignHost))
  const hours = await listed(() => client.all('/event_type_availability_schedules', query, ForeignHostHours))
  return { type, hosts, hours }
}

export const saveTypes = async (saving: Saving, items: readonly TypeWithHosts[]): Promise<void> => {
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
    for (const sentence of remarks) saving.remark(sentence)
    await putRows(tx, organizationId, 'event_types', [row], keptColumns(type))
    await saveHosts(saving, item, { id, ownerId, memberships, schedules, hostIds })
  }
}

const ruleColumns = ['start_time_increment', 'buffer_before', 'buffer_after', 'minimum_notice', 'window_type', 'window_days', 'window_start', 'window_end']

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
}

const saveHosts = async (saving: Saving, { type, hosts, hours }: TypeWithHosts, { id, ownerId, memberships, schedules, hostIds }: HostIds): Promise<void> => {
  const { tx, organizationId } = saving
  const known = hosts.filter(({ member }) => memberships.has(foreignId(member.uri)))
  const dates = { created_at: type.created_at, updated_at: type.updated_at }
  const rows: ImportedRow[] = []
  for (const { uri, member, priority, created_at, updated_at } of known) {
    const membershipId = memberships.get(foreignId(member.uri)) ?? ''
    const own = hours.find(({ user }) => foreignId(user) === foreignId(member.uri))
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
  if (rows.length === 0) rows.push({ id, event_type_id: id, membership_id: ownerId, schedule_id: null, timezone: null, rules: null, ...dates })
  await putRows(tx, organizationId, 'event_type_hosts', rows)
  await keepHosts(
    tx,
    organizationId,
    id,
    rows.map((row) => String(row.membership_id)),
  )
}

/** The hours of one of their schedules, or hours of their own; nothing for those of the default one. */
const hoursColumns = async (
  saving: Saving,
  membershipId: string,
  hours: ForeignHostHours | undefined,
  schedules: ReadonlyMap<string, string>,
): Promise<ImportedRow> => {
  const none = { schedule_id: null, timezone: null, rules: null }
  if (!hours) return none
  const { uri, timezone, rules } = hours.availability_rule
  const scheduleId = uri === null ? undefined : schedules.get(foreignId(uri))
  if (scheduleId !== undefined) {
    const schedule = (await findScheduleNames(saving.tx, saving.organizationId, membershipId)).find(({ id }) => id === scheduleId)
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
