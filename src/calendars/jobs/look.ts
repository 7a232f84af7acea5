import { recordFact, system } from '#activity/index.ts'
import { replaceBusySpans } from '#availability/index.ts'
import type { Links } from '#contract/wire.ts'
import { type Done, type JobKind, tasksOf } from '#execution/jobs/kind.ts'
import type { Encryption } from '#platform/crypto/encryption.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import type { Clock } from '#platform/time/clock.ts'
import { findZone } from '#platform/time/zones.ts'
import { type BusyItem, expandItems, type LookBudget, newLookBudget } from '../busy-times.ts'
import { type Credentials, credentialsContext, lookJob } from '../connection.ts'
import { factSubject } from '../fact-subject.ts'
import { compareEveryMilliseconds, horizonMilliseconds, isLostBy, lookEveryMilliseconds, notifyEveryMilliseconds, pastMilliseconds } from '../health.ts'
import type { Expansion } from '../icalendar/occurrences.ts'
import { isFault, type ProviderFault } from '../providers/fault.ts'
import { openProvider } from '../providers/open-provider.ts'
import type { CalendarProvider, Deadline } from '../providers/provider.ts'
import { type CalendarToLookAt, loadCalendarsToLookAt, refreshKnownUntil, saveLook } from '../store/calendars.ts'
import { type ConnectionToLookAt, loadConnections, recordFailedLook, recordGoodLook } from '../store/connections.ts'
import { loadOwnUids } from '../store/entries.ts'
import { deleteItems, loadEtags, loadItems, type StoredItem, saveItems } from '../store/items.ts'

/** Shorter than the lease of a job. A look that needs longer goes on with the next. */
const lookMilliseconds = 45_000

interface LookTask extends ConnectionToLookAt {
  readonly calendars: readonly CalendarToLookAt[]
}

type KnownItem = BusyItem & { readonly item: StoredItem }

/** What was read of one calendar. */
interface CalendarLook {
  readonly calendar: CalendarToLookAt
  readonly changed: readonly BusyItem[]
  /** Known before, and expanded anew because the horizon has moved. */
  readonly again: readonly KnownItem[]
  readonly removed: readonly string[]
  readonly cursor: string | null
  readonly knownUntil: Date | null
  readonly isComplete: boolean
}

interface LookOutcome {
  readonly looks: readonly CalendarLook[]
  readonly fault: ProviderFault | undefined
  readonly isComparison: boolean
}

interface LookContext {
  readonly database: Database
  readonly clock: Clock
  readonly links: Links
  readonly encryption: Encryption
  readonly outgoing: Outgoing
}

/** Reads the calendars of a connection, every five minutes. */
export const calendarLooks = (context: LookContext): JobKind<LookTask, LookOutcome> => ({
  name: lookJob,
  load: (tx, jobs) => tasksOf(jobs, (ids) => loadTasks(tx, ids)),
  act: (task) => look(context, task),
  isAway: ({ fault }) => fault !== undefined && ['unreachable', 'timed_out', 'unknown_name'].includes(fault.fault),
  settle: (tx, done) => settle(tx, done, context),
})

const loadTasks = async (tx: Tx, ids: readonly string[]): Promise<readonly LookTask[]> => {
  const connections = await loadConnections(tx, ids)
  const calendars = await loadCalendarsToLookAt(tx, ids)
  return connections.map((connection) => ({ ...connection, calendars: calendars.filter(({ connectionId }) => connectionId === connection.id) }))
}

const look = async ({ database, clock, encryption, outgoing }: LookContext, task: LookTask): Promise<LookOutcome> => {
  const now = clock.now().getTime()
  const credentials = JSON.parse(encryption.decrypt(task.credentials, ...credentialsContext(task.id))) as Credentials
  const provider = openProvider(outgoing, credentials, task.ownAddresses)
  const isComparison = !task.comparedAt || now - task.comparedAt.getTime() >= compareEveryMilliseconds
  const own = await loadOwnUids(database.reader, task.organizationId, task.membershipId)
  const end = performance.now() + lookMilliseconds
  const deadline = { leftMilliseconds: () => end - performance.now() }
  const budget = newLookBudget()
  const looks: CalendarLook[] = []
  let fault: ProviderFault | undefined
  for (const calendar of task.calendars) {
    const result = await lookAtCalendar({ database, provider, deadline, own, budget, now }, task, calendar, isComparison)
    if (isFault(result)) fault = result
    else looks.push(result)
  }
  return { looks, fault, isComparison }
}

interface Looking {
  readonly database: Database
  readonly provider: CalendarProvider
  readonly deadline: Deadline
  readonly own: ReadonlySet<string>
  readonly budget: LookBudget
  readonly now: number
}

