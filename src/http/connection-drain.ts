import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from './health.ts'

/** How long a load balancer may take to send requests elsewhere. */
const usualNotice = { watchedMilliseconds: 5_000, unwatchedMilliseconds: 500 }

/**
 * A client that asks `/health/ready` this often is a load balancer, which must see "not ready" before we stop
 * listening. A supervisor asks only until the first "ready".
 */
const watcher = { times: 3, withinMilliseconds: 60_000 }

const maxUntilQuietMilliseconds = 2_000

/** Turns of the event loop: a connection is accepted in one of them, and what it sent is read in the next. */
const turnsUntilQuiet = 5

/**
 * Lets a server go without dropping a request. First it says "not ready" and asks with every answer that the connection
 * be closed, and still takes new ones; then it listens no more, and ends when the last answer is out.
 */
export class ConnectionDrain {
  readonly #server: FastifyInstance
  readonly #readiness: Readiness
  readonly #notice: typeof usualNotice
  readonly #watchedWithin: number
  #askedAt: number[] = []
  #leaving = false
  #arrivals = 0

  /** Before the server listens. Of several workers, each sees its share of what a load balancer asks. */
  constructor(server: FastifyInstance, readiness: Readiness, workers = 1, notice = usualNotice) {
    this.#server = server
    this.#notice = notice
    this.#readiness = readiness
    this.#watchedWithin = watcher.withinMilliseconds * workers
    readiness.onReady = () => {
      this.#askedAt = [...this.#askedAt, performance.now()].slice(-watcher.times)
    }
    const arrived = (): void => {
      this.#arrivals += 1
    }
    server.server.on('connection', arrived).on('request', arrived)
    server.addHook('onSend', async (_request, reply, payload) => {
      if (this.#leaving) reply.header('connection', 'close')
      return payload
    })
  }

  /** Whatever is still under way at the end of that time is cut off. */
  async leave(withinMilliseconds: number): Promise<void> {
    this.#readiness.accepting = false
    this.#leaving = true
    const cutOff = setTimeout(() => this.#server.server.closeAllConnections(), withinMilliseconds)
    const { watchedMilliseconds, unwatchedMilliseconds } = this.#notice
    await pause(this.#isWatched() ? watchedMilliseconds : (await this.#hasConnections()) ? unwatchedMilliseconds : 0)
    await this.#untilQuiet()
    await this.#server.close()
    clearTimeout(cutOff)
  }

  #isWatched(): boolean {
    const [first, ...rest] = this.#askedAt
    return first !== undefined && rest.length === watcher.times - 1 && first > performance.now() - this.#watchedWithin
  }

  /**
   * To close means to cut connections that have sent nothing, and a busy process may not have read yet what they sent.
   * So it is done when the process has looked, and nothing came; or, if there is no end of callers, at some point all
   * the same.
   */
  async #untilQuiet(): Promise<void> {
    for (const end = performance.now() + maxUntilQuietMilliseconds; performance.now() < end; ) {
      const before = this.#arrivals
      for (let turn = 0; turn < turnsUntilQuiet; turn += 1) await nextTurn()
      if (this.#arrivals === before) return
    }
  }

  #hasConnections(): Promise<boolean> {
    return new Promise((done) =>
      this.#server.server.getConnections((error, count) => done(error !== null || count > 0)),
    )
  }
}
