import { setImmediate as nextRound } from 'node:timers/promises'
import { DatabaseAway } from './faults.ts'

const maxWaitMilliseconds = 5_000
const maxBreathMilliseconds = 10

/** Hands the one thing there is from caller to caller, in the order they came, the urgent first. Nobody waits for ever. */
export class Turns {
  private taken = false
  private closed = false
  private breathedAt = 0
  private readonly waiters: Waiter[] = []

  get isTaken(): boolean {
    return this.taken
  }

  get waiting(): number {
    return this.waiters.length
  }

  /** Resolves to the function that ends the turn. */
  async take(isUrgent: boolean): Promise<() => void> {
    if (this.closed) throw new DatabaseAway(new Error('The database is closed.'))
    if (this.taken) await this.wait(isUrgent)
    this.taken = true
    await this.breathe()
    return once(() => this.passOn())
  }

  /** The embedded database answers without ever going to the event loop: a row of statements would keep out all that comes by network. */
  private async breathe(): Promise<void> {
    if (performance.now() - this.breathedAt < maxBreathMilliseconds) return
    await nextRound()
    this.breathedAt = performance.now()
  }

  /** The last turn of all: those who wait are sent away, and nobody is let in any more. */
  async takeLast(): Promise<void> {
    this.closed = true
    for (const { refuse } of this.waiters.splice(0)) refuse(new Error('The database is closed.'))
    if (this.taken) await this.wait(true)
    this.taken = true
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

  private passOn(): void {
    const next = this.waiters.shift()
    if (next) next.admit()
    else this.taken = false
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
