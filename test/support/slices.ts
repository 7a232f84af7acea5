import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Slices {
  readonly seconds: number
  /**
   * The longest time in which nobody else had a turn: by the clock, which also counts what other processes of the
   * machine did, and of this one's processor time.
   */
  readonly longest: number
  readonly ofProcessor: number
  /** How often others had a turn. */
  readonly turns: number
}

/** How long the work held the event loop at a time, in milliseconds. Garbage collection counts. */
export const measureSlices = async (work: () => Promise<unknown>): Promise<Slices> => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let ofProcessor = 0
  let before = process.cpuUsage()
  let next = setImmediate(function turn() {
    const { user, system } = process.cpuUsage(before)
    ofProcessor = Math.max(ofProcessor, user + system)
    before = process.cpuUsage()
    next = setImmediate(turn)
  })
  const began = performance.now()
  delay.enable()
  try {
    await work()
  } finally {
    delay.disable()
    clearImmediate(next)
  }
  return {
    seconds: (performance.now() - began) / 1000,
    longest: delay.max / 1e6,
    ofProcessor: ofProcessor / 1e3,
    turns: delay.count,
  }
}

export const inWords = ({ seconds, longest, ofProcessor }: Slices): string =>
  `${seconds.toFixed(1)} s, the longest slice ${longest.toFixed(0)} ms, ${ofProcessor.toFixed(0)} ms of processor time`
