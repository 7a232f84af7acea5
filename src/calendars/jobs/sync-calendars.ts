import { type CalendarOfMember, loadBusySpans } from '#availability/index.ts'
import type { Links } from '#contract/wire.ts'
import type { IsHeld } from '#execution/jobs/kind.ts'
import { concernsAccount, type Deadline, isFault } from '#integrations/index.ts'
import type { OauthClients } from '#platform/config.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Encryption } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import type { Clock } from '#platform/time/clock.ts'
import { findZone } from '#platform/time/zones.ts'
import { TimeSlices } from '#platform/time-slices.ts'
import { type BusyItem, expandItems, newSyncBudget, type OwnEntries, type SyncBudget } from '../busy-times.ts'
import { compareEveryMilliseconds, windowAt } from '../health.ts'
import type { Expansion } from '../icalendar/occurrences.ts'
import type { ProviderFault } from '../providers/fault.ts'
import {
  type CalendarChanges,
  type CalendarProvider,
  type FoundAccount,
  reserveMilliseconds,
} from '../providers/provider.ts'
import type { CalendarToSync } from '../store/calendars.ts'
import type { ConnectionToSync } from '../store/connections.ts'
import { loadOwnEntries } from '../store/entries.ts'
import { loadEtags, loadItems, loadPostponedItems, type StoredItem } from '../store/items.ts'
import { openConnection } from '../workflow/open-provider.ts'
import { addressesOf } from '../workflow/record-discovery.ts'
import { type CalendarSync, compareSpans, spansOfItems } from './difference.ts'
import { keepChannels } from './keep-channels.ts'
import { noticeHostChanges } from './notice-host-changes.ts'
import { saveAhead } from './save-sync.ts'

/** With what follows it, shorter than the lease of a job. A sync that needs longer goes on with the next. */
const defaultSyncMilliseconds = 35_000
const saveMilliseconds = 10_000

export interface SyncTask extends ConnectionToSync {
  readonly calendars: readonly CalendarToSync[]
  /** Somebody asked for it, and does not just wait for the next one. */
  readonly isAskedFor: boolean
}

export interface SyncOutcome {
  readonly beganAt: Date
  readonly syncs: readonly CalendarSync[]
  /** Those that the account does not have any more. */
  readonly gone: readonly CalendarToSync[]
  readonly fault: ProviderFault | undefined
  /** Those that could not be read, while the account itself can be. */
  readonly faulty: readonly { readonly calendar: CalendarToSync; readonly fault: ProviderFault }[]
  /** What the account has, when it was asked. */
  readonly found: FoundAccount | undefined
}

export interface SyncContext {
  readonly database: Database
  readonly clock: Clock
  readonly encryption: Encryption
  readonly outgoing: Outgoing
  readonly codes: Codes
  readonly links: Links
  readonly oauthClients: OauthClients
  readonly syncMilliseconds?: number
}

/** Reads as many of the calendars as there is time for, and none after a fault that the others would have as well. */
export const syncCalendars = async (context: SyncContext, task: SyncTask, isHeld: IsHeld): Promise<SyncOutcome> => {
  const { database, clock, syncMilliseconds = defaultSyncMilliseconds } = context
  const now = clock.now()
  const end = performance.now() + syncMilliseconds
  const deadline = { leftMilliseconds: () => end - performance.now() }
  const saving = { leftMilliseconds: () => end + saveMilliseconds - performance.now() }
  const sync: Sync = {
    ...{ database, deadline, now: now.getTime(), budget: newSyncBudget() },
    provider: openConnection(
      { ...context, reader: database.reader, keep: database.write, now },
      task,
      addressesOf(task),
    ),
    own: await loadOwnEntries(database.reader, task.organizationId, task.membershipId),
  }
  const syncs: CalendarSync[] = []
  const gone: CalendarToSync[] = []
  const faulty: { calendar: CalendarToSync; fault: ProviderFault }[] = []
  let fault: ProviderFault | undefined
  let found: FoundAccount | ProviderFault | undefined
  const discover = async () => {
    found ??= await sync.provider.discover(deadline)
    return found
  }
  for (const [index, calendar] of task.calendars.entries()) {
    // One is read in any case, or a slow machine would never read any.
    if (index > 0 && deadline.leftMilliseconds() < reserveMilliseconds) break
    const result = await syncCalendar(sync, task, calendar)
    if (!isFault(result))
      syncs.push(await saveAhead({ database, isHeld, deadline: saving }, ofMember(task, calendar), result))
    else if (result.fault === 'gone' && isMissingIn(await discover(), calendar)) gone.push(calendar)
    else {
      fault = result
      if (concernsAccount(result)) break
      faulty.push({ calendar, fault: result })
    }
  }
  const isReachable = !fault || !concernsAccount(fault)
  if (isReachable && isDiscoveryDue(task, now) && deadline.leftMilliseconds() >= reserveMilliseconds) await discover()
  if (!fault && sync.provider.channels)
    await keepChannels({ ...context, isHeld, deadline, now }, sync.provider.channels, task)
  return { beganAt: now, syncs, gone, fault, faulty, found: found && !isFault(found) ? found : undefined }
}

