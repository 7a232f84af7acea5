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
      return { least: Math.min(...tries), most: Math.max(...tries), stolen: all > 0 ? (after.stolen - before.stolen) / all : 0 }
    },
  }
}

/** Milliseconds for the same computation each time. */
const fixedWork = () => {
  const began = performance.now()
  let sum = 0
  for (let step = 0; step < 200_000_000; step += 1) sum = (sum + step) | 0
  if (sum === 1) throw new Error('It was not computed.')
  return performance.now() - began
}

/** Of all processors since the machine started, in the kernel's units: user, nice, system, idle, iowait, irq, softirq, steal. */
const readTimes = () => {
  const [line = ''] = existsSync('/proc/stat') ? readFileSync('/proc/stat', 'utf8').split('\n') : []
  const times = line.split(/\s+/).slice(1, 9).map(Number)
  return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 }
}
