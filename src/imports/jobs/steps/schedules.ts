import { Rules } from '#availability/index.ts'
import { cleanLine, cleanZone } from '../../calendly/clean.ts'
import { ForeignSchedule, foreignId } from '../../calendly/foreign.ts'
import { FreeNames } from '../../free-names.ts'
import { inParallel } from '../../providers/in-parallel.ts'
import { SourceFault } from '../../source-fault.ts'
import { findMembershipsOfUsers, listForeignIds } from '../../store/records.ts'
import { findScheduleNames } from '../../store/schedules.ts'
import { mergeRows } from '../merge.ts'
import { arrive, idsOf, portionSize, type SaveContext, type Step, saveEach } from '../step.ts'

const mostAtOnce = 20

/** A request for each user. */
export const schedules: Step = {
  read: async ({ client, database, import: current }, cursor) => {
    const { organizationId, reach } = current
    const usersAtOnce = portionSize(mostAtOnce, 1, current)
    const users = await listForeignIds(database.reader, organizationId, 'users', cursor ?? '', usersAtOnce)
    const found = await inParallel(users, 8, async (user) => {
      try {
        return await client.all(
          '/user_availability_schedules',
          { user: `${reach.base}/users/${user}` },
          ForeignSchedule,
          false,
        )
      } catch (error) {
        if (error instanceof SourceFault && ['forbidden', 'missing', 'rejected'].includes(error.kind)) return []
        throw error
      }
    })
    return {
      save: (saving) => saveEach(saving, found.flat(), ({ uri }) => uri, saveSchedules),
      next: users.length < usersAtOnce ? null : (users.at(-1) ?? null),
    }
  },
}

export const saveSchedules = async (saving: SaveContext, items: readonly ForeignSchedule[]): Promise<void> => {
  const { tx, organizationId, now, remark } = saving
  const memberships = await findMembershipsOfUsers(
    tx,
    organizationId,
    idsOf(items, ({ user }) => foreignId(user)),
  )
  const known = items.filter(({ user }) => memberships.has(foreignId(user)))
  const arrived = await arrive(saving, 'user_availability_schedules', known, ({ uri }) => foreignId(uri))
  const ofMembers = new Map<string, { readonly names: FreeNames; defaultId: string | undefined }>()
  const hoursOf = async (membershipId: string) => {
    const here = await findScheduleNames(tx, organizationId, membershipId)
    return {
      names: new FreeNames(here.map((one) => [one.name, one.id])),
      defaultId: here.find(({ isDefault }) => isDefault)?.id,
    }
  }
  for (const item of known) {
    const own = arrived.get(foreignId(item.uri))
    const membershipId = memberships.get(foreignId(item.user)) ?? ''
    if (!own?.isChanged) continue
    const rules = Rules.safeParse(item.rules)
    const mine = ofMembers.get(membershipId) ?? (await hoursOf(membershipId))
    ofMembers.set(membershipId, mine)
    const name = mine.names.take(cleanLine(item.name, 240, 'Hours'), own.id)
    if (!rules.success) remark('schedule_unreadable', { name })
    else {
      const isDefault = item.default && (mine.defaultId ?? own.id) === own.id
      if (isDefault) mine.defaultId = own.id
      const row = {
        ...{
          id: own.id,
          membership_id: membershipId,
          name,
          is_default: isDefault,
          timezone: cleanZone(item.timezone),
          rules: rules.data,
        },
        ...{ created_at: now, updated_at: now },
      }
      await mergeRows(saving, 'availability_schedules', 'user_availability_schedules', [
        { foreignId: foreignId(item.uri), arrived: own, row, label: name },
      ])
    }
  }
}