/** Calendars may come and go at the other side. A feed is one for ever, and was found just now if it was never read. */
const isDiscoveryDue = ({ kind, syncedAt, discoveredAt, isAskedFor }: SyncTask, now: Date): boolean =>
  kind !== 'ics' &&
  syncedAt !== null &&
  (isAskedFor || discoveredAt === null || now.getTime() - discoveredAt.getTime() >= compareEveryMilliseconds)

/** A single answer is not believed: the account must have other calendars, and not this one. */
const isMissingIn = (account: FoundAccount | ProviderFault, { foreignId }: CalendarToSync): boolean =>
  !isFault(account) &&
  account.calendars.length > 0 &&
  account.calendars.every((calendar) => calendar.foreignId !== foreignId)

interface Sync {
  readonly database: Database
  readonly provider: CalendarProvider
  readonly deadline: Deadline
  readonly own: OwnEntries
  readonly budget: SyncBudget
  readonly now: number
}

const syncCalendar = async (
  { database: { reader }, provider, deadline, own, budget, now }: Sync,
  task: SyncTask,
  calendar: CalendarToSync,
): Promise<CalendarSync | ProviderFault> => {
  const { organizationId, hostZone } = task
  const { comparedAt } = calendar
  const isComparison =
    calendar.knownUntil === null || comparedAt === null || now - comparedAt.getTime() >= compareEveryMilliseconds
  const window = windowAt(now)
  const cursor = isComparison ? null : calendar.cursor
  const changes = await provider.sync(
    { foreignId: calendar.foreignId, cursor, window, known: () => loadEtags(reader, organizationId, calendar.id) },
    deadline,
  )
  if (isFault(changes)) return changes
  const { removed, isComplete } = changes
  const until = isComparison ? new Date(window.end) : calendar.knownUntil
  const timeZone = changes.timeZone === undefined ? calendar.timeZone : changes.timeZone
  const expandedZone = timeZone ?? hostZone
  const clock = findZone(expandedZone) ?? findZone('UTC')
  if (!clock || !until) throw new Error('A calendar has no clock or no horizon.')
  const expansion: Expansion = {
    clock,
    window: { start: window.start, end: until.getTime() },
    countsTentative: calendar.countsTentative,
  }
  const changed = await expandItems(changes.changed, expansion, own, budget)
  const again: (BusyItem & { readonly item: StoredItem })[] = []
  const replaced = await keysOf(changes)
  // In another zone, all-day and floating events are at another time.
  const isAll = isComparison || expandedZone !== calendar.expandedZone
  for await (const items of isAll
    ? loadItems(reader, organizationId, calendar.id)
    : [await loadPostponedItems(reader, organizationId, calendar.id)]) {
    const others = items.filter(({ key }) => !replaced.has(key))
    again.push(...(await expandItems(others, expansion, own, budget)))
  }
  const expanded = [...changed, ...again]
  const items = await itemsToStore(changed, again)
  const noticing = {
    reader,
    provider,
    deadline,
    clock,
    own,
    all: isComparison ? expanded.map(({ item }) => item) : undefined,
    now,
  }
  const entries = await noticeHostChanges(
    noticing,
    { organizationId, id: calendar.id, foreignId: calendar.foreignId },
    changes,
  )
  const ofCalendar = ofMember(task, calendar)
  const expandedKeys = [...replaced, ...again.map(({ item }) => item.key)]
  const known = isAll ? loadBusySpans(reader, ofCalendar) : spansOfItems(reader, ofCalendar, expandedKeys)
  return {
    calendar,
    difference: { items, removed, ...(await compareSpans(known, expanded)) },
    entries,
    cursor: changes.cursor,
    isComplete,
    isComparison,
    timeZone,
    expandedZone,
    knownUntil: isComplete ? until : calendar.knownUntil,
  }
}

/** Of all that changed or is gone. */
const keysOf = async ({
  changed,
  removed,
}: Pick<CalendarChanges, 'changed' | 'removed'>): Promise<ReadonlySet<string>> => {
  const slices = new TimeSlices()
  const keys = new Set(removed)
  for (const { key } of changed) {
    keys.add(key)
    await slices.pause()
  }
  return keys
}

/** All that changed, and of the others those that can be read now, or cannot any more. */
const itemsToStore = async (
  changed: readonly BusyItem[],
  again: readonly (BusyItem & { readonly item: StoredItem })[],
): Promise<readonly StoredItem[]> => {
  const slices = new TimeSlices()
  const items: StoredItem[] = []
  for (const { item, isOpaque, isPostponed } of changed) {
    items.push({ ...item, isOpaque, isPostponed })
    await slices.pause()
  }
  for (const { item, isOpaque, isPostponed } of again)
    if (item.isOpaque !== isOpaque || item.isPostponed !== isPostponed) items.push({ ...item, isOpaque, isPostponed })
  return items
}

export const ofMember = ({ organizationId, membershipId }: SyncTask, { id }: CalendarToSync): CalendarOfMember => ({
  organizationId,
  membershipId,
  calendarId: id,
})
