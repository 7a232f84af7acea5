import { setImmediate as nextIteration } from 'node:timers/promises'
import { DatabaseAway } from './faults.ts'

const maxWaitMilliseconds = 5_000
const maxHoldMilliseconds = 10

/** A mutex with a queue: callers get it in the order in which they asked, urgent ones first. Waiting is limited. */
export class PriorityMutex {
  private locked = false
  private closed = false
  private yieldedAt = 0
  private readonly waiters: Waiter[] = []

  get isLocked(): boolean {
    return this.locked
  }

  get waiting(): number {
    return this.waiters.length
  }

  /** Resolves to the function that unlocks it. */
  async lock(isUrgent: boolean): Promise<() => void> {
    if (this.closed) throw new DatabaseAway(new Error('The database is closed.'))
    if (this.locked) await this.wait(isUrgent)
    this.locked = true
    await this.yieldToLoop()
    return once(() => this.unlock())
  }

  /**
   * The embedded database answers without ever going to the event loop: a run of statements would block everything that
   * comes by network.
   */
  private async yieldToLoop(): Promise<void> {
    if (performance.now() - this.yieldedAt < maxHoldMilliseconds) return
    await nextIteration()
    this.yieldedAt = performance.now()
  }

  /** Locks it for ever: waiting callers are refused, and no other gets it any more. */
  async close(): Promise<void> {
    this.closed = true
    for (const { refuse } of this.waiters.splice(0)) refuse(new Error('The database is closed.'))
    if (this.locked) await this.wait(true)
    this.locked = true
  }

  private wait(isUrgent: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (reason: Error) => {
        clearTimeout(timer)
        reject(new DatabaseAway(reason))
      }
      const waiter: Waiter = {
        admit: () => {
          clearTimeout(timer)
          resolve()
        },
        refuse,
      }
      const timer = setTimeout(() => {
        this.waiters.splice(this.waiters.indexOf(waiter), 1)
        refuse(new Error(tooLong))
      }, maxWaitMilliseconds)
      if (isUrgent) this.waiters.unshift(waiter)
      else this.waiters.push(waiter)
    })
  }

  private unlock(): void {
    const next = this.waiters.shift()
    if (next) next.admit()
    else this.locked = false
  }
}

interface Waiter {
  admit(): void
  refuse(reason: Error): void
}

const tooLong =
  `The embedded database was busy for ${maxWaitMilliseconds / 1000} seconds. It does one thing at a time, so a transaction that waits ` +
  'for anything but its own statements stops everybody: use tx inside it, never the database.'

const once = (action: () => void): (() => void) => {
  let done = false
  return () => {
    if (done) return
    done = true
    action()
  }
}
