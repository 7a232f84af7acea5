import { randomUUID } from 'node:crypto'
import { recordFact, system } from '#activity/index.ts'
import { type ConferenceProgress, setMeetingLocation } from '#bookings/index.ts'
import type { Links } from '#contract/wire.ts'
import { delayAfter } from '#execution/jobs/back-off.ts'
import { type Done, type JobKind, tasksOf } from '#execution/jobs/kind.ts'
import type { AppContext } from '#execution/perform.ts'
import {
  concernsAccount,
  type Deadline,
  findAccount,
  isAway,
  isFault,
  recordAccountHealth,
  type SealedAccount,
  type ServiceFault,
} from '#integrations/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { minute } from '#platform/time/durations.ts'
import {
  type ConferenceState,
  type ConferenceStep,
  type ConferenceTask,
  conferenceJob,
  digestOf,
  isRefusal,
  isWorthwhile,
  nextStep,
} from '../conference.ts'
import { factSubject } from '../fact-subject.ts'
import type { ConferenceProvider, ConferenceToMake } from '../providers/provider.ts'
import { loadConferenceTasks, lockWants, markTried, saveState } from '../store/conferences.ts'
import { openConferenceProvider } from '../workflow/open-provider.ts'

const actMilliseconds = 40_000

interface ConferenceOutcome {
  readonly step: ConferenceStep['kind']
  readonly state: ConferenceState
  /** The account that was used. */
  readonly accountId?: string
  readonly fault?: ServiceFault
  /** There is more to do. */
  readonly goesOn?: boolean
}

type ConferenceMaker = Pick<AppContext, 'database' | 'clock' | 'links' | 'encryption' | 'outgoing' | 'oauthClients'>

/** Makes services agree with meetings: each conference is made once, moved in place, or removed. */
export const conferences = (context: ConferenceMaker): JobKind<ConferenceTask, ConferenceOutcome> => ({
  name: conferenceJob,
  load: (tx, jobs) => tasksOf(jobs, (ids) => loadConferenceTasks(tx, ids)),
  act: (task) => bringAbout(context, task),
  isAway: ({ fault }) => fault !== undefined && isAway(fault),
  settle: (tx, done) => settle(tx, done, context.links, context.clock.now()),
})

const bringAbout = async (context: ConferenceMaker, task: ConferenceTask): Promise<ConferenceOutcome> => {
  const end = performance.now() + actMilliseconds
  const deadline = { leftMilliseconds: () => end - performance.now() }
  const { database, clock } = context
  const now = clock.now()
  const open = (account: SealedAccount): ConferenceProvider =>
    openConferenceProvider({ ...context, reader: database.reader, keep: database.write, now }, account)
  const step = nextStep(task, now)
  const before = stateOf(task)
  switch (step.kind) {
    case 'nothing':
      return { step: step.kind, state: task.isWanted ? before : { ...before, state: 'gone' } }
    case 'fail':
      return { step: step.kind, state: { ...before, state: 'failed', fault: step.fault } }
    case 'forget':
      return { step: step.kind, state: withoutConference(before), goesOn: true }
    case 'create': {
      const { account, meeting } = step
      // Without it, a process that ends after the request would make a second one.
      if (task.triedAt === null) await database.write((tx) => markTried(tx, task, account.id, now))
      return create(open(account), task, { account, meeting, now }, deadline)
    }
    case 'update':
      return update(open(step.account), task, step, deadline)
    case 'remove':
      return remove(open(step.account), task, step.account, deadline)
    case 'withdraw': {
      const provider = open(step.account)
      const found = await provider.find(step.meeting, deadline)
      if (!found) return { step: step.kind, state: withoutConference(before), accountId: step.account.id, goesOn: true }
      if (!isFault(found)) return remove(provider, { ...task, foreignId: found.foreignId }, step.account, deadline)
      return { step: step.kind, state: { ...before, fault: found.fault }, accountId: step.account.id, fault: found }
    }
  }
}

interface Request {
  readonly account: SealedAccount
  readonly meeting: ConferenceToMake
}

const create = async (
  provider: ConferenceProvider,
  task: ConferenceTask,
  { account, meeting, now }: Request & { readonly now: Date },
  deadline: Deadline,
): Promise<ConferenceOutcome> => {
  const made = await provider.create(meeting, task.triedAt !== null, deadline)
  const tried = { ...stateOf(task), accountId: account.id, madeFor: task.membershipId, triedAt: task.triedAt ?? now }
  const [step, accountId] = ['create' as const, account.id]
  if (!isFault(made))
    return { step, accountId, state: { ...tried, ...made, state: 'made', written: digestOf(meeting), fault: null } }
  const isUnmade = task.triedAt === null && isRefusal(made)
  const state = { ...(isUnmade ? stateOf(task) : tried), state: 'retrying' as const, fault: made.fault }
  return { step, accountId, state, fault: made }
}

