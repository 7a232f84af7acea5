import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collectGarbage = runInNewContext('gc') as () => void

/**
 * What is still held once the garbage is gone. The resident size would mostly tell of the requests that were just made
 * up.
 */
export const retainedBytes = (): number => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
