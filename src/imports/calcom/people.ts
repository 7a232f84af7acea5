import type { ForeignGroup, ForeignGroupMember, ForeignMembership, ForeignSchedule } from '../calendly/foreign.ts'
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

/** Of a row of `Team`: versions before 2024 say it in its metadata. */
export const isOrganization = (row: Row): boolean => row.isOrganization === true || rowIn(row.metadata).isOrganization === true

/** A row of `Team`. */
export const readTeam = (row: Row, at: Date): ForeignGroup => {
  const created = instantIn(row.createdAt) ?? at
  return { uri: teamRef(numberIn(row.id) ?? 0), name: textIn(row.name) ?? 'Team', created_at: created, updated_at: created }
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
  user: { readonly id: number; readonly zone: string; readonly isDefault: boolean },
): ForeignSchedule => ({
  uri: scheduleRef(numberIn(row.id) ?? 0),
  default: user.isDefault,
  name: textIn(row.name) ?? 'Hours',
  user: userRef(user.id),
  timezone: textIn(row.timeZone) ?? user.zone,
  rules: [...rulesFrom(lines)],
})
