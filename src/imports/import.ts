import { type Remark, type RemarkCode, remarkOf } from './remark.ts'

/** What is imported, in this order: each refers only to what came before it. */
export const importSteps = [
  'members',
  'groups',
  'group_members',
  'schedules',
  'event_types',
  'routing_forms',
  'submissions',
  'counting',
  'meetings',
  'webhooks',
  'finishing',
] as const
export type StepName = (typeof importSteps)[number]

export const importKinds = ['calendly', 'calcom'] as const
export type ImportKind = (typeof importKinds)[number]

export const importStates = ['running', 'finished', 'failed'] as const
export type ImportState = (typeof importStates)[number]

/** The kinds of things that come, as the other side names them in its addresses. */
export const recordKinds = [
  'organizations',
  'users',
  'organization_memberships',
  'groups',
  'group_relationships',
  'user_availability_schedules',
  'event_types',
  'event_type_memberships',
  'scheduling_links',
  'routing_forms',
  'routing_form_submissions',
  'scheduled_events',
  'invitees',
  'booking_requests',
  'invitee_no_shows',
  'webhook_subscriptions',
] as const
export type RecordKind = (typeof recordKinds)[number]

/** What the token can see of the other side. */
export interface Reach {
  /** How the URIs of the other side begin; requests go to the source, whatever they say. */
  readonly base: string
  readonly organization: string
  readonly user: string
  /** All of the organization, or what one user can see. */
  readonly isWhole: boolean
  /** The lists that the token may not read. */
  readonly closed: readonly StepName[]
  /** What else it cannot read. */
  readonly remarks?: readonly Remark[]
}

export interface Import {
  readonly id: string
  readonly organizationId: string
  readonly kind: ImportKind
  readonly source: string
  readonly reach: Reach
  readonly takesOver: boolean
  readonly invites: boolean
  readonly appliesBuffers: boolean
  readonly prefersSource: boolean
  readonly startedBy: string
  /** The application that started it, if one did. */
  readonly startedWith: string | null
  readonly state: ImportState
  readonly run: number
  readonly step: StepName
  readonly cursor: string | null
  readonly meetings: number | null
  readonly perMinute: number | null
  readonly remarks: readonly Remark[]
  readonly fault: Remark | null
  /** How often in a row the other side gave nothing that can be used. */
  readonly failedTries: number
  /** How often work began since something was saved last, with the work that goes on now. */
  readonly begunTries: number
  /** Of the current step; and how many of the last ones brought nothing that is new in this run. */
  readonly portions: number
  readonly idlePortions: number
  readonly startedAt: Date
  readonly finishedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What came of one kind, in the latest run. */
export interface RecordCount {
  readonly kind: RecordKind
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  /** Imported before, and not seen in this run. */
  readonly gone: number
}

export const importJob = 'import'

/** Why an import that somebody has stopped is over. */
export const stoppedByHand: Remark = remarkOf('stopped')

/** What the token is encrypted for. */
export const tokenContext = (importId: string): readonly string[] => ['import token', importId]

/** After the step that is done; undefined after the last. */
export const stepAfter = (step: StepName): StepName | undefined => importSteps[importSteps.indexOf(step) + 1]

/** Before the cursor of a list, once for each time that the list was begun again. */
const againMark = '↻'
const maxTimesAgain = 3

/** Where a list is, as the other side says it. */
export const plainCursor = (cursor: string | null): string | null => cursor?.replaceAll(againMark, '') ?? null

/** The cursor with as many marks as the one before; undefined when a list was begun again too often. */
export const cursorAfter = (
  before: string | null,
  next: string | null,
  isAgain: boolean,
): string | null | undefined => {
  const times = (before?.lastIndexOf(againMark) ?? -1) + (isAgain ? 2 : 1)
  if (times > maxTimesAgain) return undefined
  return next === null ? null : againMark.repeat(times) + next
}

/** What is never imported, for the end of the report. */
export const notImported = {
  calendly: [
    'never_form_rules',
    'never_workflows',
    'never_connections',
    'never_passwords',
    'never_single_use_links',
    'never_signing_keys',
    'never_limits',
  ],
  calcom: [
    'never_form_rules',
    'never_workflows',
    'never_connections',
    'never_passwords',
    'never_private_links',
    'never_webhook_secrets',
    'never_travel_zones',
    'never_team_pages',
  ],
} as const satisfies Readonly<Record<ImportKind, readonly RemarkCode[]>>

/**
 * Seconds until the meetings that are left are read: a request each, and one for each page of them. Undefined until
 * they are counted.
 */
export const secondsLeft = (
  { meetings, perMinute, startedAt }: Pick<Import, 'meetings' | 'perMinute' | 'startedAt'>,
  read: number,
  now: Date,
): number | undefined => {
  if (meetings === null) return undefined
  const left = Math.max(0, meetings - read)
  const requests = left + Math.ceil(left / 100)
  const elapsed = Math.max(1, (now.getTime() - startedAt.getTime()) / 1000)
  const measured = read > 0 ? (left * elapsed) / read : requests / 20
  const allowed = perMinute === null ? 0 : (requests / perMinute) * 60
  return Math.ceil(Math.max(measured, allowed))
}
