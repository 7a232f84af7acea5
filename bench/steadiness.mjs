import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

/** How steady the machine is while it is measured: a virtual one shares its processors with others. */
export const watchSteadiness = () => {
  const before = readTimes()
  const tries = []
  return {
    /** Between the parts, when nothing else runs. */
    sample: () => void tries.push(fixedWork()),
    report: () => {
      const after = readTimes()
      const all = after.all - before.all
      return {
        least: Math.min(...tries),
        most: Math.max(...tries),
        stolen: all > 0 ? (after.stolen - before.stolen) / all : 0,
      }
    },
  }
}

const hundredMegabytes = Buffer.alloc(100 * 2 ** 20)

/**
 * Milliseconds for the same computation each time: compiled code, so that it does not depend on what the engine makes
 * of a loop.
 */
const fixedWork = () => {
  const began = performance.now()
  createHash('sha512').update(hundredMegabytes).digest()
  return performance.now() - began
}

/**
 * Of all processors since the machine started, in the kernel's units: user, nice, system, idle, iowait, irq, softirq,
 * steal.
 */
const readTimes = () => {
  const [line = ''] = existsSync('/proc/stat') ? readFileSync('/proc/stat', 'utf8').split('\n') : []
  const times = line.split(/\s+/).slice(1, 9).map(Number)
  return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 }
}
