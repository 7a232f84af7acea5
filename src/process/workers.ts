import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { within } from '#platform/deadline.ts'
import { type Log, openLog } from '#platform/log.ts'
import { longestStopMilliseconds, type ServiceSetup } from './keep-running.ts'
import { requireFreePort } from './ports.ts'
import { endOnCrash, firstStopSignal, killAfter, writeLastLines } from './signals.ts'
import { startPlan } from './start-plan.ts'

// Several processes that share one port. Node's cluster module hands connections to them in turn.

export const maxWorkers = 64

/** Whether this process is one of them. */
export const isWorker = (): boolean => cluster.isWorker

/** Runs so many of this process, until it is asked to stop. They are told apart by `isWorker`. Gives the exit code. */
export const superviseWorkers = async (
  { config, loadWiring }: ServiceSetup,
  count: number,
  onReady: () => void,
): Promise<number> => {
  const log = openLog(config.logLevel)
  endOnCrash(log)
  const asked = firstStopSignal()
  const { ports } = startPlan(config, { server: 'one_of_several', migrates: false })
  for (const port of ports) await requireFreePort(port)
  const workers = new Workers(log)
  const published = await (await loadWiring()).serveWorkerMetrics(config, () => workers.collect())
  try {
    // The first one alone: what is wrong with the settings is then said once.
    const first = await Promise.race([workers.startFirst(), asked])
    if (typeof first === 'number') return first
    if (first === 'ready') {
      workers.startOthers(count - 1)
      onReady()
    }
    log.info({ signal: await asked }, 'asked to stop')
    killAfter(longestStopMilliseconds)
    return await workers.stop()
  } finally {
    published.close()
    await writeLastLines(log)
  }
}

const shortLifeMilliseconds = 5_000
const beforeNextMilliseconds = 1_000
const answerMilliseconds = 2_000

interface WorkerReply {
  readonly question: number
  readonly metrics: readonly object[]
}

interface EndedWorker {
  readonly code: number | null
  readonly signal: string | null
  readonly livedMilliseconds: number
}

/** What follows when a worker ends, and whether the service has failed by it. */
export const afterWorker = (
  { code, signal, livedMilliseconds }: EndedWorker,
  /** `isUp`: one has been ready. Before that, one that ends is not replaced. */
  { isUp, isStopping }: { readonly isUp: boolean; readonly isStopping: boolean },
): { readonly hasFailed: boolean; readonly next: 'nothing' | 'another' | 'another_after_pause' } => {
  // One that has just begun ends by the signal itself.
  if (isStopping) return { hasFailed: code !== 0 && signal !== 'SIGTERM', next: 'nothing' }
  if (!isUp) return { hasFailed: false, next: 'nothing' }
  return { hasFailed: false, next: livedMilliseconds < shortLifeMilliseconds ? 'another_after_pause' : 'another' }
}

class Workers {
  readonly #log: Log
  readonly #ready = new Set<Worker>()
  readonly #kept: Promise<void>[] = []
  readonly #answers = new Map<number, (metrics: readonly object[]) => void>()
  #questions = 0
  #isUp = false
  #isStopping = false
  #exitCode = 0

  constructor(log: Log) {
    this.#log = log
  }

  /** Or the exit code, if it ended before. */
  startFirst(): Promise<'ready' | number> {
    return new Promise((done) => {
      const first = this.#fork(() => done('ready'))
      first.once('exit', (code) => done(code || 1))
      this.#kept.push(this.#keep(first))
    })
  }

  startOthers(count: number): void {
    for (let index = 0; index < count; index += 1) this.#kept.push(this.#keep(this.#fork()))
  }

  /** Ends each of them as it would end alone. One that takes no signal any more is killed, before this process is. */
  async stop(): Promise<number> {
    this.#isStopping = true
    this.#signal('SIGTERM')
    const impatience = setTimeout(() => this.#signal('SIGKILL'), longestStopMilliseconds - 200)
    await Promise.all(this.#kept)
    clearTimeout(impatience)
    return this.#exitCode
  }

  #signal(signal: NodeJS.Signals): void {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
  }

  /** The metrics of each; without those that do not answer. */
  async collect(): Promise<readonly (readonly object[])[]> {
    const answers = await Promise.all([...this.#ready].map((worker) => this.#ask(worker).catch(() => undefined)))
    return answers.filter((answer) => answer !== undefined)
  }

  #ask(worker: Worker): Promise<readonly object[]> {
    this.#questions += 1
    const question = this.#questions
    const answer = new Promise<readonly object[]>((done) => {
      this.#answers.set(question, done)
      worker.send({ question })
    })
    return within(answerMilliseconds, answer).finally(() => this.#answers.delete(question))
  }

  #fork(onReady = () => {}): Worker {
    const worker = cluster.fork()
    worker.on('message', (message: 'ready' | WorkerReply) => {
      if (message === 'ready') {
        this.#ready.add(worker)
        this.#isUp = true
        onReady()
      } else this.#answers.get(message.question)?.(message.metrics)
    })
    // A message to one that has just ended.
    worker.on('error', () => {})
    return worker
  }

  /** Another is started in the place of one that ends. */
  async #keep(first: Worker): Promise<void> {
    for (let worker = first; ; worker = this.#fork()) {
      const began = performance.now()
      const { code, signal } = await new Promise<Pick<EndedWorker, 'code' | 'signal'>>((done) =>
        worker.once('exit', (code, signal) => done({ code, signal })),
      )
      this.#ready.delete(worker)
      const ended = { code, signal, livedMilliseconds: performance.now() - began }
      const { hasFailed, next } = afterWorker(ended, { isUp: this.#isUp, isStopping: this.#isStopping })
      if (hasFailed) this.#exitCode = 1
      if (next === 'nothing') return
      this.#log.error({ pid: worker.process.pid, code, signal }, 'a worker ended; another is started')
      if (next === 'another_after_pause') await pause(beforeNextMilliseconds)
      if (this.#isStopping) return
    }
  }
}

/** Of a worker, to its supervisor. */
export const sayReady = (): void => void process.send?.('ready')

export const answerSupervisor = (read: () => Promise<readonly object[]>): void => {
  process.on('message', async ({ question }: { readonly question?: number }) => {
    if (question !== undefined) process.send?.({ question, metrics: await read() } satisfies WorkerReply)
  })
}
