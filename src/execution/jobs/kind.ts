import type { Tx } from '#platform/db/database.ts'
import type { Job } from '../store/jobs.ts'

/** A job with what was done. */
export interface Done<Task, Outcome> {
  readonly job: Job
  readonly task: Task
  readonly outcome: Outcome
}

/**
 * Whether the job is still ours, and stays so until the end of this transaction: for what is too much to be written
 * when it is settled.
 */
export type IsHeld = (tx: Tx) => Promise<boolean>

/**
 * One kind of work that talks to other machines. Never inside a transaction: it is claimed in one, done without, and
 * settled in another. It may be done twice, when a process ends between doing it and settling it.
 */
export interface JobKind<Task, Outcome> {
  readonly name: string
  /**
   * In the transaction that claims the jobs: what it takes to do each. A job that is left out has nothing left to do.
   */
  load(tx: Tx, jobs: readonly Job[]): Promise<ReadonlyMap<number, Task>>
  /** What others do is an outcome. What is thrown is our own mistake; it is logged, and the job tried again later. */
  act(task: Task, isHeld: IsHeld): Promise<Outcome>
  /** Only for jobs that are still ours. Tells those that must be tried again, and when. */
  settle(tx: Tx, done: readonly Done<Task, Outcome>[]): Promise<ReadonlyMap<number, Date>>
  /** The other side could not be reached or did not answer: it gets one thing at a time until it does. */
  isAway(outcome: Outcome): boolean
  /** The other side did not take it: what is not tried again was given up. */
  isRefused?(outcome: Outcome): boolean
}

/** Each job with what its subject is; a job whose subject is gone has nothing left to do. */
export const tasksOf = async <Task extends { readonly id: string }>(
  jobs: readonly Job[],
  find: (subjectIds: readonly string[]) => Promise<readonly Task[]>,
): Promise<Map<number, Task>> => {
  const found = new Map((await find(jobs.map(({ subjectId }) => subjectId))).map((task) => [task.id, task]))
  return new Map(
    jobs.flatMap((job) => {
      const task = found.get(job.subjectId)
      return task ? [[job.id, task]] : []
    }),
  )
}

// biome-ignore lint/suspicious/noExplicitAny: the worker hands each kind its own tasks and outcomes back.
export type AnyJobKind = JobKind<any, any>
