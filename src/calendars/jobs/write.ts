import { type CalendarEvent, setCalendarEvent } from '#bookings/index.ts'
import { type CalendarConference, isJoinUrl, settleByCalendar } from '#conferences/index.ts'
import type { Links } from '#contract/wire.ts'
import { delayAfter } from '#execution/jobs/back-off.ts'
import { type Done, type JobKind, tasksOf } from '#execution/jobs/kind.ts'
import { isAway, isFault } from '#integrations/index.ts'
import type { OauthClients } from '#platform/config.ts'
import type { Encryption } from '#platform/crypto/encryption.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import type { Clock } from '#platform/time/clock.ts'
import { hour } from '#platform/time/durations.ts'
import { calendarEventKindOf, conferenceKindsOf, writeJob } from '../connection.ts'
import { digestOf, entryOf, type MeetingInEntry, otherPeopleIn } from '../entry.ts'
import type { ProviderFault } from '../providers/fault.ts'
import type { CalendarProvider, EntryConference } from '../providers/provider.ts'
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
  /** What came of the conference that was asked for with it. */
  readonly conference?: EntryConference
}

interface WriteContext {
  readonly database: Database
  readonly clock: Clock
  readonly links: Links
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
  settle: (tx, done) => settle(tx, done, context.links, context.clock.now()),
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
  const conference =
    target && conferenceKindsOf(target.server).find((kind) => kind === task.conference?.kind) ? task.conference : null
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
  const provider = open(target)
  const meeting = meetingOf(task)
  const digest = digestOf(meeting)
  const known = state.calendarId === target.id ? before : null
  const isMade = conference === null || (conference.isMade && known !== null)
  if (known && state.written?.equals(digest)) {
    if (isMade) return { state }
    const found = await provider.readConference?.(target.foreignId, known, deadline)
    if (found === undefined || isFault(found)) return { state, fault: found }
    if (found.state !== 'none') return { state, conference: found }
  }
  // What is asked for with another entry is another conference.
  const conferenceId = isMade ? undefined : `${conference?.requestId}-${state.generation}`
  const entry = entryOf(meeting, state.generation, now, conferenceId)
  const written = await provider.write(target.foreignId, entry, known, deadline)
  if (isFault(written)) return { state, fault: written }
  const { foreignId, etag, isWritten } = written
  // Where an entry has vanished, the next one is another.
  const generation = known?.etag != null && etag === null && !isWritten ? state.generation + 1 : state.generation
  const there = { calendarId: target.id, foreignId, etag, written: isWritten ? digest : null, generation }
  if (!isWritten || isMade) return { state: there, isOvertaken: !isWritten }
  const made = await provider.readConference?.(target.foreignId, { foreignId, etag }, deadline)
  if (made === undefined || isFault(made)) return { state: there, fault: made }
  return { state: there, conference: made }
}

/** A conference of its own is shown by the calendar itself. */
const meetingOf = ({ uid, sequence, meeting, conference }: EntryTask): MeetingInEntry => {
  const place = conference ? null : meeting.place
  const { name, startsAt, endsAt, isGroup, invitees, hosts, locale } = meeting
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
  links: Links,
  now: Date,
): Promise<ReadonlyMap<number, Date>> => {
  const again = new Map<number, Date>()
  for (const { job, task, outcome } of done) {
    const { state, fault, isOvertaken } = outcome
    await saveEntry(tx, task, state)
    const made = conferenceIn(task, outcome, now)
    if (made && task.conference) {
      const { organizationId, membershipId } = task
      await settleByCalendar({ tx, links, now }, { organizationId, membershipId, id: task.conference.id }, made)
    }
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
    else if (outcome.conference?.state === 'pending')
      again.set(job.id, new Date(now.getTime() + (pendingPauses[job.attempts - 1] ?? delayAfter(job.attempts))))
    else if (isOvertaken)
      again.set(job.id, job.attempts < attemptsAtOnce ? now : new Date(now.getTime() + delayAfter(job.attempts)))
  }
  return again
}

/** People wait for the link. */
const pendingPauses = [1_000, 2_000, 5_000, 10_000, 30_000]

/** What the meeting shows of its conference. Undefined where nothing is new. */
const conferenceIn = (
  { conference, isWanted, target, endsAt }: EntryTask,
  { fault, conference: made, isOvertaken }: WriteOutcome,
  now: Date,
): CalendarConference | undefined => {
  if (!conference || (conference.isMade && !made) || !isWanted || isOvertaken) return undefined
  if (!target || !conferenceKindsOf(target.server).includes(conference.kind))
    return { state: 'failed', fault: 'no_account' }
  if (fault) return { state: fault.isFinal || endsAt <= now ? 'failed' : 'retrying', fault: 'calendar' }
  if (made?.state === 'made' && isJoinUrl(made.joinUrl)) return { state: 'made', joinUrl: made.joinUrl }
  return made?.state === 'pending' ? undefined : { state: 'failed', fault: 'no_conference' }
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
