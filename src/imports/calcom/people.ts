import { day } from '#platform/time/durations.ts'
import { cleanLine } from '../calendly/clean.ts'
import type { ForeignGroup, ForeignGroupMember, ForeignMembership, ForeignSchedule } from '../calendly/foreign.ts'
import { type Remark, remarkOf } from '../remark.ts'
import { scheduleRef, teamRef, userRef } from './event-type.ts'
import { rulesFrom } from './hours.ts'
import { instantIn, numberIn, type Row, rowIn, textIn } from './values.ts'

const memberRef = (userId: number): string => `member-${userId}`

/** A row of `users`, or a user of the API. */
export const readMember = (row: Row, role: 'owner' | 'admin' | 'user', at: Date): ForeignMembership => {
  const id = numberIn(row.id) ?? 0
  const email = textIn(row.email) ?? ''
  const created = instantIn(row.created) ?? instantIn(row.createdDate) ?? at
  const user = {
    uri: userRef(id),
    name: textIn(row.name) ?? textIn(row.username) ?? email,
    slug: textIn(row.username),
    scheduling_url: null,
    email,
    timezone: textIn(row.timeZone),
    time_notation: row.timeFormat === 24 ? '24h' : '12h',
    avatar_url: textIn(row.avatarUrl) ?? textIn(row.avatar),
    locale: textIn(row.locale)?.slice(0, 2) ?? null,
    created_at: created,
    updated_at: created,
  }
  return { uri: memberRef(id), role, user, created_at: created, updated_at: created }
}

/** Somebody whom nobody lets in there: locked, or of an address that was never verified where others are. */
export const isShutOut = (row: Row, areVerified: boolean): boolean =>
  row.locked === true || (areVerified && row.emailVerified === null)

export const shutOut = (row: Row): Remark =>
  remarkOf('locked_out', { email: cleanLine(textIn(row.email) ?? '', 255, 'A user') })

/** The page of a user or a team. */
export const pageOf = (user: Row | undefined, team: Row | undefined): string | null => {
  const [username, slug] = [textIn(user?.username), textIn(team?.slug)]
  return slug !== null ? `/team/${slug}` : username === null ? null : `/${username}`
}

/** Of a row of `Team`: versions before 2024 say it in its metadata. */
export const isOrganization = (row: Row): boolean =>
  row.isOrganization === true || rowIn(row.metadata).isOrganization === true

/** A row of `Team`. */
export const readTeam = (row: Row, at: Date): ForeignGroup => {
  const created = instantIn(row.createdAt) ?? at
  return {
    uri: teamRef(numberIn(row.id) ?? 0),
    name: textIn(row.name) ?? 'Team',
    created_at: created,
    updated_at: created,
  }
}

/** A row of `Membership`. */
export const readTeamMember = (row: Row, at: Date): ForeignGroupMember => ({
  uri: `team-member-${numberIn(row.teamId) ?? 0}-${numberIn(row.userId) ?? 0}`,
  role: row.role === 'OWNER' || row.role === 'ADMIN' ? 'admin' : 'member',
  owner: { uri: memberRef(numberIn(row.userId) ?? 0), type: null },
  group: teamRef(numberIn(row.teamId) ?? 0),
  created_at: at,
  updated_at: at,
})

/** A row of `Schedule` with its rows of `Availability`. */
export const readSchedule = (
  row: Row,
  lines: readonly Row[],
  user: {
    readonly id: number
    readonly zone: string
    readonly isDefault: boolean
    readonly absentOn?: readonly string[]
  },
): ForeignSchedule => ({
  uri: scheduleRef(numberIn(row.id) ?? 0),
  default: user.isDefault,
  name: textIn(row.name) ?? 'Hours',
  user: userRef(user.id),
  timezone: textIn(row.timeZone) ?? user.zone,
  rules: withAbsences(rulesFrom(lines), user.absentOn ?? []),
})

/** Of one absence. */
const maxAbsentDays = 366

/**
 * The dates of absences that are not over, as rows of `OutOfOfficeEntry` have them: from the first to the last, both in
 * UTC.
 */
export const absentDates = (entries: readonly Row[], at: Date): readonly string[] => {
  const from = at.getTime() - day
  const dates = entries.flatMap((entry) => {
    const [start, end] = [instantIn(entry.start), instantIn(entry.end)]
    if (!start || !end) return []
    const first = Math.max(Math.floor(start.getTime() / day), Math.floor(from / day))
    const days = Math.min(Math.floor(end.getTime() / day) - first + 1, maxAbsentDays)
    return Array.from({ length: Math.max(0, days) }, (_, index) =>
      new Date((first + index) * day).toISOString().slice(0, 10),
    )
  })
  return [...new Set(dates)].sort()
}

/** What a schedule holds here. */
const maxRules = 1_000

const withAbsences = (rules: readonly object[], absentOn: readonly string[]): unknown[] => {
  const kept = rules.filter((rule) => !('date' in rule && absentOn.includes(String(rule.date))))
  return [
    ...kept,
    ...absentOn
      .slice(0, Math.max(0, maxRules - kept.length))
      .map((date) => ({ type: 'date' as const, date, intervals: [] })),
  ]
}
