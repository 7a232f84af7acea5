import { type Listener, recordFacts, system } from '#activity/index.ts'
import { type JobKind, tasksOf } from '#execution/jobs/kind.ts'
import type { AppContext } from '#execution/perform.ts'
import type { Tx } from '#platform/db/database.ts'
import { second } from '#platform/time/durations.ts'
import { type BookingRequest, waitsFor } from '../booking-request.ts'
import { requestFact } from '../request-fact.ts'
import { expiryJob, hasLostHost, insertExpiryOfLost, loadRequests, reminderJob } from '../store/booking-requests.ts'
import { endRequest, lockRequest } from '../workflow/pass-gate.ts'

type RequestJob = JobKind<BookingRequest, undefined>

/** There is nothing to ask of anybody: all is done in the transaction that settles the job. */
const atOnce = (name: string, settle: RequestJob['settle']): RequestJob => ({
  name,
  load: (tx, jobs) => tasksOf(jobs, (ids) => loadRequests(tx, ids)),
  act: () => Promise.resolve(undefined),
  isAway: () => false,
  settle,
})

const beginCall = ({ clock, ...context }: AppContext, tx: Tx) => ({ ...context, tx, now: clock.now() })

/**
 * Records that requests have expired, and tells people. Their time was free before: the database's clock decides. A
 * request whose host is no longer a member is declined, since nobody can accept it.
 */
export const requestExpiries = (context: AppContext): RequestJob =>
  atOnce(expiryJob, async (tx, done) => {
    const call = beginCall(context, tx)
    const again = new Map<number, Date>()
    for (const { job, task } of done) {
      const request = await lockRequest(call, task)
      if (request.state === 'expired') await endRequest(call, request, { state: 'expired' }, { actor: system })
      else if (request.state === 'open' && (await hasLostHost(tx, request)))
        await endRequest(call, request, { state: 'declined' }, { actor: system })
      else if (request.state === 'open') again.set(job.id, laterThan(call.now, request))
    }
    return again
  })

/** It waits for its next gate, which has a job of its own; or the clock of the database and ours differ. */
const laterThan = (now: Date, { expiresAt }: BookingRequest): Date =>
  new Date(now.getTime() + Math.max(10 * second, (expiresAt.getTime() - now.getTime()) / 2))

/** Listens to facts: what was asked of those who leave is looked at again. */
export const followInRequests: Listener = async (tx, facts, now) => {
  const leaving = facts.filter(({ name }) => aboutLeaving.includes(name))
  for (const organizationId of new Set(leaving.map((fact) => fact.organizationId)))
    await insertExpiryOfLost(tx, organizationId, now)
}

const aboutLeaving = ['organization_membership.removed', 'organization_membership.left']

/** Half way to its end, hosts are reminded of a request that waits for them. */
export const requestReminders = (context: AppContext): RequestJob =>
  atOnce(reminderJob, async (tx, done) => {
    const call = beginCall(context, tx)
    for (const { task } of done)
      if (waitsFor(task) === 'approval')
        await recordFacts(tx, [requestFact('booking_request.reminded', { ...call, actor: system }, task)])
    return new Map()
  })
