import { randomUUID } from 'node:crypto'
import type { JobKind } from '#execution/jobs/kind.ts'
import type { AppContext } from '#execution/perform.ts'
import { deleteJobs, type Job } from '#execution/store/jobs.ts'
import { type PaidRequests, paymentRefunds, paymentSettlements } from '#payments/index.ts'
import type { Database } from '#platform/db/database.ts'

/** Requests that are paid for: their time is kept, still stands, or was taken by others. */
export class StandInRequests implements PaidRequests {
  readonly live = new Set<string>()
  readonly standing = new Set<string>()

  add(): string {
    const id = randomUUID()
    this.live.add(id)
    this.standing.add(id)
    return id
  }

  /** Its end has come, and nobody took the time yet. */
  expire(id: string): void {
    this.live.delete(id)
  }

  /** Others have taken the time. */
  lose(id: string): void {
    this.live.delete(id)
    this.standing.delete(id)
  }

  async isLive(_: unknown, { requestId }: { readonly requestId: string }): Promise<boolean> {
    return this.live.has(requestId)
  }

  /** A request is booked once: what the transaction has written decides, as it does for real ones. */
  confirm: PaidRequests['confirm'] = async (tx, { organizationId, requestId }) => {
    const booked = await tx
      .selectFrom('payments')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('request_id', '=', requestId)
      .where('state', '=', 'booked')
      .executeTakeFirst()
    return booked || !this.standing.has(requestId) ? 'gone' : { inviteeId: randomUUID() }
  }
}

/** Does what is due in one organization, one job at a time, as a worker does it: claim, act, settle. */
export const payingWork = async (
  context: AppContext,
  requests: PaidRequests,
  organizationId: string,
): Promise<void> => {
  const kinds: readonly JobKind<unknown, unknown>[] = [
    paymentSettlements(context, requests) as JobKind<unknown, unknown>,
    paymentRefunds(context) as JobKind<unknown, unknown>,
  ]
  for (let round = 0; round < 20; round += 1) {
    const due = await context.database.reader
      .selectFrom('jobs')
      .select(['id', 'kind', 'lane', 'subject_id as subjectId', 'attempts'])
      .where('organization_id', '=', organizationId)
      .where('run_at', '<=', context.clock.now())
      .where(
        'kind',
        'in',
        kinds.map(({ name }) => name),
      )
      .orderBy('id')
      .executeTakeFirst()
    if (!due) return
    const kind = kinds.find(({ name }) => name === due.kind) as JobKind<unknown, unknown>
    const job: Job = { ...due, organizationId, attempts: due.attempts + 1, isSuspect: false }
    const task = await context.database.write(async (tx) => (await kind.load(tx, [job])).get(job.id))
    const outcome = task === undefined ? undefined : await kind.act(task, async () => true)
    await context.database.write(async (tx) => {
      const again = task === undefined ? undefined : (await kind.settle(tx, [{ job, task, outcome }])).get(job.id)
      if (again)
        await tx.updateTable('jobs').set({ run_at: again, attempts: job.attempts }).where('id', '=', job.id).execute()
      else await deleteJobs(tx, [job.id])
    })
  }
  throw new Error('There is no end of jobs.')
}

export class Killed extends Error {}

/** A process that ends at one moment: before or after a transaction, or before or after a request to a service. */
export const killedAt = (context: AppContext, moment: number): AppContext & { readonly moments: () => number } => {
  let count = 0
  const step = (): void => {
    count += 1
    if (count === moment) throw new Killed(`at moment ${moment}`)
  }
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    step()
    const result = await work()
    step()
    return result
  }
  const write: Database['write'] = (work) => around(() => context.database.write(work))
  const { outgoing } = context
  return {
    ...context,
    database: { ...context.database, write },
    outgoing: Object.assign(Object.create(outgoing) as typeof outgoing, {
      send: (request: Parameters<typeof outgoing.send>[0]) => around(() => outgoing.send(request)),
    }),
    moments: () => count,
  }
}