const update = async (
  provider: ConferenceProvider,
  task: ConferenceTask,
  { account, meeting }: Request,
  deadline: Deadline,
): Promise<ConferenceOutcome> => {
  const before = stateOf(task)
  const made = await provider.update(task.foreignId ?? '', meeting, deadline)
  const [step, accountId] = ['update' as const, account.id]
  if (made === 'gone') return { step, accountId, state: withoutConference(before), goesOn: true }
  if (isFault(made)) return { step, accountId, state: { ...before, fault: made.fault }, fault: made }
  return { step, accountId, state: { ...before, ...made, state: 'made', written: digestOf(meeting), fault: null } }
}

const remove = async (
  provider: ConferenceProvider,
  task: ConferenceTask,
  { id: accountId }: SealedAccount,
  deadline: Deadline,
): Promise<ConferenceOutcome> => {
  const before = stateOf(task)
  const step = 'remove'
  const fault = await provider.remove(task.foreignId ?? '', deadline)
  if (fault) return { step, accountId, state: { ...before, fault: fault.fault }, fault }
  return { step, accountId, state: withoutConference(before), goesOn: true }
}

const stateOf = (task: ConferenceTask): ConferenceState => {
  const { state, accountId, madeFor, foreignId, requestId, triedAt, joinUrl, data, written, fault } = task
  return { state, accountId, madeFor, foreignId, requestId, triedAt, joinUrl, data, written, fault }
}

/** The next one is another: its service must not take it for the same. */
const withoutConference = ({ state }: ConferenceState): ConferenceState => ({
  state: state === 'failed' ? 'failed' : 'waiting',
  requestId: randomUUID(),
  ...{ accountId: null, madeFor: null, foreignId: null, triedAt: null, joinUrl: null, data: null, written: null },
  fault: null,
})

const settle = async (
  tx: Tx,
  done: readonly Done<ConferenceTask, ConferenceOutcome>[],
  links: Links,
  now: Date,
): Promise<ReadonlyMap<number, Date>> => {
  const again = new Map<number, Date>()
  const wants = await lockWants(
    tx,
    done.map(({ task }) => task.id),
  )
  for (const { job, task, outcome } of done) {
    const want = wants.get(task.id)
    if (want === undefined) continue
    const { state, next } = decided(task, outcome, job.attempts, now)
    await saveState(tx, task, state, now)
    await recordHealth({ tx, links, now }, task.organizationId, outcome)
    const { organizationId, scheduledEventId, kind } = task
    // Its host may have entered a link meanwhile.
    const isShown = task.isWanted && want.wanted === 'present' && !task.byCalendar
    const progress = isShown ? progressOf(state, task) : undefined
    if (progress) await setMeetingLocation({ tx, links, now }, { organizationId, id: scheduledEventId, kind }, progress)
    if (want.revision !== task.revision || outcome.goesOn) again.set(job.id, now)
    else if (next) again.set(job.id, next)
  }
  return again
}

/** People wait for the first link: it is tried again soon, and after that as everything else. */
const firstPauses = [5_000, 10_000, minute / 2]

export const pauseAfter = ({ retryAfterSeconds = 0 }: ServiceFault, attempts: number): number =>
  Math.max(firstPauses[attempts - 1] ?? delayAfter(attempts - firstPauses.length), retryAfterSeconds * 1000)

/** What is kept of it, and when it is tried again. */
const decided = (
  task: ConferenceTask,
  { step, state, fault }: ConferenceOutcome,
  attempts: number,
  now: Date,
): { readonly state: ConferenceState; readonly next?: Date } => {
  if (!fault) return { state }
  const isOver = fault.isFinal || !isWorthwhile(step, task, now)
  if (!isOver) return { state, next: new Date(now.getTime() + pauseAfter(fault, attempts)) }
  if (step === 'create') return { state: { ...state, state: 'failed' } }
  // The meeting can still be joined where it was.
  if (step === 'update') return { state }
  return { state: withoutConference(state), ...(task.isWanted ? { next: now } : {}) }
}

/** Whether the account works. What concerns only one meeting says nothing about it. */
const recordHealth = async (
  { tx, links, now }: { readonly tx: Tx; readonly links: Links; readonly now: Date },
  organizationId: string,
  { accountId, fault }: ConferenceOutcome,
): Promise<void> => {
  if (accountId === undefined || (fault && !concernsAccount(fault))) return
  const health = { fault: fault?.fault ?? null, isLost: fault?.isFinal ?? false }
  if (!(await recordAccountHealth(tx, organizationId, accountId, health, now))) return
  const account = await findAccount(tx, organizationId, accountId)
  if (!account) return
  const subject = { ...factSubject(links, account), account: account.account }
  await recordFact(tx, { name: 'conference_account.lost', organizationId, actor: system, subject, occurredAt: now })
}

/** What the meeting shows. A conference that is still at another account, or another host's, is not its own. */
const progressOf = (
  { state, foreignId, joinUrl, data, accountId, madeFor }: ConferenceState,
  { target, membershipId }: ConferenceTask,
): ConferenceProgress | undefined => {
  if (foreignId !== null && joinUrl !== null)
    return accountId === target?.id && madeFor === membershipId ? { status: 'pushed', joinUrl, data } : undefined
  if (state === 'failed') return { status: 'failed' }
  return state === 'retrying' ? { status: 'processing' } : undefined
}