const lookAtCalendar = async (
  { database, provider, deadline, own, budget, now }: Looking,
  { organizationId, hostZone }: LookTask,
  calendar: CalendarToLookAt,
  isComparison: boolean,
): Promise<CalendarLook | ProviderFault> => {
  const { reader } = database
  const isWhole = isComparison || calendar.knownUntil === null
  const changes = await provider.look(
    { foreignId: calendar.foreignId, cursor: isWhole ? null : calendar.cursor, known: () => loadEtags(reader, organizationId, calendar.id) },
    deadline,
  )
  if (isFault(changes)) return changes
  const until = isWhole ? new Date(now + horizonMilliseconds) : calendar.knownUntil
  const clock = findZone(calendar.timeZone ?? hostZone) ?? findZone('UTC')
  if (!clock || !until) throw new Error('A calendar has no clock or no horizon.')
  const expansion: Expansion = { clock, window: { start: now - pastMilliseconds, end: until.getTime() }, countsTentative: calendar.countsTentative }
  const again: KnownItem[] = []
  if (isWhole) {
    const replaced = new Set([...changes.changed.map(({ key }) => key), ...changes.removed])
    for await (const items of loadItems(reader, organizationId, calendar.id))
      again.push(
        ...(await expandItems(
          items.filter(({ key }) => !replaced.has(key)),
          expansion,
          own,
          budget,
        )),
      )
  }
  return {
    calendar,
    changed: await expandItems(changes.changed, expansion, own, budget),
    again,
    removed: changes.removed,
    cursor: changes.cursor,
    knownUntil: changes.isComplete ? until : calendar.knownUntil,
    isComplete: changes.isComplete,
  }
}

const settle = async (tx: Tx, done: readonly Done<LookTask, LookOutcome>[], { clock, links }: LookContext): Promise<ReadonlyMap<number, Date>> => {
  const now = clock.now()
  const again = new Map<number, Date>()
  for (const { job, task, outcome } of done) {
    const { organizationId, membershipId, id } = task
    let isDone = true
    for (const one of outcome.looks) isDone = (await saveOne(tx, task, one)) && isDone
    if (outcome.fault) await recordFault(tx, links, task, outcome.fault, now)
    else if (isDone) await recordGoodLook(tx, organizationId, id, outcome.isComparison, now)
    await refreshKnownUntil(tx, organizationId, membershipId, now)
    again.set(job.id, !outcome.fault && !isDone ? now : new Date(now.getTime() + pauseAfter(outcome.fault)))
  }
  return again
}

/** A password that is not accepted is not tried often: servers lock accounts for that. */
const pauseAfter = (fault: ProviderFault | undefined): number =>
  Math.max(fault?.isFinal ? 12 * lookEveryMilliseconds : lookEveryMilliseconds, (fault?.retryAfterSeconds ?? 0) * 1000)

/** False when there is more to read, or what was read does not count. */
const saveOne = async (tx: Tx, { organizationId, membershipId }: LookTask, one: CalendarLook): Promise<boolean> => {
  const { calendar, changed, again, removed, cursor, knownUntil, isComplete } = one
  if (!(await saveLook(tx, organizationId, calendar, cursor, knownUntil))) return false
  const different = [...changed, ...again.filter(({ item, isOpaque }) => item.isOpaque !== isOpaque)]
  await saveItems(
    tx,
    organizationId,
    calendar.id,
    different.map(({ item, isOpaque }) => ({ ...item, isOpaque })),
  )
  await deleteItems(tx, organizationId, calendar.id, removed)
  const expanded = [...changed, ...again]
  await replaceBusySpans(
    tx,
    { organizationId, membershipId, calendarId: calendar.id },
    [...expanded.map(({ item }) => item.key), ...removed],
    expanded.flatMap(({ item, spans }) => spans.map((span) => ({ ...span, itemKey: item.key }))),
  )
  return isComplete
}

const recordFault = async (tx: Tx, links: Links, task: LookTask, { message, isFinal, fault }: ProviderFault, now: Date): Promise<void> => {
  const { organizationId, id, notifiedAt } = task
  const isLost = isLostBy(isFinal, task.lookedAt ?? task.createdAt, now)
  const isNotified = isLost && !task.isLost && (notifiedAt === null || now.getTime() - notifiedAt.getTime() >= notifyEveryMilliseconds)
  await recordFailedLook(tx, organizationId, id, { fault: message, isLost, isNotified }, now)
  if (!isLost || task.isLost) return
  const cause = fault === 'wrong_credentials' ? 'credentials' : fault === 'gone' ? 'gone' : 'silent'
  const subject = { ...factSubject(links, task, message), account: task.account, cause, isNotified }
  await recordFact(tx, { name: 'calendar.lost', organizationId, actor: system, subject, occurredAt: now })
}
