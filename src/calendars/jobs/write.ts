import { type CalendarEvent, setCalendarEvent } from '#bookings/index.ts'
import { delayAfter } from '#execution/jobs/back-off.ts'
import { type Done, type JobKind, tasksOf } from '#execution/jobs/kind.ts'
import { isAway, isFault } from '#integrations/index.ts'
import type { OauthClients } from '#platform/config.ts'
import type { Encryption } from '#platform/crypto/encryption.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import type { Clock } from '#platform/time/clock.ts'
import { hour } from '#platform/time/durations.ts'
import { calendarEventKindOf, writeJob } from '../connection.ts'
import { digestOf, entryOf, type MeetingInEntry, otherPeopleIn } from '../entry.ts'
import type { ProviderFault } from '../providers/fault.ts'
import type { CalendarProvider } from '../providers/provider.ts'
import { type EntryState, type EntryTask, loadEntryTasks, type OpenableCalendar, saveEntry } from '../store/entries.ts'
import { openConnection } from '../workflow/open-provider.ts'

const writeMilliseconds = 40_000
const pauseAfterFinalFault = hour
const attemptsAtOnce = 3

interface WriteOutcome {
  readonly state: EntryState
  /** What is there is not what we knew: now we know, and try again. */
  readonly isOvertaken?: boolean
  readonly fault?: ProviderFault | undefined
}

interface WriteContext {
  readonly database: Database
  readonly clock: Clock
  readonly encryption: Encryption
  readonly outgoing: Outgoing
  readonly oauthClients: OauthClients
}

/** Makes calendars agree with meetings: each entry is written, moved in place, or taken back, as often as it takes. */
export const calendarEntries = (context: WriteContext): JobKind<EntryTask, WriteOutcome> => ({
  name: writeJob,
  load: (tx, jobs) => tasksOf(jobs, (ids) => loadEntryTasks(tx, ids)),
  act: (task) => bringAbout(context, task),
  isAway: ({ fault }) => fault !== undefined && isAway(fault),
  settle: (tx, done) => settle(tx, done, context.clock.now()),
})

const bringAbout = async (context: WriteContext, task: EntryTask): Promise<WriteOutcome> => {
  const end = performance.now() + writeMilliseconds
  const deadline = { leftMilliseconds: () => end - performance.now() }
  const { database, clock } = context
  const now = clock.now()
  const open = ({ connectionId, credentials }: OpenableCalendar): CalendarProvider =>
    openConnection(
      { ...context, reader: database.reader, keep: database.write, now },
      { organizationId: task.organizationId, id: connectionId, credentials: Buffer.from(credentials, 'base64') },
    )
  const target = task.isWanted ? task.target : null
  let state: EntryState = {
    calendarId: task.at?.id ?? null,
    foreignId: task.foreignId,
    etag: task.etag,
    written: task.written,
    generation: task.generation,
  }
  const before = state.foreignId === null ? null : { foreignId: state.foreignId, etag: state.etag }

  if (task.at && before && task.at.id !== target?.id) {
    const left = await open(task.at).remove(task.at.foreignId, task.uid, before, deadline)
    if (left && isFault(left)) return { state, fault: left }
    if (left) return { state: { ...state, ...left, written: null }, isOvertaken: true }
    state = { calendarId: null, foreignId: null, etag: null, written: null, generation: state.generation + 1 }
  }
  if (!target) return { state }
  const meeting = meetingOf(task)
  const digest = digestOf(meeting)
  if (state.calendarId === target.id && state.written?.equals(digest)) return { state }
  const known = state.calendarId === target.id ? before : null
  const written = await open(target).write(target.foreignId, entryOf(meeting, state.generation, now), known, deadline)
  if (isFault(written)) return { state, fault: written }
  const { foreignId, etag, isWritten } = written
  // Where an entry has vanished, the next one is another.
  const generation = known?.etag != null && etag === null && !isWritten ? state.generation + 1 : state.generation
  return {
    state: { calendarId: target.id, foreignId, etag, written: isWritten ? digest : null, generation },
    isOvertaken: !isWritten,
  }
}

const meetingOf = ({ uid, sequence, meeting }: EntryTask): MeetingInEntry => {
  const { name, startsAt, endsAt, place, isGroup, invitees, hosts, locale } = meeting
  const guests = invitees.flatMap((invitee) => invitee.guests)
  return {
    ...{ uid, ...(sequence > 0 ? { sequence } : {}), name, place, isGroup },
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    invitees: invitees.map((invitee) => ({ name: invitee.name, email: invitee.email })),
    answers: isGroup ? [] : (invitees[0]?.answers ?? []),
    ...otherPeopleIn(locale, guests, hosts),
  }
}

const settle = async (
  tx: Tx,
  done: readonly Done<EntryTask, WriteOutcome>[],
  now: Date,
): Promise<ReadonlyMap<number, Date>> => {
  const again = new Map<number, Date>()
  for (const { job, task, outcome } of done) {
    const { state, fault, isOvertaken } = outcome
    await saveEntry(tx, task, state)
    await setCalendarEvent(
      tx,
      task.organizationId,
      task.scheduledEventId,
      task.membershipId,
      calendarEventOf(task, state),
    )
    if (task.endsAt <= now) continue
    if (fault) again.set(job.id, new Date(now.getTime() + pauseAfter(fault, job.attempts)))
    // A server that refuses an etag of its own is not asked all the time.
    else if (isOvertaken)
      again.set(job.id, job.attempts < attemptsAtOnce ? now : new Date(now.getTime() + delayAfter(job.attempts)))
  }
  return again
}

const calendarEventOf = (
  { uid, at, target }: EntryTask,
  { calendarId, foreignId }: EntryState,
): CalendarEvent | null => {
  const calendar = foreignId === null ? undefined : [at, target].find((one) => one?.id === calendarId)
  const kind = calendar ? calendarEventKindOf(calendar.server) : undefined
  if (kind === undefined) return null
  return { kind, external_id: kind === 'icloud' ? uid : (foreignId ?? uid) }
}

const pauseAfter = ({ isFinal, retryAfterSeconds = 0 }: ProviderFault, attempts: number): number =>
  Math.max(isFinal ? pauseAfterFinalFault : delayAfter(attempts), retryAfterSeconds * 1000)
